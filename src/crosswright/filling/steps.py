"""Jobs run in threads that live for a step: nothing runs on while nobody asks for the next one."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from crosswright.support.hints import Protocol

STEP_SECONDS = 0.1
"""How long threads live before whoever asked for a step sees how far the jobs have got."""


class Job(Protocol):
    """Work that is done slice by slice, by one thread at a time."""

    def advance(self) -> bool:
        """Do one slice; return whether there is more to do."""


def advance_all(jobs: Sequence[Job], threads: int) -> Iterator[None]:
    """Do all jobs in order, as many at a time as there are threads; yield after each step."""
    unfinished = list(range(len(jobs)))
    while unfinished := _Step(jobs, threads).run(unfinished):
        yield


class _Step:
    """This thread and others take up jobs for a while."""

    def __init__(self, jobs: Sequence[Job], threads: int) -> None:
        self._jobs = jobs
        self._threads = threads
        self._end = time.perf_counter() + STEP_SECONDS
        self._waiting: deque[int] = deque()
        self._unfinished: list[int] = []
        self._errors: list[BaseException] = []

    def run(self, indices: Sequence[int]) -> list[int]:
        """Do the jobs with these indices in order; return those that are not finished."""
        self._waiting.extend(indices)
        helpers: list[threading.Thread] = []
        try:
            _start(helpers, self._take_jobs, min(self._threads, len(indices)) - 1)
            self._take_jobs()
            _join(helpers)
        except BaseException as error:  # Ctrl-C while it waits
            self._errors.append(error)
            _join(helpers)
        if self._errors:
            raise self._errors[0]
        return sorted([*self._unfinished, *self._waiting])

    def _take_jobs(self) -> None:
        """Do one job after another until the step ends; an error ends it for all threads."""
        try:
            while (job := self._next_job()) is not None and self._goes_on_after(job):
                pass
        except BaseException as error:
            self._errors.append(error)

    def _next_job(self) -> int | None:
        try:
            return self._waiting.popleft()
        except IndexError:
            return None

    def _goes_on_after(self, job: int) -> bool:
        """Do one job until it or the step ends; return whether the step goes on."""
        while self._jobs[job].advance():
            if self._errors or time.perf_counter() >= self._end:
                self._unfinished.append(job)
                return False
        return True


def _start(helpers: list[threading.Thread], target: Callable[[], None], count: int) -> None:
    """Start further threads, or as many as the system allows."""
    for _ in range(count):
        helper = threading.Thread(target=target)
        try:
            helper.start()
        except RuntimeError:
            return
        helpers.append(helper)


def _join(threads: Sequence[threading.Thread]) -> None:
    for thread in threads:
        thread.join()
