"""The best fill there is time for: the highest floor that fills, then the highest mean above it.

From a fill of any quality, first the highest score floor at which the grid still fills is found by
halving; then the words are improved a few at a time. When that brings nothing more, the time left
goes into proving that no higher floor fills.

All of it happens in rounds whose outcome does not depend on the number of threads, and nodes and
failures are dealt out before a round: with a limit on them, the result is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence

from crosswright.engine import Problem
from crosswright.engine.heuristics import SplitMix64
from crosswright.filling.model import Model
from crosswright.filling.preference import SHORT
from crosswright.filling.quality.bounds import mean_bound
from crosswright.filling.quality.climb import Floors
from crosswright.filling.quality.enliven import enliven
from crosswright.filling.quality.incumbent import Incumbent
from crosswright.filling.quality.losses import Losses
from crosswright.filling.quality.neighbourhood import MOVES, Neighbourhood
from crosswright.filling.result import Quality
from crosswright.filling.search import Search
from crosswright.limits import Budget, Limit, Status
from crosswright.words.table import WordRow

FLOOR_SHARE = 0.2
"""Share of the time limit for finding the highest floor, before words are improved."""

FLOOR_FAILURES = 20_000
"""Failures allowed for that instead, unless only time is limited: the same everywhere."""

BOUND_SHARE = 2
"""Failures in proofs about floors for each one in the proof of a bound on the mean."""

MAX_BOUND_FAILURES = 20_000
"""Failures in the proof of a bound on the mean, where nothing is limited."""

PATIENCE, LEAST_PATIENCE = 15, 600
"""Changes tried without success, per slot and at least, before the fill counts as settled."""


class Improvement:
    """The search for the best fill within a budget, starting from a first one."""

    def __init__(
        self,
        model: Model,
        rows: Sequence[WordRow],
        masks: Sequence[int],
        seed: int,
        budget: Budget,
        *,
        threads: int = 1,
        goal: float | None = None,
        refuted: int | None = None,
    ) -> None:
        """Take the first fill, a mean score that is good enough, and a floor known not to fill."""
        self.best = Incumbent(model, rows, masks)
        self._goal = goal
        self._refuted = refuted
        self._model = model
        self._budget = budget
        self._seed = seed
        self._threads = threads
        self._random = SplitMix64(seed)
        self._floors: Floors | None = None
        self._is_enlivened = False
        self._losses: list[Losses] = []
        """What fills with the best fill's floor lose at least, and with those before it."""
        self._mean_bounds: dict[int, float] = {}
        """Bounds on the mean, by floor."""
        self._floor_failures = self._bound_failures = 0

    def quality(self) -> Quality | None:
        """Return how good the best fill is, with its bounds."""
        if self._floors is None:
            return None
        floor = self.best.floor
        losses = [item.bound for item in self._losses if item.floor <= floor]
        best = self.best
        bound = max(best.mean, min([self._mean_bound(), *losses]))  # sums of shares are rounded
        return Quality(floor, max(floor, self._floors.bound), best.mean, bound, len(best.scores))

    def _mean_bound(self) -> float:
        """Return a bound on the mean of fills with the best fill's floor, worked out once."""
        floor = self.best.floor
        if floor not in self._mean_bounds:
            self._mean_bounds[floor] = mean_bound(self._model, floor)
        return self._mean_bounds[floor]

    def steps(self) -> Iterator[bool]:
        """Search until nothing better can be found or the budget ends.

        After each step, yield whether there is a new best fill. What was in a region before it was
        emptied comes back in the end, if it is better than all that was found.
        """
        if not self.best.chosen:
            return
        yield from self._search()
        before = None if self._goal is not None else _before(self._model)
        if before is not None and self._rank(before) > self._rank(self.best):
            self.best.replace(before.rows, before.masks)
            yield True

    def _rank(self, fill: Incumbent) -> tuple[int, int]:
        """Return what decides between two fills: the floor, as far as it counts, then the worth."""
        enough = self._floor_that_is_enough
        floor = fill.floor if enough is None else min(fill.floor, enough)
        return floor, sum(fill.worths.values())

    def _search(self) -> Iterator[bool]:
        is_thrifty = self._goal is not None
        for found in enliven(self.best, self._seed, self._budget, is_thrifty=is_thrifty):
            self._is_enlivened |= found
            yield found
        if self._goal is not None:  # a few better words may do, which are found sooner than a floor
            yield from self._improve(self.best)
        if self._is_over:
            return
        floors = self._floors = Floors(
            self.best, self._seed, self._budget, self._threads, self._refuted
        )
        yield from self._climb(floors)
        while not self._is_over:
            self._mean_bound()  # now, for whoever stops the search does not want to wait for it
            yield from self._improve(self.best)
            is_settled = floors.settled or self._is_high_enough
            if self._is_over or (is_settled and self._bound_is_settled):
                return
            yield from self._prove(floors)

    def _climb(self, floors: Floors) -> Iterator[bool]:
        """Look for the highest floor that fills, for a part of the limit."""
        is_over = self._floor_time_is_up()
        while not (floors.settled or is_over() or self._is_over or self._is_high_enough):
            yield from _with_end(floors.climb())

    def _floor_time_is_up(self) -> Callable[[], bool]:
        """Return what ends the search for a floor: a share of the time if only time is limited."""
        budget = self._budget
        if not budget.limit.is_timed:
            last = budget.statistics.failures + FLOOR_FAILURES
            return lambda: budget.statistics.failures >= last
        end = budget.used() + FLOOR_SHARE
        return lambda: budget.used() >= end

    def _improve(self, best: Incumbent) -> Iterator[bool]:
        """Change parts of the fill for the better until that has failed often enough."""
        neighbourhood = Neighbourhood(best, self._budget, self._random, self._threads)
        failed = 0
        patience = max(LEAST_PATIENCE, PATIENCE * len(best.chosen))
        while failed < patience and not self._is_over:
            for better in _with_end(neighbourhood.improve()):
                failed = 0 if better else failed
                yield better
            failed += MOVES

    @property
    def _is_over(self) -> bool:
        """Whether the budget is spent, or the fill is as good as it should be."""
        if self._goal is not None and self.best.mean >= self._goal:
            return True
        return self._budget.spent() is not None

    def _prove(self, floors: Floors) -> Iterator[bool]:
        """Prove that no higher floor fills, or find a fill that shows the opposite.

        Meanwhile, a share of the work goes into the bound on the mean.
        """
        better = False
        while not (better or self._budget.spent()):
            is_settled = floors.settled or self._is_high_enough
            if not is_settled and (self._bound_is_settled or self._bound_has_its_share):
                before = self._budget.statistics.failures
                for better in _with_end(floors.prove()):
                    yield better
                self._floor_failures += self._budget.statistics.failures - before
            elif not self._bound_is_settled:
                for better in self._tighten_bound():
                    yield better
            else:
                return

    @property
    def _is_high_enough(self) -> bool:
        """Whether a higher floor would only leave lively words out."""
        if self._is_enlivened:
            return True
        floor = self._floor_that_is_enough
        return floor is not None and self.best.floor >= floor

    @property
    def _floor_that_is_enough(self) -> int | None:
        """The floor above which only worth counts; None where there is no such floor."""
        preference = self._model.preference
        return None if preference is None else preference.floor_for(self._model.words, SHORT)

    @property
    def _bound_is_settled(self) -> bool:
        """Whether no more work goes into the bound on the mean."""
        if self._budget.limit == Limit() and self._bound_failures >= MAX_BOUND_FAILURES:
            return True
        if not self._losses or self._losses[-1].floor < self.best.floor:
            return False
        return self._losses[-1].is_settled

    @property
    def _bound_has_its_share(self) -> bool:
        return self._bound_failures * BOUND_SHARE > self._floor_failures

    def _tighten_bound(self) -> Iterator[bool]:
        """Find out for a round how much fills lose at least; that can show a better one."""
        if not self._losses or self._losses[-1].floor < self.best.floor:
            self._losses.append(
                Losses(self._model, self.best.floor, self._seed, self._budget, self._threads)
            )
        before = self._budget.statistics.failures
        for _ in self._losses[-1].round():
            yield False
        self._bound_failures += self._budget.statistics.failures - before
        found = self._losses[-1].take_found()
        yield found is not None and self._takes(found)

    def _takes(self, masks: Sequence[int]) -> bool:
        """Take over what cells could hold if that is a fill, and a better one."""
        problem = self._model.problem(self.best.floor)
        assert problem is not None  # there is a fill with this floor
        both = [own & found for own, found in zip(problem.masks, masks, strict=True)]
        fill = _only_fill(self._model, problem.changed(masks=both))
        if fill is None or self._rank(fill) <= self._rank(self.best):
            return False
        self.best.replace(fill.rows, fill.masks)
        return True


def _before(model: Model) -> Incumbent | None:
    """Return the fill that was in the region; None if the rules do not allow it, or none was."""
    problem = model.problem_before()
    return None if problem is None else _only_fill(model, problem)


def _only_fill(model: Model, problem: Problem) -> Incumbent | None:
    """Return the fill of a problem with a letter for every cell to be filled, if it is one."""
    search = Search(problem, 0, Budget())
    for _ in search.steps():
        pass
    if search.status is not Status.FILLED:
        return None
    return Incumbent(model, search.rows(), search.masks())


def _with_end(work: Generator[None, None, bool]) -> Iterator[bool]:
    """Yield False after each step of a round but the last: whether there is a better fill."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            yield end.value
            return
        yield False
