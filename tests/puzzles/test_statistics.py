"""Puzzles in figures."""

from __future__ import annotations

from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle
from crosswright.puzzles.statistics import describe
from crosswright.words.wordlist import WordList

PUZZLE = Puzzle.from_filled(Grid.parse("NO#\nU#~\nN##\n\nrebus: 1,2=OX"), {"1A": "Animal?"})


def test_counts() -> None:
    figures = describe(PUZZLE)
    assert (figures.height, figures.width, figures.cells, figures.blocks) == (3, 3, 4, 4)
    assert (figures.words, figures.across, figures.down) == (2, 1, 1)
    assert figures.lengths == {2: 1, 3: 1}
    assert figures.mean_length == 2.5
    assert figures.block_share == 4 / 9
    assert figures.checked == 1
    assert figures.letters == {"N": 2, "OX": 1, "U": 1}
    assert figures.missing == "ABCDEFGHIJKLMPQRSTVWYZ"
    assert (figures.answers, figures.clues, figures.parts) == (2, 1, 1)
    assert figures.scores is None


def test_drafts_are_counted() -> None:
    puzzle = PUZZLE.with_clues({"1D": "Sister [draft]"})
    assert (describe(puzzle).clues, describe(puzzle).drafts) == (2, 1)
    assert describe(PUZZLE).drafts == 0


def test_scores() -> None:
    scores = describe(PUZZLE, WordList.parse("NUN;72")).scores
    assert scores is not None
    assert (scores.mean, scores.lowest, scores.unlisted) == (72, "1D", ("1A",))
    assert scores.histogram == {70: 1}
    both = describe(PUZZLE, WordList.parse("NUN;72\nNOX;48")).scores
    assert both is not None
    assert both.histogram == {70: 1, 60: 0, 50: 0, 40: 1}
    assert both.lowest == "1A"


def test_a_grid_without_anything() -> None:
    figures = describe(Puzzle(Grid.parse("#")), WordList.parse(""))
    assert (figures.words, figures.mean_length, figures.missing) == (0, 0, "")
    assert figures.scores is not None
    assert (figures.scores.mean, figures.scores.lowest, figures.scores.histogram) == (
        None,
        None,
        {},
    )
