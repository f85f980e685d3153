"""What propagation leaves of a grid under the assumptions of a session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from crosswright.engine.problem import SlotIndex
from crosswright.filling.asking.inquiry import Inquiry, SlotAlone
from crosswright.filling.model import Model
from crosswright.grids.notation import Cell
from crosswright.support.bits import bits
from crosswright.support.sizes import MAX_LENGTH
from crosswright.words.table import WordRow

MAX_ALONE = 256
"""Slots by themselves that a session remembers: a large grid has 140, and most stay the same."""

FEW_ROWS = 50
"""Rows that are sorted faster than they are come across in the order of all rows."""


@dataclass(frozen=True)
class Candidates:
    """The words that a slot has left: how many, and the first ones by score."""

    count: int
    first: tuple[tuple[str, int], ...]
    """Words with their scores, the best first."""


@dataclass(frozen=True, eq=False)
class Propagation:
    """What propagation alone leaves of a grid; read it at leisure, it does not change any more.

    If it is not `possible`, propagation proves that the grid cannot be filled, and what is left is
    that of each slot by itself.
    """

    possible: bool
    revision: int
    """The session's revision that it is for."""
    _model: Model
    _texts: Mapping[Cell, str]
    _masks: Sequence[int]
    _counts: Sequence[int]
    _rows: Sequence[Sequence[WordRow]]

    @cached_property
    def letters(self) -> dict[Cell, tuple[str, ...]]:
        """The letters that each cell can still have; a given one is alone."""
        tokens = self._model.tokens
        texts = {mask: tuple(tokens[code] for code in bits(mask)) for mask in {*self._masks}}
        letters = {
            cell: texts[mask] for cell, mask in zip(self._model.cells, self._masks, strict=True)
        }
        given = {**self._model.grid.letters, **self._texts}
        return letters | {cell: (letter,) for cell, letter in given.items()}

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many words each slot has left, by label; one that is given counts as one."""
        labels = (slot.label for slot in self._model.slots)
        return dict(zip(labels, self._counts, strict=True))

    @cached_property
    def candidates(self) -> dict[str, Candidates]:
        """The words that each slot has left, by label."""
        return {
            slot.label: Candidates(self._counts[index], self._words(index))
            for index, slot in enumerate(self._model.slots)
        }

    def _words(self, slot_index: SlotIndex) -> tuple[tuple[str, int], ...]:
        table = self._model.table_of(slot_index)
        return tuple((table.word(row), int(table.scores[row])) for row in self._rows[slot_index])


def propagation(inquiry: Inquiry, candidates: int) -> Propagation:
    """Propagate, and read off what is left."""
    model, situation = inquiry.model, inquiry.situation
    solver = inquiry.propagated()
    if solver is not None:
        masks, counts = solver.masks(), solver.counts()
        rows = [solver.best(slot_index, candidates) for slot_index in range(len(counts))]
    else:
        masks, counts, rows = _each_alone(inquiry, candidates)
    for slot_index in situation.waived:
        counts[slot_index], rows[slot_index] = 1, []
    is_possible = solver is not None
    return Propagation(is_possible, inquiry.revision, model, situation.texts, masks, counts, rows)


def _each_alone(
    inquiry: Inquiry, candidates: int
) -> tuple[list[int], list[int], list[list[WordRow]]]:
    """Return the letters of cells and the words of slots as if no slot minded the others."""
    model, situation = inquiry.model, inquiry.situation
    masks, counts, firsts = list(model.masks), [], []
    for cell, code in situation.given.items():
        masks[cell] = 1 << code
    given = list(masks)
    for slot_index, cells in enumerate(model.slot_cells):
        alone = _alone(inquiry, slot_index, tuple(given[cell] for cell in cells))
        counts.append(alone.rows.bit_count())
        firsts.append(_first(inquiry, slot_index, alone.rows, candidates))
        for cell, mask in zip(cells, alone.masks, strict=True):
            masks[cell] &= mask
    return masks, counts, firsts


def _alone(inquiry: Inquiry, slot_index: SlotIndex, given: tuple[int, ...]) -> SlotAlone:
    """Return what a slot has left by itself; slots of the same kind share it, and edits do."""
    model, situation = inquiry.model, inquiry.situation
    live = situation.restrictions.live[slot_index]
    if slot_index in situation.exempt:
        live = None
    key = model.table_index(slot_index), live, given
    if key not in inquiry.alone:
        if len(inquiry.alone) >= MAX_ALONE:
            inquiry.alone.clear()
        rows = _rows_alone(model, slot_index, live, given)
        masks = (
            sum(1 << code for code in bits(mask) if rows & model.support(slot_index, n, code))
            for n, mask in enumerate(given)
        )
        inquiry.alone[key] = SlotAlone(rows, tuple(masks) if rows else given)
    return inquiry.alone[key]


def _rows_alone(
    model: Model, slot_index: SlotIndex, live: bytes | None, given: tuple[int, ...]
) -> int:
    """Return the rows of a slot that have the letters given there, as bits."""
    if len(model.slots[slot_index]) > MAX_LENGTH:
        return 0
    rows = (1 << model.table_of(slot_index).size) - 1
    if live is not None:
        rows = int.from_bytes(live, "little")
    for position, mask in enumerate(given):
        if mask.bit_count() == 1:
            rows &= model.support(slot_index, position, mask.bit_length() - 1)
    return rows


def _first(inquiry: Inquiry, slot_index: SlotIndex, rows: int, most: int) -> list[WordRow]:
    """Return the first rows by score."""
    if not rows or not most:
        return []
    model = inquiry.model
    table = model.table_of(slot_index)
    if rows.bit_count() <= FEW_ROWS:
        return sorted(bits(rows), key=lambda row: -int(table.scores[row]))[:most]
    data = rows.to_bytes(table.blocks * 8, "little")
    order = model.tables.by_score(model.table_index(slot_index))
    return list(islice((row for row in order if data[row >> 3] >> (row & 7) & 1), most))
