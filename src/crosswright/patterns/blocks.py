"""Block patterns under way: a board whose cost follows each change at little expense.

Rows and columns are numbers, a bit a cell, and a line's cost is looked up by its number: a
change touches only the lines it is in. What depends on the shape in two dimensions comes from
one number for the whole grid.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import NamedTuple

from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.grids.symmetry import cell_orbits
from crosswright.patterns.fit import Crossings
from crosswright.patterns.spec import Spec

BROKEN = 12.0
"""Cost of each rule broken: more than any beauty is worth at the end, payable at the start."""

FLIP_ONE = 0.4
FLIP_LINE = 0.25
"""Shares of the changes that flip one orbit, or some in a line; the others move a block."""

WORDS_OFF = 6.0
"""Cost of each word over or under the number aimed at."""

BLOCKS_OFF = 4.0
"""Cost of each block over or under the numbers allowed."""

THREE = 1.0
"""Cost of a word of three letters: they are needed, but tire."""

LONG_FROM = 6
LONG = 0.06
"""Cost of a long word: this, times the square of the letters beyond `LONG_FROM`."""

WALL_FROM = 3
WALL = 3.0
"""Cost of each block in a row beyond the third."""

CHEATER = 1.2
"""Cost of a block that changes no word count: it only shortens words."""

CLUMP = 5.0
"""Cost of four blocks in a square."""

AREA = 1.5
"""Cost of each open square of four by four cells: hard to fill, and the more the harder."""


class Line(NamedTuple):
    """What a row or column adds to the whole."""

    cost: float
    words: int
    broken: int


NO_LINE = Line(0.0, 0, 0)
Measure = Callable[[int, int, int], Line]
"""Measure a line: its open cells, those of them that are unchecked, and its length."""


def runs(line: int) -> Iterable[tuple[int, int]]:
    """Yield the place and length of each run of open cells."""
    place = 0
    while line:
        skip = (line & -line).bit_length() - 1
        line >>= skip
        place += skip
        run = (~line & (line + 1)).bit_length() - 1
        yield place, run
        line >>= run
        place += run


class Blocks:
    """A pattern of blocks that changes by whole orbits of its symmetry."""

    def __init__(
        self,
        spec: Spec,
        measure: Measure,
        *,
        neighbours: bool,
        crossings: Crossings | None = None,
    ) -> None:
        self.spec = spec
        self._crossings = crossings
        self._crossed: dict[tuple[int, int, int, int], Line] = {}
        self.height, self.width = spec.height, spec.width
        self.stride = spec.width + 1  # an empty column keeps rows apart when bits are shifted
        self._measure = measure
        self._reach = 1 if neighbours else 0  # lines around a change that it touches
        self._known: tuple[dict[tuple[int, int], Line], ...] = ({}, {})
        self.all = sum(((1 << self.width) - 1) << (y * self.stride) for y in range(self.height))
        self.open = self.all
        self.rows = [(1 << self.width) - 1] * self.height
        self.columns = [(1 << self.height) - 1] * self.width
        self.row_lines = [NO_LINE] * self.height
        self.column_lines = [NO_LINE] * self.width
        self.line_cost, self.words, self.broken = 0.0, 0, 0
        self._before: tuple[Iterable[int], float, int, int] = ((), 0.0, 0, 0)
        self._replaced: list[tuple[list[Line], int, Line]] = []
        self._update(range(self.height), range(self.width))
        self.orbits = cell_orbits(self.height, self.width, spec.symmetry)
        self.orbit_at = {cell: n for n, orbit in enumerate(self.orbits) for cell in orbit}
        closed = {self.orbit_at[cell] for cell in spec.closed_cells}
        kept_open = {self.orbit_at[cell] for cell in spec.open_cells}
        for orbit in sorted(closed):
            self.flip((orbit,))
        self.free = [n for n in range(len(self.orbits)) if n not in closed | kept_open]
        self._is_free = set(self.free)
        self.aim = spec.word_span
        self._words, self._blocks = spec.word_span, spec.block_span

    # -- state ----------------------------------------------------------------------------------

    def is_open(self, orbit: int) -> bool:
        """Tell whether the cells of an orbit are open."""
        y, x = self.orbits[orbit][0]
        return bool(self.rows[y] >> x & 1)

    def flip(self, orbits: Iterable[int]) -> None:
        """Open what is closed and close what is open; `undo` takes it back."""
        self._before = (orbits, self.line_cost, self.words, self.broken)
        self._replaced.clear()
        self._toggle(orbits)
        touched_rows, touched_columns = set(), set()
        for orbit in orbits:
            for y, x in self.orbits[orbit]:
                touched_rows.add(y)
                touched_columns.add(x)
        if self._reach:
            touched_rows = _around(touched_rows, self.height)
            touched_columns = _around(touched_columns, self.width)
        self._update(touched_rows, touched_columns)

    def undo(self) -> None:
        """Take the last flip back."""
        orbits, self.line_cost, self.words, self.broken = self._before
        self._toggle(orbits)
        for lines, place, old in self._replaced:
            lines[place] = old

    def _toggle(self, orbits: Iterable[int]) -> None:
        rows, columns, stride = self.rows, self.columns, self.stride
        for orbit in orbits:
            for y, x in self.orbits[orbit]:
                rows[y] ^= 1 << x
                columns[x] ^= 1 << y
                self.open ^= 1 << (y * stride + x)

    def _update(self, rows: Iterable[int], columns: Iterable[int]) -> None:
        for axis, places, lines, kept, length in (
            (0, rows, self.rows, self.row_lines, self.width),
            (1, columns, self.columns, self.column_lines, self.height),
        ):
            known = self._known[axis]
            for place in places:
                old = kept[place]
                key = (lines[place], self._unchecked(lines, place) if self._reach else 0)
                new = known.get(key)
                if new is None:
                    new = known[key] = self._measure(*key, length)
                if self._crossings is not None and place in self._crossings.lines[axis]:
                    new = self._with_crossings(axis, place, key, new)
                if new is not old:
                    kept[place] = new
                    self._replaced.append((kept, place, old))
                    self.line_cost += new.cost - old.cost
                    self.words += new.words - old.words
                    self.broken += new.broken - old.broken

    def _with_crossings(self, axis: int, place: int, key: tuple[int, int], line: Line) -> Line:
        assert self._crossings is not None
        known = self._crossed.get((axis, place, *key))
        if known is None:
            cost, broken = self._crossings.measure(axis, place, runs(key[0]))
            known = Line(line.cost + cost, line.words, line.broken + broken)
            self._crossed[axis, place, *key] = known
        return known

    @staticmethod
    def _unchecked(lines: list[int], place: int) -> int:
        line = lines[place]
        beside = lines[place - 1] if place else 0
        if place + 1 < len(lines):
            beside |= lines[place + 1]
        return line & ~(beside & (line << 1 | line >> 1))

    def propose(self, rng: random.Random) -> tuple[int, ...]:
        """Return orbits to flip: one; or two that move a block; or a few in a line."""
        first = self.free[int(rng.random() * len(self.free))]
        kind = rng.random()
        if kind < FLIP_ONE:
            return (first,)
        y, x = self.orbits[first][0]
        if kind > 1 - FLIP_LINE:
            down = rng.random() < 0.5
            return self._alike(first, [(y + n * down, x + n * (not down)) for n in (1, 2)], rng)
        below, right = _DIRECTIONS[int(rng.random() * 8)]
        second = self.orbit_at.get((y + below, x + right), first)
        if second not in self._is_free or self.is_open(first) == self.is_open(second):
            return (first,)
        return first, second

    def _alike(self, first: int, cells: list[Cell], rng: random.Random) -> tuple[int, ...]:
        """Return an orbit and those of cells beyond it that are like it: it closes short words."""
        chosen = [first]
        for cell in cells if rng.random() < 0.3 else cells[:1]:
            orbit = self.orbit_at.get(cell)
            if orbit is None or orbit not in self._is_free:
                break
            if orbit not in chosen and self.is_open(orbit) == self.is_open(first):
                chosen.append(orbit)
        return tuple(chosen)

    # -- cost -----------------------------------------------------------------------------------

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return self.height * self.width - self.open.bit_count()

    @property
    def cost(self) -> float:
        """What the annealing makes small."""
        return (
            self.line_cost
            + BROKEN * self.broken
            + WORDS_OFF * self.aim.distance(self.words)
            + BLOCKS_OFF * self._blocks.distance(self.blocks)
            + self.shape_cost()
        )

    def shape_cost(self) -> float:
        """Return the cost of clumps, of blocks that only shorten words, and of open areas."""
        cells, stride = self.open, self.stride
        shut = self.all & ~cells
        sideways = (cells << 1 ^ cells >> 1) & (cells << stride ^ cells >> stride)
        pairs = shut & shut >> 1
        wide = cells & cells >> 1
        wide &= wide >> 2
        wide &= wide >> stride
        wide &= wide >> 2 * stride
        return (
            CHEATER * (shut & sideways).bit_count()
            + CLUMP * (pairs & pairs >> stride).bit_count()
            + AREA * wide.bit_count()
        )

    def is_valid(self) -> bool:
        """Tell whether no rule is broken and the numbers that were asked for are met."""
        return (
            not self.broken
            and (self.spec.words is None or not self._words.distance(self.words))
            and not self._blocks.distance(self.blocks)
        )

    def is_connected(self) -> bool:
        """Tell whether the open cells hang together."""
        cells, stride = self.open, self.stride
        reached = cells & -cells
        while True:
            wider = reached | reached << 1 | reached >> 1 | reached << stride | reached >> stride
            wider &= cells
            if wider == reached:
                return reached == cells
            reached = wider

    def state(self) -> tuple[int, ...]:
        """Return what `grid` needs to draw this pattern later."""
        return tuple(self.rows)

    def grid(self, state: tuple[int, ...]) -> Grid:
        """Return a state as a grid."""
        shut: list[Cell] = [
            (y, x) for y, row in enumerate(state) for x in range(self.width) if not row >> x & 1
        ]
        return Grid(self.height, self.width, blocks=shut)


_DIRECTIONS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]


def _around(places: set[int], end: int) -> set[int]:
    return {near for place in places for near in range(max(0, place - 1), min(end, place + 2))}
