"""Word searches as HTML files: to print, or to solve by marking words on the screen."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Any, Final
from xml.etree import ElementTree as ET

from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import geometry, svg
from crosswright.rendering.captions import description
from crosswright.rendering.catalogue import Catalogue
from crosswright.rendering.cluelists import listed_slots, printed_answer
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.playerdata import identity

MESSAGES: Final = ("words_found", "place", "confirm_clear", "cannot_save")
"""The strings that the script shows."""


def drawing(puzzle: Puzzle, options: RenderOptions, *, named: bool = True) -> str:
    """Return the letters as a picture for a page, whose style is that of the page."""
    root = svg.element(puzzle, options)
    for style in root.findall("style"):
        root.remove(style)
    if not named:  # what is around it has a name, and reads the letters out
        root.set("aria-hidden", "true")
    return ET.tostring(root, encoding="unicode")


def board(puzzle: Puzzle, options: RenderOptions, strings: Catalogue) -> str:
    """Return the part of a page with the letters; to mark words in, unless they are shown."""
    if options.solution:
        return f'<div class="letters">{drawing(puzzle, options)}</div>'
    label = escape(description(puzzle, False, strings))
    picture, help_text = drawing(puzzle, options, named=False), escape(strings["search_help"])
    return (
        f'<div class="letters" role="application" aria-label="{label}" aria-describedby="help">'
        f'{picture}</div>\n<p class="help" id="help">{help_text}</p>'
    )


def key(puzzle: Puzzle, options: RenderOptions, strings: Catalogue) -> str:
    """Return the solution, which has to be opened to be seen."""
    picture = drawing(puzzle, replace(options, solution=True))
    heading = escape(strings["solution"])
    return f'<details class="key"><summary>{heading}</summary>{picture}</details>\n'


def _letters(puzzle: Puzzle) -> list[list[str]]:
    letters = puzzle.filled_grid.letters
    grid = puzzle.grid
    return [[letters.get((y, x), "") for x in range(grid.width)] for y in range(grid.height)]


def search_data(puzzle: Puzzle, strings: Catalogue, mirrored: bool) -> dict[str, Any]:
    """Return what the script of the page has to know: the words, and the ends of each."""

    def name(cell: tuple[int, int]) -> str:
        x = puzzle.grid.width - 1 - cell[1] if mirrored else cell[1]
        return f"{x},{cell[0]}"

    return {
        "key": f"crosswright:{identity(puzzle)}",
        "rows": puzzle.grid.height,
        "columns": puzzle.grid.width,
        "middle": geometry.LETTER_CENTRE,
        "rtl": mirrored,
        "texts": {key: strings[key] for key in MESSAGES},
        "letters": [row[::-1] if mirrored else row for row in _letters(puzzle)],
        "words": [
            {
                "text": printed_answer(puzzle, slot.label),
                "from": name(slot.cells[0]),
                "to": name(slot.cells[-1]),
            }
            for slot in listed_slots(puzzle)
        ],
    }
