"""The living floor: the best floor of a fill and a proved bound on it, kept up to date under edits.

What was proved before an edit, and the fills that were found, count for as long as they hold.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Generator
from dataclasses import dataclass, replace

from crosswright.engine.problem import SlotRow
from crosswright.filling.asking.inquiry import Inquiry, Question, Viability
from crosswright.filling.asking.memory import Witness
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Run, Status

FIRST_FAILURES = 60
"""Failures of the first try at a floor; each further one doubles them."""


@dataclass(frozen=True)
class BestFloor:
    """The highest floor for which a fill is known, and a bound that no fill exceeds.

    The floor of a fill is the lowest score of the words that it chose: those given whole, required
    words and slots with a floor of their own do not count.
    """

    status: Status
    """FILLED if a fill is known, IMPOSSIBLE if there is none, else why neither is known."""
    revision: int
    """The session's revision that it is for."""
    floor: int | None = None
    """None without a fill, or if the fill chose no words."""
    bound: int | None = None
    """None if nothing is proved."""
    grid: Grid | None = None
    """A fill with this floor."""

    @property
    def is_proved(self) -> bool:
        """Whether no fill has a higher floor."""
        if self.status is Status.FILLED and self.floor is not None:
            return self.bound is not None and self.floor >= self.bound
        return self.status in (Status.FILLED, Status.IMPOSSIBLE)


class FloorClimb:
    """The floors above the best known one, tried by search; with a word in a slot, or with any.

    They are known by their index into the scores in play, which ascend. Where words are required,
    one more floor is above all scores.
    """

    def __init__(self, inquiry: Inquiry, word: SlotRow | None = None) -> None:
        """Start from what is known; there must be a witness."""
        self._inquiry, self._word = inquiry, word
        self._scores = inquiry.kept.floors(inquiry.situation)
        self._floors = [*self._scores, *self._above_all()]
        self.best: Witness | None = None
        self.floor: int | None = None
        for witness in inquiry.memory.witnesses(inquiry.situation):
            if word is None or witness.rows[word[0]] == word[1]:
                self._take(witness)
        bound = inquiry.bound(word)
        self._dead_from = len(self._floors) if bound is None else bisect_right(self._floors, bound)
        self._failures: dict[int, int] = {}

    def _above_all(self) -> list[int]:
        """Return a floor that only a fill without chosen words has, if there may be one."""
        return [self._scores[-1] + 1] if self._scores and self._inquiry.model.rows.exempt else []

    def _take(self, witness: Witness) -> None:
        """Keep a fill if it is the best so far; one that chose no words is the best there is."""
        has_floor = self.best is None or self.floor is not None
        if has_floor and (self.floor is None or self._inquiry.exceeds(witness, self.floor)):
            self.best, self.floor = witness, self._inquiry.floor_of(witness)

    @property
    def bound(self) -> int | None:
        """The floor that no fill exceeds, None if there is nothing to choose."""
        known = self._scores[: self._dead_from]
        return known[-1] if known else None

    @property
    def _reached(self) -> int:
        """The index of the best fill's own floor."""
        return -1 if self.floor is None else bisect_left(self._scores, self.floor)

    @property
    def is_settled(self) -> bool:
        """Whether no higher floor is left to try."""
        return self.best is None or self.floor is None or self._reached + 1 >= self._dead_from

    def probe(self, budget: Budget) -> None:
        """Halve the floors by propagation alone: what fails there needs no search."""
        low, high = self._reached, self._dead_from
        while not self.is_settled and high - low > 1 and not budget.spent():
            middle = (low + high) // 2
            viability = self._ask(middle, budget, 0)
            low, high = (low, middle) if viability is Viability.DEAD else (middle, high)

    def step(self, budget: Budget) -> None:
        """Try one floor for a while."""
        index = self._next()
        failures = self._failures.get(index, FIRST_FAILURES)
        self._failures[index] = failures * 2
        self._ask(index, budget, failures)

    def _ask(self, index: int, budget: Budget, failures: int) -> Viability:
        """Try a floor, and take what comes of it."""
        question = Question(word=self._word, floor=self._floors[index])
        viability, witness = self._inquiry.ask(question, budget, failures)
        if witness is not None:
            self._take(witness)
        if viability is Viability.DEAD:
            self._dead_from = min(self._dead_from, index)
        return viability

    def _next(self) -> int:
        """Return the floor to try: halfway to the lowest undecided one, or the one tried least."""
        low, high = self._reached, self._dead_from
        undecided = [index for index in self._failures if low < index < high]
        lowest = min([*undecided, high])
        if lowest - low > 1:
            return (low + lowest) // 2
        return min(undecided, key=lambda index: (self._failures[index], index))


class FloorRun(Run[BestFloor, BestFloor]):
    """The search for the best floor: iterate what is known, `stop()` it, take its `result()`.

    It ends when the floor is proved best, at its limit, or when the assumptions change.
    """

    def __init__(self, inquiry: Inquiry, limit: Limit | Budget | None) -> None:
        super().__init__(limit)
        self._inquiry = inquiry
        self.revision = inquiry.revision
        self._best = BestFloor(Status.CANCELLED, self.revision)

    def _work(self) -> Generator[BestFloor, None, None]:
        with self._inquiry.turn:
            climb = self._begin()
        yield self._best
        while climb is not None and not climb.is_settled:
            before = self._best
            with self._inquiry.turn:
                if not self._goes_on():
                    return
                climb.step(self.budget)
                self._note(climb)
            if self._best != before:
                yield self._best

    def _goes_on(self) -> bool:
        return self._inquiry.goes_on(self, self.revision)

    def _begin(self) -> FloorClimb | None:
        """Find a first fill, unless one is known, and what propagation proves."""
        inquiry = self._inquiry
        if not (self._goes_on() and inquiry.set_up(self.budget)):
            return None
        climb = FloorClimb(inquiry) if inquiry.ready() else None
        if climb is not None and climb.best is None:
            viability, _ = inquiry.ask(Question(), self.budget)
            climb = None if viability is Viability.DEAD else FloorClimb(inquiry)
        if climb is None:
            self._best = replace(self._best, status=Status.IMPOSSIBLE)
            return None
        climb.probe(self.budget)
        self._note(climb)
        return climb

    def _note(self, climb: FloorClimb) -> None:
        grid = (
            None
            if climb.best is None
            else self._inquiry.grid_of(climb.best, self._inquiry.situation)
        )
        status = Status.CANCELLED if grid is None else Status.FILLED
        self._best = BestFloor(status, self.revision, climb.floor, climb.bound, grid)

    def _outcome(self) -> BestFloor:
        if self._best.status is Status.CANCELLED:
            return replace(self._best, status=self.budget.spent() or Status.CANCELLED)
        return self._best


def known_floor(inquiry: Inquiry) -> BestFloor:
    """Return what is known of the best floor without any search."""
    if not inquiry.ready():
        return BestFloor(Status.IMPOSSIBLE, inquiry.revision)
    climb = FloorClimb(inquiry)
    grid = None if climb.best is None else inquiry.grid_of(climb.best, inquiry.situation)
    status = Status.LIMIT if grid is None else Status.FILLED
    return BestFloor(status, inquiry.revision, climb.floor, climb.bound, grid)
