"""How good a fill could be at most: a proved bound on the mean score."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from crosswright import engine
from crosswright.engine.problem import CellIndex, SlotIndex, TableIndex
from crosswright.filling.model import Model
from crosswright.filling.quality.incumbent import chosen_slots


def mean_bound(model: Model, floor: int) -> float:
    """Return a mean that no fill with this floor exceeds.

    Each slot spreads its score evenly over its cells. A cell is then worth at most what its
    best letter is worth to the slots through it together, and no fill is worth more than
    its cells.
    """
    problem = model.problem(floor)
    chosen = chosen_slots(model)
    if problem is None or not chosen:
        return 0.0
    solver = engine.Solver(problem)
    solver.run(0, 1)
    best = _best_scores(model, solver, chosen)
    shares: dict[CellIndex, list[list[float]]] = defaultdict(list)
    for slot_index in chosen:
        size, cells = model.table_of(slot_index).alphabet_size, model.slot_cells[slot_index]
        for position, cell in enumerate(cells):
            scores = best[slot_index][position * size : (position + 1) * size]
            shares[cell].append([score / len(cells) for score in scores])
    # Where a slot has no word with a letter, its share is far below that of any other.
    total = 0.0
    for of_slots in shares.values():
        total += max(map(sum, zip(*of_slots, strict=False)))
    return min(total, sum(map(max, best.values()))) / len(chosen)


def _best_scores(
    model: Model, solver: engine.Solver, chosen: Sequence[SlotIndex]
) -> dict[SlotIndex, Sequence[int]]:
    """Return the best score of what each slot has left, by position and token."""
    slots_of_table: dict[TableIndex, list[SlotIndex]] = defaultdict(list)
    for slot_index in chosen:
        slots_of_table[model.table_index(slot_index)].append(slot_index)
    best: dict[SlotIndex, Sequence[int]] = {}
    for slot_indices in slots_of_table.values():
        lives = map(solver.live, slot_indices)
        scores = engine.best_scores(model.table_of(slot_indices[0]), lives)
        best.update(zip(slot_indices, scores, strict=True))
    return best
