"""Pages that have the solution inside, hashes of it, or nothing; and what they tell a site."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from helpers.player import Open, letters, marked, status

from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.render import render, save


def check(page: Any, scope: str) -> str:
    page.locator("#check summary").click()
    page.locator(f"[data-do=check][data-scope={scope}]").click()
    return status(page)


@pytest.mark.parametrize("checks", ["words", "grid", "none"])
def test_the_solution_is_not_in_the_page(daily: Puzzle, checks: str) -> None:
    page = render(daily, "html", checks=checks).decode()
    data = re.search(r'id="puzzle">(.*?)</script>', page)
    assert data is not None
    assert "solution" not in json.loads(data[1])
    assert ("hashes" in json.loads(data[1])) == (checks != "none")
    letters_only = "".join(daily.solution.values())
    assert letters_only[:8] not in re.sub(r"[^A-Z]", "", data[1])
    assert not [answer for answer in daily.answers.values() if f'"{answer}"' in page]


def test_words_are_checked_by_their_hashes(play: Open, tiny: Puzzle) -> None:
    page = play(tiny, checks="words")
    assert not page.locator("#reveal").count()
    assert page.locator("[data-do=check]").count() == 2
    page.keyboard.type("ca")
    assert check(page, "word") == "Fill in the whole word to check it."
    page.keyboard.type("t")
    assert check(page, "word") == "All correct."
    page.locator(".cell input").nth(3).click()
    page.keyboard.type("x")
    page.locator(".cell input").nth(5).click()
    page.keyboard.type("who")
    assert check(page, "grid") == "Words with mistakes: 1."
    assert marked(page, "wrong") == [3]  # the others are part of right words
    page.locator(".cell input").nth(3).click()
    page.keyboard.type("o")
    assert check(page, "grid") == "No mistakes so far."
    page.locator(".cell input").nth(4).click()
    page.keyboard.type("x")
    assert status(page) == "The grid is full, but not everything is right yet."
    page.locator(".cell input").nth(4).click()
    page.keyboard.type("o")
    assert status(page).startswith("Solved in ")


def test_a_page_that_knows_only_the_whole(play: Open, tiny: Puzzle) -> None:
    page = play(tiny, checks="grid")
    assert not page.locator("#check, #reveal").count()
    for cell, letter in enumerate("CATOOWHA"):
        page.locator(".cell input").nth(cell).click()
        page.keyboard.type(letter)
    assert status(page) == "The grid is full, but not everything is right yet."
    page.locator(".cell input").nth(7).click()
    page.keyboard.type("o")
    assert status(page).startswith("Solved in ")


def test_a_page_that_knows_nothing(play: Open, tiny: Puzzle) -> None:
    page = play(tiny, checks="none")
    assert not page.locator("#check, #reveal").count()
    for cell, letter in enumerate("CATOOWHO"):
        page.locator(".cell input").nth(cell).click()
        page.keyboard.type(letter)
    assert (letters(page), status(page)) == ("CATOOWHO", "")


@pytest.mark.parametrize("typed", ["heart", "h"])
def test_a_rebus_may_be_abbreviated(play: Open, typed: str) -> None:
    puzzle = Puzzle.from_filled(Grid.parse("AHC\n\nrebus: 1,2=HEART"))
    page = play(puzzle, checks="words")
    page.keyboard.type("a")
    page.keyboard.press("Insert")
    page.keyboard.type(typed)
    page.keyboard.press("Enter")
    assert check(page, "word") == "Fill in the whole word to check it."
    page.keyboard.type("c")
    assert status(page).startswith("Solved in ")


def test_hashes_are_those_of_the_standard(browser: Any) -> None:
    texts = ["", "abc", "É日𝄞", *(x * n for x in "xЖ" for n in (55, 56, 63, 64, 1000))]
    source = Path(render.__code__.co_filename).parent / "player" / "sha256.js"
    function = f"(texts) => {{ {source.read_text('utf-8')}; return texts.map(sha256); }}"
    page = browser.new_page()
    try:
        digests = page.evaluate(function, texts)
    finally:
        page.close()
    assert digests == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


# -- events -------------------------------------------------------------------------------------

LISTEN = """
    window.told = [];
    document.addEventListener("crosswright", (event) => window.told.push(event.detail));
"""


def test_a_site_can_listen(play: Open, tiny: Puzzle) -> None:
    page = play(tiny, script=LISTEN)
    page.keyboard.type("cat")
    check(page, "word")
    page.locator("#pause").click()
    page.locator("#pause").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#reveal summary").click()
    page.locator("[data-do=reveal][data-scope=grid]").click()
    told = page.evaluate("window.told")
    assert [event["type"] for event in told] == [
        *("start", "progress", "check", "pause", "resume", "reveal"),
    ]
    last = told[-1]
    assert last["puzzle"].startswith("crosswright:") and last["title"] == "Tiny <Puzzle>"
    counts = [last[key] for key in ("filled", "cells", "checks", "reveals")]
    assert counts == [8, 8, 1, 1]
    assert "CAT" not in json.dumps(told)  # what is told has no letters in it


def test_solving_is_told_once(play: Open, tiny: Puzzle) -> None:
    page = play(tiny, script=LISTEN)
    for cell, letter in enumerate("CATOOWHO"):
        page.locator(".cell input").nth(cell).click()
        page.keyboard.type(letter)
    solved = page.evaluate("window.told.filter((event) => event.type === 'solved')")
    assert [event["solved"] for event in solved] == [True]


def test_a_page_around_the_player_is_told_too(browser: Any, tiny: Puzzle, tmp_path: Path) -> None:
    save(tiny, tmp_path / "puzzle.html")
    (tmp_path / "site.html").write_text(
        "<script>window.told = []; addEventListener('message', (event) => "
        "window.told.push(event.data.crosswright))</script><iframe src='puzzle.html'></iframe>"
    )
    page = browser.new_page()
    try:
        page.goto((tmp_path / "site.html").as_uri())
        page.frame_locator("iframe").locator(".cell input").nth(0).click()
        page.wait_for_function("window.told.length > 0")
        assert page.evaluate("window.told[0].type") == "start"
    finally:
        page.close()
