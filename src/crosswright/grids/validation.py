"""What makes a grid possible: everything inside it, letters in open cells, slots that are slots."""

from __future__ import annotations

from collections.abc import Mapping

from crosswright.errors import GridError
from crosswright.grids.letters import joins_previous, normalise_token
from crosswright.grids.notation import MAX_SIDE, SIDES, Bar, Cell, beyond, where
from crosswright.support.hints import TYPE_CHECKING, Final
from crosswright.support.wording import quote

if TYPE_CHECKING:
    from crosswright.grids.grid import Grid

MAX_EXTRA: Final = 1000  # extra slots; every two through one cell cross, so they must be few


def check(grid: Grid) -> None:
    """Raise a GridError when the parts of a grid do not fit together."""
    sides = grid.height, grid.width
    if not all(hasattr(side, "__index__") and 0 < side <= MAX_SIDE for side in sides):
        raise GridError(
            f"a grid has 1 to {MAX_SIDE} rows and columns, not {grid.height} × {grid.width}"
        )
    for cell in grid.blocks | grid.voids:
        _check_inside(grid, cell, "block" if cell in grid.blocks else "void")
    for cell in grid.blocks & grid.voids:
        raise GridError(f"{where(cell)} is both a block and a void")
    for cell in grid.letters:
        _check_open(grid, cell, "letter")
    for cell in grid.circles:
        _check_open(grid, cell, "circle")
    for bar in grid.bars:
        _check_bar(grid, bar)
    _check_extra(grid)


def _check_inside(grid: Grid, cell: Cell, what: str) -> None:
    row, column = cell
    if not (0 <= row < grid.height and 0 <= column < grid.width):
        raise GridError(
            f"{where(cell)} ({what}) is outside the grid of "
            f"{grid.height} rows and {grid.width} columns"
        )


def _check_open(grid: Grid, cell: Cell, what: str) -> None:
    _check_inside(grid, cell, what)
    if not grid.is_open(cell):
        kind = "block" if cell in grid.blocks else "void"
        raise GridError(f"{where(cell)} is a {kind} and cannot hold a {what}")


def _check_bar(grid: Grid, bar: Bar) -> None:
    cell, side = bar
    if side not in SIDES:
        raise GridError(f'{where(cell)}: a bar is "right" or "below", not {side!r}')
    _check_inside(grid, cell, "bar")
    row, column = beyond(bar)
    if row >= grid.height or column >= grid.width:
        raise GridError(f"{where(cell)}: a bar there would be on the edge of the grid")


def _check_extra(grid: Grid) -> None:
    if len(grid.extra) > MAX_EXTRA:
        raise GridError(f"{len(grid.extra)} extra slots are too many; at most {MAX_EXTRA} fit")
    for number, cells in enumerate(grid.extra, 1):
        if len(cells) < 2:
            raise GridError(f"extra slot X{number} has fewer than two cells")
        for cell in cells:
            _check_open(grid, cell, f"letter of extra slot X{number}")
        if len(set(cells)) < len(cells):
            raise GridError(f"extra slot X{number} passes through a cell twice")
    if len(set(grid.extra)) < len(grid.extra):
        raise GridError("the same extra slot is given twice")


def checked_letters(letters: Mapping[Cell, str]) -> dict[Cell, str]:
    """Return letters as cells hold them; raise a GridError for what no cell can hold."""
    known: dict[str, str] = {}
    for cell, token in letters.items():
        if token not in known:
            known[token] = _checked(cell, normalise_token(token))
    return {cell: known[token] for cell, token in letters.items()}


def _checked(cell: Cell, token: str) -> str:
    if not token:
        raise GridError(f"{where(cell)}: an empty string is not a letter")
    if not token.isprintable() or " " in token:
        raise GridError(f"{where(cell)}: {quote(token)} has a space or an unprintable character")
    if joins_previous(token[0]):
        raise GridError(
            f"{where(cell)}: {quote(token)} begins with a mark that belongs to a letter"
        )
    return token
