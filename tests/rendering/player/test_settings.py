"""What solvers can choose, and that the browser keeps it; undoing and redoing."""

from __future__ import annotations

import json
from typing import Any

from helpers.player import Open, clue, here, letters

from crosswright.puzzles.puzzle import Puzzle


def kept(**values: bool) -> str:
    """Return a script that has the browser remember settings."""
    return f"localStorage.setItem('crosswright:settings', '{json.dumps(values)}')"


def test_the_browser_keeps_what_the_solver_chose(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    page.locator("#settings summary").click()
    page.locator("[data-setting=skip_filled]").set_checked(False)
    page.locator("[data-setting=next_at_end]").set_checked(True)
    page.locator("[data-setting=arrows_turn]").set_checked(False)
    page.locator("[data-setting=space_clears]").select_option("true")
    stored = page.evaluate("JSON.parse(localStorage.getItem('crosswright:settings'))")
    chosen = {
        "skip_filled": False,
        "next_at_end": True,
        "arrows_turn": False,
        "space_clears": True,
    }
    assert stored == chosen
    page = play(tiny, script=kept(**chosen))
    assert not page.locator("[data-setting=skip_filled]").is_checked()
    assert page.locator("[data-setting=next_at_end]").is_checked()
    assert not page.locator("[data-setting=arrows_turn]").is_checked()
    assert page.locator("[data-setting=space_clears]").input_value() == "true"


def type_down_first(page: Any) -> None:
    """Fill the middle of 1 across from above, and go to its start."""
    page.locator(".cell input").nth(1).click()
    page.keyboard.type("x")
    page.locator(".cell input").nth(0).click()


def test_filled_cells_are_skipped_unless_the_solver_minds(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    type_down_first(page)
    page.keyboard.type("ct")
    assert letters(page) == "CXT....."
    page.locator(".cell input").nth(0).click()
    page.keyboard.type("cat")  # who types over letters means each of them
    assert letters(page) == "CAT....."
    page = play(tiny, script=kept(skip_filled=False))
    type_down_first(page)
    page.keyboard.type("ct")
    assert letters(page) == "CT......"


def test_on_to_the_next_clue(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    page.keyboard.type("cat")
    assert clue(page).startswith("1 Across")
    page = play(tiny, script=kept(next_at_end=True))
    page.keyboard.type("cat")
    assert clue(page).startswith("3 Across")
    page.keyboard.type("who")
    assert (clue(page), here(page)) == ("1 Down Milk giver", "row 2, column 1")
    page.keyboard.type("o")
    assert clue(page) == "2 Down Also"
    page.keyboard.type("o")
    assert page.locator("#status").inner_text().startswith("Solved in ")


def test_a_gap_comes_before_the_next_clue(play: Open, tiny: Puzzle) -> None:
    page = play(tiny, script=kept(next_at_end=True))
    page.locator(".cell input").nth(2).click()
    page.keyboard.type("t")
    assert here(page) == "1, row 1, column 1"
    page.keyboard.type("ca")
    assert clue(page).startswith("3 Across")


def test_arrows_that_only_move(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    page.keyboard.press("ArrowDown")
    assert (here(page), clue(page)) == ("1, row 1, column 1", "1 Down Milk giver")
    page = play(tiny, script=kept(arrows_turn=False))
    page.locator(".cell input").nth(2).click()
    page.keyboard.press("ArrowDown")
    assert (here(page), clue(page)) == ("row 2, column 3", "2 Down Also")


def test_a_space_bar_that_clears(play: Open, tiny: Puzzle) -> None:
    page = play(tiny, script=kept(space_clears=True))
    page.keyboard.type("cat")
    page.locator(".cell input").nth(0).click()
    page.keyboard.press("Space")
    assert letters(page) == ".AT....."
    assert here(page) == "row 1, column 2"
    page.keyboard.insert_text(" ")  # from a keyboard on a screen
    assert letters(page) == "..T....."


def test_damaged_settings_do_no_harm(play: Open, tiny: Puzzle) -> None:
    for value in ("[]", "{", "null", '{"skip_filled": 7, "next_at_end": true}'):
        store = f"localStorage.setItem('crosswright:settings', {value!r})"
        page = play(tiny, script=store)
        assert page.locator("[data-setting=skip_filled]").is_checked()
        page.keyboard.type("cat")
        assert letters(page) == "CAT....."


def test_undo_and_redo(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    assert page.locator("#undo").is_disabled() and page.locator("#redo").is_disabled()
    page.keyboard.type("cat")
    page.keyboard.press("Backspace")
    assert letters(page) == "CA......"
    page.keyboard.press("Control+z")
    assert letters(page) == "CAT....."
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert (letters(page), here(page)) == ("C.......", "row 1, column 2")
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+Shift+z")
    assert letters(page) == "CAT....."
    page.locator("#undo").click()
    assert letters(page) == "CA......"
    page.locator(".cell input").nth(7).click()
    page.keyboard.type("o")  # after another letter, there is nothing to redo
    assert page.locator("#redo").is_disabled()
    for _ in range(5):
        page.keyboard.press("Control+z")
    assert letters(page) == "........"
    assert page.locator("#undo").is_disabled()


def test_what_is_revealed_or_solved_cannot_be_undone(play: Open, tiny: Puzzle) -> None:
    page = play(tiny)
    page.keyboard.type("cut")
    page.locator(".cell input").nth(1).click()
    page.locator("#reveal summary").click()
    page.locator("[data-do=reveal][data-scope=letter]").click()
    for _ in range(4):
        page.keyboard.press("Control+z")
    assert letters(page) == ".A......"
