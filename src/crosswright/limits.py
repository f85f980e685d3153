"""Stopping: what a limit is, how work ended and what it took, and the handle of long work."""

from __future__ import annotations

import os
import threading
import time
from _weakrefset import WeakSet  # which is weakref.WeakSet; the rest of that takes a while
from collections.abc import Generator
from enum import Enum
from operator import index
from types import TracebackType

from crosswright.errors import RuleError
from crosswright.support.hints import Generic, Protocol, Self, TypeVar
from crosswright.support.log import is_logged, log
from crosswright.support.records import Record, field, replace

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


class Limit(Record):
    """When to stop: whichever limit is reached first; None means no limit.

    Limits on nodes or failures give the same result on every machine, limits on time do not.
    `seconds` pass whatever else the machine does; `cpu_seconds` are processor time, of all threads
    of the work together.
    """

    seconds: float | None = None
    nodes: int | None = None
    failures: int | None = None
    cpu_seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None:
                number = _time(name, value) if name.endswith("seconds") else _count(name, value)
                if not number >= 0:
                    raise RuleError(f"a limit of {value} {name}; it must be 0 or more")
                object.__setattr__(self, name, number)

    @property
    def is_counted(self) -> bool:
        """Whether nodes or failures are limited: then they decide, and time only ends the work."""
        return self.nodes is not None or self.failures is not None

    @property
    def is_timed(self) -> bool:
        """Whether time is all that is limited."""
        timed = self.seconds is not None or self.cpu_seconds is not None
        return timed and not self.is_counted


def _time(name: str, value: float) -> float:
    """Return a time limit as it is, or as a number if it is one of another kind."""
    if isinstance(value, int | float):
        return value
    kind = type(value)
    if not hasattr(kind, "__float__") and not hasattr(kind, "__index__"):
        raise TypeError(f"a limit of {value!r} {name}; it must be a number")
    return float(value)


def _count(name: str, value: int) -> int:
    """Return a limit on nodes or failures as an int."""
    try:
        return index(value)
    except TypeError:
        kind = RuleError if isinstance(value, float) else TypeError
        raise kind(f"a limit of {value!r} {name}; it must be a whole number") from None


class Statistics(Record, frozen=False):
    """What the search did, and how long it took: by the clock, and of processor time."""

    nodes: int = 0
    failures: int = 0
    restarts: int = 0
    propagations: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    engine: str = ""

    def as_dict(self) -> dict[str, int | float | str]:
        """Return the figures by name, with times that are not finer than they can be."""
        times = {"seconds": round(self.seconds, 4), "cpu_seconds": round(self.cpu_seconds, 4)}
        return {**vars(self), **times}


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


def counts_of(solver: Counted) -> Counts:
    """Return how much a solver has done so far."""
    return solver.nodes, solver.failures, solver.restarts, solver.propagations


class _ProcessorTime:
    """The processor time of the threads that work on something, while they do."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._last_looks: dict[int, float] = {}

    def begin(self) -> bool:
        """Count the time of this thread from now on; False if that is being done already."""
        thread = threading.get_ident()
        if thread in self._last_looks:
            return False
        self._last_looks[thread] = time.thread_time()
        return True

    def end(self) -> None:
        """Count the time of this thread up to now, and no longer."""
        self.look()
        del self._last_looks[threading.get_ident()]

    def look(self) -> float:
        """Return the time so far; what other threads at work have had is as of their last look."""
        thread = threading.get_ident()
        last = self._last_looks.get(thread)
        if last is not None:
            now = self._last_looks[thread] = time.thread_time()
            self.add(now - last)
        return self._seconds

    def add(self, seconds: float) -> None:
        """Add time that was counted otherwise."""
        with _spending:
            self._seconds += seconds


class _Working:
    """A block in which this thread's time is counted; one inside of another changes nothing."""

    def __init__(self, processor: _ProcessorTime) -> None:
        self._processor = processor
        self._counts = False

    def __enter__(self) -> None:
        self._counts = self._processor.begin()

    def __exit__(self, *_: object) -> None:
        if self._counts:
            self._processor.end()


_spending = threading.RLock()
"""Held while something is spent; re-entrant, as a signal handler may interrupt whoever holds it."""


class Budget(Record, frozen=False):
    """What all searches of one piece of work may spend together, and what they have spent.

    What a part of a budget spends is spent of the whole too, and a part ends when its whole does.
    `stop()` may be called from any thread and from signal handlers.
    """

    limit: Limit = field(default_factory=Limit)
    statistics: Statistics = field(default_factory=Statistics)
    whole: Budget | None = None
    """The budget that this one is a part of."""
    dealt: bool = False
    """Whether its nodes and failures are its own, whatever other parts of the whole spend."""
    _started: float = field(default_factory=lambda: time.perf_counter())
    """Looked up late, like the clock in `seconds`, so that benchmarks can replace both."""

    _was_stopped: bool = field(default=False, init=False)
    """A plain flag: setting it takes no lock, which a signal handler might find held."""
    _processor: _ProcessorTime = field(init=False)
    _cpu_started: float = field(init=False)

    def __post_init__(self) -> None:
        self._processor = _ProcessorTime() if self.whole is None else self.whole._processor
        self._cpu_started = self._processor.look()

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

    def working(self) -> _Working:
        """Count what this thread does meanwhile as processor time of the work."""
        return _Working(self._processor)

    @property
    def cpu_seconds(self) -> float:
        """The processor time since the start, of all threads that have been `working`."""
        return self._processor.look() - self._cpu_started

    def cpu_seconds_left(self) -> float | None:
        """Return the processor time left, None where it is not limited."""
        seconds = self.limit.cpu_seconds
        return None if seconds is None else max(0.0, seconds - self.cpu_seconds)

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
            self.cpu_seconds_left(),
        )

    def used(self) -> float:
        """Return the fraction of the limit used: of nodes and failures if limited, else of time."""
        limit, done = self.limit, self.statistics
        if limit.is_counted:
            return max(_fraction(done.nodes, limit.nodes), _fraction(done.failures, limit.failures))
        used = _fraction(self.seconds, limit.seconds)
        if limit.cpu_seconds is None:
            return used
        return max(used, _fraction(self.cpu_seconds, limit.cpu_seconds))

    # -- the end --------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the work soon: from now on the budget is spent."""
        self._was_stopped = True

    @property
    def is_stopped(self) -> bool:
        """Whether this budget or its whole was stopped."""
        return self._was_stopped or (self.whole is not None and self.whole.is_stopped)

    def spent(self) -> Status | None:
        """Return what ends the work now: CANCELLED, LIMIT, or nothing."""
        is_used_up = not self.nodes_left() or not self.failures_left() or self._is_out_of_time
        if self.is_stopped:  # last: a signal may come while the rest is looked at
            return Status.CANCELLED
        return Status.LIMIT if is_used_up else None

    @property
    def is_interrupted(self) -> bool:
        """Whether it was stopped or time is up, however many nodes and failures are left."""
        return self.is_stopped or self._is_out_of_time

    @property
    def _is_out_of_time(self) -> bool:
        return self.seconds_left() == 0 or self.cpu_seconds_left() == 0

    # -- parts ----------------------------------------------------------------------------------

    def part(
        self,
        seconds: float | None = None,
        *,
        nodes: int | None = None,
        failures: int | None = None,
        cpu_seconds: float | None = None,
    ) -> Budget:
        """Return a budget for a part of the work, within these limits and what is left."""
        left = self.left()
        return Budget(
            Limit(
                _smaller(seconds, left.seconds),
                _smaller(nodes, left.nodes),
                _smaller(failures, left.failures),
                _smaller(cpu_seconds, left.cpu_seconds),
            ),
            whole=self,
        )

    def within(self, limit: Limit) -> Budget:
        """Return a budget for a part of the work, within this limit and what is left."""
        return self.part(**vars(limit))

    def share(self, fraction: float, *, keeping: float = 0.0) -> Budget:
        """Return a part that may spend a fraction of what is left.

        Nodes and failures are shared where they are limited, and only otherwise time: what counts
        decide is the same on every machine. `keeping` is the fraction of the limit that is kept for
        later, and not shared.
        """
        from math import ceil  # here: most fills share nothing

        left, limit = self.left(), self.limit

        def shared(amount: float | None, total: float | None) -> float | None:
            if amount is None:
                return None
            return max(0.0, amount - keeping * (amount if total is None else total)) * fraction

        nodes = shared(left.nodes, limit.nodes)
        failures = shared(left.failures, limit.failures)
        timed = left.is_timed
        return self.part(
            shared(left.seconds, limit.seconds) if timed else None,
            nodes=None if nodes is None else ceil(nodes),
            failures=None if failures is None else ceil(failures),
            cpu_seconds=shared(left.cpu_seconds, limit.cpu_seconds) if timed else None,
        )

    def deal(self, parts: int) -> list[Budget]:
        """Deal out the nodes and failures left, so that no part depends on what others spend."""
        left = self.left()
        return [
            Budget(
                replace(
                    left,
                    nodes=_dealt(left.nodes, parts, index),
                    failures=_dealt(left.failures, parts, index),
                ),
                whole=self,
                dealt=True,
            )
            for index in range(parts)
        ]

    def allot(self, parts: int, *, nodes: int, failures: int) -> list[Budget]:
        """Deal out parts of this size, as many as there is room for, or one with all that is left.

        So what the parts may spend does not depend on which of them spends it first.
        """
        left = self.left()
        room = min(parts, self.nodes_left() // nodes, self.failures_left() // failures)
        limit = replace(
            left, nodes=_smaller(nodes, left.nodes), failures=_smaller(failures, left.failures)
        )
        return [Budget(limit, whole=self, dealt=True) for _ in range(max(1, room))]

    # -- spending -------------------------------------------------------------------------------

    def add(self, solver: Counted, before: Counts = (0, 0, 0, 0)) -> Counts:
        """Add what a solver has done since it had these counts; return its counts now."""
        now = counts_of(solver)
        self._spend(now, before, self.statistics.engine)
        return now

    def add_cpu_seconds(self, seconds: float) -> None:
        """Add processor time that the work took elsewhere."""
        self._processor.add(seconds)

    def charge(self, count: int) -> None:
        """Count other work as this many nodes and failures, so that limits on them end it too."""
        self._spend((count, count, 0, 0), (0, 0, 0, 0), self.statistics.engine)

    def give_back(self, since: Counts = (0, 0, 0, 0)) -> None:
        """Count nothing that was done since these counts: work that came too late to matter."""
        self._spend(since, counts_of(self.statistics), self.statistics.engine)

    def _spend(self, now: Counts, before: Counts, engine: str) -> None:
        with _spending:
            self.statistics.nodes += now[0] - before[0]
            self.statistics.failures += now[1] - before[1]
            self.statistics.restarts += now[2] - before[2]
            self.statistics.propagations += now[3] - before[3]
            self.statistics.seconds = self.seconds
            self.statistics.engine = engine or self.statistics.engine
        if self.whole is not None:
            self.whole._spend(now, before, engine)

    def report(self) -> Statistics:
        """Return what has been spent by now; it does not change any more."""
        with _spending:
            return replace(self.statistics, seconds=self.seconds, cpu_seconds=self.cpu_seconds)


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


_runs: WeakSet[Run[object, object]] = WeakSet()
"""All runs that there are, for what is to be done after a fork."""


class Run(Generic[ProgressT, ResultT]):
    """Work under way: iterate its progress, `stop()` it from any thread, take its `result()`.

    Nothing runs between two steps, and leaving the `with` block stops it. Any thread may iterate a
    run, take its result or leave it, while others do: each step is done by one of them, the others
    wait for it, and all get the same result. A signal handler may call `stop()`.

    A subclass does the work in `_work`, which yields its progress and ends soon after `budget` is
    spent, and says in `_outcome` what came of it, wherever it ended.
    """

    def __init__(self, limit: Limit | Budget | None = None) -> None:
        self.budget = Budget.of(limit)
        self._steps = self._run()
        self._final: ResultT | None = None
        self._error: Exception | None = None
        self._turn = threading.RLock()
        """Held during a step; re-entrant, so that whoever asks inside of one gets an answer."""
        self._is_at_work = False
        _runs.add(self)  # type: ignore[arg-type]

    def _run(self) -> Generator[ProgressT, None, None]:
        yield from self._work()
        self._final = self._outcome()  # before anything else can stop it
        self._log_end()

    def _log_end(self) -> None:
        if is_logged():
            spent = self.budget.statistics.as_dict()
            figures = ", ".join(f"{name} {value}" for name, value in spent.items() if value)
            log(f"{type(self).__name__} ended after {self.seconds:.3f} s: {figures}")

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
        with self._turn:
            if not self._is_at_work:
                self._steps.close()

    def __iter__(self) -> Self:
        return self  # the same steps every time: a loop may be left and taken up again

    def __next__(self) -> ProgressT:
        with self._turn:
            if self._is_at_work:
                raise RuntimeError(
                    "this run is already at work: further up in this thread, or in a thread that "
                    "the process did not keep when it was forked"
                )
            try:
                self._is_at_work = True
                with self.budget.working():
                    return next(self._steps)
            except StopIteration:
                raise
            except Exception as error:
                self._error = error
                raise
            finally:
                self._is_at_work = False

    def stop(self) -> None:
        """End the work soon; its result is what it has by then."""
        self.budget.stop()

    def result(self) -> ResultT:
        """Run the work to its end and return what came of it."""
        for _ in self:
            pass
        with self._turn:
            if self._error is not None:
                raise self._error
            if self._final is None:
                with self.budget.working():
                    self._final = self._outcome()
            return self._final


def _renew_locks() -> None:
    """Forget, in a forked process, the locks that threads of the other one may hold."""
    global _spending
    _spending = threading.RLock()
    for run in list(_runs):
        run._turn = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_locks)
