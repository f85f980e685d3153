"""One attempt to fill a grid, at one floor: a first fill and, if asked for, the best one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from crosswright.engine import Problem
from crosswright.engine.heuristics import SCORE_WEIGHT
from crosswright.filling.model import Model
from crosswright.filling.result import FillResult
from crosswright.filling.search import Portfolio, Search
from crosswright.limits import Budget, Status
from crosswright.support.hints import TYPE_CHECKING
from crosswright.support.records import replace
from crosswright.support.wording import plural, slot_name
from crosswright.words.table import WordRow

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from crosswright.filling.quality.improve import Improvement
    from crosswright.filling.schedule.schedule import Schedule

PREFERENCE_WEIGHT = 4096
"""What takes the place of `SCORE_WEIGHT` where the words of a first fill are to be lively ones."""

FIRST_FAILURES = 10_000
"""Failures that the first search may meet, or each of a portfolio, before there is a schedule."""


class Attempt:
    """The search for a fill of one model; `best` is the best fill so far."""

    def __init__(
        self,
        model: Model,
        seed: int,
        budget: Budget,
        patience: Callable[[], Budget],
        *,
        reach: Budget | None = None,
        improving: bool = False,
        goal: float | None = None,
        refuted: int | None = None,
        thrifty: bool = False,
        threads: int | None = None,
        reproducible: bool = True,
        executor: Executor | None = None,
    ) -> None:
        """Take the budget of the fill and, when it is set up, what a first fill may take of it.

        `reach` is what setting up may take: all of the budget unless it is given. `refuted` is a
        higher floor that is known not to fill; where slots that are not chosen keep to the floor,
        too, it says nothing. A thrifty attempt leaves scores to the improvement, which stops at the
        goal.
        """
        self.model = model
        self.patience: Budget | None = None
        """What the search for a first fill may take, once it has begun."""
        self._patience = patience
        self.best: FillResult | None = None
        self._seed = seed
        self._budget = budget
        self._reach = budget if reach is None else reach
        self._own_budget = budget.part()
        self._improving = improving
        self._goal = goal
        self._refuted = refuted
        self._thrifty = thrifty
        self._threads = threads
        self._reproducible = reproducible
        self._executor = executor
        self._search: Search | Portfolio | None = None
        self._schedule: Schedule | None = None
        """What takes over from the search when that has not decided for long."""
        self._improvement: Improvement | None = None
        self._ended: Status | None = None
        """How the attempt ended if it did before the search began."""

    @property
    def has_begun(self) -> bool:
        """Whether the search got as far as a first node."""
        return self.patience is not None and self.patience.statistics.nodes > 0

    @property
    def status(self) -> Status:
        """How the attempt ended; one that was left counts as cancelled."""
        search = self._last_search
        return search.status if search else self._ended or Status.CANCELLED

    @property
    def _last_search(self) -> Schedule | Search | Portfolio | None:
        """What has searched for a first fill to the end; None before that began."""
        return self._schedule or self._search

    @property
    def activity(self) -> str:
        """What the search is at, in words, once that is more than filling slots."""
        schedule = self._schedule
        if schedule is None or self.best is not None:
            return ""
        if not schedule.splits:
            afresh = f", and {plural(schedule.runs, 'time')} afresh" if schedule.runs else ""
            return f"searching by words and by letters{afresh}"
        return "; ".join(
            f"splitting {slot_name(self.model.slots[split.slot].label)}: "
            f"{split.refuted:,} of {plural(split.total, 'word')} refuted"
            for split in schedule.splits
        )

    def result(self) -> FillResult:
        """Return the best fill, or how far the search for a first one got."""
        if self.best is not None and self._improvement is not None:
            quality = self._improvement.quality()
            return replace(self.best, quality=quality, statistics=self._budget.report())
        search = self._last_search
        if search is None or self.status is Status.IMPOSSIBLE:
            return self._result(self.status)
        return self._result(self.status, search.rows(), search.masks())

    def steps(self) -> Iterator[int]:
        """Search, and yield after each step how many slots are filled."""
        for _ in self.model.set_up():
            yield 0
            self._ended = self._reach.spent()
            if self._ended is not None:
                return
        problem = self.model.problem()
        if problem is None:
            self._ended = Status.IMPOSSIBLE
            return
        self.patience = patience = self._patience()
        if self._threads is None or self._improving:  # improving has rounds of its own
            weight = SCORE_WEIGHT if self.model.preference is None else PREFERENCE_WEIGHT
            weight = 0 if self._thrifty else weight
            search: Search | Portfolio = Search(problem, self._seed, patience, score_weight=weight)
        else:
            search = Portfolio(
                problem, self._seed, patience, self._threads, reproducible=self._reproducible
            )
        self._search = search
        for _ in search.steps(FIRST_FAILURES):
            yield search.slots_filled
        if not search.is_decided and patience.spent() is None:
            yield from self._go_on(search, problem, patience)
        if self._improving and self.status is Status.FILLED:
            yield from self._improve()

    def _go_on(self, first: Search | Portfolio, problem: Problem, budget: Budget) -> Iterator[int]:
        """Search in other ways, and go on with the first search meanwhile."""
        from crosswright.filling.schedule.schedule import Schedule  # not for an easy fill

        schedule = Schedule(
            first, problem, self._seed, budget, threads=self._threads, executor=self._executor
        )
        self._schedule = schedule
        for _ in schedule.steps():
            yield schedule.slots_filled

    def _improve(self) -> Iterator[int]:
        from crosswright.filling.quality.improve import Improvement  # not for a first fill

        search = self._last_search
        assert search is not None
        rows, masks = search.rows(), search.masks()
        self.best = self._result(Status.FILLED, rows, masks)
        yield search.slots_filled
        improvement = Improvement(
            self.model,
            rows,
            masks,
            self._seed,
            self._own_budget,
            threads=self._threads or 1,
            goal=self._goal,
            refuted=self._refuted if all(self.model.goals) else None,
        )
        self._improvement = improvement
        for better in improvement.steps():
            if better:
                best = improvement.best
                self.best = self._result(Status.FILLED, best.rows, best.masks)
            yield search.slots_filled

    def _result(
        self, status: Status, rows: list[WordRow] | None = None, masks: list[int] | None = None
    ) -> FillResult:
        statistics = self._budget.report()
        return FillResult.of(
            self.model, status, rows, masks, seed=self._seed, statistics=statistics
        )
