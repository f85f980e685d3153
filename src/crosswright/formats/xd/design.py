"""The design section of xd: how cells look, by rules for letters and a grid of those letters.

O { background: circle }
L { bar-left: true }

O..
.#L
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from crosswright.grids.grid import Grid
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import MAX_SIDE, Bar, Cell

UNKNOWN: Final = "section design"
SHADED: Final = "shaded cells, read as circles"

_BEFORE: Final = {"bar-left": (0, -1, "right"), "bar-top": (-1, 0, "below")}
_STYLE_TAG: Final = re.compile(r"</?style>", re.I)
_QUOTES: Final = "'\""
_KEYS: Final = ".LTBOPQR"  # nothing, a bar left, top, or both; and these with a circle


@dataclass
class Design:
    """What a design says of cells, and what of it is not understood."""

    circles: frozenset[Cell] = frozenset()
    bars: frozenset[Bar] = frozenset()
    details: tuple[str, ...] = ()


def read_design(lines: list[str], grid: Grid) -> Design:
    """Read a design; what is not understood is named."""
    text = _STYLE_TAG.sub("", "\n".join(lines))
    rules: dict[str, dict[str, str]] = {}
    at = 0
    for start, end in _bodies(text):
        for selector in text[at:start].split(","):
            rules.setdefault(selector.strip(), {}).update(_properties(text[start + 1 : end]))
        at = end + 1
    rows = [split_letters(line.strip()[: MAX_SIDE * 8]) for line in text[at:].split("\n")]
    circles: set[Cell] = set()
    bars: set[Bar] = set()
    details: set[str] = set()
    open_cells = frozenset(grid.open_cells)
    for y, row in enumerate(row for row in rows if row):
        for x, key in enumerate(row):
            cell = (y, x)
            for name, value in rules.get(key, {}).items():
                if name == "background" and value in ("circle", "shaded") and cell in open_cells:
                    circles.add(cell)
                    details |= {SHADED} if value == "shaded" else set()
                elif name in _BEFORE and value == "true" and (bar := _bar(grid, cell, name)):
                    bars.add(bar)
                else:
                    details.add(UNKNOWN)
            if key not in ".#_" and key not in rules:
                details.add(UNKNOWN)
    if not circles and not bars:
        details.add(UNKNOWN)
    return Design(frozenset(circles), frozenset(bars), tuple(sorted(details)))


def _bodies(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each rule's braces are; braces within quotes do not count."""
    start, quote = -1, ""
    for at, character in enumerate(text):
        if start < 0:
            start = at if character == "{" else -1
        elif quote:
            quote = "" if character == quote else quote
        elif character in _QUOTES:
            quote = character
        elif character == "}":
            yield start, at
            start = -1


def _properties(body: str) -> dict[str, str]:
    properties = {}
    for item in body.split(";"):
        name, colon, value = item.partition(":")
        if colon:
            properties[name.strip().lower()] = value.strip()
    return properties


def _bar(grid: Grid, cell: Cell, name: str) -> Bar | None:
    """Return the bar before a cell, if that is inside the grid."""
    down, right, side = _BEFORE[name]
    y, x = cell[0] + down, cell[1] + right
    inside = cell[0] < grid.height and cell[1] < grid.width and y >= 0 and x >= 0
    return ((y, x), side) if inside else None


def write_design(grid: Grid, circles: frozenset[Cell]) -> list[str]:
    """Return the lines of a design with these circles and the bars of the grid."""
    rows = [
        "".join(_key(grid, circles, (y, x)) for x in range(grid.width)) for y in range(grid.height)
    ]
    used = [key for key in _KEYS[1:] if any(key in row for row in rows)]
    rules = [f"{key} {{ {'; '.join(_rules(_KEYS.index(key)))} }}" for key in used]
    return [*rules, "", *rows] if rules else []


def _key(grid: Grid, circles: frozenset[Cell], cell: Cell) -> str:
    y, x = cell
    number = 4 * (cell in circles)
    for index, (down, right, side) in enumerate(_BEFORE.values()):
        number += (index + 1) * (((y + down, x + right), side) in grid.bars)
    return _KEYS[number]


def _rules(number: int) -> list[str]:
    bars = [f"{name}: true" for index, name in enumerate(_BEFORE, 1) if number & index]
    return ["background: circle", *bars] if number & 4 else bars
