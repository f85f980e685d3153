"""The statistics of puzzles."""

from __future__ import annotations

from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle
from crosswright.puzzles.statistics import describe
from crosswright.words.wordlist import WordList

PUZZLE = Puzzle.from_filled(Grid.parse("NO#\nU#~\nN##\n\nrebus: 1,2=OX"), {"1A": "Animal?"})


def test_counts() -> None:
    statistics = describe(PUZZLE)
    assert (statistics.height, statistics.width, statistics.cells, statistics.blocks) == (
        3,
        3,
        4,
        4,
    )
    assert (statistics.words, statistics.across, statistics.down) == (2, 1, 1)
    assert statistics.lengths == {2: 1, 3: 1}
    assert statistics.mean_length == 2.5
    assert statistics.block_share == 4 / 9
    assert statistics.checked == 1
    assert statistics.letters == {"N": 2, "OX": 1, "U": 1}
    assert statistics.missing == "ABCDEFGHIJKLMPQRSTVWYZ"
    assert (statistics.answers, statistics.clues, statistics.parts) == (2, 1, 1)
    assert statistics.scores is None


def test_drafts_are_counted() -> None:
    puzzle = PUZZLE.with_clues({"1D": "Sister [draft]"})
    assert (describe(puzzle).clues, describe(puzzle).drafts) == (2, 1)
    assert describe(PUZZLE).drafts == 0


def test_scores() -> None:
    scores = describe(PUZZLE, [("NUN", 72)]).scores
    assert scores is not None
    assert (scores.mean, scores.lowest, scores.unlisted) == (72, "1D", ("1A",))
    assert scores.histogram == {70: 1}
    both = describe(PUZZLE, WordList.parse("NUN;72\nNOX;48")).scores
    assert both is not None
    assert both.histogram == {70: 1, 60: 0, 50: 0, 40: 1}
    assert both.lowest == "1A"


def test_a_grid_without_anything() -> None:
    statistics = describe(Puzzle(Grid.parse("#")), WordList.parse(""))
    assert (statistics.words, statistics.mean_length, statistics.missing) == (0, 0, "")
    assert statistics.scores is not None
    assert (statistics.scores.mean, statistics.scores.lowest, statistics.scores.histogram) == (
        None,
        None,
        {},
    )
