"""The view of the seasons: calendar, scores, holes, and every puzzle one click from the editor."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.seasons import season_on_disk
from helpers.studio_page import Desk

from crosswright.series.ledger import LEDGER


@pytest.fixture(scope="module")
def seasons(folder: Path) -> Path:
    """A folder with a season, and with another that cannot be read."""
    base = folder / "seasons"
    base.mkdir()
    (base / "torn").mkdir()
    (base / "torn" / LEDGER).write_bytes(b"not a database" * 100)
    return season_on_disk(base)


def show(desk: Desk) -> None:
    desk.library()
    desk.page.get_by_role("link", name="Series").click()
    desk.page.locator("body[data-view=series]").wait_for()
    desk.page.locator(".season-card", has_text="Small").click()
    desk.page.locator(".month").first.wait_for()


def test_a_season_is_a_calendar_with_scores_and_holes(desk: Desk, seasons: Path) -> None:
    show(desk)
    page = desk.page
    days = page.locator(".day")
    assert days.count() == 6
    classes = [str(day.get_attribute("class")).split()[1] for day in days.all()]
    assert classes == ["done", "done", "done", "hole", "done", "planned"]
    assert [table.inner_text() for table in page.locator(".month caption").all()] == [
        "February 2027",
        "March 2027",
    ]
    assert "<all> were used" in page.locator(".hole-note pre").inner_text()
    assert page.locator(".season figure svg rect title").first.text_content().startswith("2027-")
    page.locator(".day.hole").click()
    assert "<all> were used" in page.locator(".series .side pre").inner_text()
    page.locator(".day.done").nth(1).focus()
    page.locator(".day-picture svg").wait_for()
    assert "27 February" in page.locator(".series .side h2").inner_text()
    page.reload()
    page.locator(".day").first.wait_for()  # the address keeps the season


def test_weeks_are_as_high_in_a_short_month_as_in_a_long_one(desk: Desk, seasons: Path) -> None:
    show(desk)
    heights = desk.page.evaluate(
        """[...document.querySelectorAll(".month")].map((month) =>
            [...month.tBodies[0].rows].map((week) => Math.round(week.offsetHeight)))"""
    )
    assert [len(weeks) for weeks in heights] == [4, 5]
    assert len({height for weeks in heights for height in weeks}) == 1


def test_a_click_opens_a_copy_in_the_editor(desk: Desk, seasons: Path) -> None:
    show(desk)
    desk.page.locator(".day.done").first.click()
    desk.page.locator("body[data-view=editor]").wait_for()
    desk.ready()
    assert desk.rows() == ["CAT", "U#I", "TEE"]
    desk.page.locator("#status .said", has_text="A copy").wait_for()
    desk.page.go_back()
    desk.page.locator("body[data-view=series]").wait_for()
    desk.page.locator(".day.done").first.focus()
    desk.page.get_by_role("button", name="Open your copy").wait_for()


def test_a_season_that_cannot_be_read_is_one_line(desk: Desk, seasons: Path) -> None:
    desk.page.clock.install()
    show(desk)
    with desk.page.expect_request(lambda request: "/api/season?" in request.url):
        desk.page.clock.run_for(10_000)
    looks: list[str] = []
    desk.page.on("request", lambda request: looks.append(request.url))
    desk.page.locator(".season-card", has_text="torn").click()
    line = desk.page.locator(".season .error-text")
    line.wait_for()
    assert "cannot be read" in line.inner_text()
    looks.clear()
    desk.page.clock.run_for(10_000)  # the page does not look again at this one
    assert looks == []


def test_saving_over_a_file_of_a_season_asks_first(desk: Desk, seasons: Path) -> None:
    [path, *_] = sorted(seasons.rglob("*.ipuz"))
    name = f"seasons/{path.relative_to(seasons.parent).as_posix()}"
    document = desk.server.post("/api/documents", {"kind": "file", "path": name})["id"]
    desk.open(document)
    desk.press("d", "Control+s")
    with desk.page.expect_response(lambda answer: answer.url.endswith("/save") and answer.ok):
        desk.page.get_by_role("button", name="Save a copy").click()
    assert desk.server.get(f"/api/documents/{document}")["path"] == f"{path.stem}.ipuz"
    desk.problems[:] = [problem for problem in desk.problems if "409" not in problem]


def test_a_season_drawn_again_keeps_the_day_under_the_keys(desk: Desk, seasons: Path) -> None:
    show(desk)
    page = desk.page
    page.locator(".day.hole").hover()
    page.locator(".series .side pre").wait_for()
    page.locator(".day.done").nth(1).focus()
    page.locator(".day-picture svg").wait_for()
    page.locator(".day.hole").evaluate("(day) => { day.dataset.old = ''; }")
    page.locator(".season-card", has_text="Small").evaluate("(card) => card.click()")
    desk.until("document.querySelector('.day.hole:not([data-old]):hover')")  # the mouse rests
    assert "27 February" in page.locator(".series .side h2").inner_text()
