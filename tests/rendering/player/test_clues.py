"""Clues in the player: links between them, entries that run on, groups, labels and formatting."""

from __future__ import annotations

import pytest
from helpers.player import Open, clue, here, letters, marked, tap

from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.parts import ClueGroup
from crosswright.puzzles.puzzle import Puzzle

GRID = "CAT\nO#O\nWHO"


@pytest.fixture
def linked() -> Puzzle:
    """CAT goes on as TOO, down; CAT and WHO are named by another clue."""
    return Puzzle.from_filled(
        Grid.parse(GRID),
        {"1A": "In addition, a pet", "1D": "It has 3-Across and 1 across in it", "3A": "Dr."},
        links=[("1A", "2D")],
    )


def test_a_linked_entry_is_one(play: Open, linked: Puzzle) -> None:
    page = play(linked)
    assert clue(page) == "1 Across, 2 Down In addition, a pet"
    assert marked(page, "word") == [1, 2, 4, 7]  # and the cursor is in cell 0
    page.keyboard.type("cat")
    assert here(page) == "row 2, column 3"  # the last letter of CAT is the first of TOO
    assert clue(page) == "1 Across, 2 Down In addition, a pet"
    assert marked(page, "word") == [0, 1, 2, 7]
    page.keyboard.type("o")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    assert letters(page) == "C......."
    assert here(page) == "row 1, column 2"


def test_what_only_continues_refers_to_its_head(play: Open, linked: Puzzle) -> None:
    page = play(linked)
    item = page.locator(".clues li", has_text="See 1")
    assert item.inner_text().split() == ["2", "See", "1ac"]
    page.keyboard.press("Tab")  # to 3 across
    item.locator("a").click()
    assert here(page) == "1, row 1, column 1"
    item.locator(".go").click()
    assert here(page) == "2, row 1, column 3"
    assert clue(page) == "1 Across, 2 Down In addition, a pet"
    page.keyboard.press("Tab")
    assert clue(page).startswith("3 Across")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # 2 down is no stop of its own
    assert page.evaluate("document.activeElement.closest('.grid')") is None


def test_references_can_be_followed(play: Open, linked: Puzzle) -> None:
    page = play(linked)
    page.locator(".clues li", has_text="It has").locator("a", has_text="3-Across").click()
    assert clue(page) == "3 Across Dr."
    page.locator(".clues li", has_text="It has").locator(".go").click()
    assert marked(page, "referred") == [1, 2, 6, 7]  # but for those of the word itself
    page.locator("#clue a", has_text="1 across").click()
    assert clue(page) == "1 Across, 2 Down In addition, a pet"
    page.locator(".clues li", has_text="It has").locator("a").first.focus()
    page.keyboard.press("Enter")
    assert clue(page) == "3 Across Dr."


def test_groups_labels_and_marks(play: Open) -> None:
    puzzle = Puzzle.from_filled(
        Grid.parse(GRID),
        {"1A": Clue("Pet", label="a"), "3A": "Dr.", "1D": "Milk giver", "2D": "Also"},
        labels={(0, 0): "A", (2, 0): "Z"},
        marks={(0, 0): {"TR": "x", "BL": "7"}},
        groups=[ClueGroup("Round the rim", ("2D", "1A", "3A")), ClueGroup("Down", ("1D",))],
    )
    page = play(puzzle, sheet_language="fr")
    assert page.locator(".clues h2").all_inner_texts() == ["Round the rim", "Verticalement"]
    assert page.locator(".clues li .text").all_inner_texts() == ["Also", "Pet", "Dr.", "Milk giver"]
    assert page.locator(".clues li .go").all_inner_texts()[1:] == ["a", "Z", "A"]
    assert page.locator(".cell .number").all_inner_texts() == ["A", "Z"]
    assert page.locator(".mark.top.end").inner_text() == "x"
    assert page.locator(".mark.bottom.start").inner_text() == "7"
    page.locator(".clues .go").nth(1).click()
    assert clue(page) == "a Round the rim Pet"
    assert here(page) == "A, ligne 1, colonne 1, x, 7"
    page.keyboard.press("Shift+Tab")
    assert clue(page) == "Round the rim Also"


def test_formatted_clues(play: Open) -> None:
    html = "<i>Emma</i> is <b>x<sub>2</sub></b> &lt;i> <a href='https://example.org/?a&amp;b'>w</a>"
    puzzle = Puzzle.from_filled("CAT", {"1A": Clue.from_html(html)})
    page = play(puzzle)
    shown = page.locator("#clue .text")
    assert shown.inner_text() == "Emma is x2 <i> w"
    assert shown.locator("i").inner_text() == "Emma"
    assert shown.locator("b sub").inner_text() == "2"
    assert shown.locator("a").get_attribute("href") == "https://example.org/?a&b"
    assert shown.locator("a").get_attribute("rel") == "noreferrer"


def test_the_letters_of_an_earlier_solver(play: Open) -> None:
    puzzle = Puzzle.from_filled(GRID, {"1A": "Pet"}, progress={(0, 1): "Q", (2, 2): "O"})
    page = play(puzzle)
    assert letters(page) == ".Q.....O"
    page.locator(".cell input").nth(1).click()
    page.keyboard.type("a")
    assert letters(page) == ".A.....O"


# -- without a diagram --------------------------------------------------------------------------


@pytest.fixture
def diagramless() -> Puzzle:
    clues = {"1A": "Pet", "1D": "Milk giver", "2D": "Also", "3A": "Dr."}
    return Puzzle.from_filled(Grid.parse(GRID), clues, kind="diagramless")


def test_black_cells_are_for_the_solver_to_find(play: Open, diagramless: Puzzle) -> None:
    page = play(diagramless)
    assert page.locator(".cell input").count() == 9
    assert page.locator(".block, .number").count() == 0
    page.keyboard.type("cat")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type(".")
    assert marked(page, "black") == [4]
    assert (
        page.locator(".cell input").nth(4).get_attribute("aria-label")
        == "row 2, column 2, black cell"
    )
    page.keyboard.press("Control+z")
    assert marked(page, "black") == []
    page.locator("#black").click()
    assert marked(page, "black") == [4]
    page.locator("#check summary").click()
    page.locator("[data-do=check][data-scope=grid]").click()
    assert page.locator("#status").inner_text() == "No mistakes so far."
    for cell, letter in ((3, "o"), (5, "o"), (6, "w"), (7, "h"), (8, "o")):
        page.locator(".cell input").nth(cell).click()
        page.keyboard.type(letter)
    assert page.locator("#status").inner_text().startswith("Solved in ")


def test_the_clues_of_a_diagramless_go_one_by_one(play: Open, diagramless: Puzzle) -> None:
    page = play(diagramless, phone=True)
    assert clue(page) == "1 Across Pet"
    tap(page.locator("#next"))
    assert clue(page) == "3 Across Dr."
    tap(page.locator(".clues .go").nth(3))
    assert clue(page) == "2 Down Also"
    assert here(page) == "row 1, column 1"  # where it goes is not given away
    page.keyboard.insert_text(".")
    assert marked(page, "black") == [0]
