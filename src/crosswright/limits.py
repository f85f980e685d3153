"""When to stop, how it ended, what it took: one clock and one way to stop, for all long work."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from crosswright.errors import RuleError

UNLIMITED = 1 << 60

Progress = TypeVar("Progress")


class Status(Enum):
    """How a fill ended."""

    FILLED = "FILLED"
    IMPOSSIBLE = "IMPOSSIBLE"
    LIMIT = "LIMIT"
    CANCELLED = "CANCELLED"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Limit:
    """When to stop: the first limit that is reached counts; None is no limit."""

    seconds: float | None = None
    nodes: int | None = None
    failures: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "failures"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise RuleError(f"a limit of {value} {name} is not a number from 0 up")
            if value is not None and name != "seconds" and not hasattr(value, "__index__"):
                raise RuleError(f"a limit of {value} {name} is not a whole number")


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


class Solver(Protocol):
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
    """What may still be spent, and what has been, over all searches of one fill."""

    limit: Limit = field(default_factory=Limit)
    stopped: threading.Event = field(default_factory=threading.Event)
    statistics: Statistics = field(default_factory=Statistics)
    started: float = field(default_factory=time.perf_counter)
    whole: Budget | None = None
    """The budget that this one is a share of."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.started

    def part(self, seconds: float | None = None) -> Budget:
        """Return a budget of its own for a part of the work, within the time that is left."""
        total = self.limit.seconds
        left = None if total is None else max(0.0, total - self.seconds)
        spans = [span for span in (seconds, left) if span is not None]
        return Budget(replace(self.limit, seconds=min(spans, default=None)), self.stopped)

    def spent(self) -> Status | None:
        """Say what ends the fill now: CANCELLED, LIMIT, or nothing."""
        if self.stopped.is_set():
            return Status.CANCELLED
        limit, statistics = self.limit, self.statistics
        if (
            (limit.seconds is not None and self.seconds >= limit.seconds)
            or (limit.nodes is not None and statistics.nodes >= limit.nodes)
            or (limit.failures is not None and statistics.failures >= limit.failures)
        ):
            return Status.LIMIT
        return None

    def nodes_left(self) -> int:
        nodes = self.limit.nodes
        return UNLIMITED if nodes is None else max(0, nodes - self.statistics.nodes)

    def failures_left(self) -> int:
        failures = self.limit.failures
        return UNLIMITED if failures is None else max(0, failures - self.statistics.failures)

    def shares(self, parts: int) -> list[Budget]:
        """Deal the nodes and failures out, so that no search waits for what others have spent."""
        return [
            Budget(
                Limit(
                    self.limit.seconds,
                    _share(self.limit.nodes, parts, part),
                    _share(self.limit.failures, parts, part),
                ),
                self.stopped,
                started=self.started,
                whole=self,
            )
            for part in range(parts)
        ]

    def add(self, solver: Solver, before: Counts = (0, 0, 0, 0)) -> Counts:
        """Add what a solver has done since it had these counts; return what it has now."""
        now = (solver.nodes, solver.failures, solver.restarts, solver.propagations)
        with self._lock:
            self.statistics.nodes += now[0] - before[0]
            self.statistics.failures += now[1] - before[1]
            self.statistics.restarts += now[2] - before[2]
            self.statistics.propagations += now[3] - before[3]
            self.statistics.seconds = self.seconds
        if self.whole is not None:
            self.whole.add(solver, before)
        return now


def _share(total: int | None, parts: int, part: int) -> int | None:
    return None if total is None else (total + parts - 1 - part) // parts


class Run(Generic[Progress]):
    """Work that goes on while it is iterated; nothing runs between two steps.

    Leaving the `with` block stops it. A subclass does the work in `_work`, which yields its
    progress and looks at `_stopped` often.
    """

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._started = time.perf_counter()
        self._steps = self._work()

    def _work(self) -> Generator[Progress, None, None]:
        raise NotImplementedError

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.perf_counter() - self._started

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

    def __iter__(self) -> Iterator[Progress]:
        return self._steps  # the same ones every time: a loop may be left and taken up again

    def stop(self) -> None:
        """End the work soon; its result is what it has by then."""
        self._stopped.set()

    def _run_to_the_end(self) -> None:
        for _ in self._steps:
            pass
