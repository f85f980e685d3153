"""The plain-Python engine, reporting every step to a listener."""

from __future__ import annotations

from typing import Any

from crosswright.engine.plain import Solver, select
from crosswright.engine.problem import Problem, SlotIndex, SlotRow
from crosswright.filling.model import Model
from crosswright.support.bits import bits
from crosswright.tracing.events import SAMPLE, Listener
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

    def _report(self, event: str, **facts: Any) -> None:
        self._listener({"event": event, **facts})

    def _row(self, slot: SlotIndex, row: WordRow) -> dict[str, Any]:
        """Return a word of a slot as the fields of an event."""
        number = self._numbers[self._table_of[slot]][row]
        return {"slot": slot, "row": number, "word": self._model.table_of(slot).word(row)}

    def _tokens(self, mask: int) -> list[str]:
        return [self._model.tokens[code] for code in bits(mask)]

    # -- search -----------------------------------------------------------------------------------

    def _assign(self, slot: SlotIndex, row: WordRow) -> None:
        super()._assign(slot, row)
        self._decisions.append((slot, row))
        self._report("assign", **self._row(slot, row), depth=len(self._frames))

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
            self._report("wipeout", slot=slot)
        return kept

    def _narrow_cells(self, slot: SlotIndex, table: Any, live: int) -> None:
        super()._narrow_cells(slot, table, live)
        self._reported = True
        self._report_revision(slot)

    def _report_revision(self, slot: SlotIndex) -> None:
        """Report which letters the slot's cells had lost, and which they lose now."""
        live, seen, pending = self._before
        removed = live & ~self._state.live[slot]
        lost = []
        for position, cell in enumerate(self._cells[slot]):
            mask = self._state.masks[cell]
            before = seen[position] if seen[position] >= 0 else self._alphabet_of(slot)
            if before & ~mask:
                lost.append([position, self._tokens(before & ~mask)])
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

    def _remove(self, slot: SlotIndex, row: WordRow) -> bool:
        if not self._state.live[slot] >> row & 1:
            return True
        before = self._pending.copy()
        kept = super()._remove(slot, row)
        self._report(
            "exclude",
            **self._row(slot, row),
            left=self._state.counts[slot],
            wake=sorted(self._pending - before),
        )
        if not kept:
            self._report("wipeout", slot=slot)
        return kept

    def _place_required(self) -> bool:
        counts = self._state.counts.copy()
        kept = super()._place_required()
        for slot in self._slots:
            if self._state.counts[slot] == 1 < counts[slot]:
                row = self._state.live[slot].bit_length() - 1
                self._report("place", **self._row(slot, row), wake=[slot])
        return kept
