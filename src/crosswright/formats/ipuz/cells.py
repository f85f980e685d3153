"""The cells of an ipuz document: the grid, its letters, and what the cells show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from crosswright.errors import FormatError
from crosswright.formats.cleaning import clean_token
from crosswright.formats.ipuz.document import (
    Json,
    as_object,
    at,
    is_shortened,
    kinds,
    short,
    table,
    unknown_keys,
)
from crosswright.grids.grid import Grid
from crosswright.grids.notation import MAX_SIDE, Bar, Cell
from crosswright.puzzles.parts import CORNERS

_SIDES: Final = {
    "R": (0, 0, "right"),
    "B": (0, 0, "below"),
    "L": (0, -1, "right"),
    "T": (-1, 0, "below"),
}
CODED: Final = "not a crossword: it is a coded crossword, whose numbers stand for letters"
_STYLE_KEYS: Final = frozenset({"shapebg", "barred", "mark"})
_CELL_KEYS: Final = frozenset({"cell", "style", "value"})


class Cells:
    """The cells of a document."""

    def __init__(self, document: Json) -> None:
        self._document = document
        self._block = document.get("block", "#")
        self._empty = document.get("empty", 0)
        self.rows = table(document.get("puzzle"), "puzzle")
        self.height, self.width = self._dimensions()
        if _is_key(document.get("solution")):
            raise FormatError(CODED)
        self.solution = _table_or_none(document, "solution")
        self.saved = _table_or_none(document, "saved")
        self._open: frozenset[Cell] = frozenset()

    def _dimensions(self) -> tuple[int, int]:
        dimensions = self._document.get("dimensions")
        if not isinstance(dimensions, dict):
            return len(self.rows), max(map(len, self.rows), default=0)
        height, width = dimensions.get("height"), dimensions.get("width")
        if not (isinstance(height, int) and isinstance(width, int)):
            raise FormatError("its dimensions are not numbers")
        if not (0 < height <= MAX_SIDE and 0 < width <= MAX_SIDE):
            raise FormatError(f"its dimensions must be from 1 to {MAX_SIDE}")
        if len(self.rows) > height or max(map(len, self.rows), default=0) > width:
            raise FormatError(f"its puzzle is larger than {height} rows and {width} columns")
        return height, width

    def __iter__(self) -> Iterator[Cell]:
        return ((y, x) for y in range(self.height) for x in range(self.width))

    # -- the grid -------------------------------------------------------------------------------

    def grid(self) -> Grid:
        """Return the filled grid; the blocks of a diagramless puzzle are in its solution alone."""
        values = {cell: self.value(cell) for cell in self}
        blocks = {cell for cell, value in values.items() if self._is_block(value)}
        if self.is_diagramless:
            blocks |= {cell for cell in self if self._is_block(at(self.solution, cell))}
        voids = {cell for cell, value in values.items() if value is None} - blocks
        grid = Grid(self.height, self.width, blocks=blocks, voids=voids)
        self._open = frozenset(grid.open_cells)
        letters = {cell: token for cell in grid.open_cells if (token := self._letter(cell))}
        return (
            grid.with_letters(letters | self.given(grid))
            .with_circles(cell for cell in grid.open_cells if self._is_circled(cell))
            .with_bars(self._bars())
        )

    @property
    def is_diagramless(self) -> bool:
        """Whether the solver has to find the blocks: they are in the solution alone."""
        if any("diagramless" in kind.lower() for kind in kinds(self._document)):
            return True
        if any(self._is_block(self.value(cell)) for cell in self):
            return False
        return any(self._is_block(at(self.solution, cell)) for cell in self)

    def is_coded(self, grid: Grid) -> bool:
        """Return whether numbers stand for letters: all cells have one, and some the same."""
        numbers = self.labels(grid)
        if len(numbers) < len(grid.open_cells) or not all(map(str.isdecimal, numbers.values())):
            return False
        pairs = {(numbers[cell], letter) for cell, letter in grid.letters.items()}
        codes, letters = {code for code, _ in pairs}, {letter for _, letter in pairs}
        is_repeated = len({*numbers.values()}) < len(numbers)
        return is_repeated and len(codes) == len(letters) == len(pairs)

    def value(self, cell: Cell) -> Any:
        """Return what a cell shows: a number, a block, or None for a void."""
        item = at(self.rows, cell)
        return item.get("cell", 0) if isinstance(item, dict) else item

    def _is_block(self, value: Any) -> bool:
        return isinstance(value, str) and value in (self._block, "#")

    def given(self, grid: Grid) -> dict[Cell, str]:
        """Return the letters that are given to the solver."""
        values = {cell: as_object(at(self.rows, cell)).get("value") for cell in grid.open_cells}
        tokens = {
            cell: clean_token(value) for cell, value in values.items() if isinstance(value, str)
        }
        return {cell: token for cell, token in tokens.items() if token}

    def _letter(self, cell: Cell) -> str | None:
        return self.token(at(self.solution, cell))

    def progress(self, grid: Grid) -> dict[Cell, str]:
        """Return the letters that a solver has entered."""
        tokens = {cell: self.token(at(self.saved, cell)) for cell in grid.open_cells}
        return {cell: token for cell, token in tokens.items() if token}

    def token(self, value: Any) -> str | None:
        """Return the letter of a cell, which may have a style, or differ across and down."""
        if isinstance(value, dict):
            value = next((value[key] for key in ("value", "Across", "Down") if key in value), None)
        elif value in (self._block, self._empty, "#", "", "0"):
            return None
        value = value[0] if isinstance(value, list) and value else value
        return clean_token(value) if isinstance(value, str) else None

    # -- what the cells show --------------------------------------------------------------------

    def labels(self, grid: Grid) -> dict[Cell, str]:
        """Return what the cells show; {} if none of them shows anything."""
        shown = {cell: short(self.value(cell)) for cell in grid.open_cells}
        return {cell: label for cell, label in shown.items() if not self._is_empty(label)}

    def _is_empty(self, label: str) -> bool:
        return label in ("", "0", short(self._empty))

    def style(self, cell: Cell) -> Json:
        """Return the style of a cell, which may be one of the document's named styles."""
        item = at(self.rows, cell)
        style = item.get("style") if isinstance(item, dict) else None
        if isinstance(style, str):
            style = as_object(self._document.get("styles")).get(style)
        return as_object(style)

    def _is_circled(self, cell: Cell) -> bool:
        return bool(self.style(cell).get("shapebg") == "circle")

    def marks(self) -> dict[Cell, dict[str, str]]:
        """Return the small texts in the corners of cells."""
        marks = {cell: as_object(self.style(cell).get("mark")) for cell in self}
        return {
            cell: {corner: short(text) for corner, text in texts.items() if corner in CORNERS}
            for cell, texts in marks.items()
            if texts
        }

    def _bars(self) -> set[Bar]:
        bars = set()
        for y, x in self:
            barred = self.style((y, x)).get("barred")
            for side in barred if isinstance(barred, str) else "":
                down, right, name = _SIDES.get(side.upper(), (0, 0, ""))
                cell = (y + down, x + right)
                if name and self._has_edge(cell, name):
                    bars.add((cell, name))
        return bars

    def _has_edge(self, cell: Cell, side: str) -> bool:
        y, x = cell
        last_row, last_column = self.height - (side == "below"), self.width - (side == "right")
        return 0 <= y < last_row and 0 <= x < last_column

    # -- what they have beyond that -------------------------------------------------------------

    def details(self) -> Iterator[str]:
        """Yield what the cells have beyond a puzzle, for a message; names may come twice."""
        for cell in self:
            yield from unknown_keys(as_object(at(self.rows, cell)), _CELL_KEYS, "cell ")
            yield from self._style_details(cell)
            if is_shortened(self.value(cell)):
                yield "labels of cells"
            if cell not in self._open and self._has_letter(cell):
                yield "letters of closed cells"
            for name, rows in (("solution", self.solution), ("saved", self.saved)):
                value = at(rows, cell)
                yield from unknown_keys(as_object(value), frozenset({"value"}), f"{name} ")
                if isinstance(value, list):
                    yield f"several letters in {name}"
        for name, rows in (("solution", self.solution), ("saved", self.saved)):
            if len(rows) > self.height or any(len(row) > self.width for row in rows):
                yield f"{name} beyond the grid"

    def _style_details(self, cell: Cell) -> Iterator[str]:
        style = self.style(cell)
        if not style and as_object(at(self.rows, cell)).get("style"):
            yield "styles of cells"
        yield from unknown_keys(style, _STYLE_KEYS, "style ")
        if style.get("shapebg") not in (None, "circle"):
            yield f"style shapebg {short(style['shapebg'])}".rstrip()
        marks, bars = style.get("mark"), style.get("barred")
        if marks and (
            not isinstance(marks, dict)
            or set(marks) - set(CORNERS)
            or any(map(is_shortened, marks.values()))
        ):
            yield "style mark"
        if bars and not (isinstance(bars, str) and set(bars.upper()) <= _SIDES.keys()):
            yield "style barred"

    def _has_letter(self, cell: Cell) -> bool:
        given = as_object(at(self.rows, cell)).get("value")
        written = (given, at(self.solution, cell), at(self.saved, cell))
        return any(self.token(value) for value in written)


def _table_or_none(document: Json, name: str) -> list[list[Any]]:
    value = document.get(name)
    return table(value, name) if value is not None else []


def _is_key(solution: Any) -> bool:
    """Return whether a solution tells which letter each number stands for."""
    return bool(solution) and isinstance(solution, dict) and all(map(str.isdecimal, solution))
