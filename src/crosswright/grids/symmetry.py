"""The symmetries of a grid: where each moves a cell, and which cells and bars it moves together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable

from crosswright.errors import GridError
from crosswright.grids.notation import Bar, Cell, beyond
from crosswright.support.hints import Final, TypeVar

SYMMETRIES: Final = ("180", "90", "left-right", "up-down", "diagonal", "antidiagonal")
NO_SYMMETRY: Final = "none"
SQUARE_ONLY: Final = ("90", "diagonal", "antidiagonal")
"""The symmetries that only a square grid can have."""

Item = TypeVar("Item", bound=Hashable)


def symmetry_name(kind: str) -> str:
    """Return how messages name a symmetry: 180° symmetry, left-right symmetry."""
    return f"{kind}{'°' if kind.isdigit() else ''} symmetry"


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


def bar_image(bar: Bar, kind: str, height: int, width: int) -> Bar:
    """Return where a symmetry of `SYMMETRIES` moves a bar."""
    first, second = sorted(image(cell, kind, height, width) for cell in (bar[0], beyond(bar)))
    return first, "right" if first[0] == second[0] else "below"


def is_symmetric(
    kind: str, height: int, width: int, cells: Iterable[Collection[Cell]], bars: Collection[Bar]
) -> bool:
    """Return whether a symmetry maps each group of cells, and the bars, onto themselves."""
    if kind not in SYMMETRIES:
        raise GridError(f"unknown symmetry {kind!r}; choose from {', '.join(SYMMETRIES)}")
    if height != width and kind in SQUARE_ONLY:
        return False
    return all(
        image(cell, kind, height, width) in group for group in cells for cell in group
    ) and all(bar_image(bar, kind, height, width) in bars for bar in bars)


def cell_orbits(height: int, width: int, symmetry: str) -> list[tuple[Cell, ...]]:
    """Return the cells of a grid in groups that a symmetry maps onto themselves."""
    cells = [(y, x) for y in range(height) for x in range(width)]
    if symmetry == NO_SYMMETRY:
        return [(cell,) for cell in cells]
    return _orbits(cells, lambda cell: image(cell, symmetry, height, width))


def bar_orbits(height: int, width: int, symmetry: str) -> list[tuple[Bar, ...]]:
    """Return the possible bars of a grid in groups that a symmetry maps onto themselves."""
    bars: list[Bar] = [((y, x), "right") for y in range(height) for x in range(width - 1)]
    bars += [((y, x), "below") for y in range(height - 1) for x in range(width)]
    if symmetry == NO_SYMMETRY:
        return [(bar,) for bar in bars]
    return _orbits(bars, lambda bar: bar_image(bar, symmetry, height, width))


def _orbits(items: Iterable[Item], moved: Callable[[Item], Item]) -> list[tuple[Item, ...]]:
    seen: set[Item] = set()
    orbits = []
    for item in items:
        if item in seen:
            continue
        orbit = [item]
        while (item := moved(item)) != orbit[0]:
            orbit.append(item)
        seen.update(orbit)
        orbits.append(tuple(orbit))
    return orbits
