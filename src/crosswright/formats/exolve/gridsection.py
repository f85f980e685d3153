"""The grid of an Exolve file: its cells, its kind, and its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.cleaning import clean_token
from crosswright.formats.exolve.grammar import ExolveFile, GridCell, parse_position, parse_row
from crosswright.grids.grid import Grid
from crosswright.grids.notation import MAX_SIDE, Cell
from crosswright.support.wording import plural, quote

_DEFAULT_MAX_CODES: Final = {"devanagari": 5}


class GridReading:
    """The grid of a document while it is read; `details` has what a grid cannot hold."""

    def __init__(self, document: ExolveFile) -> None:
        self.document = document
        for section in document.sections:
            if section.name.startswith("3d"):
                raise FormatError("a three-dimensional crossword (exolve-3d) cannot be read")
        if document.last("shaped-cell"):
            raise FormatError("cells with shapes of their own (exolve-shaped-cell) cannot be read")
        self.options = " ".join(section.value for section in document.all("option")).split()
        self.details: dict[str, None] = {}  # in order
        self.oddities: list[str] = []  # what to warn of
        self.height, self.width = self._side("height"), self._side("width")
        self.cells = self._rows()
        self.by_name: dict[tuple[str, str], tuple[Cell, ...]] = {}
        self.starts: dict[tuple[str, Cell], tuple[Cell, ...]] = {}
        self.numbers: dict[Cell, str] = {}

    def _side(self, name: str) -> int:
        text = self.document.value(name)
        if not (text.isascii() and text.isdigit() and len(text) < 5 and 0 < int(text) <= MAX_SIDE):
            raise FormatError(f"exolve-{name} must be from 1 to {MAX_SIDE}, not {quote(text, 20)}")
        return int(text)

    @property
    def several(self) -> bool:
        """Whether cells can have several letters, so that there are spaces between them."""
        script, most = (*self.document.value("language").split(), "", "", "")[1:3]
        codes = int(most) if most.isascii() and most.isdigit() and len(most) < 5 else 0
        codes = codes or _DEFAULT_MAX_CODES.get(script.lower(), 1)
        return "rebus-cells" in self.options or codes > 1

    def _rows(self) -> list[list[GridCell]]:
        section = self.document.last("grid")
        lines = section.lines if section else ()
        if len(lines) != self.height:
            raise FormatError(
                f"its grid has {plural(len(lines), 'row')}, but exolve-height is {self.height}"
            )
        rows = []
        for number, line in enumerate(lines, 1):
            row = parse_row(line, self.several)
            if len(row) < self.width:
                raise FormatError(
                    f"row {number} has {plural(len(row), 'cell')}, but exolve-width is "
                    f"{self.width}: {quote(line)}"
                )
            if len(row) > self.width:
                self.oddities.append(
                    f"row {number} has {len(row)} cells, of which the first {self.width} count"
                )
            rows.append(row[: self.width])
        return rows

    def all_cells(self) -> Iterator[tuple[Cell, GridCell]]:
        for y, row in enumerate(self.cells):
            for x, cell in enumerate(row):
                yield (y, x), cell

    # the grid

    def grid(self) -> Grid:
        """Return the filled grid."""
        letters: dict[Cell, str] = {}
        odd = 0
        for cell, each in self.all_cells():
            text = "0" if each.is_zero and self._zero_is_a_digit else each.letters
            token = clean_token(text) if text else None
            odd += bool(text) and not token
            if token:
                letters[cell] = token
        if odd:
            self.oddities.append(f"{plural(odd, 'cell')} with something that is not a letter")
        return Grid(
            self.height,
            self.width,
            blocks=[cell for cell, each in self.all_cells() if each.letters is None],
            letters=letters,
            circles=[cell for cell, each in self.all_cells() if "@" in self._open(each)],
            bars=[
                (cell, side)
                for cell, each in self.all_cells()
                for side, signs, at_edge in (
                    ("right", "|+", cell[1] == self.width - 1),
                    ("below", "_+", cell[0] == self.height - 1),
                )
                if not at_edge and any(sign in each.decorators for sign in signs)
            ],
        )

    @staticmethod
    def _open(cell: GridCell) -> str:
        return cell.decorators if cell.letters is not None else ""

    @cached_property
    def _zero_is_a_digit(self) -> bool:
        """Whether 0 is a digit: such are allowed, and not every cell has one."""
        allowed = any(
            option == "allow-digits" or (option.startswith("allow-chars:") and "0" in option[12:])
            for option in self.options
        )
        lights = [each for _, each in self.all_cells() if each.letters is not None]
        return allowed and not all(each.is_zero or "!" in each.decorators for each in lights)

    @cached_property
    def is_unsolved(self) -> bool:
        """Whether no letter is known but those given to the solver."""
        return not any(each.letters for _, each in self.all_cells() if "!" not in each.decorators)

    def kind(self) -> str:
        """Return whether all blocks are for the solver to find."""
        hidden = {cell for cell, each in self.all_cells() if "*" in each.decorators}
        blocks = {cell for cell, each in self.all_cells() if each.letters is None}
        is_diagramless = bool(hidden) and blocks <= hidden
        is_diagramless &= bool(blocks) or len(hidden) == self.height * self.width
        if hidden and not is_diagramless:
            self.details["diagramless parts of the grid"] = None
        return "diagramless" if is_diagramless else "crossword"

    # numbers

    def number(self, grid: Grid) -> None:
        """Number the grid as Exolve does: ~ skips a number, and some slots run backwards."""
        backwards = set()
        for section in self.document.all("reversals"):
            for run in section.value.split():
                ends = [parse_position(end, self.height, self.width) for end in run.split("-")]
                backwards.add(tuple(ends))
        for slot in grid.slots:
            cells, letter = slot.cells, slot.direction[0].upper()
            if (cells[0], cells[-1]) in backwards:
                cells = cells[::-1]
                self.details["entries that run backwards"] = None
            self.starts[letter, cells[0]] = cells
        number = 0
        for cell, each in self.all_cells():
            lights = [letter for letter in "AD" if (letter, cell) in self.starts]
            if not lights:
                continue
            if "~" in each.decorators:
                continue
            number += 1
            self.numbers[cell] = str(number)
            for letter in lights:
                self.by_name[letter, str(number)] = self.starts[letter, cell]

    @cached_property
    def has_known_slots(self) -> bool:
        """Whether the file shows where the answers are: hidden blocks are among its blocks."""
        hidden = {each.letters for _, each in self.all_cells() if "*" in each.decorators}
        return not self.is_unsolved or not hidden or None in hidden
