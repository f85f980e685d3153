"""Repairs: changes that make an impossible grid fillable, small ones first, each tested by a fill.

The search is a breadth-first hitting-set tree (Reiter 1987): a conflict says which changes can
help at all; if one change is not enough, the conflict that is left says what must come with it.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION
from crosswright.explaining.changes import Change, ChangeFinder
from crosswright.explaining.demands import Conflict
from crosswright.explaining.patience import Patience, Steps, spent
from crosswright.filling.attempt import Attempt
from crosswright.filling.model import Model
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import Budget, Status
from crosswright.words.wordlist import WordList

FIRST_REPAIRS = Patience(seconds=3.0, nodes=20_000)
"""Work after which no more repairs are looked for once one has been found."""

FIRST_TRY = Patience(seconds=0.15, nodes=500)
"""What the first fill that tests a change may take."""

RETRY_FACTOR = 5
"""How many times longer the next fill that tests the same change may take."""

MAX_TRIES = 3
"""Fills that test one change while it is undecided and nothing else helps."""

REFINING = Patience(seconds=0.5, nodes=2_000)
"""What a fill may take that makes a repair smaller, or tests a letter in a cell it frees."""

MAX_CHANGES = 3
"""Changes that a repair consists of at most."""

MAX_ALIKE = {"blocks": 3, "replace": 3}
"""Repairs of one kind that are reported at most: there are many of them, all much alike."""

MAX_LETTERS = 6
"""Letters that are found for a cell that a repair frees."""

Changes = tuple[Change, ...]

ConflictFinder = Callable[[Grid, Rules], Steps[Conflict | None]]
"""Find a conflict in a changed grid; None if it is not known to be impossible."""


class LetterChoices(NamedTuple):
    """Letters that a cell could have, and whether all others were ruled out."""

    tokens: tuple[str, ...]
    complete: bool


@dataclass(frozen=True)
class Repair:
    """Changes that together let the grid be filled, with such a fill.

    `could_be` has, for each cell that is freed and filled, letters for which there is a fill.
    """

    changes: Changes
    result: FillResult
    could_be: dict[Cell, LetterChoices] = field(default_factory=dict)

    @property
    def cost(self) -> float:
        return sum(change.cost for change in self.changes)

    @property
    def freed_cells(self) -> list[Cell]:
        """The cells that lose their letters."""
        return [cell for change in self.changes if change.kind == "free" for cell in change.cells]


class RepairSearch:
    """Look for repairs of one impossible fill until there are enough or the budget is spent.

    `repairs` are those found so far, at any time.
    """

    def __init__(
        self,
        grid: Grid,
        words: WordList,
        rules: Rules,
        *,
        conflict_in: ConflictFinder,
        budget: Budget,
        max_repairs: int,
        seed: int = 0,
        assumed: Mapping[Cell, str] | None = None,
        held: Iterable[Cell] = (),
    ) -> None:
        """Take the grid with its fixed words in place and its region emptied.

        Letters that are assumed stay, and so do the cells that are held: no repair is about them.
        """
        self.grid, self.words, self.rules = grid, words, replace(rules, fixed={})
        self.budget, self.max_repairs, self.seed = budget, max_repairs, seed
        self._conflict_in = conflict_in
        self._assumed = assumed or {}
        self._finder = ChangeFinder(self.grid, self.words, self.rules, self._assumed, held)
        self._repairs: list[Repair] = []
        self._letters: dict[Changes, dict[Cell, LetterChoices]] = {}
        self._start = spent(budget)

    @property
    def count(self) -> int:
        """The number of repairs found, the lesser ones included."""
        return len(self._repairs)

    @property
    def repairs(self) -> list[Repair]:
        """The best repairs found: fewest changes first, then the cheapest."""
        best: list[Repair] = []
        for repair in sorted(self._repairs, key=lambda repair: (len(repair.changes), repair.cost)):
            repair = self._for_all_slots(repair) or repair
            if not _superfluous(repair.changes, best):
                best.append(repair)
        return [
            replace(repair, could_be=self._letters.get(repair.changes, {}))
            for repair in _varied(best, self.max_repairs)
        ]

    def _for_all_slots(self, repair: Repair) -> Repair | None:
        """Return the repair that lowers the floor everywhere, if one does so slot by slot."""
        [*_, change] = repair.changes
        if len(repair.changes) > 1 or change.kind != "slot floor" or len(change.labels) == 1:
            return None
        own, letters = self.rules.slot_scores, self.grid.letters
        open_slots = {s.label for s in self.grid.slots if not letters.keys() >= {*s.cells}}
        if open_slots - own.keys() != {*change.labels}:
            return None
        alone = (other for other in self._repairs if len(other.changes) == 1)
        general = next((other for other in alone if other.changes[0].kind == "floor"), None)
        is_as_high = general is not None and _floor(general.changes[0]) >= _floor(change)
        return general if is_as_high else None

    def steps(self, conflict: Conflict) -> Steps[None]:
        """Search in steps, starting from the conflict of the whole."""
        waiting: deque[tuple[Changes, Conflict]] = deque([((), conflict)])
        tried: set[frozenset[Change]] = set()
        while waiting and not self._enough():
            base, conflict = waiting.popleft()
            local = _local(self._repairs)
            if local and len(base) >= len(local[0].changes):
                break
            candidates = self._candidates(base, conflict, tried)
            helping = yield from self._try_all(candidates)
            if not _local(self._repairs) and len(base) + 1 < MAX_CHANGES:
                failed = [c for c in candidates if c not in helping and c[-1].kind != "blocks"]
                failed.sort(key=lambda changes: -len(changes[-1].labels))
                waiting.extend((yield from self._conflicts_left(failed)))
        yield from self._find_letters()

    def _candidates(
        self, base: Changes, conflict: Conflict, tried: set[frozenset[Change]]
    ) -> list[Changes]:
        """Return what could be tried next: some changes with one more that meets their conflict."""
        candidates = []
        for change in self._finder.changes(*self._applied(base), conflict, blocks=not base):
            changes = (*base, change)
            if frozenset(changes) not in tried and not _superfluous(changes, self._repairs):
                tried.add(frozenset(changes))
                candidates.append(changes)
        return candidates

    def _enough(self) -> bool:
        """Return whether to stop: the budget is spent, or the first repairs took long."""
        over = FIRST_REPAIRS.is_over(self.budget, self._start)
        return bool(self.budget.spent() or (self._repairs and over))

    def _conflicts_left(self, failed: list[Changes]) -> Steps[list[tuple[Changes, Conflict]]]:
        """Return changes that were not enough with the conflict that they leave."""
        left = []
        for changes in failed:
            if self.budget.spent():
                break
            conflict = yield from self._conflict_in(*self._applied(changes))
            if conflict is not None:
                left.append((changes, conflict))
        return left

    # -- testing changes --------------------------------------------------------------------------

    def _try_all(self, candidates: list[Changes]) -> Steps[set[Changes]]:
        """Test changes and return those that help; the undecided ones are tested again, longer."""
        helping: set[Changes] = set()
        waiting, patience = candidates, FIRST_TRY
        before = len(self._repairs)
        for _ in range(MAX_TRIES):
            undecided = []
            for changes in waiting:
                if self._enough():
                    return helping
                result = yield from self.fill(*self._applied(changes), patience)
                if result.status is Status.FILLED:
                    helping.add(changes)
                    yield from self._add(Repair(changes, result))
                elif result.status is not Status.IMPOSSIBLE:
                    undecided.append(changes)
            if _local(self._repairs[before:]):
                break
            waiting, patience = undecided, patience.times(RETRY_FACTOR)
        return helping

    def _add(self, repair: Repair) -> Steps[None]:
        """Keep a repair, and make it as small as possible."""
        self._repairs.append(repair)
        yield from self._drop_needless_changes()
        yield from self._raise_floors()

    def _applied(self, changes: Sequence[Change]) -> tuple[Grid, Rules]:
        grid, rules = self.grid, self.rules
        for change in changes:
            grid, rules = change.applied(grid, rules)
        return grid, rules

    def fill(self, grid: Grid, rules: Rules, patience: Patience) -> Steps[FillResult]:
        """Try to fill a grid."""
        yield
        budget = patience.part(self.budget)
        attempt = Attempt(self._model(grid, rules), self.seed, budget, budget.part)
        for _ in attempt.steps():
            yield
        return attempt.result()

    def _model(self, grid: Grid, rules: Rules) -> Model:
        return Model(grid, self.words, rules, assumed=self._assumed)

    def _drop_needless_changes(self) -> Steps[None]:
        """Leave out of the last repair the changes that it can do without, the costliest first."""
        for change in sorted(self._repairs[-1].changes, key=lambda change: -change.cost):
            rest = tuple(other for other in self._repairs[-1].changes if other is not change)
            if rest:
                yield from self._improve(rest)

    def _raise_floors(self) -> Steps[None]:
        """Lower no floor in the last repair further than needed."""
        for index, change in enumerate(self._repairs[-1].changes):
            if change.kind in ("floor", "slot floor"):
                yield from self._raise_floor(index)

    def _raise_floor(self, index: int) -> Steps[None]:
        """Raise a lowered floor as far as the grid can still be filled, by halving."""
        changes = self._repairs[-1].changes
        higher = self._finder.raised(changes[index], *self._applied(changes))
        low, high = 0, len(higher)
        while low < high and not self.budget.spent():
            middle = (low + high) // 2
            raised = (*changes[:index], higher[middle], *changes[index + 1 :])
            if (yield from self._improve(raised)):
                low = middle + 1
            else:
                high = middle

    def _improve(self, changes: Changes) -> Steps[bool]:
        """Replace the last repair by better changes if they help too."""
        result = yield from self.fill(*self._applied(changes), REFINING)
        helps = result.status is Status.FILLED
        if helps:
            self._repairs[-1] = Repair(changes, result)
        return helps

    def _find_letters(self) -> Steps[None]:
        """Find out which letters each freed cell could have, unless it stays open."""
        for repair in self.repairs:
            for cell in repair.freed_cells:
                if cell in repair.result.grid.letters:
                    choices = yield from self._choices(repair, cell)
                    self._letters.setdefault(repair.changes, {})[cell] = choices

    def _choices(self, repair: Repair, cell: Cell) -> Steps[LetterChoices]:
        """Test letters for a cell that a repair frees."""
        model = self._model(*self._applied(repair.changes))
        tokens, complete = [repair.result.grid.letters[cell]], True
        for token in model.words.alphabet.tokens:
            if token in tokens:
                continue
            if len(tokens) == MAX_LETTERS or self._enough():
                return LetterChoices(tuple(sorted(tokens)), False)
            outcome = yield from self.outcome_with(model, cell, token)
            if outcome == SOLUTION:
                tokens.append(token)
            complete &= outcome in (SOLUTION, EXHAUSTED)
        return LetterChoices(tuple(sorted(tokens)), complete)

    def outcome_with(self, model: Model, cell: Cell, token: str) -> Steps[int]:
        """Try to fill a grid with a letter in an empty cell.

        The letter is not given: a word that it completes must be one that its slot may take.
        """
        yield
        budget = REFINING.part(self.budget)
        for _ in model.set_up():
            yield
            if budget.spent():
                return RUNNING
        problem = model.problem()
        if problem is None:
            return EXHAUSTED
        masks = list(problem.masks)
        masks[model.cells.index(cell)] &= 1 << model.tokens.index(token)
        search = Search(problem.changed(masks=masks), self.seed, budget)
        yield from search.steps()
        return search.outcome


def _floor(change: Change) -> float:
    """Return the floor that a change sets."""
    return change.value if isinstance(change.value, int) else -math.inf


def _superfluous(changes: Changes, repairs: list[Repair]) -> bool:
    """Return whether some of the changes are a repair already, whatever floors it sets."""

    def subjects(changes: Changes) -> set[Change]:
        return {
            replace(change, text="", cost=0, value=None) if "floor" in change.kind else change
            for change in changes
        }

    return any(subjects(repair.changes) <= subjects(changes) for repair in repairs)


def _local(repairs: list[Repair]) -> list[Repair]:
    """Return the repairs that do more than lower the floor everywhere."""
    return [repair for repair in repairs if repair.changes[-1].kind != "floor"]


def _varied(repairs: list[Repair], max_repairs: int) -> list[Repair]:
    """Keep the first repairs, but few that add blocks or replace a word: these are much alike."""
    kept, counts = [], Counter[str]()
    for repair in repairs:
        kind = repair.changes[-1].kind
        counts[kind] += 1
        if counts[kind] <= MAX_ALIKE.get(kind, max_repairs):
            kept.append(repair)
    return kept[:max_repairs]
