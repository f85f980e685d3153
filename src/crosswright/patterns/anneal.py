"""Simulated annealing: change a board at random, and for the worse less and less often."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from crosswright.grids.grid import Grid
from crosswright.grids.notation import Bar, Cell
from crosswright.patterns.board import Board

HOT = 12.0
COLD = 0.25
"""The temperatures at which an annealing begins and ends."""

CHECK_INTERVAL = 256
"""Steps between two checks for whether to stop."""


def anneal(
    board: Board[Cell] | Board[Bar], rng: random.Random, steps: int, is_over: Callable[[], bool]
) -> Grid | None:
    """Return the best valid pattern met on the way, or None if there was none."""
    cost = board.cost
    connected = board.is_connected()
    best_cost, best = math.inf, None
    if connected and board.is_valid():
        best_cost, best = cost, board.state()
    if not board.free:
        steps = 0  # a template has decided every cell
    cooling = (COLD / HOT) ** (1 / max(1, steps))
    heat = HOT
    for step in range(steps):
        if step % CHECK_INTERVAL == 0 and is_over():
            break
        heat *= cooling
        board.flip(board.propose(rng))
        new_cost = board.cost
        if new_cost > cost and rng.random() >= math.exp((cost - new_cost) / heat):
            board.undo()
            continue
        joined = board.is_connected()
        if connected and not joined:
            board.undo()
            continue
        cost, connected = new_cost, joined
        if cost < best_cost and connected and board.is_valid():
            best_cost, best = cost, board.state()
    return None if best is None else board.grid(best)
