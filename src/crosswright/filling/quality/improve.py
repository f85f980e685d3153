"""The best fill there is time for: the highest floor that fills, then the highest mean above it.

From a fill of any quality, first the highest score floor at which the grid still fills is found by
halving; then the words are improved a few at a time. When that brings nothing more, the time left
goes into proving that no higher floor fills.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass

from crosswright.engine import EXHAUSTED, RUNNING
from crosswright.engine.heuristics import SplitMix64
from crosswright.filling.model import Model
from crosswright.filling.quality.bounds import mean_bound
from crosswright.filling.quality.incumbent import Incumbent
from crosswright.filling.quality.neighbourhood import Neighbourhood
from crosswright.filling.result import Quality
from crosswright.filling.search import Search
from crosswright.limits import Budget
from crosswright.words.table import WordRow

FLOOR_SHARE = 0.2
"""Share of the time limit for finding the highest floor, before words are improved."""

FLOOR_FAILURES = 20_000
"""Failures allowed for that instead, unless only time is limited: the same everywhere."""

FIRST_TRY = 60
"""Failures of the first try at a floor; each further one doubles them."""

PATIENCE = 15
"""Changes tried without success, per slot, before the fill counts as settled."""


@dataclass(frozen=True)
class Step:
    """Progress: how many slots the search has filled, and whether there is a new best fill."""

    slots_filled: int
    better: bool = False


class Improvement:
    """The search for the best fill within a budget, starting from a first one."""

    def __init__(
        self, model: Model, rows: Sequence[WordRow], masks: Sequence[int], seed: int, budget: Budget
    ) -> None:
        self.best = Incumbent(model, rows, masks)
        self._model = model
        self._budget = budget
        self._seed = seed
        self._random = SplitMix64(seed)
        self._floors: _Floors | None = None

    def quality(self) -> Quality | None:
        """Return how good the best fill is, with its bounds."""
        if self._floors is None:
            return None
        floor = self.best.floor
        bound = mean_bound(self._model, floor)
        return Quality(floor, max(floor, self._floors.bound), self.best.mean, bound)

    def steps(self) -> Iterator[Step]:
        """Search until nothing better can be found or the budget ends."""
        if not self.best.chosen:
            return
        floors = self._floors = _Floors(self.best, self._seed, self._budget)
        yield from floors.climb(self._floor_time_is_up())
        while not self._budget.spent():
            yield from self._improve(self.best)
            if floors.settled or self._budget.spent():
                return
            yield from floors.climb()

    def _floor_time_is_up(self) -> Callable[[], bool]:
        """Return what ends the search for a floor: a share of the time if only time is limited."""
        budget = self._budget
        if not budget.limit.is_timed:
            last = budget.statistics.failures + FLOOR_FAILURES
            return lambda: budget.statistics.failures >= last
        end = budget.used() + FLOOR_SHARE
        return lambda: budget.used() >= end

    def _improve(self, best: Incumbent) -> Iterator[Step]:
        """Change parts of the fill for the better until that has failed often enough."""
        neighbourhood = Neighbourhood(best, self._budget, self._random)
        failed = 0
        while failed < PATIENCE * len(best.chosen) and not self._budget.spent():
            better = neighbourhood.improve()
            failed = 0 if better else failed + 1
            yield Step(len(best.rows), better)


class _Floors:
    """The floors above the best fill's own, tried in short runs that grow.

    They are known by their index into the scores in play, which ascend.
    """

    def __init__(self, best: Incumbent, seed: int, budget: Budget) -> None:
        self._best = best
        self._seed = seed
        self._budget = budget
        self._scores = best.floors
        self._searches: dict[int, Search] = {}
        self._failures: dict[int, int] = {}
        self._impossible_from = len(self._scores)  # this floor, and all above it, do not fill
        self._probe()

    def _probe(self) -> None:
        """Halve the floors by propagation alone: what fails there needs no search."""
        low, high = self._reached, self._impossible_from
        while high - low > 1 and not self._budget.spent():
            middle = (low + high) // 2
            search = self._search_at(middle)
            outcome = search.solver.run(0, 1)
            low, high = (low, middle) if outcome == EXHAUSTED else (middle, high)
        self._impossible_from = high

    def _search_at(self, index: int) -> Search:
        problem = self._best.model.problem(self._scores[index])
        assert problem is not None  # otherwise there would not be a first fill
        return Search(problem, self._seed, self._budget)

    @property
    def bound(self) -> int:
        """A floor that no fill exceeds."""
        return self._scores[self._impossible_from - 1]

    @property
    def _reached(self) -> int:
        """The index of the best fill's own floor."""
        return bisect_left(self._scores, self._best.floor)

    @property
    def settled(self) -> bool:
        """Whether no higher floor is left to try."""
        return self._reached + 1 >= self._impossible_from

    def climb(self, ended: Callable[[], bool] | None = None) -> Iterator[Step]:
        """Try higher floors, halving; those undecided again, longer, until `ended` returns true.

        Without `ended`, the first floor that fills ends the climb.
        """
        while not self.settled and not self._budget.spent():
            if ended is not None and ended():
                return
            if (yield from self._try(self._next())) and ended is None:
                return

    def _next(self) -> int:
        """Return the floor to try: halfway to the lowest undecided one, or the one tried least."""
        low, high = self._reached, self._impossible_from
        undecided = [index for index in self._searches if low < index < high]
        lowest = min([*undecided, high])
        if lowest - low > 1:
            return (low + lowest) // 2
        return min(undecided, key=lambda index: (self._failures[index], index))

    def _try(self, index: int) -> Generator[Step, None, bool]:
        """Run the search at one floor for a while; return whether it filled."""
        search = self._searches.get(index)
        if search is None:
            search = self._searches[index] = self._search_at(index)
            self._failures[index] = FIRST_TRY
        last = search.solver.failures + self._failures[index]
        self._failures[index] *= 2
        outcome = RUNNING
        while outcome == RUNNING and search.solver.failures < last and not self._budget.spent():
            outcome = search.step(last - search.solver.failures)
            yield Step(search.slots_filled)
        if outcome == RUNNING:
            return False
        del self._searches[index]
        if outcome == EXHAUSTED:
            self._impossible_from = index
            return False
        self._best.replace(search.solver.rows(), search.solver.masks())
        yield Step(search.slots_filled, better=True)
        return True
