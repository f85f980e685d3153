"""A kept solver with assumptions on it, level by level: only what changed is put there again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crosswright import engine
from crosswright.engine import Problem
from crosswright.engine.problem import CellIndex, SlotIndex
from crosswright.filling.asking.assumptions import Situation
from crosswright.filling.model import Model
from crosswright.filling.rows import RowBits


class SolverLevels:
    """A solver for a model, and what was put onto it.

    There are, from the bottom up: a level for floors and bans, levels of letters, and at times a
    level for what was found out and one for a question.
    """

    def __init__(self, model: Model, problem: Problem) -> None:
        self.solver = engine.KeptSolver(problem)
        self._model = model
        self._waived: tuple[frozenset[SlotIndex], Sequence[str]] | None = None
        self._bottom: tuple[object, ...] | None = None
        self._letters: list[Mapping[CellIndex, int]] = []

    def apply(self, situation: Situation, waived: Sequence[str]) -> bool:
        """Put assumptions onto the solver, and propagate; False if there is nothing left.

        `waived` are the words of the slots that it does without. Levels that hold nothing but what
        is still assumed stay as they are.
        """
        solver = self.solver
        bottom = (situation.restrictions, situation.exempt, tuple(waived))
        if bottom != self._bottom:
            self._bottom = None  # should this be interrupted
            self._lay_bottom(situation, waived)
            self._bottom = bottom
        given, valid = situation.given, 0
        while valid < len(self._letters) and self._letters[valid].items() <= given.items():
            valid += 1
        del self._letters[valid:]
        while solver.levels > valid + 1:
            solver.pop()
        self._add_letters(situation)
        return solver.propagate()

    def _add_letters(self, situation: Situation) -> None:
        """Open a level for the letters that no level has yet."""
        there = {cell for level in self._letters for cell in level}
        missing = {cell: code for cell, code in situation.given.items() if cell not in there}
        if not missing:
            return
        self.solver.push()
        for cell, code in missing.items():
            self.solver.narrow(cell, 1 << code)
        self.solver.propagate()
        self._letters.append(missing)

    def _lay_bottom(self, situation: Situation, waived: Sequence[str]) -> None:
        """Begin again with the level for floors and bans, which are not for words given whole."""
        solver, rows_of = self.solver, self._model.rows
        if (situation.waived, waived) != self._waived:
            met = [number for number, word in enumerate(rows_of.required) if word in waived]
            solver.reset(situation.waived, met)
            self._waived = (situation.waived, waived)
        while solver.levels:
            solver.pop()
        self._letters.clear()
        solver.propagate()
        solver.push()
        barred = rows_of.excluded_by_words(waived) if waived else {}
        for slot_index, live in enumerate(situation.restrictions.live):
            rows = None if slot_index in situation.exempt else live
            rows = without(self._model, slot_index, rows, barred)
            if rows is not None:
                solver.restrict(slot_index, rows)
        solver.propagate()


def without(
    model: Model, slot_index: SlotIndex, live: bytes | None, barred: RowBits
) -> bytes | None:
    """Return the rows left to a slot, None for all, without those that are barred."""
    gone = barred.get(model.table_index(slot_index), 0)
    if not gone:
        return live
    table = model.table_of(slot_index)
    rows = (1 << table.size) - 1 if live is None else int.from_bytes(live, "little")
    return (rows & ~gone).to_bytes(table.blocks * 8, "little")
