"""Layouts as grids and puzzles, with their clues, in any alphabet."""

from __future__ import annotations

import pytest
from helpers.layouts import SHORT, check_layout

from crosswright.errors import LayoutError
from crosswright.layouts.layout import layout
from crosswright.limits import Status


def test_the_puzzle_has_voids_or_blocks_clues_and_numbers() -> None:
    crisscross = layout([("OAK", "Acorns grow on it"), ("ASH", "Grey"), "KOALA"], limit=SHORT).best
    puzzle = crisscross.puzzle(title="Trees")
    assert puzzle.is_complete
    assert puzzle.title == "Trees"
    assert puzzle.grid.voids and not puzzle.grid.blocks and not puzzle.grid.letters
    clues = {entry.answer: entry.clue.text for entry in puzzle.entries}
    assert clues == {"OAK": "Acorns grow on it", "ASH": "Grey", "KOALA": ""}
    black = crisscross.puzzle(blocks=True)
    assert black.grid.blocks == puzzle.grid.voids
    assert black.answers == puzzle.answers


HEBREW = ["שלום", "ילדים", "משפחה", "לילה"]
THAI = ["น้ำ", "ที่น้ำ", "น้ำที่ดี"]
HINDI = ["हिन्दी", "दीपक", "कमल"]


@pytest.mark.parametrize("words", [HEBREW, THAI, HINDI, ["ЁЛКА", "КЛЁН", "ЛЁН"]])
def test_any_alphabet_goes_through_grid_and_puzzle(words: list[str]) -> None:
    result = layout(words, limit=SHORT)
    for crisscross in result.layouts:
        check_layout(crisscross)
        assert set(crisscross.puzzle().answers.values()) | {
            left.entry.word for left in crisscross.left_out
        } == set(words)


def test_hebrew_words_run_from_the_first_column_on() -> None:
    result = layout(HEBREW, limit=SHORT)
    assert result.status is Status.FILLED
    slot = next(slot for slot in result.best.grid.slots if result.best.grid.word(slot) == "שלום")
    assert [result.best.grid.letters[cell] for cell in slot.cells] == ["ש", "ל", "ו", "ם"]


def test_words_stay_as_they_were_entered() -> None:
    puzzle = layout(["red blood cell", "T-cell", "cell"], limit=SHORT).best.puzzle()
    assert sorted(puzzle.entered.values()) == ["T-cell", "red blood cell"]
    assert sorted(map(puzzle.enumeration, puzzle.entered)) == ["1-4", "3,5,4"]


def test_a_fill_in_has_no_clues() -> None:
    crisscross = layout([("OAK", "Acorns grow on it"), "KOALA"], limit=SHORT).best
    puzzle = crisscross.puzzle(kind="fill-in", title="Trees")
    assert (puzzle.kind, puzzle.clues, puzzle.title) == ("fill-in", {}, "Trees")
    assert puzzle.answers == crisscross.puzzle().answers
    with pytest.raises(LayoutError, match="unknown kind 'acrostic'; choose crossword or fill-in"):
        crisscross.puzzle(kind="acrostic")
