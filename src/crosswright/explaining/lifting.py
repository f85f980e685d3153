"""Ways to a higher floor: small edits of a grid, each tried by fills, ranked by what they gain.

>>> from crosswright import lift_floor
>>> words = [("CAT", 90), ("COD", 20), ("DOG", 80), ("TUG", 70), ("TAG", 60), ("CUD", 10)]
>>> lifts = lift_floor("C.D", words)
>>> print(lifts.base.floor, "->", lifts.lifts[0].floor, lifts.lifts[0].change.text)
20 -> 90 Free the D at row 1, column 3
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Unpack

from crosswright import engine
from crosswright.errors import RuleError
from crosswright.explaining.changes import Change, word_replaced
from crosswright.explaining.edits import EditFinder
from crosswright.explaining.patience import Patience, Steps
from crosswright.filling.asking.living import BestFloor
from crosswright.filling.asking.session import Session
from crosswright.filling.model import Model
from crosswright.filling.rules import RuleFields, Rules, check_list
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid, GridLike, Slot
from crosswright.grids.notation import Cell
from crosswright.limits import Budget, Limit, Run, Statistics, Status
from crosswright.support.numbers import whole_number
from crosswright.words.wordlist import WordList, WordsLike

DEFAULT_LIMIT: Final = Limit(seconds=30)

MAX_LIFTS: Final = 12
"""Edits that are reported unless another number is asked for."""

MAX_ALIKE: Final = 5
"""Edits of one kind that are reported at most: there are many of them, all much alike."""

BASE_SHARE: Final = 0.4
"""The part of the limit that the floor of the grid as it is may take, unless it is known."""

BASE: Final = Patience(seconds=3.0, nodes=20_000)
"""What that may take at most."""

WEIGHING: Final = Patience(seconds=0.2, nodes=500)
"""What the search may take that finds out which slots are in the way of a higher floor."""

FIRST_TRY: Final = Patience(seconds=0.1, nodes=300)
"""What the first fill of an edited grid may take."""

CLIMB: Final = Patience(seconds=0.3, nodes=1_000)
"""What the first climb to the best floor of an edited grid may take."""

RETRY_FACTOR: Final = 5
"""How many times longer the next try of the same edit may take."""

MAX_TRIES: Final = 3
"""Tries of one edit."""

MAX_WORDS: Final = 3
"""Words tried in place of a given one."""

MAX_FLOOR: Final = 1 << 40
"""More than any score."""

Replacement = tuple[Slot, tuple[Cell, ...]]
"""A slot whose given word could be another, and the cells that may change."""


@dataclass(frozen=True)
class Lift:
    """An edit with which the grid fills at a higher floor."""

    change: Change
    grid: Grid
    """The grid with the edit made, and nothing filled."""
    fill: Grid
    """A fill of it with this floor."""
    floor: int
    bound: int | None
    """A floor that no fill of it exceeds."""
    gain: int
    """How far the floor is above the bound of the grid as it was: what is proved to be gained.

    The whole floor if the grid as it was is proved to have no fill.
    """

    @property
    def is_proved(self) -> bool:
        """Whether no fill of the edited grid has a higher floor."""
        return self.bound is not None and self.floor >= self.bound


@dataclass(frozen=True)
class Lifts:
    """The edits with which a grid fills at a higher floor, the best first."""

    base: BestFloor
    """The best floor of the grid as it is, as far as it is known."""
    lifts: tuple[Lift, ...] = ()
    tried: int = 0
    """Edits that were tried."""
    undecided: int = 0
    """Of these, the ones of which it is not known whether they help."""
    is_complete: bool = False
    """Whether all edits were tried; otherwise the limit was reached, or it was stopped."""
    statistics: Statistics = field(default_factory=Statistics)


@dataclass
class _Trial:
    """An edit being tried."""

    change: Change
    grid: Grid
    best: BestFloor | None = None
    """The best that is known of it, None while it is undecided."""
    tries: int = 0

    @property
    def bound(self) -> int:
        """The floor that it may reach at most, as far as is known."""
        bound = None if self.best is None else self.best.bound
        return MAX_FLOOR if bound is None else bound

    @property
    def floor(self) -> int:
        """The floor that it has reached."""
        floor = None if self.best is None else self.best.floor
        return -MAX_FLOOR if floor is None else floor

    @property
    def is_open(self) -> bool:
        """Whether there is more to find out about it."""
        return self.tries < MAX_TRIES and self.floor < self.bound

    def take(self, best: BestFloor) -> None:
        """Add what was found out."""
        known = self.best
        if known is None or known.floor is None or best.floor is None:
            self.best = best
            return
        better = best if best.floor > known.floor else known
        bounds = [b for b in (known.bound, best.bound) if b is not None]
        self.best = replace(better, bound=min(bounds, default=None))


class LiftRun(Run[Lifts, Lifts]):
    """Edits being tried: iterate what is known, `stop()` it, take its `result()`.

    Every edit is first screened by propagation and by a short fill at the next floor. Then the most
    promising ones climb to their own best floor, in the order of the floors that they may reach.
    """

    def __init__(
        self,
        grid: Grid,
        words: WordList,
        rules: Rules,
        *,
        theme: Collection[str],
        style: str | None,
        symmetry: str | None,
        known: BestFloor | None,
        seed: int,
        limit: Limit | Budget | None,
        lifts: int,
    ) -> None:
        super().__init__(limit)
        if rules.region is not None:
            raise RuleError("ways to a higher floor are for whole grids: leave out the region")
        self.seed = whole_number("seed", seed)
        self.budget.statistics.engine = engine.name
        model = Model(grid, words, rules)
        self._grid, self._words = model.grid, words
        self._rules = replace(model.rules, fixed={}, min_score=None)
        check_list("theme", theme)
        self._finder = EditFinder(
            self._grid, words, self._rules, theme=theme, style=style, symmetry=symmetry
        )
        self._base = known
        self._max_lifts = whole_number("lifts", lifts, lowest=0)
        self._trials: list[_Trial] = []
        self._tried = 0
        self._news = 0
        """How often something was found out."""
        self._is_complete = False

    # -- the work -------------------------------------------------------------------------------

    def _work(self) -> Generator[Lifts, None, None]:
        known: tuple[object, ...] = ()
        lifts = self._outcome()
        for _ in self._lift():
            if known != (known := (self._base, self._news)):
                lifts = self._outcome()
            yield lifts
        self._is_complete = self.budget.spent() is None

    def _lift(self) -> Steps[None]:
        if self._base is None:
            yield from self._find_base()
        if self._base is None or (self._base.floor is None and self._base.status is Status.FILLED):
            return  # nothing is left to choose
        yield
        for candidate in (yield from self._candidates()):
            if self.budget.spent():
                return
            self._tried += 1
            if isinstance(candidate, Change):
                yield from self._screen(candidate)
            else:
                yield from self._screen_words(*candidate)
        while (trial := self._next()) is not None and not self.budget.spent():
            yield from self._climb(trial)

    def _find_base(self) -> Steps[None]:
        """Look for the best floor of the grid as it is."""
        session = self._session(self._grid, self._rules, None)
        with session.best_floor(_part(BASE, self.budget.share(BASE_SHARE))) as run:
            for _ in run:
                yield
            self._base = run.result()

    def _session(self, grid: Grid, rules: Rules, floor: int | None) -> Session:
        return Session(grid, self._words, replace(rules, min_score=floor), seed=self.seed)

    @property
    def _target(self) -> int | None:
        """The floor that an edit must reach to be of use, None for any."""
        floor = None if self._base is None else self._base.floor
        return None if floor is None else floor + 1

    # -- what to try ----------------------------------------------------------------------------

    def _candidates(self) -> Steps[Iterator[Change | Replacement]]:
        """Return what to try: kinds in turn, of each what touches the slots in the way first."""
        weights = self._weights()
        yield

        def rank(cells: Collection[Cell]) -> int:
            near = set(cells).union(*map(_beside, cells))
            slots = {index for cell in near for index in self._grid.slots_at(cell)}
            return -sum(weights[index] for index in slots)

        words = sorted(self._finder.replaceable(), key=lambda each: rank(each[1]))
        kinds: list[Iterator[Change | Replacement]] = [iter(words)]
        for kind in self._finder.kinds():
            edits: list[Change] = []
            for edit in kind:
                edits += [] if edit is None else [edit]
                yield
                if self.budget.spent():
                    return iter(())
            edits.sort(key=lambda edit: rank((*edit.cells, *edit.opened)))
            kinds.append(iter(edits))
        return _in_turn(kinds)

    def _weights(self) -> list[int]:
        """Return how often each slot runs out of words at the next floor, from 1."""
        nothing = [1] * len(self._grid.slots)
        model = Model(self._grid, self._words, replace(self._rules, min_score=self._target))
        problem = model.problem()
        if problem is None:
            return nothing
        search = Search(problem, self.seed, _part(WEIGHING, self.budget))
        search.decide()
        return search.solver.weights() if len(model.slots) == len(nothing) else nothing

    # -- trying ---------------------------------------------------------------------------------

    def _screen(self, change: Change) -> Steps[None]:
        """Try to fill an edited grid at the next floor; what cannot be is dropped."""
        grid, rules = change.applied(self._grid, self._rules)
        trial = _Trial(change, grid)
        with self._session(grid, rules, self._target).best_floor(
            _part(FIRST_TRY, self.budget)
        ) as run:
            best = next(iter(run))
            yield
        if best.status is Status.IMPOSSIBLE:
            return
        if best.status is Status.FILLED:
            trial.take(best)
            self._news += 1
        self._trials.append(trial)

    def _screen_words(self, slot: Slot, cells: tuple[Cell, ...]) -> Steps[None]:
        """Try other words in place of a given one: those of the best fills without it."""
        session = self._session(self._grid.without_letters(cells), self._rules, self._target)
        word = self._words.spell(self._grid.word(slot) or "")
        for _ in range(MAX_WORDS):
            session.assume(banned=[word])
            with session.best_floor(_part(CLIMB, self.budget)) as run:
                for _ in run:
                    yield
                best = run.result()
            if best.grid is None:
                break
            word = self._words.spell(best.grid.word(slot) or "")
            yield from self._screen(self._replaced(slot, cells, best.grid, word))

    def _replaced(self, slot: Slot, cells: tuple[Cell, ...], fill: Grid, word: str) -> Change:
        letters = {cell: fill.letters[cell] for cell in cells}
        changed = sum(self._grid.letters[cell] != letter for cell, letter in letters.items())
        return word_replaced(self._grid, slot, word, letters, changed)

    def _next(self) -> _Trial | None:
        """Return the trial that may reach the highest floor, if that could still matter."""
        floors = sorted((trial.floor for trial in self._trials), reverse=True)
        enough = floors[self._max_lifts - 1] if len(floors) >= self._max_lifts > 0 else -MAX_FLOOR
        waiting = [t for t in self._trials if t.is_open and t.bound > enough]
        return min(
            waiting, key=lambda t: (t.tries, -t.bound, -t.floor, t.change.cost), default=None
        )

    def _climb(self, trial: _Trial) -> Steps[None]:
        """Look for the best floor of an edited grid."""
        patience = CLIMB.times(RETRY_FACTOR**trial.tries)
        trial.tries += 1
        grid, rules = trial.change.applied(self._grid, self._rules)
        floor = self._target if trial.best is None else trial.floor
        with self._session(grid, rules, floor).best_floor(_part(patience, self.budget)) as run:
            for best in run:
                if best.status is Status.FILLED:
                    trial.take(best)
                    self._news += 1
                yield
            if run.result().status is Status.IMPOSSIBLE:
                self._trials.remove(trial)

    # -- the result -----------------------------------------------------------------------------

    def _outcome(self) -> Lifts:
        base = self._base or BestFloor(self.budget.spent() or Status.CANCELLED, 0)
        lifts = [lift for trial in self._trials if (lift := self._lift_of(trial)) is not None]
        lifts.sort(key=lambda lift: (-lift.gain, -lift.floor, lift.change.cost, lift.change.text))
        return Lifts(
            base,
            tuple(_varied(lifts, self._max_lifts)),
            self._tried,
            sum(trial.best is None for trial in self._trials),
            self._is_complete,
            self.budget.report(),
        )

    def _lift_of(self, trial: _Trial) -> Lift | None:
        best, base = trial.best, self._base
        if best is None or best.floor is None or best.grid is None or base is None:
            return None
        if base.status is Status.IMPOSSIBLE:
            gain = max(1, best.floor)
        else:
            gain = 0 if base.bound is None else max(0, best.floor - base.bound)
        return Lift(trial.change, trial.grid, best.grid, best.floor, best.bound, gain)


def _part(patience: Patience, budget: Budget) -> Budget:
    """Return a part of a budget; of processor time, so that a busy machine decides nothing."""
    if budget.limit.is_timed:
        return budget.part(cpu_seconds=patience.seconds)
    return patience.part(budget)


def _in_turn(kinds: list[Iterator[Change | Replacement]]) -> Iterator[Change | Replacement]:
    """Yield one of each kind, and then again."""
    while kinds:
        for kind in list(kinds):
            candidate = next(kind, None)
            if candidate is None:
                kinds.remove(kind)
            else:
                yield candidate


def _beside(cell: Cell) -> set[Cell]:
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def _varied(lifts: Sequence[Lift], most: int) -> list[Lift]:
    """Keep the first edits, but not too many of one kind."""
    kept, counts = [], Counter[str]()
    for lift in lifts:
        counts[lift.change.kind] += 1
        if counts[lift.change.kind] <= MAX_ALIKE:
            kept.append(lift)
    return kept[:most]


def start_lift_floor(
    grid: GridLike,
    words: WordsLike,
    rules: Rules | None = None,
    *,
    theme: Collection[str] = (),
    style: str | None = None,
    symmetry: str | None = None,
    known: BestFloor | None = None,
    seed: int = 0,
    limit: Limit | Budget | None = DEFAULT_LIMIT,
    lifts: int = MAX_LIFTS,
    **rule_options: Unpack[RuleFields],
) -> LiftRun:
    """Begin to look for ways to a higher floor; the arguments are those of `lift_floor`."""
    return LiftRun(
        Grid.of(grid),
        WordList.of(words),
        Rules.combined(rules, rule_options, start_lift_floor),
        theme=theme,
        style=style,
        symmetry=symmetry,
        known=known,
        seed=seed,
        limit=limit,
        lifts=lifts,
    )


def lift_floor(
    grid: GridLike,
    words: WordsLike,
    rules: Rules | None = None,
    *,
    theme: Collection[str] = (),
    style: str | None = None,
    symmetry: str | None = None,
    known: BestFloor | None = None,
    seed: int = 0,
    limit: Limit | Budget | None = DEFAULT_LIMIT,
    lifts: int = MAX_LIFTS,
    **rule_options: Unpack[RuleFields],
) -> Lifts:
    """Return small edits with which a grid fills at a higher floor, ranked by proved gain.

    Tried are blocks, with those that the symmetry pairs them with, added, opened or moved by one;
    a letter freed; another word in place of a given one; and two entries of the `theme`, which is
    given by labels and otherwise left alone, exchanged. The rules of the `style` and the
    `symmetry`, by default those that the grid has, are kept as far as it keeps them now. The floor
    is about the words that a fill chooses, and `min_score` does not matter. `known` is what a
    session knows of the best floor; without it, that is looked for first.
    """
    with start_lift_floor(
        grid,
        words,
        Rules.combined(rules, rule_options, lift_floor),
        theme=theme,
        style=style,
        symmetry=symmetry,
        known=known,
        seed=seed,
        limit=limit,
        lifts=lifts,
    ) as run:
        return run.result()
