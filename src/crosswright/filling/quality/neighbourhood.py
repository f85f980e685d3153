"""Large-neighbourhood search (Shaw, CP 1998): a fill made better a few crossing slots at a time.

Several changes are tried at a time, all of the same fill, and taken over in a fixed order: the
result does not depend on how many threads try them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator

from crosswright import engine
from crosswright.engine import RUNNING, SOLUTION, Problem
from crosswright.engine.heuristics import NO_SCORE, SplitMix64
from crosswright.engine.problem import CellIndex, SlotIndex
from crosswright.filling.quality.incumbent import Incumbent
from crosswright.filling.rows import RowBits
from crosswright.filling.steps import advance_all
from crosswright.limits import Budget, counts_of
from crosswright.support.bits import both
from crosswright.words.table import WordRow

MIN_FREED, MAX_FREED = 3, 24
"""Slots freed at a time."""

WEAK_SAMPLE = 4
"""The slot to improve is the weakest of this many random ones."""

MOVES = 4
"""Changes tried at a time, whatever the number of threads."""

MAX_FAILURES, MAX_NODES = 60, 400
"""Failures after which a change is given up, and nodes: more than those failures ever need."""

SLICE_NODES = 30
"""Nodes after which the budget is looked at again."""

SLACK_SHARES = (12, 12, 6, 3, 2)
"""A freed slot may lose one such part of the score range for another's gain, chosen by chance:
much of it leaves local optima, little of it finds the small gains sooner."""

LEAP = 24
"""A word that is worth this much less than is hoped for may be replaced by a far better one."""

SCORE_WEIGHT = 4096
"""Words are ranked by score first."""


class Neighbourhood:
    """Changes to a fill, within its floor, that do not lower what its words are worth together."""

    def __init__(
        self, best: Incumbent, budget: Budget, random: SplitMix64, threads: int = 1
    ) -> None:
        self._best = best
        self._model = best.model
        self._budget = budget
        self._random = random
        self._threads = threads
        self._floor = best.floor
        worst, highest = self._model.score_range
        self._slacks = [max(1, (highest - worst) // share) for share in SLACK_SHARES]
        self._slots_through: dict[CellIndex, list[SlotIndex]] = defaultdict(list)
        for slot_index, cells in enumerate(self._model.slot_cells):
            for cell in cells:
                self._slots_through[cell].append(slot_index)
        self._crossing = {slot: self._crossing_slots(slot) for slot in best.chosen}
        # Slots that need no word, as they lead out of the region, but must keep one that fits.
        self._unfilled = [slot for slot, goal in enumerate(self._model.goals) if not goal]

    def _crossing_slots(self, slot_index: SlotIndex) -> list[SlotIndex]:
        """Return the slots through the cells of one whose word is the fill's choice too."""
        through = {
            other
            for cell in self._model.slot_cells[slot_index]
            for other in self._slots_through[cell]
            if other != slot_index
        }
        return sorted(through.intersection(self._best.chosen))

    def improve(self) -> Generator[None, None, bool]:
        """Try some changes, keep those that do not lower the total; return whether it rose."""
        moves = [
            self._move(budget)
            for budget in self._budget.allot(MOVES, nodes=MAX_NODES, failures=MAX_FAILURES)
        ]
        yield from advance_all(moves, self._threads)
        changed: set[SlotIndex] = set()
        better = [self._take(move, changed) for move in moves]
        return any(better)

    def _move(self, budget: Budget) -> _Move:
        """Prepare a change; threads only search, for what the model keeps is not theirs."""
        weak = self._weak_slot()
        gain = self._gain_wanted(weak)
        freed = self._region_around(weak, all_crossing=gain > 1)
        problem, cells = self._subproblem(weak, freed, gain)
        solver = engine.Solver(problem, self._random.below(1 << 32), score_weight=SCORE_WEIGHT)
        return _Move(freed, cells, solver, budget)

    def _take(self, move: _Move, changed: set[SlotIndex]) -> bool:
        """Keep a change if the total does not fall, and return whether it rose.

        `changed` are the slots that other changes have changed since this one was begun.
        """
        if move.outcome != SOLUTION or not changed.isdisjoint(move.freed):
            return False
        rows = dict(zip(move.freed, move.solver.rows(), strict=False))
        best = self._best
        gain = sum(best.worth(slot, row) - best.worths[slot] for slot, row in rows.items())
        if gain < 0 or (changed and not self._still_fits(rows)):
            return False
        changed.update(rows)
        self._keep(rows, dict(zip(move.cells, move.solver.masks(), strict=True)))
        return gain > 0

    def _still_fits(self, rows: dict[SlotIndex, WordRow]) -> bool:
        """Return whether words fit together with those that other slots have got meanwhile.

        Their letters do, as no letter of a slot that keeps its word changes; but slots that lead
        out of the region may have lost theirs to two changes together.
        """
        if self._unfilled:
            return False
        excluded = self._excluded_by_others(set(rows))
        return not any(
            excluded[self._model.table_index(slot)] >> row & 1 for slot, row in rows.items()
        )

    def _weak_slot(self) -> SlotIndex:
        """Choose the slot whose word is worth least, or falls shortest of what is hoped for."""
        chosen, worths, hopes = self._best.chosen, self._best.worths, self._best.hopes
        sample = [chosen[self._random.below(len(chosen))] for _ in range(WEAK_SAMPLE)]
        return min(sample, key=lambda slot_index: worths[slot_index] - hopes[slot_index])

    def _gain_wanted(self, weak: SlotIndex) -> int:
        """Return how much more the word of the weak slot is to be worth: much, every other time.

        A long word becomes lively only if all that cross it give way.
        """
        missing = self._best.hopes[weak] - self._best.worths[weak]
        if missing < LEAP or self._random.below(2):
            return 1
        return missing // 2

    def _region_around(self, weak: SlotIndex, *, all_crossing: bool) -> list[SlotIndex]:
        """Grow a connected set of slots from one, or from all that cross it too."""
        size = MIN_FREED + self._random.below(MAX_FREED - MIN_FREED + 1)
        freed, border = [weak], list(self._crossing[weak])
        if all_crossing:
            freed += border
            near = {other for slot in border for other in self._crossing[slot]}
            border = sorted(near.difference(freed))
        while border and len(freed) < size:
            added = border.pop(self._random.below(len(border)))
            freed.append(added)
            border += [n for n in self._crossing[added] if n not in freed and n not in border]
        return freed

    def _subproblem(
        self, weak: SlotIndex, freed: list[SlotIndex], gain: int
    ) -> tuple[Problem, list[CellIndex]]:
        """State the problem of the freed slots alone; also return which cells it has."""
        model, best = self._model, self._best
        slots = [*freed, *self._unfilled]
        inside = set(slots)
        cells = sorted({cell for slot_index in slots for cell in model.slot_cells[slot_index]})
        own_index = {cell: index for index, cell in enumerate(cells)}
        masks = [
            model.masks[cell] if inside.issuperset(self._slots_through[cell]) else best.masks[cell]
            for cell in cells
        ]
        words = {(model.table_index(slot_index), best.rows[slot_index]) for slot_index in freed}
        problem = Problem(
            model.tables,
            masks,
            [
                (model.table_index(slot), tuple(own_index[cell] for cell in model.slot_cells[slot]))
                for slot in slots
            ],
            self._live(weak, freed, gain),
            [model.goals[slot] for slot in slots],
            distinct=model.rules.distinct,
            exclusions=model.rows.exclusions,
            required=[rows for rows in model.rows.required.values() if words.intersection(rows)],
            score_range=model.score_range,
        )
        return problem, cells

    def _live(self, weak: SlotIndex, freed: list[SlotIndex], gain: int) -> list[bytes]:
        """Return the rows that each slot may take: better ones for the weak slot alone."""
        best, rows = self._best, self._model.rows
        excluded = self._excluded_by_others({*freed, *self._unfilled})
        slack = self._slacks[self._random.below(len(self._slacks))]
        lives = []
        for slot_index in freed:
            worth = best.worths[slot_index]
            wanted = worth + gain if slot_index == weak else worth - slack
            if self._model.preference is None:
                floor = max(best.lowest_score(slot_index, self._floor), wanted)
                live = rows.live_above(slot_index, floor)
            else:
                enough = engine.rows_at_least(self._model.worth(slot_index), wanted)
                floor = best.lowest_score(slot_index, best.kept_score(slot_index))
                live = both(rows.live_above(slot_index, floor), enough)
            lives.append(self._without(excluded, slot_index, live))
        for slot_index in self._unfilled:
            live = rows.live_above(slot_index, NO_SCORE)
            lives.append(self._without(excluded, slot_index, live))
        return lives

    def _without(self, excluded: RowBits, slot_index: SlotIndex, live: bytes) -> bytes:
        """Return the rows of a slot without those that are excluded."""
        rows = int.from_bytes(live, "little") & ~excluded[self._model.table_index(slot_index)]
        return rows.to_bytes(len(live), "little")

    def _excluded_by_others(self, inside: set[SlotIndex]) -> RowBits:
        """Return the rows that the words of the other slots exclude."""
        model = self._model
        excluded: RowBits = defaultdict(int)
        for slot_index, row in enumerate(self._best.rows):
            if slot_index not in inside and row >= 0:
                by_table = model.rows.excluded_by(model.table_index(slot_index), row)
                for table_index, rows in by_table.items():
                    excluded[table_index] |= rows
        return excluded

    def _keep(self, rows: dict[SlotIndex, WordRow], masks: dict[CellIndex, int]) -> None:
        new_rows, new_masks = list(self._best.rows), list(self._best.masks)
        for slot_index, row in rows.items():
            new_rows[slot_index] = row
        for cell, mask in masks.items():
            new_masks[cell] = mask
        self._best.replace(new_rows, new_masks)


class _Move:
    """A change to some slots of a fill: the search for other words in them."""

    def __init__(
        self, freed: list[SlotIndex], cells: list[CellIndex], solver: engine.Solver, budget: Budget
    ) -> None:
        self.freed = freed
        self.cells = cells
        self.solver = solver
        self.outcome = RUNNING
        self._budget = budget
        self._counts = counts_of(solver)

    def advance(self) -> bool:
        """Search on for a slice; return whether there is more to do."""
        budget = self._budget
        if budget.spent():
            return False
        with budget.working():
            nodes = min(SLICE_NODES, budget.nodes_left())
            self.outcome = self.solver.run(nodes, budget.failures_left())
            self._counts = budget.add(self.solver, self._counts)
        return self.outcome == RUNNING
