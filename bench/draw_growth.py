"""Draw grids larger than `crosswright pattern` does, from four mirrored copies of smaller ones.

    python3 scripts/bench.py draw_growth

A copy and its mirror images share their outer rows and columns, so a 31×31 gives a 61×61. Words
that have grown long where the copies meet are cut in two.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import grids

SOURCES = {"growth41": "sunday21_140", "growth49": "growth25", "growth61": "growth31"}
MIN_LENGTH, MAX_LENGTH = 3, 13


def unfolded(rows: Sequence[str]) -> list[str]:
    """Return a grid with its mirror images to the right, below, and across."""
    wide = [row + row[-2::-1] for row in rows]
    return wide + wide[-2::-1]


def shortened(rows: list[str]) -> list[str]:
    """Return a grid with blocks in its long words, near their middles."""
    while long_slot := next((s for s in grids.slots(rows) if len(s) > MAX_LENGTH), None):
        middle = len(long_slot) // 2
        by_distance = sorted(long_slot, key=lambda cell: abs(long_slot.index(cell) - middle))
        rows = next(cut for cell in by_distance if is_sound(cut := blocked(rows, cell), cell))
    return rows


def blocked(rows: Sequence[str], cell: grids.Cell) -> list[str]:
    """Return a grid with one more block."""
    i, j = cell
    return [*rows[:i], rows[i][:j] + "#" + rows[i][j + 1 :], *rows[i + 1 :]]


def is_sound(rows: Sequence[str], cell: grids.Cell) -> bool:
    """Return whether no run in the row and column of a cell is too short for a word."""
    lines = (rows[cell[0]], "".join(row[cell[1]] for row in rows))
    runs = (run for line in lines for run in line.split("#") if run)
    return all(len(run) >= MIN_LENGTH for run in runs)


if __name__ == "__main__":
    for name, source in SOURCES.items():
        rows = shortened(unfolded(grids.load(source)))
        grids.path(name).write_text("\n".join(rows) + "\n", "ascii")
