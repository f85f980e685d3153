"""Jobs of a round, and the crew that does them: this thread, or several."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeAlias

from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION, Problem
from crosswright.filling.schedule.cases import Case
from crosswright.filling.schedule.tasks import Report, Task, Worker
from crosswright.filling.search import Search
from crosswright.filling.steps import advance_all
from crosswright.limits import Budget
from crosswright.support.slices import Slices


class SearchJob:
    """A share of a search that goes on from round to round."""

    def __init__(self, search: Search, failures: int, budget: Budget) -> None:
        self.search = search
        self.budget = search.budget = budget
        self._last = search.solver.failures + failures

    @property
    def decides(self) -> bool:
        """Whether nothing else matters once this is done."""
        return self.search.outcome != RUNNING

    def advance(self) -> bool:
        """Search for a slice; return whether there is more to do."""
        search, left = self.search, self._last - self.search.solver.failures
        if left <= 0 or search.budget.spent():
            return False
        return search.step(left) == RUNNING


class TaskJob:
    """A task on a case, done by a worker."""

    def __init__(self, case: Case, task: Task, budget: Budget, *, splits: bool = False) -> None:
        self.case = case
        self.splits = splits
        """Whether the case is to be split on the slot that the task probes."""
        self.task = task
        self.budget = budget
        self.report: Report | None = None
        self._slices: Slices[Report] | None = None

    @property
    def decides(self) -> bool:
        """Whether nothing else matters once this is done."""
        if self.report is None:
            return False
        is_whole = self.case.whole is None
        return self.report.outcome == SOLUTION or (is_whole and self.report.outcome == EXHAUSTED)

    def advance(self, worker: Worker) -> bool:
        """Let a worker, always the same one, do a slice; return whether there is more to do."""
        if self._slices is None:
            if self.budget.spent():
                return False
            self._slices = worker.perform(self.task, self.budget)
        try:
            with self.budget.working():
                next(self._slices)
        except StopIteration as end:
            self.report = end.value
            return False
        return True


RoundJob: TypeAlias = SearchJob | TaskJob


class Crew(Protocol):
    """Who does the jobs of a round."""

    def run(self, jobs: Sequence[RoundJob]) -> Iterator[None]:
        """Do the jobs up to the first that decides; yield now and then."""


class LocalCrew:
    """Threads of this process, with a worker for each."""

    def __init__(self, problem: Problem, threads: int) -> None:
        self._problem = problem
        self._threads = threads
        self._idle: list[Worker] = []

    def run(self, jobs: Sequence[RoundJob]) -> Iterator[None]:
        """Do the jobs up to the first that decides; yield after each step."""
        turns = _Turns(self)
        yield from advance_all([_Turn(turns, *item) for item in enumerate(jobs)], self._threads)

    def take_worker(self) -> Worker:
        """Return a worker that nobody else has."""
        try:
            return self._idle.pop()
        except IndexError:
            return Worker(self._problem)

    def give_back(self, worker: Worker) -> None:
        """Let another job have a worker."""
        self._idle.append(worker)


class _Turns:
    """What the jobs of a round share: the crew, and the first of them that decides."""

    def __init__(self, crew: LocalCrew) -> None:
        self.crew = crew
        self.decided: int | None = None
        self._lock = threading.Lock()

    def decide(self, number: int) -> None:
        """Note that a job decides, unless an earlier one does."""
        with self._lock:
            if self.decided is None or number < self.decided:
                self.decided = number


class _Turn:
    """One job of a round among the others."""

    def __init__(self, turns: _Turns, number: int, job: RoundJob) -> None:
        self._turns = turns
        self._number = number
        self._job = job
        self._worker: Worker | None = None

    def advance(self) -> bool:
        """Do a slice, unless an earlier job decides; return whether there is more to do."""
        decided = self._turns.decided
        if decided is not None and decided < self._number:
            return False
        if self._advance_job():
            return True
        if self._worker is not None:
            self._turns.crew.give_back(self._worker)
        if self._job.decides:
            self._turns.decide(self._number)
        return False

    def _advance_job(self) -> bool:
        if isinstance(self._job, SearchJob):
            return self._job.advance()
        if self._worker is None:
            self._worker = self._turns.crew.take_worker()
        return self._job.advance(self._worker)
