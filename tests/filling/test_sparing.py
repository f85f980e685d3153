"""Entries that a region cuts off: left alone where no word could take their place."""

from __future__ import annotations

from crosswright.filling.rules import Rules
from crosswright.filling.sparing import spared_entries
from crosswright.grids.grid import Grid
from crosswright.words.wordlist import WordList

GRID = Grid.parse("ZYZZO\n#E#E#\n#T#N#")
WORDS = WordList.parse("YES;50\nYET;50\nZEN;50\nOYEZO;20")


def spared(grid: Grid = GRID, words: WordList = WORDS, **rules: object) -> dict[str, str]:
    return spared_entries(Rules(**rules), grid, words)  # type: ignore[arg-type]


def test_an_unlisted_entry_that_is_cut_off_stays() -> None:
    assert spared(region=["2D"]) == {"1A": "ZYZZO"}
    assert spared(region=["2D", "3D"]) == {"1A": "ZYZZO"}


def test_an_entry_that_is_wholly_in_the_region_or_outside_is_left_to_it() -> None:
    assert spared(region=["1A"]) == {}
    assert spared(region=[(2, 1)]) == {}


def test_an_entry_stays_only_if_no_accepted_word_fits() -> None:
    listed = WordList.parse("YES;50\nYET;50\nZEN;50\nZAZZO;30")
    assert spared(words=listed, region=["2D"]) == {}
    assert spared(words=listed, region=["2D"], min_score=30) == {}
    assert spared(words=listed, region=["2D"], min_score=40) == {"1A": "ZYZZO"}
    assert spared(words=listed, region=["2D"], slot_scores={"1A": 40}) == {"1A": "ZYZZO"}
    assert spared(words=listed, region=["2D"], min_score=40, required=["zazzo"]) == {}
    assert spared(words=listed, region=["2D"], banned=["zazzo"]) == {"1A": "ZYZZO"}
    assert spared(words=listed, region=["2D"], used=["ZAZZO"]) == {"1A": "ZYZZO"}


def test_a_slot_that_a_rule_names_is_left_to_the_rule() -> None:
    for rule in ({"fixed": {"1A": "ZEZZO"}}, {"allowed": {"1A": ["ZEZZO"]}}):
        assert spared(region=["2D"], **rule) == {}
    assert spared(region=["2D"], matching={"1a": "Z.*"}) == {}


def test_a_letter_that_stays_may_keep_another_entry() -> None:
    # Without the Q of 1A, CAT would do for 1D; with it, nothing but what is there does.
    grid, words = Grid.parse("QXX\nA##\nT##"), WordList.from_words(["CAT"])
    assert spared(grid, words, region=[(0, 0)]) == {"1A": "QXX", "1D": "QAT"}


def test_without_a_region_nothing_is_cut_off() -> None:
    assert spared() == {}
