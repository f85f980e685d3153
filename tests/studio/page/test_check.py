"""Findings and statistics, live and in the grid."""

from __future__ import annotations

from helpers.studio_page import Desk


def test_findings_are_listed_and_shown_in_the_grid(desk: Desk) -> None:
    desk.start(["CAT", "A.A", "T.T"])
    desk.page.get_by_role("tab", name="Check").click()
    desk.page.locator(".finding", has_text="CAT").first.wait_for()
    desk.page.locator(".square.problem").first.wait_for()


def test_a_finding_leads_to_its_slot(desk: Desk) -> None:
    desk.start(["CAT", "A.A", "T.T"])
    desk.go(1, 1)
    desk.page.get_by_role("tab", name="Check").click()
    desk.page.locator(".finding", has_text="CAT").first.click()
    assert desk.slot() in ("1 Across", "1 Down")


def test_statistics_follow_every_edit(desk: Desk) -> None:
    desk.start(["....."] * 5)
    desk.page.get_by_role("tab", name="Check").click()
    facts = desk.page.locator(".check-panel .facts")
    facts.get_by_text("10: 5 across, 5 down").wait_for()
    facts.get_by_text("25, 100 % checked").wait_for()
    desk.page.locator("#symmetry").select_option("180")
    desk.go(0, 4)
    desk.press(".")
    facts.get_by_text("23, 100 % checked").wait_for()
    assert desk.page.locator("#status").get_by_text("2 blocks").is_visible()


def test_heat_counts_letters(desk: Desk) -> None:
    desk.start(["CA.", "...", "..."])
    desk.page.get_by_role("button", name="Letters").click()
    desk.page.locator(".square[data-heat]").first.wait_for()
    counts = desk.page.locator(".square[data-heat] .heat").all_inner_texts()
    assert len(counts) == 7
    assert all(count.isdigit() for count in counts)


def test_a_slot_without_a_word_is_said_everywhere(desk: Desk) -> None:
    desk.start(["QXA..", ".....", ".....", ".....", "....."])
    desk.go(4, 4)
    dead = desk.page.locator("#status button", has_text="1A has no word left")
    dead.wait_for()
    assert desk.page.locator(".square.problem").count() == 5
    desk.page.get_by_role("button", name="Letters").click()
    desk.until("document.querySelectorAll('.board .square[data-heat=\"0\"]').length === 2")
    desk.page.get_by_role("tab", name="Check").click()
    assert "1A has no word left" in desk.page.locator(".finding").first.inner_text()
    dead.click()
    assert desk.slot() == "1 Across"
    desk.go(0, 2)
    desk.press("Backspace", "Backspace", "Backspace")
    dead.wait_for(state="detached")
