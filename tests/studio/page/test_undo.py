"""Undo by gesture, redo, and nothing lost on reload."""

from __future__ import annotations

from helpers.studio_page import Desk


def test_a_typed_word_is_one_gesture(desk: Desk) -> None:
    document = desk.start()
    desk.press("c", "a", "t")
    desk.settled()
    desk.press("Control+z")
    desk.settled()
    assert desk.rows()[0] == "...#."
    desk.press("Control+Shift+z")
    desk.settled()
    assert desk.rows()[0] == "CAT#."
    desk.press("Control+z")
    desk.press("Control+y")
    desk.settled()
    assert desk.state(document)["cells"]["0,2"] == {"letter": "T"}


def test_moving_away_ends_a_gesture(desk: Desk) -> None:
    desk.start()
    desk.press("c", "a")
    desk.go(2, 0)
    desk.press("d", "o")
    desk.settled()
    desk.press("Control+z")
    desk.settled()
    assert (desk.rows()[0], desk.rows()[2]) == ("CA.#.", ".....")


def test_undo_everything_gives_the_first_state(desk: Desk) -> None:
    document = desk.start()
    first = desk.state(document)
    desk.press("c", ".", "`", "ArrowDown", "ArrowDown", "~", "a", ",", "Delete")
    desk.settled()
    undo = desk.page.get_by_role("button", name="Undo", exact=True)
    while undo.is_enabled():
        desk.press("Control+z")
        desk.settled()
        desk.painted()
    assert desk.state(document) == first


def test_a_reload_loses_nothing(desk: Desk) -> None:
    document = desk.start()
    desk.press("c", "a", "t", "ArrowDown", "ArrowDown", "a", "r")
    desk.page.reload()  # at once, with requests perhaps on their way
    desk.ready()
    assert desk.rows()[:3] == ["CAT#.", "..A..", "..R.."]
    assert desk.state(document)["cells"]["2,2"] == {"letter": "R"}
    desk.page.get_by_role("button", name="Undo", exact=True).click()
    desk.settled()
    assert desk.rows()[1] == "....."


def test_edits_wait_for_a_server_that_does_not_answer(desk: Desk) -> None:
    document = desk.start()
    operations = f"{desk.server.origin}/api/documents/{document}/ops"
    desk.page.route(operations, lambda route: route.abort())
    desk.press("c", "a")
    desk.page.get_by_text("not sent").wait_for()
    assert desk.rows()[0] == "CA.#."
    desk.page.unroute(operations)
    assert desk.state(document)["cells"]["0,1"] == {"letter": "A"}
    assert all("ERR_FAILED" in problem for problem in desk.problems)
    desk.problems.clear()


def test_edits_wait_until_a_studio_that_was_started_again_knows_the_browser(desk: Desk) -> None:
    document = desk.start()
    cookies = desk.page.context.cookies()
    desk.page.context.clear_cookies()
    desk.press("c", "a")
    desk.page.get_by_text("not sent: open the new link").wait_for()
    assert desk.rows()[0] == "CA.#."
    desk.page.context.add_cookies(cookies)
    assert desk.state(document)["cells"]["0,1"] == {"letter": "A"}
    assert all("401" in problem for problem in desk.problems)
    desk.problems.clear()


def test_a_stale_edit_is_sent_again(desk: Desk) -> None:
    document = desk.start()
    base = desk.server.get(f"/api/documents/{document}")["revision"]
    letters = [{"op": "set_cells", "cells": [[4, 4, "Z"]]}]
    desk.server.post(f"/api/documents/{document}/ops", {"base": base, "ops": letters})
    desk.press("c", "a")  # whether or not the tab has heard of the other edit
    cells = desk.state(document)["cells"]
    assert (cells["0,0"], cells["0,1"], cells["4,4"]) == (
        {"letter": "C"},
        {"letter": "A"},
        {"letter": "Z"},
    )
    desk.until("document.querySelectorAll('.token')[24].textContent === 'Z'")
    desk.problems[:] = [problem for problem in desk.problems if "409" not in problem]


def test_two_tabs_show_the_same(desk: Desk, other_tab: Desk) -> None:
    one, other = desk, other_tab
    document = one.start()
    other.open(document)
    one.press("c", "a", "t")
    other.until("document.querySelectorAll('.token')[2].textContent === 'T'")
    other.press("Control+z")
    one.until("document.querySelectorAll('.token')[2].textContent === ''")
    assert one.rows() == other.rows()
    for tab in (one, other):
        tab.problems[:] = [problem for problem in tab.problems if "409" not in problem]
