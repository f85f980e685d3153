"""The cells of Crossword Compiler's XML, read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from xml.etree import ElementTree as ET

from crosswright.errors import FormatError
from crosswright.formats.cleaning import clean_token
from crosswright.formats.jpz.text import line_of
from crosswright.formats.jpz.words import grid_side, runs
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Bar, Cell

BARS: Final = {
    "top-bar": (-1, 0, "below"),
    "bottom-bar": (0, 0, "below"),
    "left-bar": (0, -1, "right"),
    "right-bar": (0, 0, "right"),
}
"""The attributes of a cell that has bars, and where the bar is seen from the cell."""

MARKS: Final = {
    "TR": "top-right-number",
    "BL": "bottom-left-number",
    "BR": "bottom-right-number",
}
"""The corners of a cell besides the first, and their attributes."""


class JpzCells:
    """The grid of a file, and what it says of cells beyond that."""

    def __init__(self, element: ET.Element, detail: Callable[[str], None]) -> None:
        self._detail = detail
        self.elements: dict[Cell, ET.Element] = {}
        """The element of each cell; one that covers several cells is there for each of them."""
        self.labels: dict[Cell, str] = {}
        self.marks: dict[Cell, dict[str, str]] = {}
        self.progress: dict[Cell, str] = {}
        self.grid, self.given = self._read(element)

    def _read(self, element: ET.Element) -> tuple[Grid, set[Cell]]:
        """Return the grid with its solution, and the cells whose letters are given."""
        height, width = (grid_side(element, name) for name in ("height", "width"))
        blocks: set[Cell] = set()
        voids: set[Cell] = set()
        letters: dict[Cell, str] = {}
        circles, bars, given = set(), set(), set()
        for child, cells in runs(element, "cell"):
            for cell in cells:
                if not (0 <= cell[0] < height and 0 <= cell[1] < width):
                    raise FormatError(
                        f"cell x={child.get('x')} y={child.get('y')} is outside the grid"
                    )
                self.elements[cell] = child
                kind = child.get("type", "letter")
                token = clean_token(child.get("solution") or "")
                if kind in ("block", "void", "clue"):
                    (voids if kind == "void" else blocks).add(cell)
                elif token:
                    letters[cell] = token
                    if child.get("hint") == "true":
                        given.add(cell)
                if child.get("background-shape") == "circle":
                    circles.add(cell)
                bars |= self._bars(child, cell, height, width)
                self._read_texts(child, cell)
        blocks -= voids
        open_cells = {(y, x) for y in range(height) for x in range(width)} - blocks - voids
        grid = Grid(
            height,
            width,
            blocks=blocks,
            voids=voids,
            letters={cell: token for cell, token in letters.items() if cell in open_cells},
            circles=circles & open_cells,
            bars=bars,
        )
        self.progress = {cell: token for cell, token in self.progress.items() if cell in open_cells}
        if circles - open_cells:
            self._detail("shapes of cells")
        look = element.find("grid-look")
        if look is not None and look.get("numbering-scheme") == "none" and not self.labels:
            self.labels = {(0, 0): ""}
        return grid, given & grid.letters.keys()

    def _bars(self, element: ET.Element, cell: Cell, height: int, width: int) -> set[Bar]:
        bars: set[Bar] = set()
        for name, (down, right, side) in BARS.items():
            if element.get(name) != "true":
                continue
            y, x = cell[0] + down, cell[1] + right
            if 0 <= y < height - (side == "below") and 0 <= x < width - (side == "right"):
                bars.add(((y, x), side))
            else:
                self._detail("bars at the edge of the grid")
        return bars

    def _read_texts(self, element: ET.Element, cell: Cell) -> None:
        """Read the small texts of a cell, and the letter that a solver has entered."""
        if label := line_of(element, "number"):
            self.labels[cell] = label
        marks = {corner: line_of(element, name) for corner, name in MARKS.items()}
        if any(marks.values()):
            self.marks[cell] = {corner: text for corner, text in marks.items() if text}
        if token := clean_token(element.get("solve-state") or ""):
            self.progress[cell] = token
