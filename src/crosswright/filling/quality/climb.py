"""The highest floor at which a grid still fills, and the proof that no higher one does.

A fill at some floor settles all floors below it, and a proof that there is none all floors above.
In between, floors are tried in rounds of short searches that grow. What comes of a round is taken
in a fixed order: the result does not depend on how many threads do it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator
from typing import NamedTuple

from crosswright import engine
from crosswright.engine import EXHAUSTED, SOLUTION
from crosswright.filling.compact import CompactProblem
from crosswright.filling.quality.incumbent import Incumbent
from crosswright.filling.schedule.crews import SearchJob
from crosswright.filling.search import Search
from crosswright.filling.steps import advance_all
from crosswright.limits import Budget

FIRST_TRY = 60
"""Failures of the first try at a floor; each further one doubles them."""

NODES_PER_FAILURE, MORE_NODES = 4, 1000
"""Nodes of a try at most: this many for each failure, and some for the way to the first one."""


class _Question(NamedTuple):
    """Whether a floor fills, asked of a search that is better at fills or at proofs.

    Choosing slots by the logarithm of their words proves about twice as fast, and gathering the
    words above the floor, which takes a moment, again twice. Letters instead of words save another
    third.
    """

    floor_index: int
    by_proof: bool = False


class Floors:
    """The floors above the best fill's own.

    They are known by their index into the scores in play, which ascend.
    """

    def __init__(
        self,
        best: Incumbent,
        seed: int,
        budget: Budget,
        threads: int,
        refuted: int | None = None,
    ) -> None:
        """Take the best fill, and a floor that is known to be impossible, if there is one."""
        self._best = best
        self._seed = seed
        self._budget = budget
        self._threads = threads
        self._scores = best.floors
        self._searches: dict[_Question, Search] = {}
        self._failures: dict[_Question, int] = {}
        self._compact: dict[int, CompactProblem] = {}
        self._impossible_from = len(self._scores)  # this floor, and all above it, do not fill
        if refuted is not None:
            self._impossible_from = max(self._reached + 1, bisect_left(self._scores, refuted))
        self._probe()

    def _probe(self) -> None:
        """Halve the floors by propagation alone: what fails there needs no search."""
        low, high = self._reached, self._impossible_from
        while high - low > 1 and not self._budget.spent():
            middle = (low + high) // 2
            solver = self._search(_Question(middle)).solver
            outcome = solver.run(0, 1)
            self._budget.add(solver)
            low, high = (low, middle) if outcome == EXHAUSTED else (middle, high)
        self._impossible_from = high

    def _search(self, question: _Question) -> Search:
        problem = self._best.model.problem(self._scores[question.floor_index])
        assert problem is not None  # otherwise there would not be a first fill
        if not question.by_proof:
            return Search(problem, self._seed, self._budget)
        compact = self._compact[question.floor_index] = CompactProblem.of(problem)
        solver = engine.Solver(compact.problem, self._seed, letters=True, log_sizes=True)
        return Search.of(solver, self._budget)

    def _kept_search(self, question: _Question) -> Search:
        """Return the search that earlier rounds have begun, or a new one."""
        if question not in self._searches:
            self._searches[question] = self._search(question)
        return self._searches[question]

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
        second = self._halfway(self._reached, first)
        return (yield from self._round(_Question(first), _Question(second)))

    def prove(self) -> Generator[None, None, bool]:
        """Try for a round the next floor, which decides, and one halfway to the bound."""
        lowest = self._reached + 1
        halfway = self._halfway(lowest, self._impossible_from)
        return (yield from self._round(_Question(lowest, True), _Question(halfway, True)))

    def _lowest_tried(self) -> int:
        """Return the lowest floor that was tried without success, or the first impossible one."""
        tried = (question.floor_index for question in self._searches)
        return min((i for i in tried if i > self._reached), default=self._impossible_from)

    @staticmethod
    def _halfway(low: int, high: int) -> int:
        return max(low + 1, (low + high) // 2)

    def _round(self, *questions: _Question) -> Generator[None, None, bool]:
        """Search for a while; return whether there is a better fill."""
        low, high = self._reached, self._impossible_from
        undecided = [item for item in dict.fromkeys(questions) if low < item.floor_index < high]
        failures = self._failures.get(undecided[0], FIRST_TRY)
        self._failures[undecided[0]] = failures * 2
        nodes = NODES_PER_FAILURE * failures + MORE_NODES
        budgets = self._budget.allot(len(undecided), nodes=nodes, failures=failures)
        tries = {
            question: SearchJob(self._kept_search(question), failures, budget)
            for question, budget in zip(undecided, budgets, strict=False)
        }
        yield from advance_all(list(tries.values()), self._threads)
        better = [self._take(question, tries[question].search) for question in tries]
        self._forget_decided()
        return any(better)

    def _take(self, question: _Question, search: Search) -> bool:
        """Take over what a search has found out; return whether it found a better fill."""
        index, rows = question.floor_index, search.rows()
        if search.outcome == EXHAUSTED:
            self._impossible_from = min(self._impossible_from, index)
        if search.outcome != SOLUTION or index <= self._reached:
            return False
        if question.by_proof:
            rows = self._compact[index].original_rows(rows)
        self._best.replace(rows, search.masks())
        return True

    def _forget_decided(self) -> None:
        """Leave the searches whose floors others have decided."""
        low, high = self._reached, self._impossible_from
        for question in [item for item in self._searches if not low < item.floor_index < high]:
            del self._searches[question]
            self._compact.pop(question.floor_index, None)
