"""All rules mixed, on small grids of every kind, against brute force."""

from __future__ import annotations

import pytest
from helpers.oracle import Oracle, random_case, spelled
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.filling.fill import fill, solutions
from crosswright.filling.result import FillResult
from crosswright.limits import Status


def texts(answers: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {label: spelled(word) for label, word in answers.items()}


def key(answers: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(answers.items()))


def check(result: FillResult, oracle: Oracle) -> None:
    """Assert that a fill is one of those there are, and that its grid spells it."""
    assert result.answers in [texts(answers) for answers in oracle.fills]
    for cell, token in oracle.grid.letters.items():
        assert result.grid.letters[cell] == token
    for slot in oracle.slots:
        assert (
            "".join(result.grid.letters[cell] for cell in slot.cells)
            == (result.answers[slot.label])
        )


@settings(max_examples=300)
@given(st.integers(0, 10**9))
def test_every_fill_is_found_once_whatever_the_rules(seed: int) -> None:
    case = random_case(seed)
    oracle = Oracle(case)
    found = list(solutions(case.grid, case.words, **case.rules))
    assert sorted(key(r.answers) for r in found) == sorted(key(texts(a)) for a in oracle.fills)
    for result in found:
        check(result, oracle)
    result = fill(case.grid, case.words, seed=seed, **case.rules)
    assert result.status is (Status.FILLED if oracle.fills else Status.IMPOSSIBLE)


@settings(max_examples=150)
@given(st.integers(0, 10**9))
def test_the_best_floor_is_found_and_the_bounds_hold(seed: int) -> None:
    case = random_case(seed)
    oracle = Oracle(case)
    result = fill(case.grid, case.words, seed=seed, objective="score", **case.rules)
    assert result.status is (Status.FILLED if oracle.fills else Status.IMPOSSIBLE)
    if not oracle.fills:
        return
    check(result, oracle)
    quality = result.quality
    if quality is None:
        assert not oracle.chosen(oracle.fills[0])
        return
    mine = next(answers for answers in oracle.fills if texts(answers) == result.answers)
    scores = list(oracle.chosen(mine).values())
    assert quality.mean == pytest.approx(sum(scores) / len(scores))
    best = max(map(oracle.floor, oracle.fills))
    assert oracle.floor(mine) == best
    assert quality.floor_proved
    assert quality.floor == best or best == float("inf")
    means = [
        sum(oracle.chosen(answers).values()) / len(scores)
        for answers in oracle.fills
        if oracle.floor(answers) >= best
    ]
    assert quality.mean <= max(means) + 1e-9
    assert max(means) <= quality.mean_bound + 1e-9
