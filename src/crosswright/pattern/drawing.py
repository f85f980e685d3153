"""One pattern from one seed: the board of the style, annealed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from crosswright import styles
from crosswright.grid import Cell, Grid
from crosswright.pattern import measures
from crosswright.pattern.anneal import anneal
from crosswright.pattern.bars import Bars
from crosswright.pattern.blocks import Blocks
from crosswright.pattern.spec import LARGEST, SMALLEST, SQUARE_ONLY, Span, Spec

STEPS_PER_CELL = 70
FEWEST_STEPS = 3000
"""Steps of an annealing: so many for each cell, and at least these."""

ANY_LENGTH = frozenset(range(1, LARGEST + 1))


def draw(spec: Spec, rng: random.Random, stopped: Callable[[], bool] = bool) -> Grid | None:
    """Draw a pattern; None when this annealing ended without one that keeps all rules."""
    board = _board(spec, rng)
    board.aim = _aim(spec.word_span, rng)
    steps = max(FEWEST_STEPS, STEPS_PER_CELL * spec.height * spec.width)
    grid = anneal(board, rng, steps, stopped)
    if grid is None or not grid.slots or styles.faults(grid, spec.style, spec.symmetry):
        return None
    return grid


def _aim(span: Span, rng: random.Random) -> Span:
    """Choose the part of a span to aim at, so that patterns differ."""
    low = rng.randint(span.low, max(span.low, span.high - 1))
    return Span(low, min(low + 1, span.high))


def _board(spec: Spec, rng: random.Random) -> Blocks | Bars:
    lengths = ANY_LENGTH if spec.lengths is None else spec.lengths
    if spec.style.bars:
        return Bars(spec, partial(measures.barred, lengths))
    if spec.style.all_checked:
        return Blocks(spec, partial(measures.american, lengths), neighbours=False)
    if not spec.style.half_checked:
        return Blocks(spec, partial(measures.free, lengths), neighbours=True)
    lattice = _lattice(spec, rng)
    measure = partial(measures.british, lengths)
    if spec.height % 2 and spec.width % 2 and not spec.open_cells & lattice:
        fixed = replace(spec, closed_cells=spec.closed_cells | lattice)
        return Blocks(fixed, measure, neighbours=True)
    board = Blocks(spec, measure, neighbours=True)  # the lattice is where it begins, no more
    free = set(board.free)
    board.flip({board.orbit_at[cell] for cell in lattice if board.orbit_at[cell] in free})
    return board


def _lattice(spec: Spec, rng: random.Random) -> frozenset[Cell]:
    """Return every other cell of every other row, mirrored in the middle where sides are even."""
    sides = spec.height, spec.width
    first = [rng.randrange(2) if side > SMALLEST + 1 else 0 for side in sides]
    if spec.symmetry in SQUARE_ONLY:
        first[1] = first[0]
    return frozenset(
        (y, x)
        for y in range(spec.height)
        for x in range(spec.width)
        if min(y, spec.height - 1 - y) % 2 != first[0]
        and min(x, spec.width - 1 - x) % 2 != first[1]
    )
