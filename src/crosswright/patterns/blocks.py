"""Patterns of blocks being drawn: cells open and close."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.grids.symmetry import cell_orbits
from crosswright.patterns.board import Board, OrbitIndex
from crosswright.patterns.fit import Crossings
from crosswright.patterns.measures import Line, Measure, runs
from crosswright.patterns.spec import Spec

FLIP_ONE = 0.4
FLIP_LINE = 0.25
"""Shares of the changes that flip one orbit, or a few in a line; the others move a block."""

BLOCKS_OFF = 4.0
"""Cost of each block above or below the numbers allowed."""

CHEATER = 1.2
"""Cost of a block that leaves the word count as it is: it only shortens words."""

CLUMP = 5.0
"""Cost of four blocks in a square."""

AREA = 1.5
"""Cost of each open square of four by four cells: the more of them, the harder to fill."""

_DIRECTIONS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]


class Blocks(Board[Cell]):
    """A pattern of blocks; `neighbours` tells that a line's measure depends on those beside it."""

    def __init__(
        self,
        spec: Spec,
        measure: Measure,
        *,
        neighbours: bool,
        crossings: Crossings | None = None,
    ) -> None:
        super().__init__(spec, measure, cell_orbits(spec.height, spec.width, spec.symmetry))
        self._neighbours = neighbours
        self._crossings = crossings
        self._lettered = (frozenset[int](),) * 2 if crossings is None else crossings.lines
        self.open = self.cells
        self._open_in = (
            [(1 << self.width) - 1] * self.height,
            [(1 << self.height) - 1] * self.width,
        )
        self._update(range(self.height), range(self.width))
        closed = {self.orbit_of[cell] for cell in spec.closed_cells}
        kept_open = {self.orbit_of[cell] for cell in spec.open_cells}
        for orbit in sorted(closed):
            self.flip((orbit,))
        self.free = [n for n in range(len(self.orbits)) if n not in closed | kept_open]
        self._is_free = frozenset(self.free)
        self._block_span = spec.block_span

    # -- changes --------------------------------------------------------------------------------

    def is_open(self, orbit: OrbitIndex) -> bool:
        """Return whether the cells of an orbit are open."""
        y, x = self.orbits[orbit][0]
        return bool(self._open_in[0][y] >> x & 1)

    def propose(self, rng: random.Random) -> tuple[OrbitIndex, ...]:
        """Return one orbit to flip, or two that move a block, or a few in a line."""
        first = self.free[int(rng.random() * len(self.free))]
        kind = rng.random()
        if kind < FLIP_ONE:
            return (first,)
        y, x = self.orbits[first][0]
        if kind > 1 - FLIP_LINE:
            down = rng.random() < 0.5
            return self._alike(first, [(y + n * down, x + n * (not down)) for n in (1, 2)], rng)
        below, right = _DIRECTIONS[int(rng.random() * 8)]
        second = self.orbit_of.get((y + below, x + right), first)
        if second not in self._is_free or self.is_open(first) == self.is_open(second):
            return (first,)
        return first, second

    def _alike(
        self, first: OrbitIndex, cells: Sequence[Cell], rng: random.Random
    ) -> tuple[OrbitIndex, ...]:
        """Return an orbit and those of the next cells that are like it, to close short words."""
        chosen = [first]
        for cell in cells if rng.random() < 0.3 else cells[:1]:
            orbit = self.orbit_of.get(cell)
            if orbit is None or orbit not in self._is_free:
                break
            if orbit not in chosen and self.is_open(orbit) == self.is_open(first):
                chosen.append(orbit)
        return tuple(chosen)

    def _toggle(self, orbits: Iterable[OrbitIndex]) -> None:
        (rows, columns), stride = self._open_in, self.stride
        for orbit in orbits:
            for y, x in self.orbits[orbit]:
                rows[y] ^= 1 << x
                columns[x] ^= 1 << y
                self.open ^= 1 << (y * stride + x)

    def _lines_with(self, orbits: Iterable[OrbitIndex]) -> tuple[set[int], set[int]]:
        cells = [cell for orbit in orbits for cell in self.orbits[orbit]]
        rows, columns = {y for y, _ in cells}, {x for _, x in cells}
        if not self._neighbours:
            return rows, columns
        return _around(rows, self.height), _around(columns, self.width)

    def _key(self, axis: int, index: int) -> tuple[int, ...]:
        lines = self._open_in[axis]
        unchecked = self._unchecked(lines, index) if self._neighbours else 0
        if index in self._lettered[axis]:
            return lines[index], unchecked, index
        return lines[index], unchecked

    @staticmethod
    def _unchecked(lines: list[int], index: int) -> int:
        line = lines[index]
        beside = lines[index - 1] if index else 0
        if index + 1 < len(lines):
            beside |= lines[index + 1]
        return line & ~(beside & (line << 1 | line >> 1))

    def _measure_line(self, axis: int, key: tuple[int, ...]) -> Line:
        line = super()._measure_line(axis, key)
        if self._crossings is None or len(key) == 2:
            return line
        cells, _, index = key
        cost, broken = self._crossings.measure(axis, index, runs(cells))
        return Line(line.cost + cost, line.words, line.broken + broken)

    # -- judgement ------------------------------------------------------------------------------

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return self.height * self.width - self.open.bit_count()

    @property
    def cost(self) -> float:
        """What the annealing minimises."""
        blocks_off = self._block_span.distance(self.blocks)
        return super().cost + BLOCKS_OFF * blocks_off + self.shape_cost()

    def shape_cost(self) -> float:
        """Return the cost of clumps, of blocks that only shorten words, and of open areas."""
        cells, stride = self.open, self.stride
        shut = self.cells & ~cells
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
        """Return whether no rule is broken and the numbers are as requested."""
        return super().is_valid() and not self._block_span.distance(self.blocks)

    def is_connected(self) -> bool:
        """Return whether the open cells are all in one piece."""
        cells, stride = self.open, self.stride
        reached = cells & -cells
        while True:
            wider = reached | reached << 1 | reached >> 1 | reached << stride | reached >> stride
            wider &= cells
            if wider == reached:
                return reached == cells
            reached = wider

    # -- results --------------------------------------------------------------------------------

    def state(self) -> tuple[int, ...]:
        """Return what `grid` needs to draw this pattern later."""
        return tuple(self._open_in[0])

    def grid(self, state: tuple[int, ...]) -> Grid:
        """Return a state as a grid."""
        blocks: list[Cell] = [
            (y, x) for y, row in enumerate(state) for x in range(self.width) if not row >> x & 1
        ]
        return Grid(self.height, self.width, blocks=blocks)


def _around(indices: set[int], end: int) -> set[int]:
    return {near for index in indices for near in range(max(0, index - 1), min(end, index + 2))}
