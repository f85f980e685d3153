"""`crosswright render`: a puzzle drawn as text, SVG, PNG, PDF or a page to play on."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crosswright.cli.exits import Exit
from crosswright.cli.options.common import Outputs, Talk, grouped, outputs, source_format, talk

if TYPE_CHECKING:
    from crosswright.rendering.options import RenderOptions

KINDS = ("sheet", "key", "submission")
PAGES = ("a4", "letter")
DIRECTIONS = ("auto", "ltr", "rtl")


@dataclass(frozen=True)
class Drawing:
    """The options of a drawing, by the names that `RenderOptions` has for them."""

    solution: bool
    numbers: bool
    hide_blocks: bool
    direction: str
    clues: bool
    word_bank: bool
    boxed: bool
    highlight: tuple[str, ...]
    cell_size: int
    kind: str
    key: bool
    page: str
    large_print: bool
    contact: str
    fonts: tuple[Path, ...]
    language: str

    def options(self) -> RenderOptions:
        """Return them as the renderers take them."""
        from crosswright.rendering.options import RenderOptions

        return RenderOptions(**{field.name: getattr(self, field.name) for field in fields(self)})


DRAWING = (
    click.option("--solution/--blank", default=False, help="Show the letters.  [default: blank]"),
    click.option("--numbers/--no-numbers", default=True, help="Number the cells."),
    click.option("--hide-blocks", is_flag=True, help="Leave blocks out, as in a criss-cross."),
    click.option("--direction", type=click.Choice(DIRECTIONS), default="auto", help="Of writing."),
    click.option("--clues/--no-clues", default=True, help="Clues beside the grid."),
    click.option("--word-bank", is_flag=True, help="List the answers alphabetically."),
    click.option("--boxed/--plain", default=True, help="Text: with lines and numbers, or without."),
    click.option("--highlight", multiple=True, metavar="SLOT", help="SVG, PNG: set a word off."),
    click.option("--cell-size", type=int, default=40, show_default=True, help="SVG, PNG: pixels."),
    click.option(
        "--kind",
        type=click.Choice(KINDS),
        default="sheet",
        show_default=True,
        help="PDF: for solvers, the answers, or as American dailies want submissions.",
    ),
    click.option("--key/--no-key", default=True, help="PDF: the answers on a page of their own."),
    click.option("--page", type=click.Choice(PAGES, case_sensitive=False), default="a4"),
    click.option("--large-print", is_flag=True, help="PDF: large grid, clues in 18 points."),
    click.option("--contact", default="", help="PDF: the author's address, for submissions."),
    click.option(
        "--font",
        "fonts",
        multiple=True,
        type=click.Path(path_type=Path),
        help="PNG, PDF: a font file for letters that the built-in fonts lack.",
    ),
    click.option("--language", default="", help="HTML: the puzzle's language, as in pt-BR."),
)


@click.command()
@click.argument("puzzle")
@grouped("drawing", Drawing, *DRAWING)
@outputs
@source_format
@talk
def render(puzzle: str, drawing: Drawing, outputs: Outputs, source: str | None, talk: Talk) -> int:
    """Draw a puzzle as text, SVG, PNG, PDF or HTML.

    PUZZLE is a puzzle file, or - for standard input. Every -o is drawn as its suffix says; without
    one, the puzzle is shown as text. The HTML page plays the puzzle, offline.

    \b
    Example: crosswright render puzzle.ipuz -o puzzle.pdf -o puzzle.html
    Example: crosswright render puzzle.ipuz --solution --no-clues
    """
    from crosswright.cli.puzzles import STDIO, Writer, read_puzzle
    from crosswright.cli.results import print_json

    wanted = outputs if outputs.output else Outputs((STDIO,), outputs.to, outputs.strict)
    writer = Writer.of(wanted, talk, drawings=True)
    writer.write(read_puzzle(puzzle, source, talk.console), drawing.options())
    if talk.json:
        print_json({"puzzle": puzzle, "files": writer.written})
    return Exit.DONE
