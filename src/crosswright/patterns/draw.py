"""One pattern from one seed: the board of its style, annealed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from crosswright.grids import styles
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.grids.symmetry import SQUARE_ONLY
from crosswright.patterns import measures
from crosswright.patterns.anneal import anneal
from crosswright.patterns.bars import Bars
from crosswright.patterns.blocks import Blocks
from crosswright.patterns.fit import Crossings
from crosswright.patterns.spec import MAX_SIZE, MIN_SIZE, CountRange, Spec

STEPS_PER_CELL = 70
MIN_STEPS = 3000
"""Steps of an annealing: this many per cell, but no fewer than `MIN_STEPS`."""

ANY_LENGTH = frozenset(range(1, MAX_SIZE + 1))


def draw(
    spec: Spec,
    rng: random.Random,
    is_over: Callable[[], bool] = bool,
    crossings: Crossings | None = None,
) -> Grid | None:
    """Draw a pattern; return None if this annealing ended without one that keeps all rules.

    With `crossings`, every slot through a letter of the template has a word that fits it.
    """
    board = _board(spec, rng, crossings)
    board.aim = _aim(spec.word_span, rng)
    steps = max(MIN_STEPS, STEPS_PER_CELL * spec.height * spec.width)
    grid = anneal(board, rng, steps, is_over)
    if grid is None or not grid.slots or styles.faults(grid, spec.style, spec.symmetry):
        return None
    return grid


def _aim(span: CountRange, rng: random.Random) -> CountRange:
    """Choose the part of a span to aim at, so that patterns differ."""
    low = rng.randint(span.low, max(span.low, span.high - 1))
    return CountRange(low, min(low + 1, span.high))


def _board(spec: Spec, rng: random.Random, crossings: Crossings | None) -> Blocks | Bars:
    lengths = ANY_LENGTH if spec.lengths is None else spec.lengths
    if spec.style.bars:
        return Bars(spec, partial(measures.barred, lengths))
    if spec.style.all_checked:
        measure = partial(measures.american, lengths)
        return Blocks(spec, measure, neighbours=False, crossings=crossings)
    if not spec.style.half_checked:
        measure = partial(measures.free, lengths)
        return Blocks(spec, measure, neighbours=True, crossings=crossings)
    lattice = _lattice(spec, rng)
    measure = partial(measures.british, lengths)
    if spec.height % 2 and spec.width % 2 and not spec.open_cells & lattice:
        fixed = replace(spec, closed_cells=spec.closed_cells | lattice)
        return Blocks(fixed, measure, neighbours=True, crossings=crossings)
    board = Blocks(spec, measure, neighbours=True, crossings=crossings)
    free = set(board.free)  # here the lattice is only a starting point
    board.flip({board.orbit_of[cell] for cell in lattice if board.orbit_of[cell] in free})
    return board


def _lattice(spec: Spec, rng: random.Random) -> frozenset[Cell]:
    """Return every other cell of every other row, mirrored in the middle where sides are even.

    Of the four ways to begin, take one that avoids given letters, if there is one.
    """
    rows = [0, 1] if spec.height > MIN_SIZE + 1 else [0]
    columns = [0, 1] if spec.width > MIN_SIZE + 1 else [0]
    ways = [(y, x) for y in rows for x in columns if spec.symmetry not in SQUARE_ONLY or y == x]
    rng.shuffle(ways)
    lattices = [_lattice_from(spec, *way) for way in ways]
    return min(lattices, key=lambda lattice: len(lattice & spec.open_cells))


def _lattice_from(spec: Spec, row: int, column: int) -> frozenset[Cell]:
    return frozenset(
        (y, x)
        for y in range(spec.height)
        for x in range(spec.width)
        if min(y, spec.height - 1 - y) % 2 != row and min(x, spec.width - 1 - x) % 2 != column
    )
