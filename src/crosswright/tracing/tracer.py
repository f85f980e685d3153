"""The plain-Python engine with every step told to a listener."""

from __future__ import annotations

from typing import Any

from crosswright.engine.plain import Solver, select
from crosswright.engine.problem import Problem
from crosswright.filling.model import Model
from crosswright.support.bits import bits
from crosswright.tracing.textbook import SAMPLE, Listener


class Numbers(dict[int, int]):
    """The rows of a table that some slot starts with, by the place they have in the trace."""

    @classmethod
    def of(cls, rows: int) -> Numbers:
        return cls({row: place for place, row in enumerate(bits(rows))})


class TracingSolver(Solver):
    """The engine's own search: same seed, same nodes, same fill, and every step told.

    What is overridden adds the telling and decides nothing.
    """

    def __init__(
        self, model: Model, problem: Problem, seed: int, listener: Listener, numbers: list[Numbers]
    ) -> None:
        """Take the model that the problem states, and how rows are numbered in the events."""
        super().__init__(problem, seed)
        self._model = model
        self._listener = listener
        self._numbers = numbers
        self._decided: list[tuple[int, int]] = []
        self._told = False

    def _tell(self, event: str, **facts: Any) -> None:
        self._listener({"event": event, **facts})

    def _row(self, slot: int, row: int) -> dict[str, Any]:
        number = self._numbers[self._table_of[slot]][row]
        return {"slot": slot, "row": number, "word": self._model.table_of(slot).word(row)}

    def _tokens(self, mask: int) -> list[str]:
        return [self._model.tokens[code] for code in bits(mask)]

    # -- search -----------------------------------------------------------------------------------

    def _assign(self, slot: int, row: int) -> None:
        super()._assign(slot, row)
        self._decided.append((slot, row))
        self._tell("assign", **self._row(slot, row), depth=len(self._frames))

    def _restore(self, state: Any) -> None:
        super()._restore(state)
        if len(self._frames) < len(self._decided):
            slot, row = self._decided.pop()
            self._tell("backtrack", **self._row(slot, row), depth=len(self._decided) + 1)

    def _restart(self) -> None:
        super()._restart()
        self._decided.clear()
        self._tell("restart", cutoff=self._cutoff)

    # -- propagation ------------------------------------------------------------------------------

    def _propagate(self) -> bool:
        if self._pending:
            self._tell("inference", slots=sorted(self._pending))
        return super()._propagate()

    def _revise(self, slot: int) -> bool:
        self._before = (self._state.live[slot], self._seen[slot].copy(), set(self._pending))
        self._told = False
        kept = super()._revise(slot)
        if not self._told:  # no word was left, so no cell was looked at
            self._tell_revise(slot)
            self._tell("wipeout", slot=slot)
        return kept

    def _narrow_cells(self, slot: int, table: Any, live: int) -> None:
        super()._narrow_cells(slot, table, live)
        self._told = True
        self._tell_revise(slot)

    def _tell_revise(self, slot: int) -> None:
        """Tell which letters the slot's cells had lost, and which they lose now."""
        live, seen, pending = self._before
        removed = live & ~self._state.live[slot]
        lost = []
        for position, cell in enumerate(self._cells[slot]):
            mask = self._state.masks[cell]
            known = seen[position] if seen[position] >= 0 else self._alphabet_of(slot)
            if known & ~mask:
                lost.append([position, self._tokens(known & ~mask)])
        table = self._tables[self._table_of[slot]]
        count = removed.bit_count()
        sample = select(removed, list(range(min(SAMPLE, count))), table.size) if count else []
        self._tell(
            "revise",
            slot=slot,
            removed=count,
            left=self._state.counts[slot],
            lost=lost,
            words=[self._model.table_of(slot).word(row) for row in sample],
            wake=sorted(self._pending - pending),
        )

    def _alphabet_of(self, slot: int) -> int:
        return (1 << self._model.table_of(slot).alphabet_size) - 1

    def _remove(self, slot: int, row: int) -> bool:
        if not self._state.live[slot] >> row & 1:
            return True
        before = self._pending.copy()
        kept = super()._remove(slot, row)
        self._tell(
            "exclude",
            **self._row(slot, row),
            left=self._state.counts[slot],
            wake=sorted(self._pending - before),
        )
        if not kept:
            self._tell("wipeout", slot=slot)
        return kept

    def _place_required(self) -> bool:
        counts = self._state.counts.copy()
        kept = super()._place_required()
        for slot in self._slots:
            if self._state.counts[slot] == 1 < counts[slot]:
                row = self._state.live[slot].bit_length() - 1
                self._tell("place", **self._row(slot, row), wake=[slot])
        return kept
