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
    desk.until("document.querySelectorAll('.board .square[data-heat]').length === 7")
    desk.page.locator("body[data-letter]").wait_for()
    counts = desk.page.locator(".board .square[data-heat] .heat").all_inner_texts()
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


def test_heat_counts_candidates(desk: Desk) -> None:
    desk.start(["CA.", "...", "..."])
    desk.page.get_by_role("button", name="Candidates").click()
    desk.until("document.querySelectorAll('.board .square[data-heat]').length === 7")


def test_heat_shows_scores_without_hiding_letters(desk: Desk) -> None:
    document = desk.start(["CAT", "...", "..."])
    desk.page.get_by_role("button", name="Score", exact=True).click()
    desk.page.locator(".square[data-score]").first.wait_for()
    best = desk.server.get(f"/api/documents/{document}/preview")["best"]
    corner = desk.square(0, 0)
    assert corner.locator(".heat").inner_text() == str(min(best["1A"], best["1D"]))
    assert corner.locator(".token").inner_text() == "C"
    assert desk.page.locator(".legend li").all_inner_texts()[0] == "0–29"
    assert (
        f"best score {best['1A']}" in desk.square(0, 1).locator("input").get_attribute("aria-label")
        or best["2D"] < best["1A"]
    )


def test_missing_clues_are_one_line_that_unfolds(desk: Desk) -> None:
    desk.start(["SAP", "ORE", "NET"])
    desk.press("F2")
    desk.page.keyboard.type("Tree juice")
    desk.press("Enter")
    desk.page.get_by_role("tab", name="Check").click()
    line = desk.page.locator("summary", has_text="5 slots have no clue")
    line.wait_for()
    line.focus()
    desk.press("Enter")
    desk.page.get_by_role("button", name="4A has no clue").click()
    assert desk.slot() == "4 Across"


def test_an_empty_grid_that_no_list_has_words_for_is_no_problem_yet(desk: Desk) -> None:
    desk.start(["." * 23] * 9)
    desk.until("document.body.dataset.preview && document.body.dataset.report")
    desk.painted()
    assert desk.page.locator(".square.problem").count() == 0
    assert desk.page.locator("#status .dead").count() == 0
