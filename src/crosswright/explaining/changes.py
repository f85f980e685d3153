"""Changes to a grid or its rules that might make it fillable, and what each one costs."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from crosswright.engine.problem import SlotIndex
from crosswright.explaining.demands import Conflict, Demand, Kind, contradicted
from crosswright.explaining.preview import propagated
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import Cell, where
from crosswright.grids.symmetry import image
from crosswright.support.bits import bits
from crosswright.support.wording import either
from crosswright.words.table import WordRow
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

REPLACEMENT_COST, CHANGED_LETTER_COST = 1.2, 0.1
"""To replace a given word by another, and for each letter of it that changes."""

MAX_REPLACEMENTS, MAX_COMPARED = 8, 2000
"""Words tried in place of one that is given, and equally similar ones compared for it."""

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
    letters: tuple[str, ...] = ()
    """What the cells get, if they get letters."""
    floor: int = 0
    """The floor that is lowered, if it is one."""
    opened: tuple[Cell, ...] = ()
    """The blocks that become cells."""

    def applied(self, grid: Grid, rules: Rules) -> tuple[Grid, Rules]:
        """Return the grid and the rules with the change made."""
        if self.kind == "free":
            return grid.without_letters(self.cells), _to_be_filled(self.cells, rules)
        if self.kind in ("replace", "exchange"):
            letters = dict(zip(self.cells, self.letters, strict=True))
            return grid.with_letters(letters), _to_be_filled(self.cells, rules)
        if self.kind in ("blocks", "open", "move"):
            return _with_pattern(grid, self.cells, self.opened, rules)
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


def _to_be_filled(cells: Sequence[Cell], rules: Rules) -> Rules:
    """Return the rules with cells in the region to be filled, if there is one."""
    return rules if rules.region is None else replace(rules, region=[*rules.region, *cells])


def _with_pattern(
    grid: Grid, closed: Sequence[Cell], opened: Sequence[Cell], rules: Rules
) -> tuple[Grid, Rules]:
    """Close and open cells outside the slots that rules name; these keep them under new labels."""
    changed = grid.without_blocks(opened).with_blocks(closed)
    labels = {slot.cells: slot.label for slot in changed.slots}
    fields: dict[str, Any] = {
        name: {labels[grid.slot(old).cells]: rule for old, rule in getattr(rules, name).items()}
        for name in RULES_BY_LABEL
    }
    if rules.region is not None:
        region = [*rules.region_cells(grid), *opened]
        fields["region"] = [cell for cell in region if changed.is_open(cell)]
    return changed, replace(rules, **fields)


class ChangeFinder:
    """Find the changes that can resolve a conflict."""

    def __init__(
        self,
        grid: Grid,
        words: WordList,
        rules: Rules,
        assumed: Mapping[Cell, str] | None = None,
        held: Iterable[Cell] = (),
    ) -> None:
        """Take what is to be changed, letters that are assumed, and other cells to leave alone.

        A cell whose letter contradicts the assumed one is not left alone.
        """
        self.grid, self.words, self.rules = grid, words, rules
        self._assumed = assumed or {}
        self._held = frozenset((*self._assumed, *held)) - contradicted(self._assumed, grid, words)

    def changes(
        self, grid: Grid, rules: Rules, conflict: Conflict, *, blocks: bool
    ) -> list[Change]:
        """Return the changes that can resolve a conflict: a few of each kind, the cheapest first.

        `grid` and `rules` may have been changed before.
        """
        changes: list[Change] = []
        for demand in conflict.demands:
            changes += self._changes_of(demand, grid, rules, conflict)
        changes += self._replacements(grid, rules, conflict)
        if blocks:
            changes += self._blocks(grid, rules, conflict)
        changes = [change for change in changes if self._held.isdisjoint(change.cells)]
        changes = sorted(dict.fromkeys(changes), key=lambda change: change.cost)
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
            yield letter_freed(grid, demand.cell)
        elif demand.kind is Kind.FLOOR:
            for labels in self._under_floor(conflict.slots(), rules):
                yield from self._floors(labels, grid, rules)[:1]
        elif demand.kind is Kind.SLOT_FLOOR:
            yield from self._floors([demand.label], grid, rules)[:1]
        elif demand.kind is Kind.SLOT:
            cells = grid.slot(demand.label).cells
            yield from (letter_freed(grid, cell) for cell in cells if self._is_rebus(cell, grid))
        else:
            yield _dropped(demand)

    def _is_rebus(self, cell: Cell, grid: Grid) -> bool:
        letter = grid.letters.get(cell)
        return letter is not None and len(self.words.tokens(letter)) > 1

    def _under_floor(self, labels: Sequence[str], rules: Rules) -> Iterator[Sequence[str]]:
        """Yield where the general floor can be lowered: one slot, the conflict, none for all.

        Not everywhere once it has been lowered in some slots: these would keep their own.
        """
        here = [label for label in labels if label not in rules.slot_scores]
        yield from ([label] for label in here)
        if len(here) > 1:
            yield here
        if rules.slot_scores.keys() <= self.rules.slot_scores.keys():
            yield []

    def _floors(self, labels: Sequence[str], grid: Grid, rules: Rules) -> list[Change]:
        """Return the changes to every lower floor of some slots, or of all; the lowest first."""
        model, floor = Model(grid, self.words, rules), self._floor(labels)
        indices = [i for i, slot in enumerate(model.slots) if not labels or slot.label in labels]
        scores = [score for score in model.scores_in_play(indices) if score < floor]
        return [
            _floor_change(labels, score, floor, is_last=not n) for n, score in enumerate(scores)
        ]

    def raised(self, change: Change, grid: Grid, rules: Rules) -> list[Change]:
        """Return the changes that lower a floor less far than this one, the lowest first."""
        lowest = int(change.value or 0)
        floors = self._floors(change.labels, grid, rules)
        return [other for other in floors if int(other.value or 0) > lowest]

    def _floor(self, labels: Sequence[str]) -> int:
        """Return the highest floor that some slots have, or the general one."""
        own = [self.rules.slot_scores[label] for label in labels if label in self.rules.slot_scores]
        return max(own, default=self.rules.min_score or 0)

    def _replacements(self, grid: Grid, rules: Rules, conflict: Conflict) -> Iterator[Change]:
        """Yield other words for those that are given and have a letter in a conflict."""
        blamed = {demand.cell for demand in conflict.of(Kind.LETTER)}
        given = [slot for slot in grid.slots if grid.word(slot) is not None]
        for slot in given:
            if self._assumed.keys() >= {*slot.cells}:
                continue  # the word that is assumed is the only one
            others = {cell for other in given if other != slot for cell in other.cells}
            own = tuple(c for c in slot.cells if c not in others and c not in self._held)
            if not blamed.isdisjoint(own):
                yield from self._words_instead(slot, own, blamed.intersection(own), grid, rules)

    def _words_instead(
        self,
        slot: Slot,
        cells: Sequence[Cell],
        blamed: Collection[Cell | None],
        grid: Grid,
        rules: Rules,
    ) -> Iterator[Change]:
        """Yield other words for a slot: those that propagation leaves, the most similar first.

        Only these cells of the slot get other letters: the others belong to words that stay. One of
        those to blame must get another, and a word that differs in one letter is left out: to free
        the letter says as much.
        """
        freed, wider = grid.without_letters(cells), _to_be_filled(cells, rules)
        model = Model(freed, self.words, wider, assumed=self._assumed)
        problem, slot_index = model.problem(), model.slots.index(slot)
        solver = None if problem is None else propagated(problem)
        if solver is None:
            return
        live = int.from_bytes(solver.live(slot_index), "little")
        old = [self._code(grid.letters[cell], model) for cell in slot.cells]
        unhelpful = live
        for position, cell in enumerate(slot.cells):
            if cell in blamed:
                unhelpful &= model.support(slot_index, position, old[position])
        live &= ~unhelpful
        table = model.table_of(slot_index)
        for row in _most_similar(model, slot_index, live, old):
            codes = table.codes[row * len(old) : (row + 1) * len(old)]
            changed = sum(new != was for new, was in zip(codes, old, strict=True))
            by_cell = {c: model.tokens[code] for c, code in zip(slot.cells, codes, strict=True)}
            yield word_replaced(
                grid, slot, table.word(row), {c: by_cell[c] for c in cells}, changed
            )

    def _code(self, letter: str, model: Model) -> int:
        """Return the code of a letter, -1 for one that no word has."""
        codes = self.words.codes(letter) or b""
        if len(codes) == 1:
            return codes[0]
        return model.tokens.index(letter) if letter in model.tokens else -1

    def _blocks(self, grid: Grid, rules: Rules, conflict: Conflict) -> list[Change]:
        """Return the blocks that can be added within a conflict, each with its mirror image."""
        if grid.bars:
            return []
        symmetry = next((kind for kind in PAIRING if grid.is_symmetric(kind)), None)
        cells = {cell for label in conflict.slots() for cell in grid.slot(label).cells}
        size = grid.height, grid.width
        groups = {
            tuple(sorted({cell, image(cell, symmetry, *size) if symmetry else cell}))
            for cell in cells
        }
        kept = kept_open(grid, rules).union(self._held)
        return [
            Change("blocks", blocks_text(group), BLOCKS_COST, cells=group)
            for group in sorted(groups)
            if kept.isdisjoint(group) and self._is_sound(grid, group)
        ]

    def _is_sound(self, grid: Grid, cells: Sequence[Cell]) -> bool:
        """Return whether blocks keep the grid connected, its slots long and its cells checked.

        Nor may they cut off letters that are not a word: no fill would look at them.
        """
        changed = grid.with_blocks(cells)
        before = {slot.cells for slot in grid.slots}
        shortest = min(3, min(map(len, grid.slots), default=3))
        words = (changed.word(slot) for slot in changed.slots if slot.cells not in before)
        return (
            all(len(slot) >= shortest for slot in changed.slots)
            and len(changed.unchecked_cells) <= len(grid.unchecked_cells)
            and len(changed.components()) <= len(grid.components())
            and all(word is None or word in self.words for word in words)
        )


def _most_similar(
    model: Model, slot_index: SlotIndex, rows: int, codes: Sequence[int]
) -> list[WordRow]:
    """Return the rows, of some, that have the most of these codes but two; then by score."""
    by_agreement = [rows]  # the rows that agree in at least this many positions
    for position, code in enumerate(codes):
        there = model.support(slot_index, position, code)
        by_agreement.append(0)
        for count in range(position, -1, -1):
            by_agreement[count + 1] |= by_agreement[count] & there
    scores = model.table_of(slot_index).scores
    similar: list[WordRow] = []
    for higher, level in zip(by_agreement[-2::-1], by_agreement[-3::-1], strict=False):
        level_rows = islice(bits(level & ~higher), MAX_COMPARED)
        missing = MAX_REPLACEMENTS - len(similar)
        similar += heapq.nsmallest(missing, level_rows, key=lambda row: (-scores[row], row))
    return similar


def kept_open(grid: Grid, rules: Rules) -> set[Cell]:
    """Return the cells that no block may take.

    They have a letter, are outside the region to be filled, or belong to a slot that a rule names
    or that a block cannot shorten: an extra one.
    """
    labels = {label for name in RULES_BY_LABEL for label in getattr(rules, name)}
    slots = (grid.slot(label).cells for label in labels)
    outside = set(grid.open_cells) - rules.region_cells(grid)
    return outside.union(grid.letters, *slots, *grid.extra)


def letter_freed(grid: Grid, cell: Cell) -> Change:
    """Return the change that empties a cell; it costs more if it breaks a word that is given."""
    slots = [grid.slots[slot_index] for slot_index in grid.slots_at(cell)]
    words = [(slot.label, word) for slot in slots if (word := grid.word(slot)) is not None]
    letter = grid.letters[cell]
    text = f"Free the {letter} at {where(cell)}"
    if words:
        text += f" (it is part of {', '.join(f'{word} at {label}' for label, word in words)})"
    cost = LETTER_COST + GIVEN_WORD_COST * len(words)
    return Change("free", text, cost, cells=(cell,), value=letter)


def word_replaced(
    grid: Grid, slot: Slot, word: str, letters: Mapping[Cell, str], changed: int
) -> Change:
    """Return the change that puts letters of another word in place of a given one's."""
    return Change(
        "replace",
        f"Replace {grid.word(slot)} at {slot.label} by {word}",
        REPLACEMENT_COST + CHANGED_LETTER_COST * changed,
        cells=tuple(letters),
        labels=(slot.label,),
        value=word,
        letters=tuple(letters.values()),
    )


def _floor_change(labels: Sequence[str], value: int, floor: int, *, is_last: bool) -> Change:
    """Return the change of a floor; it costs more for more slots, and the further it falls."""
    fall = (floor - value) / (abs(floor) + 1)
    slots = either(list(labels), "and") or "all slots"
    words = "any word, whatever its score" if is_last else f"words that score {value} or more"
    text = f"Let {slots} take {words}"
    if not labels:
        return Change("floor", text, GENERAL_FLOOR_COST + fall, value=value, floor=floor)
    further = min(len(labels) - 1, MAX_FURTHER_SLOTS)
    cost = SLOT_FLOOR_COST + FURTHER_SLOT_COST * further + fall
    return Change("slot floor", text, cost, labels=tuple(labels), value=value, floor=floor)


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
        Kind.SHARED_STEM: "Allow two words that share a stem",
    }[kind]
    return Change(kind.value, text, COSTS[kind], labels=labels, value=value)


def blocks_text(cells: Sequence[Cell]) -> str:
    """Say which blocks are added."""
    positions = either(list(map(where, cells)), "and")
    count = {1: "a block", 2: "a pair of blocks"}.get(len(cells), f"{len(cells)} blocks")
    return f"Add {count} at {positions}"
