"""What a row or column adds to the cost of a pattern, in each style."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from crosswright.grids.styles import unchecked_limit

THREE = 1.0
"""Cost of a three-letter word: a grid needs some, but they get tiresome."""

LONG_FROM = 6
LONG = 0.06
"""Cost of a long word: this, times the square of the letters beyond `LONG_FROM`."""

WALL_FROM = 3
WALL = 3.0
"""Cost of each block in a row beyond the third."""

LATTICE_USUAL = (5, 9)
"""The usual lengths of words that are only partly checked."""

LATTICE_SHORT = 0.8
"""Cost of each letter that a partly checked word falls short of the usual length."""

LATTICE_WALL = 5
"""Blocks in a row that are usual where every other cell of every other row is one."""

BARRED_LONG_FROM = 7
"""Letters beyond which a word of a barred grid counts as long."""

COMB = 0.5
"""Cost of lone cells in a row, rising from the third on: bars like the teeth of a comb."""

TIGHT = 0.8
"""Cost of each letter of a barred grid's word that is checked and need not be."""

UNCHECKED_PAIR = 2.0
"""Cost of two unchecked letters side by side, where the rules allow them."""


class Line(NamedTuple):
    """What a row or column adds to the whole."""

    cost: float
    words: int
    broken: int
    """How many rules it breaks."""


NO_LINE = Line(0.0, 0, 0)

Measure = Callable[[int, int, int], Line]
"""Measure a line of cells, one bit per cell.

In a grid of blocks: its open cells, those of them that are unchecked, and its length. In a barred
grid: the cells with a bar after them, those that are in no word across it, and its length.
"""


def runs(line: int) -> Iterator[tuple[int, int]]:
    """Yield the start and length of each run of set bits."""
    start = 0
    while line:
        skip = (line & -line).bit_length() - 1
        line >>= skip
        start += skip
        length = (~line & (line + 1)).bit_length() - 1
        yield start, length
        line >>= length
        start += length


def american(lengths: frozenset[int], cells: int, unchecked: int, length: int) -> Line:
    """Measure a line whose cells must all be in words of three letters or more."""
    cost, words, broken = 0.0, 0, 0
    for _, run in runs(cells):
        if run < 3:
            broken += 3 - run
        elif run not in lengths:
            broken += 1
        words += run > 1
        cost += length_cost(run)
    return Line(cost + wall_cost(cells, length), words, broken)


def british(lengths: frozenset[int], cells: int, unchecked: int, length: int) -> Line:
    """Measure a line whose words are at least half checked, with no unchecked neighbours."""
    cost, words, broken = 0.0, 0, 0
    for start, run in runs(cells):
        if run == 1:
            continue
        words += 1
        loose = unchecked >> start & ((1 << run) - 1)
        broken += max(0, 2 * loose.bit_count() - run) + (loose & loose >> 1).bit_count()
        broken += run == 2 or run not in lengths
        cost += lattice_length_cost(run)
    return Line(cost + wall_cost(cells, length, LATTICE_WALL), words, broken)


def free(lengths: frozenset[int], cells: int, unchecked: int, length: int) -> Line:
    """Measure a line whose words have three letters or more, checked or not."""
    cost, words, broken = 0.0, 0, 0
    for start, run in runs(cells):
        if run == 1:
            continue
        words += 1
        broken += run == 2 or run not in lengths
        loose = unchecked >> start & ((1 << run) - 1)
        cost += length_cost(run) + UNCHECKED_PAIR * (loose & loose >> 1).bit_count()
    return Line(cost + wall_cost(cells, length), words, broken)


def barred(lengths: frozenset[int], bars: int, lone: int, length: int) -> Line:
    """Measure a line with bars after some of its cells; no word crosses it in the `lone` cells."""
    cost, words, broken = 0.0, 0, 0
    start = alone = 0
    for end in range(1, length + 1):
        if end < length and not bars >> (end - 1) & 1:
            continue
        run = end - start
        loose = lone >> start & ((1 << run) - 1)
        start = end
        if run == 1:
            broken += loose
            alone += 1
            cost += COMB * max(0, alone - 2)
            continue
        alone = 0
        words += 1
        broken += run == 2 or run not in lengths
        spare = unchecked_limit(run) - loose.bit_count()
        broken += max(0, -spare)
        cost += TIGHT * max(0, spare)
        cost += barred_length_cost(run) + UNCHECKED_PAIR * (loose & loose >> 1).bit_count()
    return Line(cost, words, broken)


def length_cost(run: int) -> float:
    """Return the cost of a word of this length."""
    if run == 3:
        return THREE
    return LONG * (run - LONG_FROM) ** 2 if run > LONG_FROM else 0.0


def lattice_length_cost(run: int) -> float:
    """Return the cost of a word of this length where only half the letters are checked."""
    if run < LATTICE_USUAL[0]:
        return LATTICE_SHORT * (LATTICE_USUAL[0] - run)
    return LONG * max(0, run - LATTICE_USUAL[1]) ** 2


def barred_length_cost(run: int) -> float:
    """Return the cost of a word of this length in a barred grid."""
    return THREE if run == 3 else LONG * max(0, run - BARRED_LONG_FROM) ** 2


def wall_cost(cells: int, length: int, usual: int = WALL_FROM) -> float:
    """Return the cost of more blocks in a row than usual."""
    shut = ~cells & ((1 << length) - 1)
    return WALL * sum(run - usual for _, run in runs(shut) if run > usual)
