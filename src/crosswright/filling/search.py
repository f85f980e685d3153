"""Running the engine: limits, slices, cancellation, and several searches at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from crosswright import engine
from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION, Problem
from crosswright.limits import UNLIMITED, Budget, Counts, Status

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

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
        self, problem: Problem, seed: int, budget: Budget, *, restarts: bool = True
    ) -> None:
        self.solver = engine.Solver(problem, seed, restarts=restarts)
        self.outcome: int = RUNNING
        self.budget = budget
        budget.statistics.engine = engine.name
        self._added: Counts = (0, 0, 0, 0)
        self._slice_nodes = FIRST_SLICE_NODES
        self.slots_filled = 0
        """The slots that were down to one word after the last slice."""

    @property
    def winner(self) -> Search:
        """The search that decides in a portfolio of one."""
        return self

    @property
    def status(self) -> Status:
        """How the search ended; one that was left counts as cancelled."""
        return STATUSES.get(self.outcome) or self.budget.spent() or Status.CANCELLED

    def step(self, failures: int = UNLIMITED) -> int:
        """Run one slice, of at most this many failures."""
        begun = time.perf_counter()
        nodes = min(self._slice_nodes, self.budget.nodes_left())
        self.outcome = self.solver.run(nodes, min(failures, self.budget.failures_left()))
        self._added = self.budget.add(self.solver, self._added)
        self.slots_filled = sum(row >= 0 for row in self.solver.rows())
        self._fit_slice(time.perf_counter() - begun)
        return self.outcome

    def _fit_slice(self, seconds: float) -> None:
        """Give the next slice as many nodes as `SLICE_SECONDS` allow, by what the last one took."""
        fitting = int(self._slice_nodes * SLICE_SECONDS / max(seconds, 1e-6))
        largest = min(self._slice_nodes * MAX_SLICE_GROWTH, MAX_SLICE_NODES)
        self._slice_nodes = max(1, min(fitting, largest))

    def steps(self) -> Iterator[None]:
        """Run slice after slice until the search or the budget ends."""
        while not self.budget.spent() and self.step() == RUNNING:
            yield


class Portfolio:
    """Several searches of one problem with different seeds, in threads.

    Reproducible: the lanes run in rounds of a fixed number of failures, and the first lane that is
    done in the earliest round wins, whatever the threads. Otherwise the first to be done wins.
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
        self._left = False  # nobody waits for the lanes any more
        self._lock = threading.Lock()

    @property
    def status(self) -> Status:
        """How the search ended; one that was left counts as cancelled."""
        if self._done is not None:
            return self.winner.status
        ends = {lane.budget.spent() for lane in self.lanes}
        return Status.LIMIT if ends == {Status.LIMIT} else Status.CANCELLED

    def steps(self) -> Iterator[None]:
        """Run rounds until a lane or the budget ends."""
        from concurrent.futures import ThreadPoolExecutor  # here: it loads a lot

        with ThreadPoolExecutor(self.threads) as threads:
            try:
                while self._done is None and not all(lane.budget.spent() for lane in self.lanes):
                    yield from self._round(threads)
                    self._round_failures *= 2
            finally:
                self._left = True
        if self._done is not None:
            self.winner = self.lanes[self._done]

    def _round(self, threads: ThreadPoolExecutor) -> Iterator[None]:
        """Let every lane run for a round; an error in one of them ends it."""
        from concurrent.futures import FIRST_EXCEPTION, wait

        running = {threads.submit(self._run_lane, lane) for lane in range(len(self.lanes))}
        while running:
            done, running = wait(running, SLICE_SECONDS, FIRST_EXCEPTION)
            for future in done:
                future.result()
            if running:
                yield

    def _run_lane(self, lane: int) -> None:
        """Run one lane for a round, unless a lane that takes precedence over it is done."""
        search = self.lanes[lane]
        last = search.solver.failures + self._round_failures
        while not (self._left or search.budget.spent() or self._is_beaten(lane)):
            if search.solver.failures >= last:
                return
            if search.step(last - search.solver.failures) != RUNNING:
                with self._lock:
                    if not self._is_beaten(lane):
                        self._done = lane
                return

    def _is_beaten(self, lane: int) -> bool:
        done = self._done
        return done is not None and (done < lane or not self.reproducible)
