"""Running the engine: limits, slices, cancellation, and several searches at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from crosswright import engine
from crosswright.engine import RUNNING, Problem
from crosswright.limits import UNLIMITED, Budget, Counts

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

SLICE_SECONDS = 0.005
"""How long the engine runs before the clock, the limits and `stop()` are looked at again."""

FIRST_SLICE = 16
"""Nodes of the first slice; the following ones are fitted to the time that one took."""

LONGEST_SLICE = 1 << 20
"""Nodes of a slice at most: quick steps must not let it grow beyond what an engine can count."""

LANES = 4
"""Searches that a reproducible portfolio runs, whatever the number of threads."""

FIRST_ROUND = 100
"""Failures that each lane of a portfolio may meet in its first round; each round doubles them."""


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
        self._slice = FIRST_SLICE
        self.slots_filled = 0
        """The slots that were down to one word after the last slice."""

    @property
    def winner(self) -> Search:
        """The search that a portfolio of one decides for."""
        return self

    def step(self, failures: int = UNLIMITED) -> int:
        """Run one slice, of at most that many failures."""
        begun = time.perf_counter()
        nodes = min(self._slice, self.budget.nodes_left())
        self.outcome = self.solver.run(nodes, min(failures, self.budget.failures_left()))
        self._added = self.budget.add(self.solver, self._added)
        self.slots_filled = sum(row >= 0 for row in self.solver.rows())
        taken = time.perf_counter() - begun
        fitting = int(self._slice * SLICE_SECONDS / max(taken, 1e-6))
        self._slice = max(1, min(fitting, self._slice * 4, LONGEST_SLICE))
        return self.outcome

    def steps(self) -> Iterator[None]:
        """Run slice after slice until the search or the budget ends."""
        while not self.budget.spent() and self.step() == RUNNING:
            yield


class Portfolio:
    """Several searches of one problem with different seeds, in threads.

    Reproducible: lanes take rounds of a fixed number of failures, and the first lane that is done
    in the earliest round wins, whatever the threads. Otherwise the first to be done wins.
    """

    def __init__(
        self, problem: Problem, seed: int, budget: Budget, threads: int, *, reproducible: bool
    ) -> None:
        self.threads = threads
        self.reproducible = reproducible
        shares = budget.deal(LANES if reproducible else threads)
        self.lanes = [Search(problem, seed + lane, share) for lane, share in enumerate(shares)]
        self.winner = self.lanes[0]
        self._round_failures = FIRST_ROUND if reproducible else UNLIMITED
        self._done: int | None = None
        self._left = False  # nobody waits for the lanes any more
        self._lock = threading.Lock()

    @property
    def outcome(self) -> int:
        """What the winner has found; RUNNING while there is none."""
        return RUNNING if self._done is None else self.winner.outcome

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

        running = {threads.submit(self._run_lane, number) for number in range(len(self.lanes))}
        while running:
            done, running = wait(running, SLICE_SECONDS, FIRST_EXCEPTION)
            for future in done:
                future.result()
            if running:
                yield

    def _run_lane(self, number: int) -> None:
        """Run one lane for a round, unless a lane that goes before it is done."""
        lane = self.lanes[number]
        last = lane.solver.failures + self._round_failures
        while not (self._left or lane.budget.spent() or self._beaten(number)):
            if lane.solver.failures >= last:
                return
            if lane.step(last - lane.solver.failures) != RUNNING:
                with self._lock:
                    if not self._beaten(number):
                        self._done = number
                return

    def _beaten(self, number: int) -> bool:
        done = self._done
        return done is not None and (done < number or not self.reproducible)
