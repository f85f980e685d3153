"""Puzzles as HTML files that can be played offline: nothing is fetched."""

from __future__ import annotations

import base64
import json
from hashlib import sha256
from html import escape
from typing import Any, Final

from crosswright.grids.grid import Grid, SlotIndex
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import geometry
from crosswright.rendering.captions import (
    byline,
    description,
    draft_mark,
    place,
    printed,
    squeeze,
)
from crosswright.rendering.catalogue import Catalogue, catalogue
from crosswright.rendering.cluelists import ClueLine, clue_lists, headings, word_bank
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.result import Rendering
from crosswright.support.shipped import shipped_text

MESSAGES: Final = (
    *("pause", "resume", "cannot_save", "solved", "complete", "not_right", "type_rebus"),
    *("mistakes", "no_mistakes", "all_correct", "confirm_clear", "confirm_reveal"),
)
"""The strings that the script shows; all others are in the page itself."""


def draw(puzzle: Puzzle, options: RenderOptions) -> Rendering:
    """Make the page: a player, or just the answers when the solution is shown."""
    plays = not options.solution
    mirrored = geometry.is_mirrored(puzzle, options)
    style = _source("player.css") + _dimensions(puzzle.grid)
    script = _source("player.js") if plays else ""
    strings = catalogue(puzzle, options.sheet_language)
    texts = {key: escape(text) for key, text in strings.strings.items()}
    title = squeeze(puzzle.title) or strings["crossword"]
    page = _source("player.html").format(
        language=escape(strings.tag),
        direction="rtl" if mirrored else "ltr",
        policy=escape(_policy(style, script)),
        title=escape(title),
        style=style,
        byline=_paragraph("author", byline(puzzle, strings)),
        notes=_paragraph("notes", puzzle.notes.strip()),
        tools=_source("tools.html").format(**texts) if plays else "",
        grid_label=texts["grid"],
        grid=_grid(puzzle, options, strings),
        bank=_bank(puzzle, strings) if options.word_bank else "",
        clues=_clues(puzzle, strings) if options.clues else "",
        copyright=_paragraph("copyright", squeeze(puzzle.copyright)),
        help=_paragraph("help", strings["help"]) if plays else "",
        script=_scripts(puzzle, strings, mirrored, script) if plays else "",
    )
    return Rendering.of(page)


def _source(name: str) -> str:
    return shipped_text(__name__, f"player/{name}")


def _dimensions(grid: Grid) -> str:
    return f"\n:root {{ --rows: {grid.height}; --columns: {grid.width}; }}\n"


def _policy(style: str, script: str) -> str:
    """Forbid everything except the style and the script inside the page."""
    sources = ["default-src 'none'", "img-src data:", f"style-src {_hash(style)}"]
    if script:
        sources.append(f"script-src {_hash(script)}")
    return "; ".join([*sources, "base-uri 'none'", "form-action 'none'"])


def _hash(text: str) -> str:
    digest = base64.b64encode(sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _paragraph(name: str, text: str) -> str:
    return f'<p class="{name}" dir="auto">{escape(text)}</p>\n' if text else ""


# -- grid ---------------------------------------------------------------------------------------


def _grid(puzzle: Puzzle, options: RenderOptions, strings: Catalogue) -> str:
    grid = puzzle.filled_grid if options.solution else puzzle.grid
    drawn = len(grid.open_cells) + (0 if options.hide_blocks else len(grid.blocks))
    loose = drawn < (1 - geometry.LOOSE) * grid.width * grid.height
    rows = "\n".join(
        f'<div class="row" role="row" aria-rowindex="{y + 1}">'
        + "".join(_cell(grid, (y, x), options, strings) for x in range(grid.width))
        + "</div>"
        for y in range(grid.height)
    )
    label = escape(description(puzzle.grid, options.solution, strings))
    role = (
        f'role="grid" aria-label="{label}" aria-rowcount="{grid.height}" '
        f'aria-colcount="{grid.width}"'
    )
    kind = "frame loose" if loose else "frame"
    return f'<div class="{kind}">\n<div class="grid" {role}>\n{rows}\n</div>\n</div>'


def _cell(grid: Grid, cell: Cell, options: RenderOptions, strings: Catalogue) -> str:
    column = f'role="gridcell" aria-colindex="{cell[1] + 1}"'
    if cell in grid.voids or (cell in grid.blocks and options.hide_blocks):
        return f'<div class="void" {column}></div>'
    if cell in grid.blocks:
        label = escape(strings["block"])
        return f'<div class="block" {column} aria-label="{label}"></div>'
    number = grid.numbers.get(cell, "") if options.numbers else ""
    token = printed(grid.letters.get(cell, ""))
    return (
        f'<div class="{_classes(grid, cell)}" {column}>'
        + (f'<span class="number" aria-hidden="true">{number}</span>' if number else "")
        + ("" if options.solution else _field(grid, cell, strings))
        + f'<span class="{_letter_class(token)}"'
        + ("" if options.solution else ' aria-hidden="true"')
        + f"><span>{escape(token)}</span></span></div>"
    )


def _classes(grid: Grid, cell: Cell) -> str:
    marks = {
        "circle": cell in grid.circles,
        "given": cell in grid.letters,
        "bar-end": (cell, "right") in grid.bars,
        "bar-below": (cell, "below") in grid.bars,
    }
    return " ".join(["cell", *(name for name, on in marks.items() if on)])


def _letter_class(token: str) -> str:
    length = min(len(split_letters(token)), 6)
    return f"letter long{length}" if length > 1 else "letter"


def _field(grid: Grid, cell: Cell, strings: Catalogue) -> str:
    row, column = cell[0] + 1, cell[1] + 1
    name = place(cell, strings)
    if cell in grid.numbers:
        name = f"{grid.numbers[cell]}, {name}"
    if cell in grid.circles:
        name += f", {strings['circled']}"
    fixed = " readonly" if cell in grid.letters else ""
    return (
        f'<input type="text" aria-label="{escape(name)}" aria-describedby="clue" data-row="{row}" '
        f'data-column="{column}" tabindex="-1" autocomplete="off" autocorrect="off" '
        f'autocapitalize="characters" spellcheck="false" enterkeyhint="next"{fixed}>'
    )


# -- clues --------------------------------------------------------------------------------------


def _clues(puzzle: Puzzle, strings: Catalogue) -> str:
    indices = {slot.label: index for index, slot in enumerate(puzzle.grid.slots)}
    sections = []
    for direction, clues in clue_lists(puzzle).items():
        heading = escape(headings(strings)[direction])
        items = "\n".join(_clue(clue, indices[clue.slot.label], strings) for clue in clues)
        sections.append(
            f'<section aria-labelledby="{direction}"><h2 id="{direction}">{heading}</h2>\n'
            f"<ol>\n{items}\n</ol></section>"
        )
    return '<div class="clues">\n' + "\n".join(sections) + "\n</div>\n" if sections else ""


def _clue(clue: ClueLine, slot_index: SlotIndex, strings: Catalogue) -> str:
    mark = f' <em class="draft">{escape(draft_mark(strings))}</em>' if clue.draft else ""
    return (
        f'<li data-slot="{slot_index}"><b>{escape(clue.number)}</b>'
        f'<span dir="auto">{escape(clue.text)}{mark}</span></li>'
    )


def _bank(puzzle: Puzzle, strings: Catalogue) -> str:
    words = "".join(f"<li>{escape(word)}</li>" for word in word_bank(puzzle))
    heading = escape(strings["word_bank"])
    return f'<div class="bank"><h2>{heading}</h2><ul>{words}</ul></div>\n'


# -- data ---------------------------------------------------------------------------------------


def _scripts(puzzle: Puzzle, strings: Catalogue, mirrored: bool, script: str) -> str:
    data = _embedded(_data(puzzle, strings, mirrored))
    return (
        f'<script type="application/json" id="puzzle">{data}</script>\n<script>{script}</script>\n'
    )


def _embedded(value: Any) -> str:
    """Write JSON that cannot end the element it is in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _data(puzzle: Puzzle, strings: Catalogue, mirrored: bool) -> dict[str, Any]:
    grid = puzzle.grid
    indices = {cell: index for index, cell in enumerate(grid.open_cells)}
    clues = {c.slot.label: c.marked(strings) for part in clue_lists(puzzle).values() for c in part}
    slots = [
        {
            "label": slot.label,
            "name": slot.label
            if slot.direction == "extra"
            else strings.text(f"{slot.direction}_clue", number=slot.number),
            "direction": slot.direction,
            "cells": [indices[cell] for cell in slot.cells],
            "clue": clues.get(slot.label, ""),
        }
        for slot in grid.slots
    ]
    return {
        "key": f"crosswright:{_identity(puzzle)}",
        "rows": grid.height,
        "columns": grid.width,
        "rtl": mirrored,
        "slots": slots,
        "solution": [puzzle.solution.get(cell) for cell in grid.open_cells],
        "texts": {key: strings[key] for key in MESSAGES},
        "given": [grid.letters.get(cell) for cell in grid.open_cells],
    }


def _identity(puzzle: Puzzle) -> str:
    """Return a key for the solver's progress: only equal puzzles share one."""
    parts = [str(puzzle.grid), str(puzzle.filled_grid), puzzle.title, puzzle.author]
    parts += [f"{entry.label} {entry.clue.text}" for entry in puzzle.entries]
    return sha256("\0".join(parts).encode()).hexdigest()[:24]
