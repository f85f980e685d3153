"""Plain text: grids in Crosswright's own notation, and structure files of the course."""

from __future__ import annotations

from crosswright.formats.cleaning import decode
from crosswright.formats.format import FEATURES, Format, Loss
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle


def read(data: bytes) -> Puzzle:
    """Read a grid; its letters are the solution."""
    return Puzzle.from_filled(Grid.parse(decode(data)))


def write(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write the filled grid in the text notation."""
    return f"{puzzle.filled_grid}\n".encode()


def write_structure(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write `_` for each cell and `#` for each block, as the course does."""
    grid = puzzle.grid
    rows = [
        "".join("_" if grid.is_open((y, x)) else "#" for x in range(grid.width))
        for y in range(grid.height)
    ]
    if not grid.open_cells:
        losses.append(Loss("the structure", "a file of blocks alone is read back as text"))
    return "".join(f"{row}\n" for row in rows).encode()


_HOLDS = frozenset(FEATURES) - {
    "given", "clues", "title", "author", "copyright", "notes"
}  # fmt: skip

TEXT = Format("text", "plain text grid", (".txt", ".grid"), _HOLDS, read, write)
STRUCTURE = Format(
    "structure", "course structure file", (".structure",), frozenset(), read, write_structure
)
