"""The texts around a grid: lines for students, and instructions that fit the sheet."""

from __future__ import annotations

import pytest

from crosswright.errors import RenderError
from crosswright.puzzles.aids import Aids, give_letters
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.captions import instructions_of, student_lines
from crosswright.rendering.catalogue import Catalogue
from crosswright.rendering.options import RenderOptions

ENGLISH, GERMAN = Catalogue.of("en"), Catalogue.of("de")
SOLVE = "Solve the clues and write the words in the grid, one letter in each square."
FIT = "Fit the words into the grid, one letter in each square."
BANK = "All the words are in the word bank."
GIVEN = "Some letters are already filled in."


def test_lines_for_students() -> None:
    assert student_lines(RenderOptions(), ENGLISH) == []
    assert student_lines(RenderOptions(worksheet=True), GERMAN) == [
        ("name", "Name"),
        ("class", "Klasse"),
        ("date", "Datum"),
    ]
    chosen = RenderOptions(worksheet=True, student_lines=("date", "name"))
    assert student_lines(chosen, ENGLISH) == [("date", "Date"), ("name", "Name")]
    assert student_lines(RenderOptions(student_lines=("name",)), ENGLISH) == [("name", "Name")]
    assert student_lines(RenderOptions(worksheet=True, solution=True), ENGLISH) == []


def test_instructions_fit_what_is_on_the_sheet(tiny: Puzzle) -> None:
    def text(puzzle: Puzzle, **options: bool) -> str:
        return instructions_of(puzzle, RenderOptions(worksheet=True, **options), ENGLISH)

    given = give_letters(tiny, Aids(first_letters=True))
    bare = Puzzle(tiny.grid, tiny.solution)
    assert text(tiny) == SOLVE
    assert text(tiny, word_bank=True) == f"{SOLVE} {BANK}"
    assert text(given, word_bank=True) == f"{SOLVE} {BANK} {GIVEN}"
    assert text(tiny, clues=False, word_bank=True) == f"{FIT} {BANK}"
    assert text(bare) == FIT
    assert text(tiny, solution=True) == ""


def test_instructions_in_your_own_words(tiny: Puzzle) -> None:
    own = RenderOptions(worksheet=True, instructions=" Work in\npairs. ")
    assert instructions_of(tiny, own, ENGLISH) == "Work in pairs."
    assert instructions_of(tiny, RenderOptions(instructions="In ink!"), ENGLISH) == "In ink!"
    assert instructions_of(tiny, RenderOptions(), ENGLISH) == ""


def test_unknown_lines_and_orders_are_refused() -> None:
    with pytest.raises(RenderError, match="unknown line for students 'age'; choose from name, cl"):
        RenderOptions(student_lines=("age",))
    with pytest.raises(RenderError, match="unknown bank_order 'odd'; choose from sorted, shuffled"):
        RenderOptions(bank_order="odd")
