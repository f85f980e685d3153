"""What the script of a page has to know about the puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.catalogue import Catalogue
from crosswright.rendering.cluehtml import CluePage
from crosswright.rendering.options import RenderOptions

BLACK: Final = "#"  # in the solution of a diagramless puzzle
MESSAGES: Final = (
    *("pause", "resume", "cannot_save", "solved", "complete", "not_right", "type_rebus"),
    *("mistakes", "wrong_words", "no_mistakes", "nothing_to_check", "all_correct"),
    *("confirm_clear", "confirm_reveal", "filled_in", "revealed", "block"),
)
"""The strings that the script shows; all others are in the page itself."""


def fields(puzzle: Puzzle) -> list[Cell]:
    """Return the cells that the solver fills: in a diagramless puzzle, those of blocks too."""
    grid = puzzle.grid
    if puzzle.kind != "diagramless":
        return [*grid.open_cells]
    return sorted({*grid.open_cells, *grid.blocks})


def checks_of(puzzle: Puzzle, options: RenderOptions) -> str:
    """Return what the page can check: words only where the solver sees which cells are theirs."""
    hidden = puzzle.kind == "diagramless" and options.checks == "words"
    return "grid" if hidden else options.checks


def player_data(
    puzzle: Puzzle, options: RenderOptions, strings: Catalogue, clues: CluePage, mirrored: bool
) -> dict[str, Any]:
    """Return everything that the script needs, as JSON can have it."""
    cells = fields(puzzle)
    checks = checks_of(puzzle, options)
    data = {
        "key": f"crosswright:{identity(puzzle)}",
        "rows": puzzle.grid.height,
        "columns": puzzle.grid.width,
        "rtl": mirrored,
        "diagramless": puzzle.kind == "diagramless",
        "slots": _slots(puzzle, clues, cells),
        "given": [puzzle.grid.letters.get(cell) for cell in cells],
        "progress": [puzzle.progress.get(cell) for cell in cells],
        "checks": checks,
        "texts": {key: strings[key] for key in MESSAGES},
    }
    if checks == "letters":
        data["solution"] = [_token(puzzle, cell) for cell in cells]
    elif checks != "none":
        data["hashes"] = _hashes(puzzle, cells, checks == "words")
    return data


def _slots(puzzle: Puzzle, clues: CluePage, cells: list[Cell]) -> list[dict[str, Any]]:
    indices = {cell: index for index, cell in enumerate(cells)}
    slots = {slot.label: index for index, slot in enumerate(puzzle.grid.slots)}
    diagramless = puzzle.kind == "diagramless"
    entries = [
        {
            "label": entry.label,
            "name": clues.name(entry),
            "direction": entry.slot.direction,
            "cells": [] if diagramless else [indices[cell] for cell in entry.slot.cells],
            "run": [slots[label] for label in puzzle.link(entry.label)],
            "see": bool(entry.see),
            "references": clues.references(entry),
        }
        for entry in puzzle.entries
    ]
    return entries + (_lines(puzzle, indices, len(entries)) if diagramless else [])


def _lines(puzzle: Puzzle, indices: dict[Cell, int], first: int) -> list[dict[str, Any]]:
    """Return the rows and columns of a diagramless puzzle, through which its solver moves."""
    height, width = puzzle.grid.height, puzzle.grid.width
    rows = [("across", [(y, x) for x in range(width)]) for y in range(height)]
    columns = [("down", [(y, x) for y in range(height)]) for x in range(width)]
    return [
        {
            "label": f"line {index}",
            "name": "",
            "direction": direction,
            "cells": [indices[cell] for cell in line if cell in indices],
            "run": [index],
            "see": False,
            "references": [],
            "line": True,
        }
        for index, (direction, line) in enumerate(rows + columns, first)
    ]


def _token(puzzle: Puzzle, cell: Cell) -> str | None:
    return BLACK if cell in puzzle.grid.blocks else puzzle.solution.get(cell)


# -- hashes -------------------------------------------------------------------------------------


def _hashes(puzzle: Puzzle, cells: list[Cell], words: bool) -> dict[str, Any]:
    """Return hashes of the whole solution and, if wanted, of each answer; [] where unknown."""
    salt = identity(puzzle)
    by_slot = [
        _accepted(salt, slot.label, [_token(puzzle, cell) for cell in slot.cells]) if words else []
        for slot in puzzle.grid.slots
    ]
    return {
        "salt": salt,
        "grid": _accepted(salt, "grid", [_token(puzzle, cell) for cell in cells]),
        "words": by_slot,
    }


def _accepted(salt: str, name: str, tokens: list[str | None]) -> list[str]:
    """Return the hashes of an answer: with each rebus in full and, if it has any, abbreviated."""
    if None in tokens:
        return []
    whole = [token for token in tokens if token is not None]
    short = [split_letters(token)[0] for token in whole]
    return [_digest(salt, name, form) for form in ((whole,) if whole == short else (whole, short))]


def _digest(salt: str, name: str, tokens: Iterable[str]) -> str:
    return sha256("\n".join((salt, name, *tokens)).encode()).hexdigest()


def identity(puzzle: Puzzle) -> str:
    """Return a key for the solver's progress: only equal puzzles share one."""
    parts = [str(puzzle.grid), str(puzzle.filled_grid), puzzle.title, puzzle.author]
    parts += [f"{entry.label} {entry.clue.text}" for entry in puzzle.entries]
    return sha256("\0".join(parts).encode()).hexdigest()[:24]
