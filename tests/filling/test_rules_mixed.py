"""All rules mixed, on small grids of every kind, against brute force."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.errors import GridError, RuleError
from crosswright.filling.fill import fill, solutions
from crosswright.filling.result import FillResult
from crosswright.grids.notation import Cell
from crosswright.limits import Limit, Status
from tests.helpers.cases import DIGRAPHS, cases
from tests.helpers.oracle import Contradiction, Fill, Oracle, oracle_of

KINDS = {
    "any rules": cases(),
    "regions": cases(rules=["region"]),
    "digraphs": cases(DIGRAPHS),
    "fixed words": cases(rules=["fixed"]),
    "fixed words in regions": cases(rules=["fixed", "region"]),
    "required words": cases(rules=["required"]),
}
each_kind = pytest.mark.parametrize("kind", KINDS)

Key = tuple[tuple[Cell, str], ...]


def key(letters: dict[Cell, str]) -> Key:
    return tuple(sorted(letters.items()))


def fill_of(result: FillResult, oracle: Oracle) -> Fill:
    """Return the fill that a result shows; assert that it is one, and that the answers are its."""
    fills = {key(fill.letters): fill for fill in oracle.possible}
    letters = key(dict(result.grid.letters))
    assert letters in fills
    assert result.answers == fills[letters].answers(oracle)
    return fills[letters]


@each_kind
@settings(max_examples=60)
@given(st.data())
def test_every_fill_is_found_once(kind: str, data: st.DataObject) -> None:
    case = data.draw(KINDS[kind])
    try:
        oracle = Oracle(case)
    except Contradiction:
        with pytest.raises((RuleError, GridError)):
            fill(case.grid, case.words, **case.rules)
        return
    results = list(solutions(case.grid, case.words, **case.rules))
    keys = [key(dict(result.grid.letters)) for result in results]
    assert len(keys) == len(set(keys))
    assert {key(fill.letters) for fill in oracle.sure} <= set(keys)
    for result in results:
        fill_of(result, oracle)


@each_kind
@settings(max_examples=30)
@given(st.data(), st.integers(0, 99))
def test_the_best_floor_is_found_and_the_bounds_hold(
    kind: str, data: st.DataObject, seed: int
) -> None:
    case = data.draw(KINDS[kind])
    oracle = oracle_of(case)
    result = fill(case.grid, case.words, seed=seed, objective="score", **case.rules)
    if result.status is Status.IMPOSSIBLE:
        assert not oracle.sure
        return
    best = fill_of(result, oracle)
    quality = result.quality
    if quality is None:
        assert not oracle.chosen(best)
        return
    assert quality.floor_proved
    floors = [oracle.floor(fill) for fill in oracle.sure]
    assert oracle.floor(best) >= max(floors, default=float("-inf"))
    check_quality(result, oracle)


@each_kind
@settings(max_examples=30)
@given(st.data(), st.sampled_from([Limit(nodes=3), Limit(nodes=12), Limit(failures=1)]))
def test_the_bounds_hold_wherever_the_limit_ends_the_search(
    kind: str, data: st.DataObject, limit: Limit
) -> None:
    case = data.draw(KINDS[kind])
    oracle = oracle_of(case)
    result = fill(case.grid, case.words, objective="score", limit=limit, **case.rules)
    if result.quality is not None:
        check_quality(result, oracle)


def check_quality(result: FillResult, oracle: Oracle) -> None:
    """Assert that a quality is that of its fill, and that no fill is better than its bounds."""
    fill, quality = fill_of(result, oracle), result.quality
    assert quality is not None
    scores = oracle.chosen(fill).values()
    assert quality.mean == pytest.approx(sum(scores) / len(scores))
    assert quality.mean <= quality.mean_bound + 1e-9
    if oracle.floor(fill) != float("inf"):
        assert quality.floor == oracle.floor(fill)
    for other in oracle.sure:
        floor = oracle.floor(other)
        assert floor <= quality.floor_bound or floor == float("inf")
        if floor >= quality.floor:
            total = sum(oracle.chosen(other).values())
            assert total / len(scores) <= quality.mean_bound + 1e-9


@each_kind
@settings(max_examples=30)
@given(st.data(), st.lists(st.sampled_from((40, 30, 10, 5, 0, -3)), min_size=1, unique=True))
def test_the_highest_floor_that_fills_is_stepped_down_to(
    kind: str, data: st.DataObject, floors: list[int]
) -> None:
    case = data.draw(KINDS[kind])
    oracle_of(case)
    case = replace(case, rules={**case.rules, "min_score": None})
    steps = [*sorted(floors, reverse=True), None]
    result = fill(case.grid, case.words, floors=steps, **case.rules)
    for floor in steps:
        oracle = Oracle(replace(case, rules={**case.rules, "min_score": floor}))
        if result.status is Status.FILLED and result.min_score == floor:
            fill_of(result, oracle)
            break
        assert not oracle.sure
        if result.status is Status.FILLED:
            assert result.floors_left[floor] is Status.IMPOSSIBLE
    assert set(result.floors_left) == set(steps[: steps.index(result.min_score)])
