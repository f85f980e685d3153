"""What propagation leaves of a grid under the assumptions of a session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from crosswright.engine.problem import SlotIndex
from crosswright.filling.asking.inquiry import Inquiry
from crosswright.filling.model import Model
from crosswright.grids.notation import Cell
from crosswright.support.bits import bits
from crosswright.support.sizes import MAX_LENGTH
from crosswright.words.table import WordRow


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
        letters = {
            cell: tuple(tokens[code] for code in bits(mask))
            for cell, mask in zip(self._model.cells, self._masks, strict=True)
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
    possible = inquiry.propagate()
    if possible:
        solver = inquiry.solver
        masks, counts = solver.masks(), solver.counts()
        rows = [solver.best(slot_index, candidates) for slot_index in range(len(counts))]
    else:
        masks, counts, rows = _each_alone(inquiry, candidates)
    for slot_index in situation.waived:
        counts[slot_index], rows[slot_index] = 1, []
    return Propagation(possible, inquiry.revision, model, situation.texts, masks, counts, rows)


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
        rows = _rows_alone(inquiry, slot_index, given)
        counts.append(rows.bit_count())
        order = model.tables.by_score(model.table_index(slot_index)) if rows else []
        firsts.append(list(islice((row for row in order if rows >> row & 1), candidates)))
        for position, cell in enumerate(cells if rows else ()):
            for code in bits(masks[cell]):
                if not rows & model.support(slot_index, position, code):
                    masks[cell] &= ~(1 << code)
    return masks, counts, firsts


def _rows_alone(inquiry: Inquiry, slot_index: SlotIndex, given: Sequence[int]) -> int:
    """Return the rows of a slot that have the letters given there, as bits."""
    model, situation = inquiry.model, inquiry.situation
    if len(model.slots[slot_index]) > MAX_LENGTH:
        return 0
    live = situation.restrictions.live[slot_index]
    rows = (1 << model.table_of(slot_index).size) - 1
    if live is not None and slot_index not in situation.exempt:
        rows = int.from_bytes(live, "little")
    for position, cell in enumerate(model.slot_cells[slot_index]):
        if given[cell].bit_count() == 1:
            rows &= model.support(slot_index, position, given[cell].bit_length() - 1)
    return rows
