"""How good a fill could be at most: a proved bound on the mean score."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from crosswright import engine
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
    through: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number in chosen:
        for position, cell in enumerate(model.slot_cells[number]):
            through[cell].append((number, position))
    total = 0.0
    for cell, places in through.items():
        total += max(
            sum(
                best[n][position * model.table_of(n).alphabet_size + token] / len(model.slots[n])
                for n, position in places
            )
            for token in bits(masks[cell])
        )
    return total / len(chosen)


def _best_scores(
    model: Model, solver: engine.Solver, chosen: Sequence[int]
) -> dict[int, Sequence[int]]:
    """Return the best score of what each slot has left, by position and token."""
    served: dict[int, list[int]] = defaultdict(list)
    for number in chosen:
        served[model.table_number(number)].append(number)
    found: dict[int, Sequence[int]] = {}
    for numbers in served.values():
        lives = map(solver.live, numbers)
        scores = engine.best_scores(model.table_of(numbers[0]), lives)
        found.update(zip(numbers, scores, strict=True))
    return found
