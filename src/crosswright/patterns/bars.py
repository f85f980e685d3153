"""Barred patterns under way: the same annealing, on bars between cells in place of blocks."""

from __future__ import annotations

import random
from collections.abc import Iterable

from crosswright.grids.grid import Grid
from crosswright.grids.notation import Bar
from crosswright.grids.symmetry import bar_orbits
from crosswright.patterns.blocks import BROKEN, NO_LINE, WORDS_OFF, Line, Measure
from crosswright.patterns.spec import Spec


class Bars:
    """A pattern of bars that changes by whole orbits of its symmetry.

    `across[y]` has a bit for each bar that ends a word across in row y, `down[x]` likewise;
    `floors[y]` and `sides[x]` hold the same bars the other way: those under row y, and those to
    the right of column x.
    """

    def __init__(self, spec: Spec, measure: Measure) -> None:
        self.spec = spec
        self.height, self.width = spec.height, spec.width
        self.stride = spec.width + 1
        self._measure = measure
        self._known: tuple[dict[tuple[int, int], Line], ...] = ({}, {})
        self.across, self.down = [0] * self.height, [0] * self.width
        self.floors, self.sides = [0] * self.height, [0] * self.width
        self._right, self._below = 0, 0
        self._cells = sum(((1 << self.width) - 1) << (y * self.stride) for y in range(self.height))
        self.row_lines = [NO_LINE] * self.height
        self.column_lines = [NO_LINE] * self.width
        self.line_cost, self.words, self.broken = 0.0, 0, 0
        self._before: tuple[Iterable[int], float, int, int] = ((), 0.0, 0, 0)
        self._replaced: list[tuple[list[Line], int, Line]] = []
        self._update(range(self.height), range(self.width))
        self.orbits = bar_orbits(self.height, self.width, spec.symmetry)
        self._orbit_at = {bar: n for n, orbit in enumerate(self.orbits) for bar in orbit}
        self._words = self.aim = spec.word_span

    # -- state ----------------------------------------------------------------------------------

    def has(self, bar: Bar) -> bool:
        """Tell whether a bar is there."""
        (y, x), side = bar
        return bool(self.across[y] >> x & 1 if side == "right" else self.down[x] >> y & 1)

    def flip(self, orbits: Iterable[int]) -> None:
        """Put bars where there are none and take away those that are; `undo` takes it back."""
        self._before = (orbits, self.line_cost, self.words, self.broken)
        self._replaced.clear()
        self._toggle(orbits)
        rows, columns = set(), set()
        for orbit in orbits:
            for (y, x), side in self.orbits[orbit]:
                rows.add(y)
                columns.add(x)
                if side == "right":
                    columns.add(x + 1)
                else:
                    rows.add(y + 1)
        self._update(rows, columns)

    def undo(self) -> None:
        """Take the last flip back."""
        orbits, self.line_cost, self.words, self.broken = self._before
        self._toggle(orbits)
        for lines, place, old in self._replaced:
            lines[place] = old

    def _toggle(self, orbits: Iterable[int]) -> None:
        for orbit in orbits:
            for (y, x), side in self.orbits[orbit]:
                bit = 1 << (y * self.stride + x)
                if side == "right":
                    self.across[y] ^= 1 << x
                    self.sides[x] ^= 1 << y
                    self._right ^= bit
                else:
                    self.down[x] ^= 1 << y
                    self.floors[y] ^= 1 << x
                    self._below ^= bit

    def _update(self, rows: Iterable[int], columns: Iterable[int]) -> None:
        for places, bars, walls, kept, known, length in (
            (rows, self.across, self.floors, self.row_lines, self._known[0], self.width),
            (columns, self.down, self.sides, self.column_lines, self._known[1], self.height),
        ):
            for place in places:
                old = kept[place]
                key = (bars[place], _lone(walls, place, length))
                new = known.get(key)
                if new is None:
                    new = known[key] = self._measure(*key, length)
                if new is not old:
                    kept[place] = new
                    self._replaced.append((kept, place, old))
                    self.line_cost += new.cost - old.cost
                    self.words += new.words - old.words
                    self.broken += new.broken - old.broken

    def propose(self, rng: random.Random) -> tuple[int, ...]:
        """Return orbits to flip: one, or two that move a bar along its word."""
        first = int(rng.random() * len(self.orbits))
        if rng.random() < 0.5:
            return (first,)
        bar = (y, x), side = self.orbits[first][0]
        step = 1 if rng.random() < 0.5 else -1
        near: Bar = ((y, x + step), side) if side == "right" else ((y + step, x), side)
        second = self._orbit_at.get(near, first)
        if second == first or self.has(bar) == self.has(self.orbits[second][0]):
            return (first,)
        return first, second

    # -- cost -----------------------------------------------------------------------------------

    @property
    def cost(self) -> float:
        """What the annealing makes small."""
        return self.line_cost + BROKEN * self.broken + WORDS_OFF * self.aim.distance(self.words)

    def is_valid(self) -> bool:
        """Tell whether no rule is broken and the number of words asked for is met."""
        return not self.broken and (self.spec.words is None or not self._words.distance(self.words))

    def is_connected(self) -> bool:
        """Tell whether words join all cells."""
        right, below, stride = self._right, self._below, self.stride
        reached = 1
        while True:
            wider = reached | (reached & ~right) << 1 | reached >> 1 & ~right
            wider |= (reached & ~below) << stride | reached >> stride & ~below
            wider &= self._cells
            if wider == reached:
                return reached == self._cells
            reached = wider

    def state(self) -> tuple[int, ...]:
        """Return what `grid` needs to draw this pattern later."""
        return *self.across, *self.down

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


def _lone(walls: list[int], place: int, length: int) -> int:
    """Return the cells of a line that walls on both sides keep out of words across it."""
    all_cells = (1 << length) - 1
    before = walls[place - 1] if place else all_cells
    after = walls[place] if place + 1 < len(walls) else all_cells
    return before & after
