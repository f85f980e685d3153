"""Running the engine: limits, slices, cancellation, and several searches at a time."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence

from crosswright import engine
from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION, Problem
from crosswright.limits import UNLIMITED, Budget, Counts, Status, counts_of

SLICE_SECONDS = 0.005
"""How long the engine runs before the clock, the limits and `stop()` are looked at again."""

FIRST_SLICE_NODES = 16
"""Nodes of the first slice; those of the next are fitted to the time that one took."""

MAX_SLICE_NODES = 1 << 20
"""Nodes of a slice at most: slices that take no time must not grow beyond what fits an integer."""

MAX_SLICE_GROWTH = 4
"""How many times as many nodes as the last a slice may have."""

STEP_SECONDS = 0.1
"""How long the threads of a portfolio live before it lets others see how far it has got."""

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
        self._run_on(engine.Solver(problem, seed, restarts=restarts), budget)

    @classmethod
    def of(cls, solver: engine.Solver, budget: Budget) -> Search:
        """Return the search that a solver is at."""
        search = cls.__new__(cls)
        search._run_on(solver, budget)
        return search

    def _run_on(self, solver: engine.Solver, budget: Budget) -> None:
        self.solver = solver
        self.outcome: int = RUNNING
        self.budget = budget
        budget.statistics.engine = engine.name
        self._added: Counts = counts_of(solver)
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
        with self.budget.working():
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

    def decide(self, failures: int = UNLIMITED) -> int:
        """Run slice after slice until the search or the budget ends, or for so many failures."""
        last = self.solver.failures + failures
        while self.outcome == RUNNING and self.solver.failures < last and not self.budget.spent():
            self.step(last - self.solver.failures)
        return self.outcome

    def steps(self) -> Iterator[None]:
        """Run slice after slice until the search or the budget ends."""
        while not self.budget.spent() and self.step() == RUNNING:
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
    def status(self) -> Status:
        """How the search ended; one that was left counts as cancelled."""
        if self._done is not None:
            return self.winner.status
        ends = {lane.budget.spent() for lane in self.lanes}
        return Status.LIMIT if ends == {Status.LIMIT} else Status.CANCELLED

    def steps(self) -> Iterator[None]:
        """Run rounds until a lane or the budget ends."""
        while self._done is None and not all(lane.budget.spent() for lane in self.lanes):
            yield from self._round()
            self._round_failures *= 2
        if self._done is not None:
            self.winner = self.lanes[self._done]

    def _round(self) -> Iterator[None]:
        """Let every lane meet as many failures as the round allows, step by step."""
        last = [search.solver.failures + self._round_failures for search in self.lanes]
        lanes = list(range(len(self.lanes)))
        while lanes := _Step(self, last).run(lanes):
            yield

    def finish(self, lane: int) -> None:
        """Note that a lane is done, unless one that takes precedence over it is."""
        with self._lock:
            if not self.is_beaten(lane):
                self._done = lane

    def is_beaten(self, lane: int) -> bool:
        """Return whether a lane that takes precedence over another is done."""
        done = self._done
        return done is not None and (done < lane or not self.reproducible)


class _Step:
    """One step of a portfolio's round: this thread and others take up lanes for a while."""

    def __init__(self, portfolio: Portfolio, last: Sequence[int]) -> None:
        """Take the number of failures with which the round ends for each lane."""
        self._portfolio = portfolio
        self._last = last
        self._end = time.perf_counter() + STEP_SECONDS
        self._waiting: deque[int] = deque()
        self._unfinished: list[int] = []
        self._errors: list[BaseException] = []

    def run(self, lanes: Sequence[int]) -> list[int]:
        """Run lanes in order, as many at a time as there are threads; return the unfinished."""
        self._waiting.extend(lanes)
        helpers: list[threading.Thread] = []
        try:
            self._start(helpers, min(self._portfolio.threads, len(lanes)) - 1)
            self._take_lanes()
            _join(helpers)
        except BaseException as error:  # Ctrl-C while it waits
            self._errors.append(error)
            _join(helpers)
        if self._errors:
            raise self._errors[0]
        return sorted([*self._unfinished, *self._waiting])

    def _start(self, helpers: list[threading.Thread], count: int) -> None:
        """Start further threads, or as many as the system allows."""
        for _ in range(count):
            helper = threading.Thread(target=self._take_lanes)
            try:
                helper.start()
            except RuntimeError:
                return
            helpers.append(helper)

    def _take_lanes(self) -> None:
        """Run one lane after another until the step ends; an error ends it for all threads."""
        try:
            while (lane := self._next_lane()) is not None and self._run_lane(lane):
                pass
        except BaseException as error:
            self._errors.append(error)

    def _next_lane(self) -> int | None:
        try:
            return self._waiting.popleft()
        except IndexError:
            return None

    def _run_lane(self, lane: int) -> bool:
        """Run one lane until its round or the step ends; return whether the step goes on."""
        portfolio, last = self._portfolio, self._last[lane]
        search = portfolio.lanes[lane]
        while not (search.budget.spent() or portfolio.is_beaten(lane)):
            if search.solver.failures >= last:
                return True
            if search.step(last - search.solver.failures) != RUNNING:
                portfolio.finish(lane)
                return True
            if self._errors or time.perf_counter() >= self._end:
                self._unfinished.append(lane)
                return False
        return True


def _join(threads: Sequence[threading.Thread]) -> None:
    for thread in threads:
        thread.join()
