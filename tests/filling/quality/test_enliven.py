"""When the search for lively words leaves the rest of a limit to other improvements."""

from collections.abc import Iterator

import pytest

from crosswright.filling.fill import fill
from crosswright.filling.quality import enliven, improve
from crosswright.filling.quality.incumbent import Incumbent
from crosswright.filling.result import FillResult
from crosswright.limits import Budget, Limit, Status
from crosswright.patterns import builtin
from crosswright.words.lexicon import english

FLOORS = (50, 40, 30, None)
ONE_FAILURE_MORE = 1
"""A search looks at its budget after a failure, not within it."""


class Tries:
    """What the tries for lively words did in a fill."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.before = self.after = 0
        monkeypatch.setattr(improve, "enliven", self)

    def __call__(
        self, best: Incumbent, seed: int, budget: Budget, *, is_thrifty: bool = False
    ) -> Iterator[bool]:
        self.before = budget.statistics.failures
        yield from enliven.enliven(best, seed, budget, is_thrifty=is_thrifty)
        self.after = budget.statistics.failures

    @property
    def failures(self) -> int:
        return self.after - self.before


def lively_fill(number: int, failures: int) -> FillResult:
    limit = Limit(failures=failures)
    grid = builtin.pattern(number, 13)
    return fill(
        grid,
        english(),
        objective="score",
        seed=number,
        lively=70,
        variety=10,
        floors=FLOORS,
        limit=limit,
    )


@pytest.mark.parametrize(("number", "failures"), [(1, 200), (5, 200)])
def test_tries_leave_half_of_a_limit(
    number: int, failures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = Tries(monkeypatch)
    result = lively_fill(number, failures)
    assert 0 < tries.failures <= (failures - tries.before) / 2 + ONE_FAILURE_MORE
    assert result.statistics.failures > tries.after
    assert result.quality is not None


def test_tries_end_after_so_many_failures_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enliven, "MOST_FAILURES", 100)
    tries = Tries(monkeypatch)
    lively_fill(5, 500)
    assert 0 < tries.failures <= 100 + ONE_FAILURE_MORE


def test_tries_end_when_they_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = []

    def stop(best: Incumbent, seed: int, budget: Budget, *, is_thrifty: bool) -> Iterator[bool]:
        budget.stop()
        stopped.append([*enliven.enliven(best, seed, budget, is_thrifty=is_thrifty)])
        yield False

    monkeypatch.setattr(improve, "enliven", stop)
    assert lively_fill(5, 200).status is Status.FILLED
    assert stopped == [[]]
