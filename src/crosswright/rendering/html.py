"""Puzzles as HTML files that can be played offline: nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import geometry, searchpage, svg
from crosswright.rendering.captions import (
    credits_of,
    description,
    imprint_of,
    instructions_of,
    place,
    printed,
    student_lines,
    title_of,
)
from crosswright.rendering.catalogue import Catalogue, catalogue
from crosswright.rendering.cluehtml import CluePage
from crosswright.rendering.cluelists import word_banks
from crosswright.rendering.offline import embedded, policy
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.playerdata import checks_of, fields, player_data
from crosswright.rendering.result import Rendering
from crosswright.support.shipped import shipped_text

SCRIPTS: Final = (
    *("page", "sha256", "letters", "state", "settings", "view", "moving", "keyboard", "tools"),
    *("events", "start"),
)
"""The parts of the player, in the order in which they are joined."""

_SCOPES: Final = {"letter": "letter", "word": "word", "grid": "whole_grid"}
_VERTICAL: Final = {"T": "top", "B": "bottom"}
_HORIZONTAL: Final = {"L": "start", "R": "end"}


Links = Sequence[tuple[str, str]]
"""Texts of links above a puzzle, and where they lead."""

LINKS_STYLE: Final = """
.links { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; margin-bottom: 0.4rem; }
.links a { color: var(--accent); }
@media print { .links { display: none; } }
"""


def draw(puzzle: Puzzle, options: RenderOptions, links: Links = ()) -> Rendering:
    """Make the page: a player, or just the answers when the solution is shown."""
    if puzzle.kind == "word-search":
        return _search_page(puzzle, options)
    strings = catalogue(puzzle, options.sheet_language)
    texts = {key: escape(text) for key, text in strings.strings.items()}
    plays = not options.solution
    clues = CluePage(puzzle, strings, options.enumerations)
    mirrored = geometry.is_mirrored(puzzle, options)
    return _page(
        puzzle,
        options,
        strings,
        links=links,
        style=_source("player.css"),
        script="\n".join(_source(f"{name}.js") for name in SCRIPTS) if plays else "",
        data=player_data(puzzle, options, strings, clues, mirrored) if plays else None,
        tools=_tools(puzzle, options, texts) if plays else "",
        current=_source("current.html").format(**texts) if plays else "",
        grid=_Grid(puzzle, options, strings).html(),
        clues=clues.lists(plays, hidden=not options.clues) if options.clues or plays else "",
    )


def _search_page(puzzle: Puzzle, options: RenderOptions) -> Rendering:
    strings = catalogue(puzzle, options.sheet_language)
    texts = {key: escape(text) for key, text in strings.strings.items()}
    plays = not options.solution
    return _page(
        puzzle,
        options,
        strings,
        style=_source("player.css") + _source("search.css") + svg.STYLE,
        script=_source("search.js") if plays else "",
        tools=_source("searchtools.html").format(**texts) if plays else "",
        data=searchpage.search_data(puzzle, strings, geometry.is_mirrored(puzzle, options)),
        grid=searchpage.board(puzzle, options, strings),
        key=searchpage.key(puzzle, options, strings) if plays else "",
    )


def _page(
    puzzle: Puzzle,
    options: RenderOptions,
    strings: Catalogue,
    *,
    links: Links = (),
    style: str,
    script: str,
    data: Any,
    grid: str,
    tools: str = "",
    current: str = "",
    clues: str = "",
    key: str = "",
) -> Rendering:
    """Put the parts of a page together, with what all pages have."""
    style += _dimensions(puzzle) + (LINKS_STYLE if links else "")
    page = _source("player.html").format(
        language=escape(strings.tag),
        direction="rtl" if strings.is_right_to_left else "ltr",
        policy=escape(policy(style, script)),
        title=escape(title_of(puzzle, strings)),
        style=style,
        student=_links(links) + _student_lines(options, strings),
        heading=_heading(puzzle, options, strings),
        tools=tools,
        current=current,
        grid_label=escape(strings["grid"]),
        grid=grid,
        bank=_bank(puzzle, options, strings) if options.word_bank else "",
        clues=clues,
        footer=key + _footer(puzzle),
        script=_scripts(data, script) if script else "",
    )
    return Rendering.of(page)


def _source(name: str) -> str:
    return shipped_text(__name__, f"player/{name}")


def _dimensions(puzzle: Puzzle) -> str:
    return f"\n:root {{ --rows: {puzzle.grid.height}; --columns: {puzzle.grid.width}; }}\n"


# -- around the grid ----------------------------------------------------------------------------


def _paragraph(name: str, text: str) -> str:
    return f'<p class="{name}" dir="auto">{escape(text)}</p>\n' if text else ""


def _heading(puzzle: Puzzle, options: RenderOptions, strings: Catalogue) -> str:
    parts = "".join(_paragraph("credit", text) for text in credits_of(puzzle, strings))
    parts += _paragraph("instructions", instructions_of(puzzle, options, strings))
    return parts + _paragraph("notes", puzzle.notes.strip())


def _links(links: Links) -> str:
    """Return the links that lead to other pages; on paper, nobody sees them."""
    anchors = "".join(f'<a href="{escape(target)}">{escape(text)}</a>' for text, target in links)
    return f'<nav class="links">{anchors}</nav>\n' if anchors else ""


def _student_lines(options: RenderOptions, strings: Catalogue) -> str:
    """Return the lines that a student fills in on paper; on a screen, nobody sees them."""
    lines = "".join(
        f'<span class="line-{name}">{escape(label)}</span>'
        for name, label in student_lines(options, strings)
    )
    return f'<div class="student">{lines}</div>\n' if lines else ""


def _footer(puzzle: Puzzle) -> str:
    return _paragraph("copyright", imprint_of(puzzle))


def _tools(puzzle: Puzzle, options: RenderOptions, texts: Mapping[str, str]) -> str:
    menus = ""
    checks = checks_of(puzzle, options) if puzzle.solution else "none"
    if checks == "letters":
        menus = _menu("check", _SCOPES, texts) + _menu("reveal", _SCOPES, texts)
    elif checks == "words":
        menus = _menu("check", ("word", "grid"), texts)
    black, help_text = "", texts["help"]
    if puzzle.kind == "diagramless":
        name = texts["black_cell"]
        black = f'<button type="button" id="black" aria-label="{name}" title="{name}">■</button>\n'
        help_text += " " + texts["diagramless_help"]
    return _source("tools.html").format(**{**texts, "help": help_text}, menus=menus, black=black)


def _menu(action: str, scopes: Iterable[str], texts: Mapping[str, str]) -> str:
    buttons = "\n".join(
        f'<button type="button" data-do="{action}" data-scope="{scope}">'
        f"{texts[_SCOPES[scope]]}</button>"
        for scope in scopes
    )
    return (
        f'<details class="menu" id="{action}">\n<summary>{texts[action]}</summary>\n'
        f"<div>\n{buttons}\n</div>\n</details>\n"
    )


def _bank(puzzle: Puzzle, options: RenderOptions, strings: Catalogue) -> str:
    lists = "".join(
        f"<h2>{escape(heading)}</h2><ul>"
        + "".join(f'<li dir="auto">{escape(word)}</li>' for word in words)
        + "</ul>"
        for heading, words in word_banks(puzzle, strings, options.bank_order)
    )
    return f'<aside class="bank">{lists}</aside>\n'


# -- grid ---------------------------------------------------------------------------------------


class _Grid:
    """The grid as HTML: fields to fill in, or the solution."""

    def __init__(self, puzzle: Puzzle, options: RenderOptions, strings: Catalogue) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.filled_grid if options.solution else puzzle.grid
        self.options = options
        self.strings = strings
        self.plays = not options.solution
        self.fields = frozenset(fields(puzzle) if self.plays else self.grid.open_cells)
        self.hides_diagram = geometry.hides_diagram(puzzle, options)
        is_numbered = options.numbers and not self.hides_diagram
        self.labels = puzzle.cell_labels if is_numbered else {}
        self.holes = geometry.holes(puzzle.grid, options.hide_blocks)

    def html(self) -> str:
        grid, options = self.grid, self.options
        drawn = len(grid.open_cells) + (0 if options.hide_blocks else len(grid.blocks))
        loose = drawn < (1 - geometry.LOOSE) * grid.width * grid.height
        rows = "\n".join(
            f'<div class="row" role="row" aria-rowindex="{y + 1}">'
            + "".join(self._cell((y, x)) for x in range(grid.width))
            + "</div>"
            for y in range(grid.height)
        )
        label = escape(description(self.puzzle, options.solution, self.strings))
        direction = "rtl" if geometry.is_mirrored(self.puzzle, options) else "ltr"
        role = (
            f'role="grid" aria-label="{label}" aria-rowcount="{grid.height}" '
            f'aria-colcount="{grid.width}" dir="{direction}"'
        )
        is_barred = bool(grid.bars) and not self.hides_diagram
        kind = "frame loose" if loose else "frame barred" if is_barred else "frame"
        return f'<div class="{kind}">\n<div class="grid" {role}>\n{rows}\n</div>\n</div>'

    def _cell(self, cell: Cell) -> str:
        grid = self.grid
        column = f'role="gridcell" aria-colindex="{cell[1] + 1}"'
        if cell not in self.fields:
            if cell in grid.voids or self.options.hide_blocks:
                kind = "void hole" if cell in self.holes else "void"
                return f'<div class="{kind}" {column}></div>'
            label = escape(self.strings["block"])
            return f'<div class="block" {column} aria-label="{label}"></div>'
        number = escape(self.labels.get(cell, ""))
        token = printed(grid.letters.get(cell, ""))
        return (
            f'<div class="{self._classes(cell)}" {column}>'
            + (f'<span class="number" aria-hidden="true">{number}</span>' if number else "")
            + self._marks(cell)
            + (self._field(cell) if self.plays else "")
            + f'<span class="{_letter_class(token)}"'
            + (' aria-hidden="true"' if self.plays else "")
            + f"><span>{escape(token)}</span></span></div>"
        )

    def _classes(self, cell: Cell) -> str:
        grid = self.grid
        marks = {"given": cell in grid.letters}
        if not self.hides_diagram:
            marks |= {
                "circle": cell in grid.circles,
                "bar-end": (cell, "right") in grid.bars,
                "bar-below": (cell, "below") in grid.bars,
            }
        return " ".join(["cell", *(name for name, on in marks.items() if on)])

    def _marks(self, cell: Cell) -> str:
        return "".join(
            f'<span class="mark {_VERTICAL.get(corner[0], "middle")} '
            f'{_HORIZONTAL.get(corner[-1], "centre")}" aria-hidden="true">{escape(text)}</span>'
            for corner, text in self.puzzle.marks.get(cell, {}).items()
        )

    def _field(self, cell: Cell) -> str:
        names = [self.labels.get(cell, ""), place(cell, self.strings)]
        names += self.puzzle.marks.get(cell, {}).values()
        names += [self.strings["circled"]] if cell in self.grid.circles else []
        name = escape(", ".join(name for name in names if name))
        fixed = " readonly" if cell in self.grid.letters else ""
        return (
            f'<input type="text" aria-label="{name}" data-row="{cell[0] + 1}" '
            f'data-column="{cell[1] + 1}" tabindex="-1" autocomplete="off" autocorrect="off" '
            f'autocapitalize="characters" spellcheck="false" enterkeyhint="next"{fixed}>'
        )


def _letter_class(token: str) -> str:
    length = min(len(split_letters(token)), 6)
    return f"letter long{length}" if length > 1 else "letter"


# -- script -------------------------------------------------------------------------------------


def _scripts(data: Any, script: str) -> str:
    return (
        f'<script type="application/json" id="puzzle">{embedded(data)}</script>\n'
        f'<script type="module">{script}</script>\n'
    )
