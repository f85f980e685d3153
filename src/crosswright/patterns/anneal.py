"""Simulated annealing: change a board at random, for the worse less and less often."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Protocol

from crosswright.grids.grid import Grid

HOT = 12.0
COLD = 0.25
"""The temperatures at which an annealing begins and ends."""

LOOK = 256
"""Steps between two looks at whether to stop."""


class Board(Protocol):
    """A pattern that can be changed and judged."""

    @property
    def cost(self) -> float: ...
    def propose(self, rng: random.Random) -> tuple[int, ...]: ...
    def flip(self, orbits: tuple[int, ...]) -> None: ...
    def undo(self) -> None: ...
    def is_valid(self) -> bool: ...
    def is_connected(self) -> bool: ...
    def state(self) -> tuple[int, ...]: ...
    def grid(self, state: tuple[int, ...]) -> Grid: ...


def anneal(
    board: Board, rng: random.Random, steps: int, stopped: Callable[[], bool]
) -> Grid | None:
    """Return the best valid pattern met on the way; None when there was none."""
    cost = board.cost
    connected = board.is_connected()
    best_cost, best = math.inf, None
    if connected and board.is_valid():
        best_cost, best = cost, board.state()
    cooling = (COLD / HOT) ** (1 / max(1, steps))
    heat = HOT
    for step in range(steps):
        if step % LOOK == 0 and stopped():
            break
        heat *= cooling
        move = board.propose(rng)
        board.flip(move)
        new = board.cost
        if new > cost and rng.random() >= math.exp((cost - new) / heat):
            board.undo()
            continue
        joined = board.is_connected()
        if connected and not joined:
            board.undo()
            continue
        cost, connected = new, joined
        if cost < best_cost and connected and board.is_valid():
            best_cost, best = cost, board.state()
    return None if best is None else board.grid(best)
