"""A pattern being drawn: a board whose cost follows each change cheaply.

Rows and columns are numbers, one bit per cell, and the cost of a line is looked up by its number: a
change only touches the lines that it is in. `Blocks` and `Bars` are the two kinds of board.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Generic, TypeVar

from crosswright.grids.grid import Grid
from crosswright.grids.notation import Bar, Cell
from crosswright.patterns.measures import NO_LINE, Line, Measure
from crosswright.patterns.spec import Spec

BROKEN = 12.0
"""Cost of each broken rule: affordable at first, but more than any beauty is worth at the end."""

WORDS_OFF = 6.0
"""Cost of each word above or below the number aimed at."""

ROW, COLUMN = 0, 1
"""The two axes."""

OrbitIndex = int
"""An index into `Board.orbits`."""

Item = TypeVar("Item", Cell, Bar)
"""What a change flips: cells between open and block, or bars between present and absent."""


class Board(ABC, Generic[Item]):
    """A pattern that changes by whole orbits of its symmetry.

    A subclass sets up its lines and then calls `_update` once, for all of them.
    """

    def __init__(self, spec: Spec, measure: Measure, orbits: Sequence[tuple[Item, ...]]) -> None:
        self.spec = spec
        self.height, self.width = spec.height, spec.width
        self.stride = spec.width + 1  # an empty column keeps rows apart when bits are shifted
        self.cells = sum(((1 << self.width) - 1) << (y * self.stride) for y in range(self.height))
        self.orbits: Sequence[tuple[Item, ...]] = orbits
        self.orbit_of: dict[Item, OrbitIndex] = {
            item: index for index, orbit in enumerate(orbits) for item in orbit
        }
        self.free: Sequence[OrbitIndex] = range(len(orbits))
        """The orbits that may change."""
        self.aim = self._word_span = spec.word_span
        self.line_cost, self.words, self.broken = 0.0, 0, 0
        self._measure = measure
        self._measured: tuple[dict[tuple[int, ...], Line], ...] = ({}, {})
        self._lengths = self.width, self.height
        self._lines = [NO_LINE] * self.height, [NO_LINE] * self.width
        self._before: tuple[Iterable[OrbitIndex], float, int, int] = ((), 0.0, 0, 0)
        self._replaced: list[tuple[list[Line], int, Line]] = []

    # -- changes --------------------------------------------------------------------------------

    @abstractmethod
    def propose(self, rng: random.Random) -> Collection[OrbitIndex]:
        """Return some free orbits to flip; there must be one."""

    def flip(self, orbits: Collection[OrbitIndex]) -> None:
        """Flip what is in some orbits; `undo` takes it back."""
        self._before = (orbits, self.line_cost, self.words, self.broken)
        self._replaced.clear()
        self._toggle(orbits)
        self._update(*self._lines_with(orbits))

    def undo(self) -> None:
        """Take the last flip back."""
        orbits, self.line_cost, self.words, self.broken = self._before
        self._toggle(orbits)
        for lines, index, old in self._replaced:
            lines[index] = old

    @abstractmethod
    def _toggle(self, orbits: Iterable[OrbitIndex]) -> None:
        """Flip the bits of some orbits."""

    @abstractmethod
    def _lines_with(self, orbits: Iterable[OrbitIndex]) -> tuple[set[int], set[int]]:
        """Return the rows and columns whose measure may change with some orbits."""

    @abstractmethod
    def _key(self, axis: int, index: int) -> tuple[int, ...]:
        """Return all that the measure of a line depends on: two numbers for it, and others."""

    def _update(self, rows: Iterable[int], columns: Iterable[int]) -> None:
        for axis, indices in ((ROW, rows), (COLUMN, columns)):
            lines, measured = self._lines[axis], self._measured[axis]
            for index in indices:
                old, key = lines[index], self._key(axis, index)
                new = measured.get(key)
                if new is None:
                    new = measured[key] = self._measure_line(axis, key)
                if new is not old:
                    lines[index] = new
                    self._replaced.append((lines, index, old))
                    self.line_cost += new.cost - old.cost
                    self.words += new.words - old.words
                    self.broken += new.broken - old.broken

    def _measure_line(self, axis: int, key: tuple[int, ...]) -> Line:
        return self._measure(key[0], key[1], self._lengths[axis])

    # -- judgement ------------------------------------------------------------------------------

    @property
    def cost(self) -> float:
        """What the annealing minimises."""
        return self.line_cost + BROKEN * self.broken + WORDS_OFF * self.aim.distance(self.words)

    def is_valid(self) -> bool:
        """Return whether no rule is broken and the number of words is as requested."""
        return not self.broken and (
            self.spec.words is None or not self._word_span.distance(self.words)
        )

    @abstractmethod
    def is_connected(self) -> bool:
        """Return whether the pattern is all in one piece."""

    # -- results --------------------------------------------------------------------------------

    @abstractmethod
    def state(self) -> tuple[int, ...]:
        """Return what `grid` needs to draw this pattern later."""

    @abstractmethod
    def grid(self, state: tuple[int, ...]) -> Grid:
        """Return a state as a grid."""
