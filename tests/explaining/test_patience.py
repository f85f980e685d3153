"""Patience counts seconds or nodes, whichever the limit is about."""

from __future__ import annotations

import pytest

from crosswright.explaining.patience import Patience, spent
from crosswright.limits import Budget, Limit

PATIENCE = Patience(seconds=2.0, nodes=30)


@pytest.mark.parametrize("limit", [Limit(), Limit(nodes=100), Limit(failures=5)])
def test_nodes_count_unless_time_is_all_that_is_limited(limit: Limit) -> None:
    budget = Budget(limit)
    part = PATIENCE.part(budget)
    assert (part.limit.seconds, part.limit.nodes) == (None, 30)
    budget.charge(3)
    start = spent(budget)
    assert not Patience(0.0, 0).is_over(budget, start)
    budget.charge(1)
    assert Patience(1e9, 0).is_over(budget, start)
    assert not Patience(0.0, 1).is_over(budget, start)


def test_seconds_count_if_time_is_all_that_is_limited() -> None:
    budget = Budget(Limit(seconds=1e6))
    part = PATIENCE.part(budget)
    assert (part.limit.seconds, part.limit.nodes) == (2.0, None)
    budget.charge(100)
    assert not Patience(1e9, 0).is_over(budget, spent(budget))
    assert Patience(0.0, 1_000).is_over(budget, Patience(-1.0, 0))


def test_time_beside_nodes_only_ends_the_work() -> None:
    part = PATIENCE.part(Budget(Limit(seconds=1e6, nodes=10)))
    assert part.limit.nodes == 10
    assert part.limit.seconds is not None
    assert part.limit.seconds > 1e5


def test_more_patience() -> None:
    assert PATIENCE.times(3) == Patience(6.0, 90)
    assert PATIENCE.at_least(Patience(1.0, 40)) == Patience(2.0, 40)
