"""The grid of a state, and the slots of a grid by keys that do not depend on numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import Cell
from crosswright.studio.state import State, bar_of, cell_key, cell_of

_KEY: Final = re.compile(r"(across|down) (\d{1,3}),(\d{1,3}) (\d{1,3})")
_EXTRA_KEY: Final = re.compile(r"extra (\d{1,3},\d{1,3}(?:-\d{1,3},\d{1,3})+)")


def slot_key(slot: Slot) -> str:
    """Return the key of a slot: "across 4,9 6", or "extra 0,0-1,1-2,2" for an extra one.

    It stays the same for as long as the cells of the slot do.
    """
    return key_of_cells(slot.direction, slot.cells)


def key_of_cells(direction: str, cells: tuple[Cell, ...]) -> str:
    """Return the key of a slot with these cells."""
    if direction == "extra":
        return f"extra {'-'.join(map(cell_key, cells))}"
    return f"{direction} {cell_key(cells[0])} {len(cells)}"


def cells_of_key(key: str) -> tuple[str, tuple[Cell, ...]] | None:
    """Return the direction and the cells of a slot's key; None if it is not one."""
    match = _KEY.fullmatch(key)
    if match is not None:
        direction, row, column, length = match[1], int(match[2]), int(match[3]), int(match[4])
        down, right = (1, 0) if direction == "down" else (0, 1)
        return direction, tuple((row + n * down, column + n * right) for n in range(length))
    match = _EXTRA_KEY.fullmatch(key)
    if match is not None:
        return "extra", tuple(map(cell_of, match[1].split("-")))
    return None


def keys_by_label(grid: Grid) -> dict[str, str]:
    """Return the keys of all slots by their labels."""
    return {slot.label: slot_key(slot) for slot in grid.slots}


def structure_of(size: Mapping[str, int], cells: Mapping[str, Any], bars: Mapping[str, Any],
                 parts: Mapping[str, Any]) -> Grid:  # fmt: skip
    """Return the grid without letters and circles."""
    return Grid(
        size["height"],
        size["width"],
        blocks=[cell_of(key) for key, cell in cells.items() if "block" in cell],
        voids=[cell_of(key) for key, cell in cells.items() if "void" in cell],
        bars=map(bar_of, bars),
        extra=[tuple((row, column) for row, column in slot) for slot in parts.get("extra", ())],
    )


def grid_of(state: State, *, pencil: bool = True) -> Grid:
    """Return the grid with its letters, and with those in pencil too unless told otherwise."""
    cells = state["cells"]
    grid = structure_of(state["size"], cells, state["bars"], state["parts"])
    circles = [cell_of(key) for key, cell in cells.items() if "circle" in cell]
    return grid.with_letters(letters_of(state, pencil=pencil)).with_circles(circles)


def letters_of(state: State, *, pencil: bool = True) -> dict[Cell, str]:
    """Return the letters in ink, and those in pencil too unless told otherwise."""
    return {
        cell_of(key): cell["letter"]
        for key, cell in state["cells"].items()
        if "letter" in cell and (pencil or "pencil" not in cell)
    }


def is_structural(change: tuple[str, str, Any, Any]) -> bool:
    """Return whether a change can make other slots."""
    part, key, before, after = change
    if part == "cells":
        return _closing(before) != _closing(after)
    return part in ("size", "bars") or (part == "parts" and key == "extra")


def _closing(cell: Mapping[str, Any] | None) -> tuple[bool, bool]:
    return (False, False) if cell is None else ("block" in cell, "void" in cell)
