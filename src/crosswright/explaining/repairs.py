"""Changes that make an impossible grid fillable: small ones first, each one tried out by a fill.

The search for them is a breadth-first hitting-set tree (Reiter 1987): a conflict says which
changes can help at all; where one change is not enough, the conflict that is left says what must
come with it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from crosswright.explaining.conflict import Conflict, Kind
from crosswright.filling.fill import fill
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell, where
from crosswright.grids.symmetry import SYMMETRIES
from crosswright.limits import Budget, Status
from crosswright.support.wording import either
from crosswright.words.wordlist import WordList

SECONDS = 3.0
"""Time after which no more repairs are looked for, once one is found."""

PATIENCE = 0.15
"""Time for the first fill that tries a change out."""

LONG_PATIENCE = 0.5
"""Time for a fill that makes a repair smaller, or tries a letter in a cell it sets free."""

MORE_PATIENCE = 5
"""How many times longer than the fill before it the next one of the same change may take."""

MOST_TRIES = 3
"""Fills that try one change out, while it is undecided and nothing else helps."""

AT_A_TIME = 4
"""Changes of one kind that are tried out before those of another kind have their turn."""

MOST_CHANGES = 3
"""Changes that a repair is made of at most."""

MOST_BLOCKS = 3
"""Repairs by blocks that are reported at most: they are many and much alike."""

MOST_LETTERS = 6
"""Letters that are tried out for a cell that a repair sets free."""

ALL_RULED_OUT = {Kind.BANNED: "are banned", Kind.USED: "were used before"}

RULES_BY_LABEL = ("slot_scores", "allowed", "matching")

Conflicts = Callable[[Grid, Rules], Conflict | None]


@dataclass(frozen=True)
class Change:
    """One change to the grid or the rules, and what it costs the constructor."""

    kind: str
    text: str
    cost: float
    cells: tuple[Cell, ...] = ()
    labels: tuple[str, ...] = ()
    value: str | int | None = None

    def applied(self, grid: Grid, rules: Rules) -> tuple[Grid, Rules]:
        """Return the grid and the rules with the change made."""
        if self.kind == "free":
            return grid.without_letters(self.cells), rules
        if self.kind == "blocks":
            return _with_blocks(grid, self.cells, rules)
        return grid, self._applied_to(rules)

    def _applied_to(self, rules: Rules) -> Rules:
        changed: dict[str, Any]
        if self.kind == "floor":
            changed = {"min_score": self.value}
            return replace(rules, **changed)
        if self.kind == "slot floor":
            changed = {
                "slot_scores": {**rules.slot_scores, **dict.fromkeys(self.labels, self.value)}
            }
            return replace(rules, **changed)
        if self.kind in ("allowed", "matching"):
            known = getattr(rules, self.kind)
            kept = {label: rule for label, rule in known.items() if label not in self.labels}
            changed = {self.kind: kept}
            return replace(rules, **changed)
        if self.kind in ("banned", "used") and self.value is None:
            changed = {self.kind: ()}
            return replace(rules, **changed)
        if self.kind in ("banned", "used", "required"):
            words = [word for word in getattr(rules, self.kind) if word != self.value]
            changed = {self.kind: words}
            return replace(rules, **changed)
        if self.kind == "shared letters":
            return replace(rules, no_shared_letters=None)
        if self.kind == "shared stem":
            return replace(rules, no_shared_stem=False)
        return replace(rules, distinct=False)


Changes = tuple[Change, ...]


class Letters(NamedTuple):
    """Letters that a cell could have, and whether all others were tried in vain."""

    tokens: tuple[str, ...]
    all: bool


@dataclass(frozen=True)
class Repair:
    """Changes that together let the grid be filled, with such a fill.

    `could_be` names, for a cell set free, letters each of which some fill has there.
    """

    changes: tuple[Change, ...]
    result: FillResult
    could_be: dict[Cell, Letters] = field(default_factory=dict)

    @property
    def cost(self) -> float:
        return sum(change.cost for change in self.changes)


def _with_blocks(grid: Grid, cells: Sequence[Cell], rules: Rules) -> tuple[Grid, Rules]:
    """Add blocks outside the slots that have rules; those keep them under their new labels."""
    changed = grid.with_blocks(cells)
    labels = {slot.cells: slot.label for slot in changed.slots}
    new: dict[str, Any] = {
        name: {labels[grid.slot(old).cells]: rule for old, rule in getattr(rules, name).items()}
        for name in RULES_BY_LABEL
    }
    if rules.region is not None:
        new["region"] = [cell for cell in rules.region_cells(grid) if changed.is_open(cell)]
    return changed, replace(rules, **new)


class RepairSearch:
    """Look for repairs of one impossible fill until enough are found or the budget is spent."""

    def __init__(
        self,
        grid: Grid,
        words: WordList,
        rules: Rules,
        *,
        conflicts: Conflicts,
        budget: Budget,
        most: int,
        seed: int = 0,
    ) -> None:
        """Take the grid with its fixed words in place, and a function that finds conflicts."""
        self.grid, self.words, self.rules = grid, words, replace(rules, fixed={})
        self.budget, self.most, self.seed = budget, most, seed
        self._conflicts = conflicts

    def repairs(self, conflict: Conflict) -> list[Repair]:
        """Return repairs: fewest changes first, then the cheapest."""
        found: list[Repair] = []
        waiting: deque[tuple[Changes, Conflict]] = deque([((), conflict)])
        tried: set[frozenset[Change]] = set()
        while waiting and not self._enough(found):
            made, conflict = waiting.popleft()
            if _local(found) and len(made) >= len(_local(found)[0].changes):
                break
            candidates = []
            for change in self._changes(made, conflict):
                changes = (*made, change)
                if frozenset(changes) not in tried and not _superfluous(changes, found):
                    tried.add(frozenset(changes))
                    candidates.append(changes)
            repaired = self._tried(candidates, found)
            found += repaired.values()
            failed = [
                changes
                for changes in candidates
                if changes not in repaired and changes[-1].kind != "blocks"
            ]
            if not _local(found) and len(made) + 1 < MOST_CHANGES:
                failed.sort(key=lambda changes: -len(changes[-1].labels))
                waiting.extend(self._deeper(failed))
        found.sort(key=lambda repair: (len(repair.changes), repair.cost))
        best: list[Repair] = []
        for repair in found:
            if not _superfluous(repair.changes, best):
                best.append(repair)
        return self._with_letters(_varied(best, self.most))

    def _enough(self, found: list[Repair]) -> bool:
        """Tell whether to look no further: no time is left, or something was found in it."""
        return bool(self.budget.spent() or (found and self.budget.seconds > SECONDS))

    def _deeper(self, failed: list[Changes]) -> Iterator[tuple[Changes, Conflict]]:
        """Yield changes that were not enough with the conflict they leave."""
        for changes in failed:
            if self.budget.spent():
                return
            conflict = self._conflicts(*self._applied(changes))
            if conflict is not None:
                yield changes, conflict

    # -- trying out -------------------------------------------------------------------------------

    def _tried(self, candidates: list[Changes], found: list[Repair]) -> dict[Changes, Repair]:
        """Return the changes that help; those left undecided are tried again, longer."""
        helping: dict[Changes, Repair] = {}
        waiting, patience = candidates, PATIENCE
        for _ in range(MOST_TRIES):
            undecided = []
            for changes in waiting:
                if self._enough([*found, *helping.values()]):
                    return helping
                result = self._fills(changes, patience)
                if result.status is Status.FILLED:
                    helping[changes] = self._tightened(self._slimmed(Repair(changes, result)))
                elif result.status is not Status.IMPOSSIBLE:
                    undecided.append(changes)
            if _local(list(helping.values())):
                break
            waiting, patience = undecided, patience * MORE_PATIENCE
        return helping

    def _applied(self, changes: Sequence[Change]) -> tuple[Grid, Rules]:
        grid, rules = self.grid, self.rules
        for change in changes:
            grid, rules = change.applied(grid, rules)
        return grid, rules

    def _fill(self, grid: Grid, rules: Rules, patience: float) -> FillResult:
        part = self.budget.part(patience)
        return fill(grid, self.words, rules, seed=self.seed, limit=part)

    def _fills(self, changes: Changes, patience: float) -> FillResult:
        return self._fill(*self._applied(changes), patience)

    def _slimmed(self, repair: Repair) -> Repair:
        """Leave out the changes that the others can do without, the dearest first."""
        for change in sorted(repair.changes, key=lambda change: -change.cost):
            rest = tuple(other for other in repair.changes if other is not change)
            result = self._fills(rest, LONG_PATIENCE) if rest else None
            if result is not None and result.status is Status.FILLED:
                repair = Repair(rest, result)
        return repair

    def _tightened(self, repair: Repair) -> Repair:
        """Lower no floor further than it must be."""
        for place, change in enumerate(repair.changes):
            if change.kind in ("floor", "slot floor"):
                repair = self._raised(repair, place)
        return repair

    def _raised(self, repair: Repair, place: int) -> Repair:
        """Raise a lowered floor as far as the grid can still be filled."""
        before, last, after = (
            repair.changes[:place],
            repair.changes[place],
            repair.changes[place + 1 :],
        )
        floor, worst = self._floor(last.labels), int(last.value or 0)
        lengths = self._lengths(last.labels)
        scores = sorted(
            {s for n in lengths for s in self.words.table(n).scores if worst < s < floor}
        )
        low, high = 0, len(scores)
        while low < high and not self.budget.spent():
            middle = (low + high) // 2
            changes = (*before, _floor_change(last.labels, scores[middle], floor), *after)
            result = self._fills(changes, LONG_PATIENCE)
            if result.status is Status.FILLED:
                repair, low = Repair(changes, result), middle + 1
            else:
                high = middle
        return repair

    def _floor(self, labels: Sequence[str]) -> int:
        """Return the highest floor that some slots have, or that holds everywhere."""
        own = [self.rules.slot_scores[label] for label in labels if label in self.rules.slot_scores]
        return max(own, default=self.rules.min_score or 0)

    def _lengths(self, labels: Sequence[str]) -> set[int]:
        slots = [self.grid.slot(label) for label in labels] if labels else self.grid.slots
        return {len(slot) for slot in slots}

    def _with_letters(self, repairs: list[Repair]) -> list[Repair]:
        """Say of every cell set free which letters it could have, each tried out."""
        return [
            replace(repair, could_be={cell: self._letters(repair, cell) for cell in _freed(repair)})
            for repair in repairs
        ]

    def _letters(self, repair: Repair, cell: Cell) -> Letters:
        """Try letters for a cell that a repair sets free."""
        grid, rules = self._applied(repair.changes)
        found, tried_all = [repair.result.grid.letters[cell]], True
        for token in self.words.alphabet.tokens:
            if token in found or token == self.grid.letters.get(cell):
                continue
            if len(found) == MOST_LETTERS or self._enough([repair]):
                return Letters(tuple(sorted(found)), False)
            result = self._fill(grid.with_letters({cell: token}), rules, LONG_PATIENCE)
            if result.status is Status.FILLED:
                found.append(token)
            tried_all &= result.status in (Status.FILLED, Status.IMPOSSIBLE)
        return Letters(tuple(sorted(found)), tried_all)

    # -- what can be changed ----------------------------------------------------------------------

    def _changes(self, made: Sequence[Change], conflict: Conflict) -> list[Change]:
        """Return the changes that resolve a conflict: of each kind a few, the cheapest first."""
        grid, rules = self._applied(made)
        changes: list[Change] = []
        for demand in conflict.demands:
            if demand.kind is Kind.LETTER and demand.cell is not None:
                changes.append(_free(grid, demand.cell))
            elif demand.kind is Kind.FLOOR:
                changes += self._floor_changes(conflict.slots(), rules)
            elif demand.kind is Kind.SLOT_FLOOR:
                changes.append(self._lowest([demand.label]))
            elif demand.kind is not Kind.SLOT:
                changes.append(_dropped(demand.kind, demand.label, demand.value))
        if not made:
            changes += _blocks(grid, rules, conflict)
        changes.sort(key=lambda change: change.cost)
        turns = Counter[str]()
        order: list[tuple[int, int]] = []
        for place, change in enumerate(changes):
            order.append((turns[change.kind] // AT_A_TIME, place))
            turns[change.kind] += 1
        return [changes[place] for _, place in sorted(order)]

    def _floor_changes(self, labels: Sequence[str], rules: Rules) -> list[Change]:
        """Return the changes of the general floor: in one slot, in the conflict, everywhere.

        Not everywhere when it was lowered in some slots: they would keep a floor of their own.
        """
        here = [label for label in labels if label not in rules.slot_scores]
        wanted = [[label] for label in here]
        if len(here) > 1:
            wanted.append(here)
        if rules.slot_scores.keys() <= self.rules.slot_scores.keys():
            wanted.append([])
        return [self._lowest(labels) for labels in wanted]

    def _lowest(self, labels: Sequence[str]) -> Change:
        """Return the change to no floor at all, in some slots or everywhere."""
        worst = [min(self.words.table(n).scores, default=0) for n in self._lengths(labels)]
        return _floor_change(labels, min(worst, default=0), self._floor(labels))


def _free(grid: Grid, cell: Cell) -> Change:
    """Return the change that empties a cell; dearer where it breaks a word that is given whole."""
    words = [
        (grid.slots[number].label, word)
        for number in grid.slots_at(cell)
        if (word := grid.word(grid.slots[number])) is not None
    ]
    part = f" (it is part of {', '.join(f'{word} at {label}' for label, word in words)})"
    text = f"Free the {grid.letters[cell]} at {where(cell)}{part if words else ''}"
    return Change("free", text, 1.0 + len(words) / 2, cells=(cell,), value=grid.letters[cell])


def _floor_change(labels: Sequence[str], value: int, floor: int) -> Change:
    """Return the change of a floor: cheap in one slot, dear everywhere, by how far it falls."""
    fall = (floor - value) / (abs(floor) + 1)
    slots = either(list(labels), "and") or "all slots"
    text = f"Lower the floor of {slots} from {floor} to {value}"
    if not labels:
        return Change("floor", text, 4.0 + fall, value=value)
    cost = 0.8 + min(len(labels) - 1, 20) / 10 + fall
    return Change("slot floor", text, cost, labels=tuple(labels), value=value)


def _dropped(kind: Kind, label: str, value: str | int | None) -> Change:
    """Return the change that drops a rule."""
    texts = {
        Kind.BANNED: (f"Allow the banned word {value}", 0.5),
        Kind.USED: (f"Allow {value}, although it was used before", 0.6),
        Kind.ALLOWED: (f"Let {label} take other words than those allowed there", 1.2),
        Kind.MATCHING: (f"Let {label} take words that do not match '{value}'", 1.2),
        Kind.REQUIRED: (f"Do without the required word {value}", 1.5),
        Kind.DISTINCT: ("Allow a word to stand twice", 3.0),
        Kind.SHARED_LETTERS: (f"Allow words that share {value} letters in a row", 2.0),
        Kind.SHARED_STEM: ("Allow two inflections of one word", 2.0),
    }
    if value is None and kind in (Kind.BANNED, Kind.USED):
        texts[kind] = (f"Allow words that {ALL_RULED_OUT[kind]}", 3.5)
    text, cost = texts[kind]
    return Change(kind.value, text, cost, labels=(label,) if label else (), value=value)


def _blocks(grid: Grid, rules: Rules, conflict: Conflict) -> list[Change]:
    """Return the blocks that can be added within a conflict, each with its mirror image."""
    if grid.bars:
        return []
    symmetry = next((kind for kind in SYMMETRIES if grid.is_symmetric(kind)), None)
    if symmetry in ("90", "diagonal", "antidiagonal"):
        symmetry = None
    ruled = {label for name in RULES_BY_LABEL for label in getattr(rules, name)}
    kept = set(grid.letters).union(*(grid.slot(label).cells for label in ruled))
    wanted = {cell for label in conflict.slots() for cell in grid.slot(label).cells}
    groups = {tuple(sorted({cell, _image(grid, cell, symmetry)})) for cell in wanted}
    return [
        Change("blocks", f"Put {_blocks_text(cells)}", 2.0, cells=cells)
        for cells in sorted(groups)
        if kept.isdisjoint(cells) and _is_sound(grid, cells)
    ]


def _blocks_text(cells: Sequence[Cell]) -> str:
    places = " and ".join(where(cell) for cell in cells)
    return f"a block at {places}" if len(cells) == 1 else f"a pair of blocks at {places}"


def _image(grid: Grid, cell: Cell, symmetry: str | None) -> Cell:
    row, column = cell
    bottom, right = grid.height - 1 - row, grid.width - 1 - column
    return {"180": (bottom, right), "left-right": (row, right), "up-down": (bottom, column)}.get(
        symmetry or "", cell
    )


def _is_sound(grid: Grid, cells: Sequence[Cell]) -> bool:
    """Tell whether blocks leave the grid connected, and no shorter slot or new unchecked cell."""
    changed = grid.with_blocks(cells)
    shortest = min(3, min(map(len, grid.slots), default=3))
    return (
        all(len(slot) >= shortest for slot in changed.slots)
        and len(changed.unchecked_cells) <= len(grid.unchecked_cells)
        and len(changed.components()) <= len(grid.components())
    )


def _freed(repair: Repair) -> list[Cell]:
    return [cell for change in repair.changes if change.kind == "free" for cell in change.cells]


def _superfluous(changes: Changes, repairs: list[Repair]) -> bool:
    """Tell whether some of the changes are already a repair, whatever floors it sets."""

    def subjects(changes: Changes) -> set[Change]:
        return {
            replace(c, text="", cost=0, value=None) if "floor" in c.kind else c for c in changes
        }

    return any(subjects(repair.changes) <= subjects(changes) for repair in repairs)


def _local(repairs: list[Repair]) -> list[Repair]:
    """Return the repairs that do more than lower the floor everywhere."""
    return [repair for repair in repairs if repair.changes[-1].kind != "floor"]


def _varied(repairs: list[Repair], most: int) -> list[Repair]:
    """Keep the first repairs, but few that only add blocks."""
    kept, blocks = [], 0
    for repair in repairs:
        blocks += repair.changes[-1].kind == "blocks"
        if repair.changes[-1].kind != "blocks" or blocks <= MOST_BLOCKS:
            kept.append(repair)
    return kept[:most]
