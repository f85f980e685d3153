"""Theme and pattern: candidates as they come, what would work instead, one click takes one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.studio_page import MINI, Desk

ENTRIES = "rain check, Promise of another day\ncloud nine"


def hurry(route: Any) -> None:
    """Let a search take less time than a person would give it."""
    hurried = {**route.request.post_data_json, "seconds": 4, "seed": 1}
    route.continue_(post_data=json.dumps(hurried))


@pytest.fixture(autouse=True)
def in_a_hurry(desk: Desk) -> Iterator[None]:
    """Let no search take long."""
    desk.page.route("**/jobs", hurry)
    yield
    desk.page.unroute("**/jobs")


def begin(desk: Desk, entries: str, size: int = 9, style: str = "american") -> Any:
    """Ask for puzzles from the editor; return the panel."""
    desk.press("F8")
    panel = desk.page.locator(".drawer")
    panel.locator("[name=theme]").fill(entries)
    panel.locator("[name=height]").fill(str(size))
    panel.locator("[name=style]").select_option(style)
    panel.locator("button[type=submit]").click()
    return panel


def lines(rows: list[str]) -> set[str]:
    return {*rows, *map("".join, zip(*rows, strict=True))}


def test_a_candidate_takes_the_place_of_the_open_puzzle_and_undo_brings_it_back(desk: Desk) -> None:
    document = desk.start(title="Kept title")
    desk.press("c", "a", "t")
    desk.settled()
    panel = begin(desk, ENTRIES)
    panel.locator(".ranked .choice").first.click()
    desk.until("document.querySelectorAll('.board-row').length === 9")
    desk.settled()
    assert {"RAINCHECK", "CLOUDNINE"} <= lines(desk.rows())  # in ink: all else is in pencil
    state = desk.state(document)
    assert state["meta"] == {"title": "Kept title"}
    assert [clue["text"] for clue in state["clues"].values()] == ["Promise of another day"]
    panel.get_by_role("button", name="Close").click()
    desk.press("Control+z")
    desk.until("document.querySelectorAll('.board-row').length === 5")
    assert desk.rows() == ["CAT#.", *MINI[1:]]


def test_a_refusal_offers_what_would_work_and_a_click_tries_it(desk: Desk) -> None:
    desk.start()
    panel = begin(desk, "rain, It falls\nsnow\nhail", 5, style="free")
    panel.get_by_text("do not pair up").wait_for()
    way = panel.locator(".instead-way", has_text="theme without")
    way.wait_for()
    left_out = way.inner_text().split()[-1]
    assert panel.get_by_text(f"without {left_out}.").is_visible()
    way.click()
    panel.locator(".ranked .choice").first.wait_for()
    written = panel.locator("[name=theme]").input_value().splitlines()
    kept = [line for line in ("rain, It falls", "snow", "hail") if left_out not in line.upper()]
    assert written == kept


def test_without_entries_patterns_are_drawn_and_one_becomes_a_new_puzzle(desk: Desk) -> None:
    document = desk.start(title="First")
    panel = begin(desk, "", 7)
    panel.locator(".ranked .link").first.click()
    desk.page.locator(f"body:not([data-document='{document}'])[data-pending=false]").wait_for()
    desk.until("document.querySelectorAll('.board-row').length === 7")
    assert desk.state(document)["size"] == {"height": 5, "width": 5}
    assert desk.page.locator("#title").inner_text() == "First"


def test_closing_the_panel_ends_the_search(desk: Desk) -> None:
    desk.page.unroute("**/jobs")  # a search in a hurry could end by itself
    desk.start()
    panel = begin(desk, "hail mary pass\nstorm trooper", 15)
    panel.get_by_text("drawn").wait_for()
    with desk.page.expect_response(
        lambda answer: answer.request.method == "DELETE" and "/api/jobs/" in answer.url
    ):
        panel.get_by_role("button", name="Close").click()
    jobs = [*desk.server.studio.jobs._running.values()]
    assert all(job.is_stopped for job in jobs if job.kind == "construct")


def test_a_search_pauses_goes_on_and_stops(desk: Desk) -> None:
    desk.start()
    panel = begin(desk, "hail mary pass\nstorm trooper\njazz quartets\nrhythm method", 15)
    panel.get_by_role("button", name="Pause").click()
    panel.get_by_role("button", name="Go on").click()
    panel.get_by_role("button", name="Pause").wait_for()
    panel.get_by_role("button", name="Stop").click()
    panel.get_by_text("Stopped").wait_for()
    assert panel.get_by_role("button", name="Place and fill").is_visible()


def test_a_size_that_no_pattern_has_is_refused_in_the_words_of_the_form(desk: Desk) -> None:
    desk.start()
    panel = begin(desk, "rain check", 32)
    panel.get_by_text("Rows: a whole number from 3 to 31.").wait_for()
    assert panel.locator("[name=height]").evaluate("(field) => field === document.activeElement")
    assert panel.get_by_role("button", name="Place and fill").is_visible()
