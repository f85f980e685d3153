"""Words of a word search, marked in a real browser."""

from __future__ import annotations

from typing import Any

from helpers.player import Open

from crosswright.puzzles.puzzle import Puzzle

GRID = "TACX\nYOBZ\nWSUP\nEVEN\n\nextra: 1,3 1,2 1,1\nextra: 1,3 2,2 3,1\nextra: 3,3 3,4"


def point(page: Any, row: int, column: int) -> tuple[float, float]:
    box = page.locator(".letters svg").bounding_box()
    side = box["width"] / 4.12
    return box["x"] + (column - 0.44) * side, box["y"] + (row - 0.44) * side


def test_words_are_marked_by_a_line_or_by_their_ends(play: Open) -> None:
    page = play(Puzzle.from_filled(GRID, kind="word-search"))
    page.mouse.move(*point(page, 1, 3))
    page.mouse.down()
    page.mouse.move(*point(page, 1, 1), steps=3)
    page.mouse.up()
    assert page.locator(".bank .found").all_text_contents() == ["CAT"]
    page.mouse.click(*point(page, 3, 1))
    page.mouse.click(*point(page, 1, 3))
    assert page.locator("#status").text_content() == "Words found: 2 of 3."
    page.mouse.click(*point(page, 4, 1))  # not a word
    page.mouse.click(*point(page, 4, 4))
    assert page.locator(".mark-line").count() == 2


def test_words_are_marked_by_keys(play: Open) -> None:
    page = play(Puzzle.from_filled(GRID, kind="word-search"))
    page.locator(".letters svg").focus()
    for key in ("ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    assert page.locator("#status").text_content() == "C"
    for key in ("Enter", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter"):  # it stays at the edge
        page.keyboard.press(key)
    assert page.locator(".bank .found").all_text_contents() == ["CAT"]
    for key in ("End", "ArrowLeft", "Enter", "Escape", "Home", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.locator(".mark-line").count() == 1
