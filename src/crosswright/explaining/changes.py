"""Changes to a grid or its rules that might make it fillable, and what each one costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from crosswright.explaining.demands import Conflict, Demand, Kind
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell, where
from crosswright.grids.symmetry import image
from crosswright.support.wording import either
from crosswright.words.wordlist import WordList

CHANGES_PER_TURN = 4
"""Changes of one kind that are tried before those of another kind have their turn."""

PAIRING = ("180", "left-right", "up-down")
"""The symmetries that pair a block with one other."""

RULES_BY_LABEL = ("slot_scores", "allowed", "matching")
"""The rules that name slots."""

EXCLUDED_WORDS = {Kind.BANNED: "are banned", Kind.USED: "were used before"}
"""What a whole list of words has in common."""

COSTS = {
    Kind.BANNED: 0.5,
    Kind.USED: 0.6,
    Kind.ALLOWED: 1.2,
    Kind.MATCHING: 1.2,
    Kind.REQUIRED: 1.5,
    Kind.SHARED_LETTERS: 2.0,
    Kind.SHARED_STEM: 2.0,
    Kind.DISTINCT: 3.0,
}
"""What it costs the constructor to drop a rule."""

LIST_COST, BLOCKS_COST, LETTER_COST, GIVEN_WORD_COST = 3.5, 2.0, 1.0, 0.5
"""To drop a whole list of words, to add blocks, to free a letter, and for each word it breaks."""

SLOT_FLOOR_COST, FURTHER_SLOT_COST, GENERAL_FLOOR_COST, MAX_FURTHER_SLOTS = 0.8, 0.1, 4.0, 20
"""To lower the floor of one slot, of each further slot up to a maximum, or of all slots."""


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
        return grid, replace(rules, **self._eased(rules))

    def _eased(self, rules: Rules) -> dict[str, Any]:
        """Return the fields of the rules that the change eases."""
        if self.kind == "floor":
            return {"min_score": self.value}
        if self.kind == "slot floor":
            return {"slot_scores": {**rules.slot_scores, **dict.fromkeys(self.labels, self.value)}}
        if self.kind in ("allowed", "matching"):
            by_label = getattr(rules, self.kind)
            kept = {label: rule for label, rule in by_label.items() if label not in self.labels}
            return {self.kind: kept}
        if self.kind in ("banned", "used") and self.value is None:
            return {self.kind: ()}
        if self.kind in ("banned", "used", "required"):
            return {self.kind: [word for word in getattr(rules, self.kind) if word != self.value]}
        if self.kind == "shared letters":
            return {"no_shared_letters": None}
        if self.kind == "shared stem":
            return {"no_shared_stem": False}
        return {"distinct": False}


def _with_blocks(grid: Grid, cells: Sequence[Cell], rules: Rules) -> tuple[Grid, Rules]:
    """Add blocks outside the slots that rules name; these keep their rules under new labels."""
    changed = grid.with_blocks(cells)
    labels = {slot.cells: slot.label for slot in changed.slots}
    fields: dict[str, Any] = {
        name: {labels[grid.slot(old).cells]: rule for old, rule in getattr(rules, name).items()}
        for name in RULES_BY_LABEL
    }
    if rules.region is not None:
        fields["region"] = [cell for cell in rules.region_cells(grid) if changed.is_open(cell)]
    return changed, replace(rules, **fields)


class ChangeFinder:
    """Find the changes that can resolve a conflict."""

    def __init__(self, grid: Grid, words: WordList, rules: Rules) -> None:
        self.grid, self.words, self.rules = grid, words, rules

    def changes(
        self, grid: Grid, rules: Rules, conflict: Conflict, *, blocks: bool
    ) -> list[Change]:
        """Return the changes that can resolve a conflict: a few of each kind, the cheapest first.

        `grid` and `rules` may have been changed before.
        """
        changes: list[Change] = []
        for demand in conflict.demands:
            changes += self._changes_of(demand, grid, rules, conflict)
        if blocks:
            changes += _blocks(grid, rules, conflict)
        changes.sort(key=lambda change: change.cost)
        turns = Counter[str]()
        ranked: list[tuple[int, int]] = []
        for rank, change in enumerate(changes):
            ranked.append((turns[change.kind] // CHANGES_PER_TURN, rank))
            turns[change.kind] += 1
        return [changes[rank] for _, rank in sorted(ranked)]

    def _changes_of(
        self, demand: Demand, grid: Grid, rules: Rules, conflict: Conflict
    ) -> Iterator[Change]:
        """Yield the changes that do away with one demand."""
        if demand.kind is Kind.LETTER and demand.cell is not None:
            yield _free(grid, demand.cell)
        elif demand.kind is Kind.FLOOR:
            yield from self._floor_changes(conflict.slots(), rules)
        elif demand.kind is Kind.SLOT_FLOOR:
            yield self._lowest_floor([demand.label])
        elif demand.kind is not Kind.SLOT:
            yield _dropped(demand)

    def _floor_changes(self, labels: Sequence[str], rules: Rules) -> Iterator[Change]:
        """Yield the changes of the general floor: in one slot, in the conflict, everywhere.

        Not everywhere once it has been lowered in some slots: these would keep their own.
        """
        here = [label for label in labels if label not in rules.slot_scores]
        yield from (self._lowest_floor([label]) for label in here)
        if len(here) > 1:
            yield self._lowest_floor(here)
        if rules.slot_scores.keys() <= self.rules.slot_scores.keys():
            yield self._lowest_floor([])

    def _lowest_floor(self, labels: Sequence[str]) -> Change:
        """Return the change to no floor at all, in some slots or everywhere."""
        lowest = [min(self.words.table(n).scores, default=0) for n in self._lengths(labels)]
        return _floor_change(labels, min(lowest, default=0), self._floor(labels))

    def raised(self, change: Change) -> list[Change]:
        """Return the changes that lower a floor less far than this one, the lowest first."""
        floor, lowest = self._floor(change.labels), int(change.value or 0)
        scores = {
            score
            for length in self._lengths(change.labels)
            for score in self.words.table(length).scores
            if lowest < score < floor
        }
        return [_floor_change(change.labels, score, floor) for score in sorted(scores)]

    def _floor(self, labels: Sequence[str]) -> int:
        """Return the highest floor that some slots have, or the general one."""
        own = [self.rules.slot_scores[label] for label in labels if label in self.rules.slot_scores]
        return max(own, default=self.rules.min_score or 0)

    def _lengths(self, labels: Sequence[str]) -> set[int]:
        slots = [self.grid.slot(label) for label in labels] if labels else self.grid.slots
        return {len(slot) for slot in slots}


def _free(grid: Grid, cell: Cell) -> Change:
    """Return the change that empties a cell; it costs more if it breaks a word that is given."""
    slots = [grid.slots[slot_index] for slot_index in grid.slots_at(cell)]
    words = [(slot.label, word) for slot in slots if (word := grid.word(slot)) is not None]
    letter = grid.letters[cell]
    text = f"Free the {letter} at {where(cell)}"
    if words:
        text += f" (it is part of {', '.join(f'{word} at {label}' for label, word in words)})"
    cost = LETTER_COST + GIVEN_WORD_COST * len(words)
    return Change("free", text, cost, cells=(cell,), value=letter)


def _floor_change(labels: Sequence[str], value: int, floor: int) -> Change:
    """Return the change of a floor; it costs more for more slots, and the further it falls."""
    fall = (floor - value) / (abs(floor) + 1)
    slots = either(list(labels), "and") or "all slots"
    text = f"Lower the floor of {slots} from {floor} to {value}"
    if not labels:
        return Change("floor", text, GENERAL_FLOOR_COST + fall, value=value)
    further = min(len(labels) - 1, MAX_FURTHER_SLOTS)
    cost = SLOT_FLOOR_COST + FURTHER_SLOT_COST * further + fall
    return Change("slot floor", text, cost, labels=tuple(labels), value=value)


def _dropped(demand: Demand) -> Change:
    """Return the change that drops a rule."""
    kind, label, value = demand.kind, demand.label, demand.value
    labels = (label,) if label else ()
    if value is None and kind in EXCLUDED_WORDS:
        return Change(kind.value, f"Allow words that {EXCLUDED_WORDS[kind]}", LIST_COST)
    text = {
        Kind.BANNED: f"Allow the banned word {value}",
        Kind.USED: f"Allow {value}, although it was used before",
        Kind.ALLOWED: f"Let {label} take words other than those allowed there",
        Kind.MATCHING: f"Let {label} take words that do not match '{value}'",
        Kind.REQUIRED: f"Do without the required word {value}",
        Kind.DISTINCT: "Allow a word to appear twice",
        Kind.SHARED_LETTERS: f"Allow words that share {value} letters in a row",
        Kind.SHARED_STEM: "Allow two inflections of one word",
    }[kind]
    return Change(kind.value, text, COSTS[kind], labels=labels, value=value)


def _blocks(grid: Grid, rules: Rules, conflict: Conflict) -> list[Change]:
    """Return the blocks that can be added within a conflict, each with its mirror image."""
    if grid.bars:
        return []
    symmetry = next((kind for kind in PAIRING if grid.is_symmetric(kind)), None)
    ruled = {label for name in RULES_BY_LABEL for label in getattr(rules, name)}
    kept = set(grid.letters).union(*(grid.slot(label).cells for label in ruled))
    cells = {cell for label in conflict.slots() for cell in grid.slot(label).cells}
    size = grid.height, grid.width
    groups = {
        tuple(sorted({cell, image(cell, symmetry, *size) if symmetry else cell})) for cell in cells
    }
    return [
        Change("blocks", _blocks_text(group), BLOCKS_COST, cells=group)
        for group in sorted(groups)
        if kept.isdisjoint(group) and _is_sound(grid, group)
    ]


def _blocks_text(cells: Sequence[Cell]) -> str:
    positions = " and ".join(map(where, cells))
    return f"Add {'a block' if len(cells) == 1 else 'a pair of blocks'} at {positions}"


def _is_sound(grid: Grid, cells: Sequence[Cell]) -> bool:
    """Return whether blocks keep the grid connected, its slots long and its cells checked."""
    changed = grid.with_blocks(cells)
    shortest = min(3, min(map(len, grid.slots), default=3))
    return (
        all(len(slot) >= shortest for slot in changed.slots)
        and len(changed.unchecked_cells) <= len(grid.unchecked_cells)
        and len(changed.components()) <= len(grid.components())
    )
