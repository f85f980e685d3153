"""Small edits of a grid that might let it be filled better: blocks, letters and theme entries.

They keep the rules of the grid's style, and its symmetry, as far as the grid keeps them now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Final

from crosswright.explaining.changes import (
    BLOCKS_COST,
    RULES_BY_LABEL,
    Change,
    blocks_text,
    kept_open,
    letter_freed,
)
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import Cell, where
from crosswright.grids.styles import STYLES, Style, errors, faults, style_named
from crosswright.grids.symmetry import NO_SYMMETRY, SYMMETRIES, cell_orbits
from crosswright.support.wording import either
from crosswright.words.wordlist import WordList

EXCHANGE_COST: Final = 1.0
"""What it costs the constructor to let two theme entries change places."""

Orbit = tuple[Cell, ...]
"""Cells that the symmetry keeps alike."""


def style_of(grid: Grid) -> Style:
    """Return the first style whose rules a grid keeps; the free one keeps the fewest."""
    kept = (style for style in STYLES.values() if not errors(grid, style, NO_SYMMETRY))
    return next(kept, STYLES["free"])


def symmetry_of(grid: Grid, wanted: str | None = None) -> str:
    """Return the symmetry that is wanted if a grid has it, or else one that it has."""
    kinds = SYMMETRIES if wanted is None else (wanted, *SYMMETRIES)
    return next((kind for kind in kinds if grid.is_symmetric(kind)), NO_SYMMETRY)


class EditFinder:
    """Find the edits of a grid that leave its given words and theme entries whole."""

    def __init__(
        self,
        grid: Grid,
        words: WordList,
        rules: Rules,
        *,
        theme: Collection[str] = (),
        style: str | None = None,
        symmetry: str | None = None,
    ) -> None:
        """Take the grid with its given words; `theme` has the labels of theme entries."""
        self.grid, self.words, self.rules = grid, words, rules
        self.theme = [grid.slot(label) for label in theme]
        self.style = style_of(grid) if style is None else style_named(style)
        self.symmetry = NO_SYMMETRY if symmetry == NO_SYMMETRY else symmetry_of(grid, symmetry)
        self.given = [slot for slot in grid.slots if grid.word(slot) is not None]
        """The slots that have all their letters."""
        named = (grid.slot(label) for name in RULES_BY_LABEL for label in getattr(rules, name))
        self._kept_slots = {slot.cells for slot in (*self.given, *self.theme, *named)}
        self._kept_open = kept_open(grid, rules).union(
            grid.circles, *(slot.cells for slot in self.theme)
        )
        self._faults = self._weighed(grid)

    def edits(self) -> list[list[Change]]:
        """Return the edits, one list for each kind."""
        return [[edit for edit in kind if edit is not None] for kind in self.kinds()]

    def kinds(self) -> list[Iterator[Change | None]]:
        """Return what looks for the edits of each kind, and comes by None between two of them."""
        return [self._exchanged(), self._freed(), self._moved(), self._added(), self._opened()]

    # -- letters ----------------------------------------------------------------------------------

    def replaceable(self) -> list[tuple[Slot, tuple[Cell, ...]]]:
        """Return the given words that could be others, each with the cells that may change.

        These belong to no other given word, and one of them to a slot that is not full: otherwise
        no slot would have more to choose from.
        """
        found = []
        required = {self.words.spell(word) for word in self.rules.required}
        for slot in self.given:
            if slot in self.theme or self.words.spell(self.grid.word(slot) or "") in required:
                continue
            others = {cell for other in self.given if other != slot for cell in other.cells}
            cells = tuple(cell for cell in slot.cells if cell not in others)
            if any(self._helps(cell) for cell in cells):
                found.append((slot, cells))
        return found

    def _freed(self) -> Iterator[Change | None]:
        """Yield the letters that may be freed: none of a theme entry."""
        theme = {cell for slot in self.theme for cell in slot.cells}
        for cell in sorted(self.grid.letters):
            if cell not in theme and self._helps(cell):
                yield letter_freed(self.grid, cell)

    def _helps(self, cell: Cell) -> bool:
        """Return whether a cell with a letter is in a slot that is not full."""
        slots = (self.grid.slots[index] for index in self.grid.slots_at(cell))
        return any(self.grid.word(slot) is None for slot in slots)

    def _exchanged(self) -> Iterator[Change | None]:
        """Yield the pairs of theme entries of one length that can change places."""
        full = [slot for slot in self.theme if slot in self.given]
        for one, other in combinations(full, 2):
            letters = dict(zip(one.cells, self.grid.pattern(other), strict=False))
            letters.update(zip(other.cells, self.grid.pattern(one), strict=False))
            changed = {c: str(to) for c, to in letters.items() if self.grid.letters.get(c) != to}
            if len(one) != len(other) or not changed or not self._may_change(changed, one, other):
                continue
            words = self.grid.word(one), self.grid.word(other)
            yield Change(
                "exchange",
                f"Let {words[0]} at {one.label} and {words[1]} at {other.label} change places",
                EXCHANGE_COST,
                cells=tuple(changed),
                labels=(one.label, other.label),
                letters=tuple(changed.values()),
            )

    def _may_change(self, cells: Collection[Cell], *slots: Slot) -> bool:
        """Return whether cells belong to no given word but those in some slots."""
        others = {cell for slot in self.given if slot not in slots for cell in slot.cells}
        return others.isdisjoint(cells) and not set(slots[0].cells).intersection(slots[1].cells)

    # -- blocks -----------------------------------------------------------------------------------

    @cached_property
    def _orbits(self) -> tuple[list[Orbit], list[Orbit]]:
        """The cells that may be closed, and the blocks, as the symmetry groups them."""
        grid = self.grid
        if grid.bars or self.style.bars:
            return [], []
        orbits = cell_orbits(grid.height, grid.width, self.symmetry)
        return (
            [o for o in orbits if all(grid.is_open(c) and c not in self._kept_open for c in o)],
            [orbit for orbit in orbits if grid.blocks.issuperset(orbit)],
        )

    def _added(self) -> Iterator[Change | None]:
        for orbit in self._orbits[0]:
            yield self._sound(Change("blocks", blocks_text(orbit), BLOCKS_COST, cells=orbit))

    def _opened(self) -> Iterator[Change | None]:
        for orbit in self._orbits[1]:
            text = f"Open the {_blocks(orbit)} at {_positions(orbit)}"
            yield self._sound(Change("open", text, BLOCKS_COST, opened=orbit))

    def _moved(self) -> Iterator[Change | None]:
        """Yield the blocks that can be moved by one cell, across or down."""
        to_close, to_open = self._orbits
        for opened in to_open:
            beside = {(y + a, x + b) for y, x in opened for a, b in ((0, 1), (1, 0))}
            beside |= {(y - a, x - b) for y, x in opened for a, b in ((0, 1), (1, 0))}
            for closed in to_close:
                if len(closed) == len(opened) and not beside.isdisjoint(closed):
                    text = f"Move the {_blocks(opened)} at {_positions(opened)}"
                    text += f" to {_positions(closed)}"
                    change = Change("move", text, BLOCKS_COST, cells=closed, opened=opened)
                    yield self._sound(change)

    def _sound(self, change: Change) -> Change | None:
        """Return a change of blocks unless it breaks something."""
        return change if self._is_sound(change.cells, change.opened) else None

    def _is_sound(self, closed: Sequence[Cell], opened: Sequence[Cell]) -> bool:
        """Return whether an edit breaks no rule further, and no slot that is to stay.

        Nor may it cut off letters that are not a word: no fill would look at them.
        """
        changed = self.grid.without_blocks(opened).with_blocks(closed)
        slots = {slot.cells: slot for slot in changed.slots}
        if not self._kept_slots.issubset(slots):
            return False
        new = (changed.word(slot) for cells, slot in slots.items() if cells not in self._kept_slots)
        if any(word is not None and word not in self.words for word in new):
            return False
        return self._weighed(changed) <= self._faults

    def _weighed(self, grid: Grid) -> Counter[str]:
        """Return how far a grid breaks each rule of the style."""
        weights = Counter[str]()
        for fault in faults(grid, self.style, NO_SYMMETRY):
            weights[fault.rule] += max(1, len(fault.cells))
        return weights


def _blocks(cells: Sequence[Cell]) -> str:
    return "block" if len(cells) == 1 else "blocks"


def _positions(cells: Sequence[Cell]) -> str:
    return either(list(map(where, cells)), "and")
