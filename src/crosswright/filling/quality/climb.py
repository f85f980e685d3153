"""The highest floor at which a grid still fills, and the proof that no higher one does.

A fill at some floor settles all floors below it, and a proof that there is none all floors above.
In between, floors are tried in rounds of short searches that grow. What comes of a round is taken
in a fixed order: the result does not depend on how many threads do it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator

from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION
from crosswright.filling.quality.incumbent import Incumbent
from crosswright.filling.search import Search
from crosswright.filling.steps import advance_all
from crosswright.limits import Budget

FIRST_TRY = 60
"""Failures of the first try at a floor; each further one doubles them."""

NODES_PER_FAILURE, MORE_NODES = 4, 1000
"""Nodes of a try at most: so many for each failure, and some for the way to the first one."""


class Floors:
    """The floors above the best fill's own.

    They are known by their index into the scores in play, which ascend.
    """

    def __init__(self, best: Incumbent, seed: int, budget: Budget, threads: int) -> None:
        self._best = best
        self._seed = seed
        self._budget = budget
        self._threads = threads
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
            solver = self._search_at(middle).solver
            outcome = solver.run(0, 1)
            self._budget.add(solver)
            low, high = (low, middle) if outcome == EXHAUSTED else (middle, high)
        self._impossible_from = high

    def _search_at(self, index: int) -> Search:
        problem = self._best.model.problem(self._scores[index])
        assert problem is not None  # otherwise there would not be a first fill
        return Search(problem, self._seed, self._budget)

    def _search_kept_at(self, index: int) -> Search:
        """Return the search at a floor that earlier rounds have begun, or a new one."""
        if index not in self._searches:
            self._searches[index] = self._search_at(index)
        return self._searches[index]

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

    def climb(self) -> Generator[None, None, bool]:
        """Try higher floors for a round, halving; return whether one filled."""
        first = self._halfway(self._reached, self._lowest_tried())
        return (yield from self._round(first, self._halfway(self._reached, first)))

    def prove(self) -> Generator[None, None, bool]:
        """Try for a round the next floor, which decides, and one halfway to the bound."""
        lowest = self._reached + 1
        return (yield from self._round(lowest, self._halfway(lowest, self._impossible_from)))

    def _lowest_tried(self) -> int:
        """Return the lowest floor that was tried without success, or the first impossible one."""
        reached = self._reached
        return min([i for i in self._searches if i > reached], default=self._impossible_from)

    @staticmethod
    def _halfway(low: int, high: int) -> int:
        return max(low + 1, (low + high) // 2)

    def _round(self, *indices: int) -> Generator[None, None, bool]:
        """Search at some floors for a while; return whether one filled."""
        undecided = [i for i in dict.fromkeys(indices) if self._reached < i < self._impossible_from]
        failures = self._failures.get(undecided[0], FIRST_TRY)
        nodes = NODES_PER_FAILURE * failures + MORE_NODES
        budgets = self._budget.allot(len(undecided), nodes=nodes, failures=failures)
        tries = {
            index: _Try(self._search_kept_at(index), budget)
            for index, budget in zip(undecided, budgets, strict=False)
        }
        self._failures[undecided[0]] = failures * 2
        yield from advance_all(list(tries.values()), self._threads)
        better = [self._take(index, attempt.search) for index, attempt in tries.items()]
        return any(better)

    def _take(self, index: int, search: Search) -> bool:
        """Take over what a search has found out; return whether it found a better fill."""
        if search.outcome == RUNNING:
            return False
        self._searches.pop(index, None)
        if search.outcome == EXHAUSTED:
            self._impossible_from = min(self._impossible_from, index)
        if search.outcome != SOLUTION or index <= self._reached:
            return False
        self._best.replace(search.solver.rows(), search.solver.masks())
        return True


class _Try:
    """A search at some floor that goes on for as long as its budget lasts."""

    def __init__(self, search: Search, budget: Budget) -> None:
        self.search = search
        search.budget = budget

    def advance(self) -> bool:
        """Search for a slice; return whether there is more to do."""
        return self.search.budget.spent() is None and self.search.step() == RUNNING
