"""Puzzles to look at, print and play: text, SVG, PNG, PDF and HTML.

>>> from crosswright.puzzles.puzzle import Puzzle
>>> puzzle = Puzzle.from_filled("NO\\nU#\\nN#", {"1A": "Not yes"})
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
from typing import Final, Unpack

from crosswright.errors import RenderError
from crosswright.puzzles.puzzle import Puzzle, require_puzzle
from crosswright.rendering.captions import with_size
from crosswright.rendering.catalogue import catalogue
from crosswright.rendering.geometry import hides_diagram
from crosswright.rendering.options import RenderFields, RenderOptions
from crosswright.rendering.result import Rendering
from crosswright.support.files import write_atomically
from crosswright.support.keywords import unknown_keyword
from crosswright.support.records import replace as replace_part

FORMATS: Final = ("text", "svg", "png", "pdf", "html")
PICTURES: Final = ("svg", "png")
"""Formats that show the grid alone."""

_SUFFIXES: Final = {"txt": "text", "htm": "html"}


def render(
    puzzle: Puzzle,
    format: str,
    options: RenderOptions | None = None,
    **changes: Unpack[RenderFields],
) -> Rendering:
    """Draw a puzzle in a format, named or given by its suffix; keywords override `options`."""
    if not isinstance(format, str):
        raise TypeError(f"expected the name of a format, such as 'svg', not {format!r}")
    name = format.lower().removeprefix(".")
    name = _SUFFIXES.get(name, name)
    if name not in FORMATS:
        raise RenderError(f"cannot draw as {format!r}; choose from {', '.join(FORMATS)}")
    require_puzzle(puzzle)
    chosen = _combined("render", options, changes)
    if puzzle.kind == "fill-in":
        puzzle, chosen = _fill_in(puzzle, chosen)
    if puzzle.kind == "word-search":
        chosen = replace(chosen, numbers=False, clues=False, word_bank=not chosen.solution)
    if hides_diagram(puzzle, chosen):
        puzzle = with_size(puzzle, catalogue(puzzle, chosen.sheet_language))
    rendering: Rendering = import_module(f"crosswright.rendering.{name}").draw(puzzle, chosen)
    if puzzle.unplaced and chosen.clues and name not in PICTURES:
        from crosswright.formats.reduce import unplaced_names  # rare; drawing needs no format

        notice = f"clues that belong to no slot are not printed: {unplaced_names(puzzle)}"
        return Rendering.of(rendering, (*rendering.notices, notice))
    return rendering


def _fill_in(puzzle: Puzzle, options: RenderOptions) -> tuple[Puzzle, RenderOptions]:
    """Leave numbers and clues out, and list the words by length instead."""
    return replace_part(puzzle, clues={}), replace(
        options, numbers=False, clues=False, word_bank=True, bank_order="length"
    )


def save(
    puzzle: Puzzle,
    path: Path | str,
    options: RenderOptions | None = None,
    **changes: Unpack[RenderFields],
) -> tuple[str, ...]:
    """Draw a puzzle into a file in the format of its suffix; return what could not be drawn."""
    target = Path(path)
    chosen = _combined("save", options, changes)
    rendering = render(puzzle, target.suffix or target.name, chosen)
    write_atomically(target, rendering)
    return rendering.notices


def _combined(
    function_name: str, options: RenderOptions | None, changes: RenderFields
) -> RenderOptions:
    for keyword in changes:
        if keyword not in RenderFields.__annotations__:
            raise unknown_keyword(function_name, keyword, RenderFields.__annotations__)
    return replace(options or RenderOptions(), **changes)
