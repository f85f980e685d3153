"""Several fills of a grid, and the floors that a fill may be stepped down to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crosswright.filling.fill import FillResult, fill
from crosswright.filling.floors import FLOORS, SHARE, step_down
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.filling.several import different, every, no_repeats
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Statistics, Status
from crosswright.words.wordlist import WordList

GRID = Grid.parse("...\n.#.\n...")
WORDS = WordList.from_words(["CAT", "CUT", "TIE", "TEE"])
FILLS = 4  # the two words that begin with C, and the two that begin with T, each either way


def attempt(seed: int, rules: Rules) -> FillResult:
    return fill(GRID, WORDS, rules, seed=seed)


def rest() -> Iterator[FillResult]:
    return every(Model(GRID, WORDS, Rules()), 0, Budget())


def test_every_fill_once_and_then_no_more() -> None:
    *found, last = rest()
    assert len({result.grid for result in found}) == len(found) == FILLS
    assert last.status is Status.IMPOSSIBLE
    assert all(len(set(result.answers.values())) == 4 for result in found)


def test_every_keeps_to_its_budget() -> None:
    words = WordList.from_words(
        "".join(p) for p in [(a, b, c) for a in "AB" for b in "AB" for c in "AB"]
    )
    found = [
        *every(Model(Grid.empty(3, 3), words, Rules(distinct=False)), 0, Budget(Limit(nodes=0)))
    ]
    assert [result.status for result in found] == [Status.LIMIT]


@pytest.mark.parametrize("count", [1, 3, FILLS])
def test_different_fills(count: int) -> None:
    found = [*different(attempt, Rules(), 5, count, rest)]
    assert len({result.grid for result in found}) == len(found) == count
    assert {result.status for result in found} == {Status.FILLED}


def test_different_fills_end_when_there_are_no_more() -> None:
    *found, last = different(attempt, Rules(), 5, FILLS + 1, rest)
    assert len({result.grid for result in found}) == FILLS
    assert last.status is Status.IMPOSSIBLE


def test_no_word_twice_in_a_series() -> None:
    first, second = no_repeats(attempt, Rules(), 1, 5)
    assert first.status is Status.FILLED
    assert second.status is Status.IMPOSSIBLE


def outcomes(
    *statuses: Status, seconds: float | None = None, nodes: int = 1
) -> list[tuple[int | None, float | None]]:
    """Step down with these outcomes, each after one second; return the floors and patiences."""
    asked = []
    waiting = list(statuses)

    def attempt_at(floor: int | None, patience: float | None) -> FillResult:
        asked.append((floor, patience))
        return FillResult(waiting.pop(0), GRID, statistics=Statistics(nodes=nodes, seconds=1.0))

    results = [*step_down(attempt_at, seconds)]
    assert [result.status for result in results] == list(statuses[: len(results)])
    return asked


def test_floors_are_stepped_down_until_one_fills() -> None:
    assert outcomes(Status.FILLED) == [(50, None)]
    assert outcomes(Status.IMPOSSIBLE, Status.LIMIT, Status.FILLED) == [
        (50, None), (40, None), (30, None),
    ]  # fmt: skip
    assert [floor for floor, _ in outcomes(*[Status.LIMIT] * 6)] == list(FLOORS)
    assert outcomes(Status.CANCELLED) == [(50, None)]


def test_floors_are_not_stepped_down_when_there_was_no_time_to_begin() -> None:
    assert outcomes(Status.LIMIT, nodes=0) == [(50, None)]
    assert len(outcomes(Status.IMPOSSIBLE, Status.FILLED, nodes=0)) == 2


def test_floors_share_the_time() -> None:
    asked = outcomes(*[Status.LIMIT] * 6, seconds=10)
    assert [patience for _, patience in asked] == [
        10 * SHARE, 9 * SHARE, 8 * SHARE, 7 * SHARE, 6 * SHARE, 5
    ]  # fmt: skip
