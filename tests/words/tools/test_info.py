"""A word list in figures: counts, and what it can be expected to fill."""

from __future__ import annotations

import math

import pytest

from crosswright.grids.grid import Grid
from crosswright.words.tools import info
from crosswright.words.wordlist import WordList


def test_counts_by_length_and_score() -> None:
    words = WordList.parse("OBOE;95\nODOR;70\nTAPIR;69\nEMUS;-1\nETUDE;30", name="mine")
    figures = info.describe(words)
    assert figures.lengths == {4: (1, 1, 0, 0, 0, 1), 5: (0, 0, 1, 1, 0, 0)}
    assert figures.scores == (-1, 69, 95)
    assert figures.letters["O"] == 4 / 22
    assert next(iter(figures.letters)) == "E"
    assert [each.words for each in figures.fillability] == [2, 3, 4]
    shown = info.chart(figures)
    assert "mine: 5 words" in shown
    assert "scores -1 to 95, half of them 69 or less" in shown
    assert "below 0" in shown


def test_an_empty_list_has_figures_too() -> None:
    figures = info.describe(WordList.parse(""))
    assert (figures.words, figures.lengths, figures.fillability) == (0, {}, [])
    assert info.chart(figures) == "word list: 0 words"


def test_expected_fills_count_exactly_where_letters_are_independent() -> None:
    pairs = WordList.from_words(a + b for a in "AB" for b in "AB")
    # Every 2x2 of As and Bs is a fill.
    assert info.expected_fills(Grid.empty(2, 2), pairs) == pytest.approx(math.log10(16))
    assert info.expected_fills(Grid.parse("A.\n.."), pairs) == pytest.approx(math.log10(8))
    assert info.expected_fills(Grid.parse("Z.\n.."), pairs) == -math.inf
    assert info.expected_fills(Grid.parse("Ж.\n.."), pairs) == -math.inf
    assert info.expected_fills(Grid.empty(3, 3), pairs) == -math.inf
    assert info.expected_fills(Grid.empty(1, 1), pairs) == 0


def test_the_daily_pattern_is_one() -> None:
    assert len(info.DAILY.slots) == 78
    assert info.DAILY.is_symmetric()
    assert not info.DAILY.unchecked_cells
