"""Stopping: what a limit is, how work ended and what it took, and the handle of long work."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from crosswright.errors import RuleError

UNLIMITED = 1 << 60
"""More nodes or failures than any search reaches."""

ProgressT = TypeVar("ProgressT")
ResultT = TypeVar("ResultT")


class Status(Enum):
    """How the work ended."""

    FILLED = "FILLED"
    IMPOSSIBLE = "IMPOSSIBLE"
    LIMIT = "LIMIT"
    CANCELLED = "CANCELLED"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Limit:
    """When to stop: whichever limit is reached first; None means no limit.

    Limits on nodes or failures give the same result on every machine, limits on time do not.
    """

    seconds: float | None = None
    nodes: int | None = None
    failures: int | None = None

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None and not value >= 0:
                raise RuleError(f"a limit of {value} {name}; it must be 0 or more")
            if value is not None and name != "seconds" and not hasattr(value, "__index__"):
                raise RuleError(f"a limit of {value} {name}; it must be a whole number")

    @property
    def is_counted(self) -> bool:
        """Whether nodes or failures are limited: then they decide, and time only ends the work."""
        return self.nodes is not None or self.failures is not None


@dataclass
class Statistics:
    """What the search did."""

    nodes: int = 0
    failures: int = 0
    restarts: int = 0
    propagations: int = 0
    seconds: float = 0.0
    engine: str = ""


Counts = tuple[int, int, int, int]
"""The nodes, failures, restarts and propagations of a solver."""


class Counted(Protocol):
    """What a budget asks of a solver: how much it has done."""

    @property
    def nodes(self) -> int: ...
    @property
    def failures(self) -> int: ...
    @property
    def restarts(self) -> int: ...
    @property
    def propagations(self) -> int: ...


@dataclass
class Budget:
    """What all searches of one piece of work may spend together, and what they have spent.

    What a part of a budget spends is spent of the whole too, and a part ends when its whole does.
    """

    limit: Limit = field(default_factory=Limit)
    stopped: threading.Event = field(default_factory=threading.Event)
    statistics: Statistics = field(default_factory=Statistics)
    whole: Budget | None = None
    """The budget that this one is a part of."""
    dealt: bool = False
    """Whether its nodes and failures are its own, whatever other parts of the whole spend."""
    _started: float = field(default_factory=lambda: time.perf_counter())
    """Looked up late, like the clock in `seconds`, so that benchmarks can replace both."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def of(cls, limit: Limit | Budget | None) -> Budget:
        """Return a new budget with this limit, or a new part of this budget."""
        if isinstance(limit, Budget):
            return limit.part()
        if not isinstance(limit, Limit | None):
            raise TypeError(f"a limit is a Limit, such as Limit(seconds=5), not {limit!r}")
        return cls(limit or Limit())

    # -- what is left ---------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.perf_counter() - self._started

    def seconds_left(self) -> float | None:
        """Return the time left, None where it is not limited."""
        seconds = self.limit.seconds
        return None if seconds is None else max(0.0, seconds - self.seconds)

    def nodes_left(self) -> int:
        """Return how many nodes are left, `UNLIMITED` where they are not limited."""
        left = _left(self.limit.nodes, self.statistics.nodes)
        return left if self.whole is None or self.dealt else min(left, self.whole.nodes_left())

    def failures_left(self) -> int:
        """Return how many failures are left, `UNLIMITED` where they are not limited."""
        left = _left(self.limit.failures, self.statistics.failures)
        return left if self.whole is None or self.dealt else min(left, self.whole.failures_left())

    def left(self) -> Limit:
        """Return all that is left, as a limit."""
        nodes, failures = self.nodes_left(), self.failures_left()
        return Limit(
            self.seconds_left(),
            None if nodes == UNLIMITED else nodes,
            None if failures == UNLIMITED else failures,
        )

    def used(self) -> float:
        """Return the fraction of the limit used: of nodes and failures if limited, else of time."""
        limit, done = self.limit, self.statistics
        if limit.is_counted:
            return max(_fraction(done.nodes, limit.nodes), _fraction(done.failures, limit.failures))
        return _fraction(self.seconds, limit.seconds)

    # -- the end --------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the work soon: from now on the budget is spent."""
        self.stopped.set()

    @property
    def is_stopped(self) -> bool:
        """Whether this budget or its whole was stopped."""
        return self.stopped.is_set() or (self.whole is not None and self.whole.is_stopped)

    def spent(self) -> Status | None:
        """Return what ends the work now: CANCELLED, LIMIT, or nothing."""
        if self.is_stopped:
            return Status.CANCELLED
        if self.seconds_left() == 0 or not self.nodes_left() or not self.failures_left():
            return Status.LIMIT
        return None

    # -- parts ----------------------------------------------------------------------------------

    def part(
        self,
        seconds: float | None = None,
        *,
        nodes: int | None = None,
        failures: int | None = None,
    ) -> Budget:
        """Return a budget for a part of the work, within these limits and what is left."""
        left = self.left()
        return Budget(
            Limit(
                _smaller(seconds, left.seconds),
                _smaller(nodes, left.nodes),
                _smaller(failures, left.failures),
            ),
            whole=self,
        )

    def share(self, fraction: float) -> Budget:
        """Return a part that may spend a fraction of what is left.

        Nodes and failures are shared where they are limited, and only otherwise time: what counts
        decide is the same on every machine.
        """
        left = self.left()
        return self.part(
            None if left.seconds is None or left.is_counted else left.seconds * fraction,
            nodes=None if left.nodes is None else math.ceil(left.nodes * fraction),
            failures=None if left.failures is None else math.ceil(left.failures * fraction),
        )

    def deal(self, parts: int) -> list[Budget]:
        """Deal out the nodes and failures left, so that no part depends on what others spend."""
        left = self.left()
        return [
            Budget(
                Limit(
                    left.seconds,
                    _dealt(left.nodes, parts, index),
                    _dealt(left.failures, parts, index),
                ),
                whole=self,
                dealt=True,
            )
            for index in range(parts)
        ]

    # -- spending -------------------------------------------------------------------------------

    def add(self, solver: Counted, before: Counts = (0, 0, 0, 0)) -> Counts:
        """Add what a solver has done since it had these counts; return its counts now."""
        now = (solver.nodes, solver.failures, solver.restarts, solver.propagations)
        self._spend(now, before, self.statistics.engine)
        return now

    def charge(self, count: int) -> None:
        """Count other work as this many nodes and failures, so that limits on them end it too."""
        self._spend((count, count, 0, 0), (0, 0, 0, 0), self.statistics.engine)

    def _spend(self, now: Counts, before: Counts, engine: str) -> None:
        with self._lock:
            self.statistics.nodes += now[0] - before[0]
            self.statistics.failures += now[1] - before[1]
            self.statistics.restarts += now[2] - before[2]
            self.statistics.propagations += now[3] - before[3]
            self.statistics.seconds = self.seconds
            self.statistics.engine = engine
        if self.whole is not None:
            self.whole._spend(now, before, engine)

    def report(self) -> Statistics:
        """Return what has been spent by now; it does not change any more."""
        with self._lock:
            return replace(self.statistics, seconds=self.seconds)


def _left(limit: int | None, spent: int) -> int:
    return UNLIMITED if limit is None else max(0, limit - spent)


def _fraction(spent: float, limit: float | None) -> float:
    if limit is None:
        return 0.0
    return spent / limit if limit else 1.0


Number = TypeVar("Number", int, float)


def _smaller(one: Number | None, other: Number | None) -> Number | None:
    return min((value for value in (one, other) if value is not None), default=None)


def _dealt(total: int | None, parts: int, index: int) -> int | None:
    return None if total is None else (total + parts - 1 - index) // parts


class Run(Generic[ProgressT, ResultT]):
    """Work under way: iterate its progress, `stop()` it from any thread, take its `result()`.

    Nothing runs between two steps, and leaving the `with` block stops it. A subclass does the work
    in `_work`, which yields its progress and ends soon after `budget` is spent, and says in
    `_outcome` what came of it, wherever it ended.
    """

    def __init__(self, limit: Limit | Budget | None = None) -> None:
        self.budget = Budget.of(limit)
        self._steps = self._run()
        self._final: ResultT | None = None

    def _run(self) -> Generator[ProgressT, None, None]:
        yield from self._work()
        self._final = self._outcome()  # before anything else can stop it

    def _work(self) -> Generator[ProgressT, None, None]:
        raise NotImplementedError

    def _outcome(self) -> ResultT:
        raise NotImplementedError

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return self.budget.seconds

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self._steps.close()

    def __iter__(self) -> Iterator[ProgressT]:
        return self._steps  # the same ones every time: a loop may be left and taken up again

    def stop(self) -> None:
        """End the work soon; its result is what it has by then."""
        self.budget.stop()

    def result(self) -> ResultT:
        """Run the work to its end and return what came of it."""
        for _ in self._steps:
            pass
        if self._final is None:
            self._final = self._outcome()
        return self._final
