"""Puzzles to look at, print and play: text, SVG, PNG, PDF and HTML.

>>> from crosswright.grids.grid import Grid
>>> from crosswright.puzzles.puzzle import Puzzle
>>> puzzle = Puzzle.from_filled(Grid.parse("NO\\nU#\\nN#"), {"1A": "Not yes"})
>>> print(render(puzzle, "text", solution=True, clues=False).decode().rstrip())
┌1──┬───┐
│ N │ O │
├───┼───┤
│ U │███│
├───┼───┤
│ N │███│
└───┴───┘
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from crosswright.errors import RenderError
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.options import Options, Rendering
from crosswright.support.files import write_atomically

__all__ = ["FORMATS", "Options", "Rendering", "render", "save"]

FORMATS: Final = ("text", "svg", "png", "pdf", "html")
_OTHER_NAMES: Final = {"txt": "text", "htm": "html"}


def render(
    puzzle: Puzzle, format: str, options: Options | None = None, **changes: Any
) -> Rendering:
    """Draw a puzzle in one of `FORMATS`, given by name or suffix; `changes` go over `options`."""
    name = format.lower().removeprefix(".")
    name = _OTHER_NAMES.get(name, name)
    if name not in FORMATS:
        raise RenderError(f"no drawing as {format!r}; there are {', '.join(FORMATS)}")
    try:
        chosen = replace(options or Options(), **changes)
    except TypeError as error:
        raise RenderError(f"no such option: {error}") from None
    made: Rendering = import_module(f"crosswright.rendering.{name}").draw(puzzle, chosen)
    return made


def save(
    puzzle: Puzzle, path: Path | str, options: Options | None = None, **changes: Any
) -> tuple[str, ...]:
    """Draw a puzzle to a file, as its suffix says; return what could not be drawn."""
    target = Path(path)
    made = render(puzzle, target.suffix or target.name, options, **changes)
    write_atomically(target, made)
    return made.notices
