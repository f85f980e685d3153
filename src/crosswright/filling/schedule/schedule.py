"""The schedule of a fill that the first search has not decided.

Luck is heavy-tailed in the order of the slots: what one search neither fills nor refutes in a
minute, another decides at once. So the first search goes on with a share of the time only, and
beside it a second one that branches on letters. Another share is for runs in rotation, each with
another way to branch, another seed and weights of its own.
After a minute or two there is also splitting: the problem is split by the words of a slot where the
conflicts are, each word a case of its own with a small budget, and those that are left get more,
are searched in other ways, and are split again. A word that is refuted stays out for good.

Everything happens in rounds of tasks with budgets in failures, and what comes of them is taken in
the order of the tasks: the result does not depend on who does them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from crosswright import engine
from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION, Problem
from crosswright.engine.problem import CellIndex, SlotIndex
from crosswright.filling.compact import CompactProblem
from crosswright.filling.schedule.cases import Case
from crosswright.filling.schedule.crews import Crew, LocalCrew, RoundJob, SearchJob, TaskJob
from crosswright.filling.schedule.tasks import Report, Settings, Task
from crosswright.filling.search import STATUSES, Portfolio, Search
from crosswright.limits import Budget, Limit, Status
from crosswright.support.records import Record
from crosswright.words.table import WordRow

if TYPE_CHECKING:
    from concurrent.futures import Executor

ROTATION = (
    Settings(log_sizes=True),
    Settings(letters=True, log_sizes=True),
    Settings(),
    Settings(log_sizes=True),
)
"""The ways to branch that take turns on the whole problem. Most often it is with the logarithm and
by words, which neither of the two searches that go on does."""

ROTATION_OF_PARTS = (
    Settings(letters=True),
    Settings(letters=True, log_sizes=True),
    Settings(),
    Settings(log_sizes=True),
)
"""The ways to branch that take turns on a part: most parts are to be refuted."""

NODES_FOR_FAILURE, NODES_FOR_CELL = 8, 4
"""Nodes that a task may have at most: for its failures, and to fill a grid letter by letter."""

SHARE_OF_PART = 8
"""A part counts as if this fraction of what was spent on the case had been spent on it."""


class SpendingPlan(Record):
    """How much a schedule spends on what, in failures."""

    first: int = 80_000
    """What the first search may spend in the first round."""
    second: int = 28_000
    """What a second search, which branches on letters, may spend in the first round. Each failure
    takes it about one and a half times as long, but on many grids it needs far fewer of them."""
    rotation: int = 10_000
    """What all runs in rotation may spend in a round, before it grows; one that takes more waits
    for as many rounds as it needs."""
    splitting: int = 10_000
    """What all searches of parts may spend in a round, if the first round is one to split in."""
    rounds: int = 20
    """Rounds before the problem is split, a minute or two: most are decided before that pays."""
    singletons: int = 6
    """Slots whose words are probed before the problem is split."""
    growth: float = 1.07
    """How many times as much each round may spend as the last."""
    run: int = 20_000
    """What a run in rotation may spend, before it grows like the rounds. Some grids that one
    seed leaves open for half a minute are filled by another within 20,000 to 50,000 failures."""
    part: int = 100
    """What the first search of a part may spend; each further one, as much as those before it."""
    searches: int = 3
    """Searches of a part before it is split."""
    max_parts: int = 3000
    """A slot with more words is not split on."""


PLAN = SpendingPlan()
"""What a fill goes by."""


class Split(Record):
    """How far a case that was split has got."""

    slot: SlotIndex
    refuted: int
    total: int


class Schedule:
    """Rounds of tasks until one of them decides, or the budget is spent."""

    def __init__(
        self,
        first: Search | Portfolio,
        problem: Problem,
        seed: int,
        budget: Budget,
        *,
        threads: int | None = None,
        executor: Executor | None = None,
        plan: SpendingPlan | None = None,
    ) -> None:
        self.first = first
        self.runs = 0
        """The runs in rotation so far."""
        self.splits: tuple[Split, ...] = ()
        """What is being split, each within a part of the one before."""
        self._problem = problem
        self._seed = seed
        self._budget = budget
        self._plan = plan or PLAN
        self._compact = _compacted(problem)
        compact = self._compact.problem
        self._crew = _crew(compact, threads, executor)
        second = engine.Solver(compact, seed, letters=True, log_sizes=True, parts=True)
        self._second = Search.of(second, budget)
        self._whole = Case()
        self._waiting: list[tuple[int, int, Case]] = []
        """A heap of the parts to be searched: those first on which the least was spent."""
        self._tasks = 0
        self._rounds = 0
        self._are_singletons_probed = False
        self._outcome: int = RUNNING
        self._fill: tuple[list[WordRow], list[int]] | None = None
        self._crossed = _crossed_slots(problem)
        self._goals = problem.goals or [True] * len(problem.slots)

    # -- for callers ----------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """How the search ended; one that was left counts as cancelled."""
        return STATUSES.get(self._outcome) or self._budget.spent() or Status.CANCELLED

    @property
    def slots_filled(self) -> int:
        """The slots that have their word in the fill, or had it when the first search paused."""
        if self._fill is None:
            return self.first.slots_filled
        return sum(row >= 0 for row in self._fill[0])

    def rows(self) -> list[WordRow]:
        """Return the row of each slot in the fill, or as far as the first search got."""
        return self.first.rows() if self._fill is None else self._fill[0]

    def masks(self) -> list[int]:
        """Return the tokens of each cell in the fill, or as far as the first search got."""
        return self.first.masks() if self._fill is None else self._fill[1]

    def steps(self) -> Iterator[None]:
        """Run rounds until one decides or the budget is spent."""
        scale = 1.0
        while self._outcome == RUNNING and not self._budget.spent():
            jobs = [*self._round(scale)]
            yield from self._crew.run(jobs)
            _give_back_rest(jobs)
            for job in jobs:
                self._take(job)
                if self._outcome != RUNNING:
                    return
            scale *= self._plan.growth
            self._rounds += 1

    # -- rounds ---------------------------------------------------------------------------------

    def _round(self, scale: float) -> Iterator[RoundJob]:
        """Yield the jobs of a round, within what is left of the budget."""
        deal, plan = _Deal(self._budget, len(self._problem.masks)), self._plan
        lanes = self.first.lanes
        shares = [(lane, plan.first / len(lanes)) for lane in lanes]
        for lane, share in (*shares, (self._second, plan.second)):
            failures = math.ceil(share * scale)
            if budget := deal.part(failures):
                yield SearchJob(lane, failures, budget)
        run = math.ceil(plan.run * scale)
        for _ in range(self._runs_due):
            if budget := deal.part(run):
                yield TaskJob(self._whole, self._rotated(self._whole, run), budget)
        yield from self._split_jobs(math.ceil(plan.splitting * scale), deal)

    @property
    def _runs_due(self) -> int:
        """How many runs in rotation begin in this round; they grow like what may be spent."""
        rounds, plan = self._rounds, self._plan
        return (rounds + 1) * plan.rotation // plan.run - rounds * plan.rotation // plan.run

    def _rotated(self, case: Case, failures: int) -> Task:
        """Return the next task of a case: settings take turns, and no seed comes twice."""
        self._tasks += 1
        ways = ROTATION if case.whole is None else ROTATION_OF_PARTS
        settings = ways[case.runs % len(ways)]
        case.runs += 1
        return Task(case.levels(), self._seed + self._tasks, failures, settings)

    def _split_jobs(self, share: int, deal: _Deal) -> Iterator[TaskJob]:
        """Yield searches and splits of parts, those first on which the least was spent."""
        if self._whole.split_on is None:
            if self._rounds >= self._plan.rounds:
                yield from self._first_split_jobs(deal)
            return
        while share > 0 and self._waiting:
            case = self._waiting[0][-1]
            if case.is_open:
                job = self._part_job(case, deal)
                if job is None:
                    return
                share -= job.task.failures
                yield job
            heappop(self._waiting)

    def _first_split_jobs(self, deal: _Deal) -> Iterator[TaskJob]:
        """Yield probes of hot slots and, a round later, that of the one to split on."""
        splits, self._are_singletons_probed = self._are_singletons_probed, True
        count = 1 if splits else self._plan.singletons
        for slot in self._split_slots(self._whole)[:count]:
            if job := self._probe(self._whole, slot, deal, splits=splits):
                yield job

    def _part_job(self, case: Case, deal: _Deal) -> TaskJob | None:
        """Return the next job of a part: a search, or the probe of a slot to split it on."""
        slots = self._split_slots(case) if case.runs >= self._plan.searches else []
        if slots:
            return self._probe(case, slots[0], deal)
        failures = max(self._plan.part, case.spent)
        if budget := deal.part(failures):
            return TaskJob(case, self._rotated(case, failures), budget)
        return None

    def _probe(
        self, case: Case, slot: SlotIndex, deal: _Deal, *, splits: bool = True
    ) -> TaskJob | None:
        """Return the job to try each word of a slot by propagation alone, and maybe to split."""
        failures = case.sizes[slot]
        if budget := deal.part(failures, whole=True):
            task = Task(case.levels(), self._seed, failures, probed=slot)
            return TaskJob(case, task, budget, splits=splits)
        return None

    def _split_slots(self, case: Case) -> list[SlotIndex]:
        """Return the slots to split a case on, the best first: few words for their conflicts."""
        ranks = {}
        for slot, size in enumerate(case.sizes):
            if self._goals[slot] and 1 < size <= self._plan.max_parts:
                around = sum(case.weights[other] for other in self._crossed[slot])
                root = math.sqrt(size)  # which is the same to the bit everywhere
                ranks[slot] = (case.weights[slot] + around) / (root * math.sqrt(root))
        return sorted(ranks, key=lambda slot: (-ranks[slot], slot))

    # -- what comes of a round ------------------------------------------------------------------

    def _take(self, job: RoundJob) -> None:
        """Take up what came of a job."""
        if isinstance(job, SearchJob):
            if job.decides:
                self._outcome = job.search.outcome
                if self._outcome == SOLUTION:
                    rows = job.search.rows()
                    if job.search is self._second:
                        rows = self._compact.original_rows(rows)
                    self._fill = rows, job.search.masks()
            return
        report = job.report
        if report is None:  # the budget is spent
            return
        if report.outcome == SOLUTION:
            rows = self._compact.original_rows(report.rows)
            self._outcome, self._fill = SOLUTION, (rows, report.masks)
        elif report.outcome == EXHAUSTED:
            job.case.refute()
        elif job.case.is_open:
            self._go_on(job, report)
        if self._whole.is_refuted:
            self._outcome = EXHAUSTED
        self._describe(job.case)

    def _go_on(self, job: TaskJob, report: Report) -> None:
        """Learn from a task that did not decide, and split the case if it was for that."""
        case, slot = job.case, job.task.probed
        if slot is not None and job.splits:
            case.split(slot, report.kept[slot], case.spent // SHARE_OF_PART)
            for part in case.parts.values():
                self._wait(part)
            return
        case.learn(report)
        if case.whole is not None:
            case.spent += job.task.failures
            self._wait(case)

    def _wait(self, case: Case) -> None:
        self._tasks += 1
        heappush(self._waiting, (case.spent, self._tasks, case))

    def _describe(self, case: Case) -> None:
        self.runs = self._whole.runs
        self.splits = tuple(
            Split(above.split_on, above.total - len(above.parts), above.total)
            for above in case.path()
            if above.split_on is not None
        )


def _compacted(problem: Problem) -> CompactProblem:
    """Return a problem with only the words that can be used, if there are others."""
    if any(rows is not None for rows in problem.live):
        return CompactProblem.of(problem)
    return CompactProblem(problem, [range(size) for size in problem.tables.sizes])


def _crew(problem: Problem, threads: int | None, executor: Executor | None) -> Crew:
    if executor is None:
        return LocalCrew(problem, threads or 1)
    from crosswright.filling.schedule.remote import RemoteCrew  # it loads a good deal

    return RemoteCrew(problem, executor)


def _give_back_rest(jobs: Sequence[RoundJob]) -> None:
    """Count nothing of the jobs after the first that decides: how far they got is chance."""
    first = next((number for number, job in enumerate(jobs) if job.decides), len(jobs))
    for job in jobs[first + 1 :]:
        job.budget.give_back()


class _Deal:
    """What is left of a budget, dealt out to the jobs of a round."""

    def __init__(self, budget: Budget, cells: int) -> None:
        self._budget = budget
        self._cells = cells
        self._nodes = budget.nodes_left()
        self._failures = budget.failures_left()

    def part(self, failures: int, *, whole: bool = False) -> Budget | None:
        """Return a budget of this many failures, or what is left; None if that is nothing.

        If `whole`, nothing less will do.
        """
        nodes = min(NODES_FOR_FAILURE * failures + NODES_FOR_CELL * self._cells, self._nodes)
        if whole and (failures > self._failures or failures > self._nodes):
            return None
        failures = min(failures, self._failures)
        if failures <= 0 or nodes <= 0:
            return None
        self._nodes -= nodes
        self._failures -= failures
        left = self._budget.left()
        limit = Limit(left.seconds, nodes, failures, left.cpu_seconds)
        return Budget(limit, whole=self._budget, dealt=True)


def _crossed_slots(problem: Problem) -> list[list[SlotIndex]]:
    """Return the slots that cross each slot."""
    through: dict[CellIndex, list[SlotIndex]] = {}
    for slot, (_, cells) in enumerate(problem.slots):
        for cell in cells:
            through.setdefault(cell, []).append(slot)
    return [
        [other for cell in cells for other in through[cell] if other != slot]
        for slot, (_, cells) in enumerate(problem.slots)
    ]
