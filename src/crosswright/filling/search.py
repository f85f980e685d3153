"""Running the engine: limits, slices, cancellation, and several searches at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from crosswright import engine
from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION, Problem
from crosswright.engine.heuristics import SCORE_WEIGHT
from crosswright.filling.steps import advance_all
from crosswright.limits import UNLIMITED, Budget, Counts, Status, counts_of
from crosswright.words.table import WordRow

SLICE_SECONDS = 0.005
"""How long the engine runs before the clock, the limits and `stop()` are looked at again."""

FIRST_SLICE_NODES = 16
"""Nodes of the first slice; those of the next are fitted to the time that one took."""

MAX_SLICE_NODES = 1 << 20
"""Nodes of a slice at most: slices that take no time must not grow beyond what fits an integer."""

MAX_SLICE_GROWTH = 4
"""How many times as many nodes as the last a slice may have."""

LANES = 4
"""Searches that a reproducible portfolio runs, whatever the number of threads."""

FIRST_ROUND = 100
"""Failures that each lane of a portfolio may meet in its first round; each round doubles them."""

STATUSES = {SOLUTION: Status.FILLED, EXHAUSTED: Status.IMPOSSIBLE}
"""How a search ended that the engine has decided."""


class Search:
    """One solver run in slices that are fitted to the clock."""

    def __init__(
        self,
        problem: Problem,
        seed: int,
        budget: Budget,
        *,
        restarts: bool = True,
        score_weight: int = SCORE_WEIGHT,
    ) -> None:
        solver = engine.Solver(problem, seed, restarts=restarts, score_weight=score_weight)
        self._run_on(solver, budget)

    @classmethod
    def of(
        cls,
        solver: engine.Solver,
        budget: Budget,
        slice_nodes: int = FIRST_SLICE_NODES,
        slice_seconds: float = SLICE_SECONDS,
    ) -> Search:
        """Return the search that a solver is at; its first slice has this many nodes."""
        search = cls.__new__(cls)
        search._run_on(solver, budget)
        search.slice_nodes = slice_nodes
        search._slice_seconds = slice_seconds
        return search

    def _run_on(self, solver: engine.Solver, budget: Budget) -> None:
        self.solver = solver
        self.outcome: int = RUNNING
        self.budget = budget
        budget.statistics.engine = engine.name
        self._added: Counts = counts_of(solver)
        self.slice_nodes = FIRST_SLICE_NODES
        self._slice_seconds = SLICE_SECONDS
        self.slots_filled = 0
        """The slots that were down to one word after the last slice."""

    @property
    def lanes(self) -> list[Search]:
        """The searches of a portfolio of one."""
        return [self]

    @property
    def winner(self) -> Search:
        """The search that decides in a portfolio of one."""
        return self

    @property
    def is_decided(self) -> bool:
        """Whether it has found a fill or tried everything."""
        return self.outcome != RUNNING

    @property
    def status(self) -> Status:
        """How the search ended; one that was left counts as cancelled."""
        return STATUSES.get(self.outcome) or self.budget.spent() or Status.CANCELLED

    def rows(self) -> list[WordRow]:
        """Return the row that each slot is down to, -1 where several are left."""
        return self.solver.rows()

    def masks(self) -> list[int]:
        """Return the tokens that each cell has left, as bits."""
        return self.solver.masks()

    def step(self, failures: int = UNLIMITED) -> int:
        """Run one slice, of at most this many failures."""
        begun = time.perf_counter()
        nodes = min(self.slice_nodes, self.budget.nodes_left())
        with self.budget.working():
            self.outcome = self.solver.run(nodes, min(failures, self.budget.failures_left()))
            self._added = self.budget.add(self.solver, self._added)
            self.slots_filled = sum(row >= 0 for row in self.solver.rows())
        self._fit_slice(time.perf_counter() - begun)
        return self.outcome

    def _fit_slice(self, seconds: float) -> None:
        """Give the next slice as many nodes as its time allows, by what the last one took."""
        fitting = int(self.slice_nodes * self._slice_seconds / max(seconds, 1e-6))
        largest = min(self.slice_nodes * MAX_SLICE_GROWTH, MAX_SLICE_NODES)
        self.slice_nodes = max(1, min(fitting, largest))

    def decide(self, failures: int = UNLIMITED) -> int:
        """Run slice after slice until the search or the budget ends, or for this many failures."""
        last = self.solver.failures + failures
        while self.outcome == RUNNING and self.solver.failures < last and not self.budget.spent():
            self.step(last - self.solver.failures)
        return self.outcome

    def steps(self, failures: int = UNLIMITED) -> Iterator[None]:
        """Run slice after slice until the search or the budget ends, or for this many failures."""
        last = self.solver.failures + failures
        while self.solver.failures < last and not self.budget.spent():
            if self.step(last - self.solver.failures) != RUNNING:
                return
            yield


class Portfolio:
    """Several searches of one problem with different seeds, in threads.

    Reproducible: the lanes run in rounds of a fixed number of failures, and the first lane that is
    done in the earliest round wins, whatever the threads. Otherwise the first to be done wins.
    The threads live for a step: nothing runs on while nobody asks for the next one, and a portfolio
    that is left, or lost in a fork, leaves nothing behind.
    """

    def __init__(
        self, problem: Problem, seed: int, budget: Budget, threads: int, *, reproducible: bool
    ) -> None:
        self.threads = threads
        self.reproducible = reproducible
        budgets = budget.deal(LANES if reproducible else threads)
        self.lanes = [Search(problem, seed + lane, part) for lane, part in enumerate(budgets)]
        self.winner = self.lanes[0]
        self._round_failures = FIRST_ROUND if reproducible else UNLIMITED
        self._done: int | None = None
        self._lock = threading.Lock()

    @property
    def is_decided(self) -> bool:
        """Whether a lane has found a fill or tried everything."""
        return self._done is not None

    @property
    def slots_filled(self) -> int:
        """The slots that were down to one word after the last slice, in the lane that leads."""
        return self.winner.slots_filled

    def rows(self) -> list[WordRow]:
        """Return the row that each slot is down to in the lane that leads."""
        return self.winner.rows()

    def masks(self) -> list[int]:
        """Return the tokens that each cell has left in the lane that leads."""
        return self.winner.masks()

    @property
    def status(self) -> Status:
        """How the search ended; one that was left counts as cancelled."""
        if self._done is not None:
            return self.winner.status
        ends = {lane.budget.spent() for lane in self.lanes}
        return Status.LIMIT if ends == {Status.LIMIT} else Status.CANCELLED

    def steps(self, failures: int = UNLIMITED) -> Iterator[None]:
        """Run rounds until a lane or the budget ends, or each lane has met this many failures."""
        while self._done is None and not all(
            lane.budget.spent() or lane.solver.failures >= failures for lane in self.lanes
        ):
            round_failures = min(self._round_failures, failures)
            lanes = [_Lane(self, lane, round_failures) for lane in range(len(self.lanes))]
            before = [counts_of(lane.budget.statistics) for lane in self.lanes]
            yield from advance_all(lanes, self.threads)
            self._round_failures *= 2
            if self._done is not None and self.reproducible:
                for lane in range(self._done + 1, len(self.lanes)):  # how far they got is chance
                    self.lanes[lane].budget.give_back(before[lane])
        if self._done is not None:
            self.winner = self.lanes[self._done]

    def finish(self, lane: int) -> None:
        """Note that a lane is done, unless one that takes precedence over it is."""
        with self._lock:
            if not self.is_beaten(lane):
                self._done = lane

    def is_beaten(self, lane: int) -> bool:
        """Return whether a lane that takes precedence over another is done."""
        done = self._done
        return done is not None and (done < lane or not self.reproducible)


class _Lane:
    """One round of one search of a portfolio."""

    def __init__(self, portfolio: Portfolio, lane: int, failures: int) -> None:
        self._portfolio = portfolio
        self._lane = lane
        self._search = portfolio.lanes[lane]
        self._last = self._search.solver.failures + failures

    def advance(self) -> bool:
        """Run one slice, unless the round is over for this search; return whether it is not."""
        search, left = self._search, self._last - self._search.solver.failures
        if left <= 0 or search.budget.spent() or self._portfolio.is_beaten(self._lane):
            return False
        if search.step(left) != RUNNING:
            self._portfolio.finish(self._lane)
            return False
        return True
