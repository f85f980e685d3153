"""The symmetries of a grid: where each moves a cell, and the cells and bars it moves together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Final, TypeVar

from crosswright.grids.notation import Bar, Cell

SYMMETRIES: Final = ("180", "90", "left-right", "up-down", "diagonal", "antidiagonal")
NO_SYMMETRY: Final = "none"

Item = TypeVar("Item", bound=Hashable)


def image(cell: Cell, kind: str, height: int, width: int) -> Cell:
    """Return where a symmetry of `SYMMETRIES` moves a cell."""
    row, column = cell
    bottom, right = height - 1 - row, width - 1 - column
    return {
        "180": (bottom, right),
        "90": (column, bottom),
        "left-right": (row, right),
        "up-down": (bottom, column),
        "diagonal": (column, row),
        "antidiagonal": (right, bottom),
    }[kind]


def cell_orbits(height: int, width: int, symmetry: str) -> list[tuple[Cell, ...]]:
    """Return the cells of a grid in groups that a symmetry maps onto themselves."""
    cells = [(y, x) for y in range(height) for x in range(width)]
    return _orbits(cells, lambda cell: _moved(cell, symmetry, height, width))


def bar_orbits(height: int, width: int, symmetry: str) -> list[tuple[Bar, ...]]:
    """Return the places for bars in groups that a symmetry maps onto themselves."""
    bars: list[Bar] = [((y, x), "right") for y in range(height) for x in range(width - 1)]
    bars += [((y, x), "below") for y in range(height - 1) for x in range(width)]

    def moved(bar: Bar) -> Bar:
        (y, x), side = bar
        other = (y, x + 1) if side == "right" else (y + 1, x)
        ends = sorted(_moved(cell, symmetry, height, width) for cell in ((y, x), other))
        return ends[0], "right" if ends[0][0] == ends[1][0] else "below"

    return _orbits(bars, moved)


def _moved(cell: Cell, symmetry: str, height: int, width: int) -> Cell:
    return cell if symmetry == NO_SYMMETRY else image(cell, symmetry, height, width)


def _orbits(items: Iterable[Item], moved: Callable[[Item], Item]) -> list[tuple[Item, ...]]:
    seen: set[Item] = set()
    found = []
    for item in items:
        if item in seen:
            continue
        orbit = [item]
        while (item := moved(item)) != orbit[0]:
            orbit.append(item)
        seen.update(orbit)
        found.append(tuple(orbit))
    return found
