"""How good a fill could be at most: a proved bound on the mean score."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from crosswright import engine
from crosswright.engine.problem import CellIndex, SlotIndex, TableIndex
from crosswright.filling.model import Model
from crosswright.filling.quality.incumbent import chosen_slots
from crosswright.support.bits import bits


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
    masks = solver.masks()
    best = _best_scores(model, solver, chosen)
    slots_through: dict[CellIndex, list[tuple[SlotIndex, int]]] = defaultdict(list)
    for slot_index in chosen:
        for position, cell in enumerate(model.slot_cells[slot_index]):
            slots_through[cell].append((slot_index, position))
    total = 0.0
    for cell, crossing in slots_through.items():
        total += max(
            sum(
                best[slot][position * model.table_of(slot).alphabet_size + token]
                / len(model.slots[slot])
                for slot, position in crossing
            )
            for token in bits(masks[cell])
        )
    return total / len(chosen)


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
