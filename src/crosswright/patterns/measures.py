"""What a row or column is worth in each style."""

from __future__ import annotations

from crosswright.grids.styles import unchecked_limit
from crosswright.patterns.blocks import LONG, LONG_FROM, THREE, WALL, WALL_FROM, Line, runs

LATTICE_USUAL = (5, 9)
"""The usual lengths of words that are not all checked."""

BARRED_LONG_FROM = 7
"""The letters beyond which a word of a barred grid counts as long."""

LATTICE_SHORT = 0.8
"""Cost of each letter under the usual length, where not all are checked."""

LATTICE_WALL = 5
"""Blocks in a row that are usual where every other cell of every other row is one."""

COMB = 0.5
"""Cost of lone cells in a row, growing from the third: bars like the teeth of a comb."""

TIGHT = 0.8
"""Cost of each letter of a barred grid's word that is checked and need not be."""

UNCHECKED_PAIR = 2.0
"""Cost of two unchecked letters side by side, where the rules let them be."""


def american(lengths: frozenset[int], cells: int, unchecked: int, length: int) -> Line:
    """Measure a line all of whose cells must be in words of three letters or more."""
    cost, words, broken = 0.0, 0, 0
    for _, run in runs(cells):
        if run < 3:
            broken += 3 - run
        elif run not in lengths:
            broken += 1
        words += run > 1
        cost += length_cost(run)
    return Line(cost + wall_cost(cells, length), words, broken)


def length_cost(run: int) -> float:
    """Return the cost of a word of this length."""
    if run == 3:
        return THREE
    return LONG * (run - LONG_FROM) ** 2 if run > LONG_FROM else 0.0


def wall_cost(cells: int, length: int, usual: int = WALL_FROM) -> float:
    """Return the cost of rows of more blocks than usual."""
    shut = ~cells & ((1 << length) - 1)
    return WALL * sum(run - usual for _, run in runs(shut) if run > usual)


def british(lengths: frozenset[int], cells: int, unchecked: int, length: int) -> Line:
    """Measure a line whose words are checked in half their letters, in no two neighbours not."""
    cost, words, broken = 0.0, 0, 0
    for place, run in runs(cells):
        if run == 1:
            continue
        words += 1
        loose = unchecked >> place & ((1 << run) - 1)
        broken += max(0, 2 * loose.bit_count() - run) + (loose & loose >> 1).bit_count()
        broken += run == 2 or run not in lengths
        cost += lattice_length_cost(run)
    return Line(cost + wall_cost(cells, length, LATTICE_WALL), words, broken)


def lattice_length_cost(run: int) -> float:
    """Return the cost of a word of this length where half of the cells are checked."""
    if run < LATTICE_USUAL[0]:
        return LATTICE_SHORT * (LATTICE_USUAL[0] - run)
    return LONG * max(0, run - LATTICE_USUAL[1]) ** 2


def free(lengths: frozenset[int], cells: int, unchecked: int, length: int) -> Line:
    """Measure a line whose words have three letters or more; cells may be unchecked."""
    cost, words, broken = 0.0, 0, 0
    for place, run in runs(cells):
        if run == 1:
            continue
        words += 1
        broken += run == 2 or run not in lengths
        loose = unchecked >> place & ((1 << run) - 1)
        cost += length_cost(run) + UNCHECKED_PAIR * (loose & loose >> 1).bit_count()
    return Line(cost + wall_cost(cells, length), words, broken)


def barred(lengths: frozenset[int], bars: int, lone: int, length: int) -> Line:
    """Measure a line of cells with bars after some; `lone` cells are in no word across it."""
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


def barred_length_cost(run: int) -> float:
    """Return the cost of a word of this length in a barred grid."""
    return THREE if run == 3 else LONG * max(0, run - BARRED_LONG_FROM) ** 2
