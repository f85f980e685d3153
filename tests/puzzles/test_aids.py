"""Help for solvers: given letters, and three levels of one puzzle."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import PuzzleError
from crosswright.grids.grid import Grid
from crosswright.puzzles.aids import Aids, Level, differentiate, give_letters
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.records import replace

PUZZLE = Puzzle.from_filled("CAT\nO#O\nWHO", {"1A": "Pet"}, title="Small")


def test_first_letters() -> None:
    puzzle = give_letters(PUZZLE, Aids(first_letters=True))
    assert str(puzzle.grid) == "C.T\n.#.\nW.."
    assert (puzzle.solution, puzzle.clues, puzzle.title) == (
        PUZZLE.solution,
        PUZZLE.clues,
        PUZZLE.title,
    )


def test_the_first_letter_of_a_linked_answer_is_that_of_its_first_slot() -> None:
    linked = Puzzle.from_filled("CAT\nO#O\nWHO", links=(("1D", "3A"),))
    assert str(give_letters(linked, Aids(first_letters=True)).grid) == "C.T\n.#.\n..."


@given(st.floats(0, 1), st.integers(0, 9), st.booleans())
def test_a_share_leaves_something_of_every_answer(share: float, seed: int, first: bool) -> None:
    aids = Aids(given_share=share, first_letters=first)
    puzzle = give_letters(PUZZLE, aids, seed=seed)
    assert all(None in map(puzzle.grid.letters.get, slot.cells) for slot in puzzle.grid.slots)
    assert len(puzzle.grid.letters) <= round(share * 8) + 3 * first
    assert puzzle == give_letters(PUZZLE, aids, seed=seed)
    assert puzzle.solution == PUZZLE.solution


def test_another_seed_gives_other_letters() -> None:
    grids = {give_letters(PUZZLE, Aids(given_share=0.4), seed=seed).grid for seed in range(8)}
    assert len(grids) > 1


def test_a_word_to_start_with_is_the_one_with_most_crossings() -> None:
    puzzle = Puzzle.from_filled("#C#D\nBANE\n#R#N")
    given = give_letters(puzzle, Aids(start_word=True))
    assert "".join(given.grid.letters.values()) == "BANE"
    assert [len(level.puzzle.grid.letters) for level in _fill_in_levels(puzzle)] == [6, 4, 0]


def _fill_in_levels(puzzle: Puzzle) -> list[Level]:
    levels = differentiate(replace(puzzle, kind="fill-in"))
    assert {level.aids.word_bank for level in levels} == {"length"}
    return levels


def test_what_a_solver_has_entered_gives_way_to_what_is_given() -> None:
    begun = Puzzle(PUZZLE.grid, PUZZLE.solution, PUZZLE.clues, progress={(0, 0): "X", (0, 1): "Y"})
    assert give_letters(begun, Aids(first_letters=True)).progress == {(0, 1): "Y"}


def test_levels_help_less_and_less() -> None:
    easy, middle, hard = differentiate(PUZZLE)
    assert [level.name for level in (easy, middle, hard)] == ["easy", "middle", "hard"]
    assert len(easy.puzzle.grid.letters) == 3
    assert middle.puzzle.grid == hard.puzzle.grid == PUZZLE.grid
    assert [level.aids.word_bank for level in (easy, middle, hard)] == ["sorted", "shuffled", ""]
    assert [level.puzzle.difficulty for level in (easy, middle, hard)] == ["★☆☆", "★★☆", "★★★"]


def test_every_level_of_a_puzzle_without_clues_has_its_words() -> None:
    levels = differentiate(Puzzle(PUZZLE.grid, PUZZLE.solution))
    assert all(level.aids.word_bank for level in levels)
    counts = [len(level.puzzle.grid.letters) for level in levels]
    assert counts == sorted(counts, reverse=True) and counts[-1] == 0


def test_a_difficulty_that_is_stated_stays() -> None:
    stated = Puzzle(PUZZLE.grid, PUZZLE.solution, difficulty="Tricky")
    assert {level.puzzle.difficulty for level in differentiate(stated)} == {"Tricky"}


def test_bad_aids_are_refused() -> None:
    with pytest.raises(PuzzleError, match=r"a share of 1.5 letters; give one from 0 to 1"):
        Aids(given_share=1.5)
    with pytest.raises(PuzzleError, match="unknown order 'random'; choose from sorted, shuffled"):
        Aids(word_bank="random")
    with pytest.raises(PuzzleError, match="no solution"):
        give_letters(Puzzle(Grid.parse("...")), Aids(first_letters=True))
    with pytest.raises(PuzzleError, match="levels of a word search differ in its directions"):
        differentiate(Puzzle.from_filled("CAT", kind="word-search"))
