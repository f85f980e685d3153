"""The built-in patterns are good ones, and all of them fill."""

from __future__ import annotations

import pytest

from crosswright.filling.fill import fill
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.patterns import builtin
from crosswright.puzzles.check import check
from crosswright.puzzles.puzzle import Puzzle
from crosswright.words import lexicon


@pytest.mark.parametrize("pattern", builtin.patterns(), ids=range(len(builtin.patterns())))
def test_a_pattern_is_good_and_fills_with_acceptable_words(pattern: Grid) -> None:
    assert (pattern.height, pattern.width) == (15, 15)
    assert 72 <= len(pattern.slots) <= 78
    assert pattern.is_symmetric()
    assert check(Puzzle(pattern), "american") == []
    result = fill(pattern, lexicon.english(), min_score=50, limit=Limit(nodes=100_000))
    assert result.status is Status.FILLED


def test_the_seed_chooses() -> None:
    assert len(set(builtin.patterns())) == len(builtin.patterns()) >= 12
    assert {builtin.pattern(seed) for seed in range(500)} == set(builtin.patterns())
    assert builtin.pattern(7) == builtin.pattern(7)


def test_all_of_them_in_the_order_of_a_seed() -> None:
    order = builtin.in_order(7)
    assert order[0] == builtin.pattern(7)
    assert len(order) == len(builtin.patterns()) and {*order} == {*builtin.patterns()}
    assert order == builtin.in_order(7) != builtin.in_order(8)
