"""From what a file says to a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from crosswright.formats.cleaning import clean_text
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.puzzles.puzzle import Clue, Puzzle


def can_be_slot(cells: tuple[Cell, ...], open_cells: frozenset[Cell]) -> bool:
    """Return whether cells that a file lists can be a slot: two or more, open, each once."""
    return len(cells) > 1 and len(set(cells)) == len(cells) and open_cells.issuperset(cells)


def build_puzzle(
    grid: Grid,
    *,
    given: Iterable[Cell] = (),
    clues: Mapping[str, Clue | str] | None = None,
    title: str = "",
    author: str = "",
    copyright: str = "",
    notes: str = "",
) -> Puzzle:
    """Make a puzzle from what a file says, its texts cleaned, its empty clues left out."""
    return Puzzle.from_filled(
        grid,
        {label: clue for label, clue in (clues or {}).items() if str(clue)},
        given=given,
        title=clean_text(title),
        author=clean_text(author),
        copyright=clean_text(copyright),
        notes=clean_text(notes),
    )
