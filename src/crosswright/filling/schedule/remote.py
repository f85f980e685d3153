"""A crew of processes or machines, through any `concurrent.futures.Executor`.

A problem is sent once to each process that needs it, not with every task: a process that does not
have it says so, and the tasks are sent again together with the problem.
"""

from __future__ import annotations

import pickle
import threading
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from hashlib import sha256
from typing import TypeAlias

from crosswright.engine import SOLUTION, Problem
from crosswright.filling.schedule.crews import LocalCrew, RoundJob, SearchJob, TaskJob
from crosswright.filling.schedule.tasks import Report, Task, Worker
from crosswright.limits import Budget, Limit, Statistics
from crosswright.support.futures import done_within
from crosswright.support.wording import shorten

FAILURES_AT_ONCE = 2000
"""What the tasks that are sent together may spend: some hundredths of a second, or tenths."""

WAIT_SECONDS = 0.05
"""How long to wait for others before the limits are looked at again."""

MAX_SHOWN = 80
"""How much is shown of an answer that cannot be used, in characters."""

Answer: TypeAlias = list[tuple[Report, Statistics]]
"""What came of some tasks, and what they took."""


class RemoteCrew:
    """Whoever works for an executor; searches that go on from round to round stay here."""

    def __init__(self, problem: Problem, executor: Executor) -> None:
        self._executor = executor
        self._here = LocalCrew(problem, 1)
        self._packed = zlib.compress(pickle.dumps(problem, pickle.HIGHEST_PROTOCOL), 1)
        self._key = sha256(self._packed).digest()

    def run(self, jobs: Sequence[RoundJob]) -> Iterator[None]:
        """Do the jobs up to the first that decides; yield now and then."""
        searches = [job for job in jobs if isinstance(job, SearchJob)]
        parcels = _parcels(job for job in jobs if isinstance(job, TaskJob))
        waiting = {self._send(parcel): number for number, parcel in enumerate(parcels)}
        last, sent_whole = len(parcels), set()
        try:
            yield from self._here.run(searches)
            if any(job.decides for job in searches):
                return
            while any(number < last for number in waiting.values()):
                for future in done_within(WAIT_SECONDS, waiting):
                    number = waiting.pop(future)
                    answer = _answer_of(future)
                    if answer is None and number not in sent_whole:
                        sent_whole.add(number)
                        waiting[self._send(parcels[number], self._packed)] = number
                    elif _take(parcels[number], answer):
                        last = min(last, number)
                yield
                if any(job.budget.is_interrupted for job in parcels[0]):
                    return
        finally:
            for future in waiting:
                future.cancel()

    def _send(
        self, parcel: Sequence[TaskJob], packed: bytes | None = None
    ) -> Future[Answer | None]:
        tasks = [(job.task, job.budget.left()) for job in parcel]
        future: object = self._executor.submit(perform, self._key, packed, tasks)
        if not isinstance(future, Future):
            raise RuntimeError(f"the executor gave {_shown(future)} for a task, not a Future")
        return future


def _answer_of(future: Future[Answer | None]) -> Answer | None:
    try:
        return future.result()
    except CancelledError:
        raise RuntimeError("the executor was shut down, or cancelled tasks of the fill") from None


def _parcels(jobs: Iterable[TaskJob]) -> list[list[TaskJob]]:
    """Put jobs together that are worth sending."""
    parcels: list[list[TaskJob]] = []
    left = 0
    for job in jobs:
        if left <= 0:
            parcels.append([])
            left = FAILURES_AT_ONCE
        parcels[-1].append(job)
        left -= job.task.failures
    return parcels


def _take(parcel: Sequence[TaskJob], answer: Answer | None) -> bool:
    """Take what came of some jobs; return whether one of them decides."""
    if not _is_answer(answer, len(parcel)):
        raise RuntimeError(f"the executor gave back {_shown(answer)}, not what came of its tasks")
    for job, (report, statistics) in zip(parcel, answer or (), strict=False):
        job.report = report
        job.budget.add(statistics)
        job.budget.add_cpu_seconds(statistics.cpu_seconds)
        if job.decides:
            return True
    return False


def _shown(answer: object) -> str:
    return shorten(repr(answer), MAX_SHOWN)


def _is_answer(answer: object, tasks: int) -> bool:
    """Return whether this can have come of some tasks: of all, or up to one that found a fill."""
    if not isinstance(answer, list) or not 0 < len(answer) <= tasks:
        return False
    pairs = [each for each in answer if isinstance(each, tuple) and len(each) == 2]
    are_whole = all(isinstance(r, Report) and isinstance(s, Statistics) for r, s in pairs)
    if len(pairs) < len(answer) or not are_whole:
        return False
    return len(answer) == tasks or answer[-1][0].outcome == SOLUTION


# -- at the other end -----------------------------------------------------------------------------


class _Here(threading.local):
    """The worker of this thread, and the problem that it is for."""

    key = b""
    worker: Worker | None = None


_here = _Here()


def perform(key: bytes, packed: bytes | None, tasks: list[tuple[Task, Limit]]) -> Answer | None:
    """Do tasks up to the first that finds a fill; None if the problem is needed first."""
    if _here.key != key or _here.worker is None:
        if packed is None:
            return None
        _here.worker = Worker(pickle.loads(zlib.decompress(packed)))
        _here.key = key
    answer: Answer = []
    for task, limit in tasks:
        budget = Budget(limit)
        report = _done(_here.worker, task, budget)
        answer.append((report, budget.report()))
        if report.outcome == SOLUTION:
            break
    return answer


def _done(worker: Worker, task: Task, budget: Budget) -> Report:
    slices = worker.perform(task, budget)
    with budget.working():
        while True:
            try:
                next(slices)
            except StopIteration as end:
                report: Report = end.value
                return report
