"""The plain-Python engine, reporting every step to a listener."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from crosswright.engine.bitrows import select
from crosswright.engine.plain import Solver
from crosswright.engine.problem import Problem, SlotIndex, SlotRow, TableIndex
from crosswright.filling.model import Model
from crosswright.support.bits import bits
from crosswright.tracing import causes
from crosswright.tracing.events import CHOICES, SAMPLE, Listener
from crosswright.words.table import WordRow


class RowNumbers(dict[WordRow, int]):
    """The rows of a table that some slot starts with, and the number that each has in the trace."""

    @classmethod
    def of(cls, rows: int) -> RowNumbers:
        """Number the rows that are given as bits."""
        return cls({row: number for number, row in enumerate(bits(rows))})


class TracingSolver(Solver):
    """The engine's own search, reported: same seed, same nodes, same fill.

    The methods that it overrides add reports and decide nothing.
    """

    def __init__(
        self,
        model: Model,
        problem: Problem,
        seed: int,
        listener: Listener,
        numbers: list[RowNumbers],
    ) -> None:
        """Take the model that states the problem, and the numbers of its rows in the events."""
        super().__init__(problem, seed)
        self._model = model
        self._listener = listener
        self._numbers = numbers
        self._decisions: list[SlotRow] = []
        self._reported = False
        self._excluder: SlotIndex = -1

    def _report(self, event: str, **facts: Any) -> None:
        self._listener({"event": event, **facts})

    def _row(self, slot: SlotIndex, row: WordRow) -> dict[str, Any]:
        """Return a word of a slot as the fields of an event."""
        number = self._numbers[self._table_of[slot]][row]
        return {"slot": slot, "row": number, "word": self._model.table_of(slot).word(row)}

    def _tokens(self, mask: int) -> list[str]:
        return [self._model.tokens[code] for code in bits(mask)]

    def _label(self, slot: SlotIndex) -> str:
        return self._model.slots[slot].label

    # -- search -----------------------------------------------------------------------------------

    def report_impossible_start(self) -> None:
        """Report a slot that has no word before the search, or a cell that has no letter."""
        for slot in self._slots:
            has_letters = all(self._state.masks[cell] for cell in self._cells[slot])
            if not self._state.counts[slot] or not has_letters:
                self._report("wipeout", slot=slot, cause=self._cause_at_the_start(slot))
                return

    def _cause_at_the_start(self, slot: SlotIndex) -> str:
        pattern = self._model.grid.pattern(self._model.slots[slot])
        return causes.no_word_fits(self._label(slot), pattern)

    def _assign(self, slot: SlotIndex, row: WordRow) -> None:
        open_slots = [] if self._placements_of_rarest() else self._open_slots()
        depth = len(self._frames) + 1
        self._report("select", slot=slot, depth=depth, open=open_slots, values=[])
        super()._assign(slot, row)
        self._decisions.append((slot, row))
        self._report("assign", **self._row(slot, row), depth=len(self._frames))

    def _open_slots(self) -> list[tuple[SlotIndex, int, int]]:
        """Return the slots to be decided, with their words left and weights, in order of choice."""
        masks, counts = self._state.masks, self._state.counts
        slots = []
        for slot in self._slots:
            if counts[slot] == 1 or not self._goals[slot]:
                continue
            crossing = (
                self._weights[other]
                for cell in self._cells[slot]
                if masks[cell] & (masks[cell] - 1)
                for other, _ in self._slots_through[cell]
                if other != slot
            )
            slots.append((slot, counts[slot], self._weights[slot] + sum(crossing)))
        return sorted(slots, key=lambda entry: Fraction(entry[1], entry[2]))[:CHOICES]

    def _restore(self, state: Any) -> None:
        super()._restore(state)
        if len(self._frames) < len(self._decisions):
            slot, row = self._decisions.pop()
            self._report("backtrack", **self._row(slot, row), depth=len(self._decisions) + 1)

    def _restart(self) -> None:
        super()._restart()
        self._decisions.clear()
        self._report("restart", cutoff=self._cutoff)

    # -- propagation ------------------------------------------------------------------------------

    def _propagate(self) -> bool:
        if self._pending:
            self._report("inference", slots=sorted(self._pending))
        return super()._propagate()

    def _revise(self, slot: SlotIndex) -> bool:
        self._before = (self._state.live[slot], self._seen[slot].copy(), set(self._pending))
        self._reported = False
        kept = super()._revise(slot)
        if not self._reported:  # no word was left, so no cell was narrowed
            self._report_revision(slot)
            cause = causes.cells_allow_none(self._label(slot), self._narrowed_by)
            if not self._narrowed_by:
                cause = self._cause_at_the_start(slot)
            self._report("wipeout", slot=slot, cause=cause)
        return kept

    def _narrow_cells(self, slot: SlotIndex, table: Any, live: int) -> None:
        super()._narrow_cells(slot, table, live)
        self._reported = True
        self._report_revision(slot)

    def _report_revision(self, slot: SlotIndex) -> None:
        """Report which letters the slot's cells had lost, and which they lose now."""
        live, seen, pending = self._before
        removed = live & ~self._state.live[slot]
        lost, through = [], set[SlotIndex]()
        for position, cell in enumerate(self._cells[slot]):
            mask = self._state.masks[cell]
            before = seen[position] if seen[position] >= 0 else self._alphabet_of(slot)
            if before & ~mask:
                lost.append([position, self._tokens(before & ~mask)])
                through.update(other for other, _ in self._slots_through[cell] if other != slot)
        self._narrowed_by = [self._label(other) for other in sorted(through)]
        table = self._tables[self._table_of[slot]]
        count = removed.bit_count()
        sample = select(removed, list(range(min(SAMPLE, count))), table.size) if count else []
        self._report(
            "revise",
            slot=slot,
            removed=count,
            left=self._state.counts[slot],
            lost=lost,
            words=[self._model.table_of(slot).word(row) for row in sample],
            wake=sorted(self._pending - pending),
        )

    def _alphabet_of(self, slot: SlotIndex) -> int:
        return (1 << self._model.table_of(slot).alphabet_size) - 1

    def _remove_elsewhere(self, slot: SlotIndex, table_index: TableIndex, row: WordRow) -> bool:
        self._excluder = slot
        kept = super()._remove_elsewhere(slot, table_index, row)
        self._excluder = -1
        return kept

    def _remove(self, slot: SlotIndex, row: WordRow) -> bool:
        if not self._state.live[slot] >> row & 1:
            return True
        before = self._pending.copy()
        kept = super()._remove(slot, row)
        facts = {"by": self._excluder} if self._excluder >= 0 else {}
        self._report(
            "exclude",
            **self._row(slot, row),
            **facts,
            left=self._state.counts[slot],
            wake=sorted(self._pending - before),
        )
        if not kept:
            self._report("wipeout", slot=slot, cause=self._cause_of_exclusion(slot, row))
        return kept

    def _cause_of_exclusion(self, slot: SlotIndex, row: WordRow) -> str:
        """Say why the last word of a slot had to go."""
        label, word = self._label(slot), self._model.table_of(slot).word(row)
        if self._excluder < 0:
            return causes.only_word_refuted(label, word)
        other = self._excluder
        is_same = (
            self._table_of[other] == self._table_of[slot] and self._state.live[other] >> row & 1
        )
        cause = causes.only_word_used if is_same else causes.only_word_excluded
        return cause(label, word, self._label(other))

    def _place_required(self) -> bool:
        counts = self._state.counts.copy()
        kept = super()._place_required()
        for slot in self._slots:
            if self._state.counts[slot] == 1 < counts[slot]:
                row = self._state.live[slot].bit_length() - 1
                removed = counts[slot] - 1
                self._report("place", **self._row(slot, row), removed=removed, wake=[slot])
        if not kept:
            required = self._model.rows.required.items()
            word = next(word for word, rows in required if not self._placements(rows))
            self._report("unplaced", word=word, cause=causes.no_slot_takes(word))
        return kept
