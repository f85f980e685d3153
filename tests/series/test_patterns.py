"""The pattern of each puzzle, by the plan and its number alone."""

from __future__ import annotations

import datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import SeriesError
from crosswright.patterns import builtin
from crosswright.series import patterns
from crosswright.series.calendar import dated
from crosswright.series.inputs import Inputs
from crosswright.series.patterns import in_turn, pattern, pool_of
from crosswright.series.plan import Calendar, Day, PatternSource, Plan
from crosswright.support.records import replace
from crosswright.words.wordlist import WordList

SMALL = ("...\n...\n...", "..#\n...\n#..", "#..\n...\n..#")
THREE = Day(height=3, width=3, min_score=0)
WORDS = WordList.from_words(["AB", "BA", "AAB", "ABA", "BAA", "BBA", "BAB", "ABB", "AA", "BB"])
PLAN = Plan(
    calendar=Calendar(datetime.date(2027, 1, 4), 8),
    days=(THREE,) * 7,
    patterns=PatternSource("folder", "grids"),
)


@given(st.integers(1, 6), st.integers(0, 5), st.integers(0, 1 << 64), st.sets(st.integers(1, 60)))
def test_no_pattern_comes_again_within_a_window(
    size: int, window: int, seed: int, numbers: set[int]
) -> None:
    order = sorted(numbers)
    indices = in_turn(size, order, window, seed)
    assert len(indices) == len(order) and set(indices) <= set(range(size))
    if window < size:
        for index in range(size):
            places = [n for n, chosen in zip(order, indices, strict=True) if chosen == index]
            assert all(b - a > window for a, b in pairwise(places))


@given(st.integers(1, 9), st.integers(0, 99))
def test_without_a_window_all_others_come_before_one_comes_again(size: int, seed: int) -> None:
    indices = in_turn(size, range(1, 3 * size + 1), None, seed)
    for start in range(2 * size):
        assert len({*indices[start : start + size]}) == size


def test_seeds_give_different_orders() -> None:
    orders = {tuple(in_turn(13, range(1, 14), None, seed)) for seed in range(20)}
    assert len(orders) == 20


def test_patterns_of_a_folder_take_turns() -> None:
    inputs = Inputs(WORDS, patterns=SMALL)
    grids = [str(pattern(PLAN, inputs, puzzle)) for puzzle in dated(PLAN)]
    assert {*grids[:3]} == {*SMALL}
    assert grids[3:6] == grids[:3]
    backwards = [str(pattern(PLAN, inputs, puzzle)) for puzzle in reversed(dated(PLAN))]
    assert backwards == grids[::-1]


def test_a_theme_takes_no_pattern_from_the_others() -> None:
    inputs = Inputs(WORDS, patterns=SMALL)
    themed = replace(PLAN, themes=((datetime.date(2027, 1, 5), ("ABA",)),))
    with_theme = [
        str(pattern(themed, inputs, puzzle)) for puzzle in dated(themed) if not puzzle.theme
    ]
    assert with_theme == [str(pattern(PLAN, inputs, puzzle)) for puzzle in dated(PLAN)][:7]


def test_days_of_one_size_share_their_patterns() -> None:
    plan = replace(PLAN, days=(THREE, replace(THREE, min_score=1)) * 3 + (THREE,))
    inputs = Inputs(WORDS, patterns=SMALL)
    grids = [str(pattern(plan, inputs, puzzle)) for puzzle in dated(plan)]
    assert grids == [str(pattern(PLAN, inputs, puzzle)) for puzzle in dated(PLAN)]


def test_built_in_patterns_are_for_days_of_their_style_and_size() -> None:
    plan, inputs = replace(PLAN, patterns=PatternSource()), Inputs(WORDS)
    assert pool_of(plan, inputs, Day()) == tuple(builtin.texts())
    some = pool_of(plan, inputs, Day(words=(76, 78)))
    assert some and {*some} < {*builtin.texts()}
    assert not pool_of(plan, inputs, Day(words=(1, 9)))
    assert pool_of(plan, inputs, Day(style="british")) == tuple(builtin.texts(15, "british"))
    assert pool_of(plan, inputs, Day(height=21, width=21)) == tuple(builtin.texts(21))
    assert not pool_of(plan, inputs, Day(style="barred"))
    assert not pool_of(plan, inputs, Day(height=13))


def test_made_patterns_are_new_for_each_puzzle_and_the_same_again() -> None:
    free = replace(THREE, style="free")
    plan = replace(PLAN, patterns=PatternSource("made"), days=(free,) * 7)
    inputs = Inputs(WORDS)
    first = dated(plan)[0]
    grid = pattern(plan, inputs, first)
    assert (grid.height, grid.width) == (3, 3)
    assert pattern(plan, inputs, first) == grid
    grids = {str(pattern(plan, inputs, puzzle)) for puzzle in dated(plan)}
    assert len(grids) > 1


def test_a_pattern_that_cannot_be_made_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "MADE_FAILURES", 200)
    plan = replace(PLAN, patterns=PatternSource("made"))
    with pytest.raises(SeriesError, match="no pattern could be made"):
        pattern(plan, Inputs(WordList.from_words(["ABC", "CAB"])), dated(plan)[0])
    with pytest.raises(SeriesError, match="no pattern of 3 rows and 3 columns in grids"):
        pattern(PLAN, Inputs(WORDS, patterns=("..",)), dated(PLAN)[0])
