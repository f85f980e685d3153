"""Patterns of bars being drawn: bars between cells come and go."""

from __future__ import annotations

import random
from collections.abc import Iterable

from crosswright.grids.grid import Grid
from crosswright.grids.notation import Bar
from crosswright.grids.symmetry import bar_orbits
from crosswright.patterns.board import Board, OrbitIndex
from crosswright.patterns.measures import Measure
from crosswright.patterns.spec import Spec


class Bars(Board[Bar]):
    """A pattern of bars.

    `_ends` has, for each row and for each column, a bit per cell at which a bar ends a word along
    it. `_walls` holds the same bars the other way: those below each row, and those to the right of
    each column.
    """

    def __init__(self, spec: Spec, measure: Measure) -> None:
        super().__init__(spec, measure, bar_orbits(spec.height, spec.width, spec.symmetry))
        self._ends = [0] * self.height, [0] * self.width
        self._walls = [0] * self.height, [0] * self.width
        self._right, self._below = 0, 0
        self._update(range(self.height), range(self.width))

    # -- changes --------------------------------------------------------------------------------

    def has(self, bar: Bar) -> bool:
        """Return whether a bar is there."""
        (y, x), side = bar
        across, down = self._ends
        return bool(across[y] >> x & 1 if side == "right" else down[x] >> y & 1)

    def propose(self, rng: random.Random) -> tuple[OrbitIndex, ...]:
        """Return one orbit to flip, or two that move a bar along its word."""
        first = self.free[int(rng.random() * len(self.free))]
        if rng.random() < 0.5:
            return (first,)
        bar = (y, x), side = self.orbits[first][0]
        step = 1 if rng.random() < 0.5 else -1
        near: Bar = ((y, x + step), side) if side == "right" else ((y + step, x), side)
        second = self.orbit_of.get(near, first)
        if second == first or self.has(bar) == self.has(self.orbits[second][0]):
            return (first,)
        return first, second

    def _toggle(self, orbits: Iterable[OrbitIndex]) -> None:
        (across, down), (floors, sides) = self._ends, self._walls
        for orbit in orbits:
            for (y, x), side in self.orbits[orbit]:
                bit = 1 << (y * self.stride + x)
                if side == "right":
                    across[y] ^= 1 << x
                    sides[x] ^= 1 << y
                    self._right ^= bit
                else:
                    down[x] ^= 1 << y
                    floors[y] ^= 1 << x
                    self._below ^= bit

    def _lines_with(self, orbits: Iterable[OrbitIndex]) -> tuple[set[int], set[int]]:
        rows, columns = set(), set()
        for orbit in orbits:
            for (y, x), side in self.orbits[orbit]:
                rows.add(y)
                columns.add(x)
                if side == "right":
                    columns.add(x + 1)
                else:
                    rows.add(y + 1)
        return rows, columns

    def _key(self, axis: int, index: int) -> tuple[int, int]:
        return self._ends[axis][index], _lone(self._walls[axis], index, self._lengths[axis])

    # -- judgement ------------------------------------------------------------------------------

    def is_connected(self) -> bool:
        """Return whether words join all cells."""
        right, below, stride = self._right, self._below, self.stride
        reached = 1
        while True:
            wider = reached | (reached & ~right) << 1 | reached >> 1 & ~right
            wider |= (reached & ~below) << stride | reached >> stride & ~below
            wider &= self.cells
            if wider == reached:
                return reached == self.cells
            reached = wider

    # -- results --------------------------------------------------------------------------------

    def state(self) -> tuple[int, ...]:
        """Return what `grid` needs to draw this pattern later."""
        across, down = self._ends
        return *across, *down

    def grid(self, state: tuple[int, ...]) -> Grid:
        """Return a state as a grid."""
        across, down = state[: self.height], state[self.height :]
        bars: list[Bar] = [
            ((y, x), "right")
            for y, row in enumerate(across)
            for x in range(self.width)
            if row >> x & 1
        ]
        bars += [
            ((y, x), "below")
            for x, column in enumerate(down)
            for y in range(self.height)
            if column >> y & 1
        ]
        return Grid(self.height, self.width, bars=bars)


def _lone(walls: list[int], index: int, length: int) -> int:
    """Return the cells of a line that walls on both sides keep out of words across it."""
    all_cells = (1 << length) - 1
    before = walls[index - 1] if index else all_cells
    after = walls[index] if index + 1 < len(walls) else all_cells
    return before & after
