"""Large-neighbourhood search (Shaw, CP 1998): a fill made better a few crossing slots at a time."""

from __future__ import annotations

from collections import defaultdict

from crosswright import engine
from crosswright.engine import RUNNING, SOLUTION, Problem
from crosswright.engine.heuristics import SplitMix64
from crosswright.filling.quality.incumbent import Incumbent
from crosswright.limits import Budget

FEWEST_FREED, MOST_FREED = 3, 14
"""Slots freed at a time."""

WEAK_OF = 4
"""The slot to improve is the weakest of this many random ones."""

TRY_FAILURES = 60
"""Failures after which a change is given up."""

SLICE_NODES = 30
"""Nodes after which the budget is looked at again."""

SLACK_SHARE = 12
"""A freed slot may lose one such part of the score range for another's gain."""

SCORE_WEIGHT = 4096
"""Words rank by score first."""


class Neighbourhood:
    """Changes to a fill, within its floor, that do not lower the total of its scores."""

    def __init__(self, best: Incumbent, budget: Budget, random: SplitMix64) -> None:
        self._best = best
        self._model = best.model
        self._budget = budget
        self._random = random
        self._floor = best.floor
        worst, highest = self._model.score_range
        self._slack = max(1, (highest - worst) // SLACK_SHARE)
        chosen = set(best.chosen)
        self._through: dict[int, list[int]] = defaultdict(list)
        for number, cells in enumerate(self._model.slot_cells):
            for cell in cells:
                self._through[cell].append(number)
        self._crossing = {
            number: sorted(
                {
                    other
                    for cell in self._model.slot_cells[number]
                    for other in self._through[cell]
                    if other != number and other in chosen
                }
            )
            for number in chosen
        }

    def improve(self) -> bool:
        """Try one change, keep it when the total does not fall, and say whether it rose."""
        weak = self._weak_slot()
        freed = self._region_around(weak)
        problem, cells = self._subproblem(weak, freed)
        solver = engine.Solver(problem, self._random.below(1 << 32), score_weight=SCORE_WEIGHT)
        if self._run(solver) != SOLUTION:
            return False
        rows = dict(zip(freed, solver.rows(), strict=True))
        gain = sum(self._best.score(n, row) - self._best.scores[n] for n, row in rows.items())
        if gain >= 0:
            self._keep(rows, dict(zip(cells, solver.masks(), strict=True)))
        return gain > 0

    def _run(self, solver: engine.Solver) -> int:
        """Search until there is a fill, or none, or too many failures; mind the budget."""
        budget, outcome = self._budget, RUNNING
        counts = budget.add(solver)
        while outcome == RUNNING and solver.failures < TRY_FAILURES and not budget.spent():
            failures = min(TRY_FAILURES - solver.failures, budget.failures_left())
            outcome = solver.run(min(SLICE_NODES, budget.nodes_left()), failures)
            counts = budget.add(solver, counts)
        return outcome

    def _weak_slot(self) -> int:
        chosen, scores = self._best.chosen, self._best.scores
        some = [chosen[self._random.below(len(chosen))] for _ in range(WEAK_OF)]
        return min(some, key=lambda number: scores[number])

    def _region_around(self, weak: int) -> list[int]:
        """Grow a connected set of slots from one."""
        size = FEWEST_FREED + self._random.below(MOST_FREED - FEWEST_FREED + 1)
        freed, border = [weak], list(self._crossing[weak])
        while border and len(freed) < size:
            added = border.pop(self._random.below(len(border)))
            freed.append(added)
            border += [n for n in self._crossing[added] if n not in freed and n not in border]
        return freed

    def _subproblem(self, weak: int, freed: list[int]) -> tuple[Problem, list[int]]:
        """State the problem of the freed slots alone; also return the numbers of its cells."""
        model, best = self._model, self._best
        inside = set(freed)
        cells = sorted({cell for number in freed for cell in model.slot_cells[number]})
        place = {cell: position for position, cell in enumerate(cells)}
        masks = [
            model.masks[cell]
            if all(number in inside for number in self._through[cell])
            else best.masks[cell]
            for cell in cells
        ]
        shut_out = self._shut_out(inside)
        live = []
        for number in freed:
            score = best.scores[number]
            least = max(best.least(number, self._floor), score - self._slack)
            floor = score + 1 if number == weak else least
            rows = int.from_bytes(model.live_above(number, floor), "little")
            rows &= ~shut_out[model.table_number(number)]
            live.append(rows.to_bytes(model.table_of(number).blocks * 8, "little"))
        standing = {(model.table_number(number), best.rows[number]) for number in freed}
        required = [word for word in model.required if standing.intersection(word)]
        problem = Problem(
            model.tables,
            masks,
            [
                (model.table_number(n), tuple(place[cell] for cell in model.slot_cells[n]))
                for n in freed
            ],
            live,
            distinct=model.rules.distinct,
            exclusions=model.exclusions,
            required=required,
            score_range=model.score_range,
        )
        return problem, cells

    def _shut_out(self, inside: set[int]) -> dict[int, int]:
        """Return, by table, the rows that the words outside exclude."""
        model = self._model
        found: dict[int, int] = defaultdict(int)
        for number, row in enumerate(self._best.rows):
            if number not in inside and row >= 0:
                for table, rows in model.excluded_by(model.table_number(number), row).items():
                    found[table] |= rows
        return found

    def _keep(self, rows: dict[int, int], masks: dict[int, int]) -> None:
        new_rows, new_masks = list(self._best.rows), list(self._best.masks)
        for number, row in rows.items():
            new_rows[number] = row
        for cell, mask in masks.items():
            new_masks[cell] = mask
        self._best.replace(new_rows, new_masks)
