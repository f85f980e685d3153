"""Patterns that a list fills come first."""

from __future__ import annotations

from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Limit
from crosswright.patterns.trial import fillable_first
from crosswright.words.wordlist import WordList

WORDS = WordList.parse("CAT;90\nARE;90\nTEN;90\nCAR;30\nATE;90\nEN;90\nOX;20\n")
OPEN, ROW, PAIR = Grid.parse("....\n####"), Grid.parse("...\n###"), Grid.parse("..\n##")


def test_patterns_that_fill_come_first_and_the_others_keep_their_order() -> None:
    grids = [OPEN, ROW, PAIR]
    assert fillable_first(grids, WORDS, Rules(), floors=[50]).grids == [ROW, OPEN, PAIR]
    assert fillable_first(grids, WORDS, Rules(), floors=[50], count=2).grids == [ROW, PAIR, OPEN]


def test_a_lower_floor_is_tried_only_where_none_fills_at_a_higher_one() -> None:
    grids = [PAIR, OPEN, ROW]
    assert fillable_first(grids, WORDS, Rules(), floors=[90, 10]).grids == [PAIR, OPEN, ROW]
    assert fillable_first([OPEN, PAIR], WORDS, Rules(), floors=[95, 30]).grids == [PAIR, OPEN]


def test_the_floor_to_begin_at_is_below_those_that_every_pattern_was_tried_at() -> None:
    assert fillable_first([ROW, OPEN], WORDS, Rules(), floors=[50, 10]).floor == 50
    assert fillable_first([OPEN, PAIR], WORDS, Rules(), floors=[99, 95, 30, 10]).floor == 30
    assert fillable_first([OPEN], WORDS, Rules(), floors=[50, 10]).floor == 10
    assert fillable_first([OPEN], WORDS, Rules(), floors=[50, 10], limit=Limit(nodes=0)).floor == 50


def test_each_floor_has_its_share_of_a_limit() -> None:
    lines = [f"{a}{b}Z;90\n" for a in "ABCDEFGH" for b in "XY"]
    words, hard = WordList.parse("".join([*lines, "OX;20\n"])), Grid.parse("...\n...\n...")
    limit = Limit(failures=2)
    grids = [PAIR, hard, hard, OPEN]  # hard takes a failure to refute
    assert fillable_first(grids, words, Rules(), floors=[50, 10], limit=limit).grids == grids


def test_where_none_fills_or_time_is_up_nothing_changes() -> None:
    assert fillable_first([OPEN, PAIR], WORDS, Rules(), floors=[95]).grids == [OPEN, PAIR]
    limit = Limit(seconds=0)
    assert fillable_first([OPEN, ROW], WORDS, Rules(), floors=[50], limit=limit).grids == [
        OPEN,
        ROW,
    ]


def test_where_none_was_found_in_time_what_has_no_fill_comes_last() -> None:
    letters = "ABCDEFGH"
    words = WordList.parse("".join(f"{a}{b}{c};90\n" for a in letters for b in "XY" for c in "Z"))
    hard, untried, limit = Grid.parse("...\n...\n..."), OPEN, Limit(failures=1)
    ordered = fillable_first([hard, untried], words, Rules(), floors=[50], limit=limit)
    assert ordered.grids == [untried, hard]
