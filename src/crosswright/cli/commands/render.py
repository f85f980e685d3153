"""The options of `crosswright render`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import grouped
from crosswright.cli.options.inputs import input_argument, input_format
from crosswright.cli.options.metadata import Metadata, metadata
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.outputs import OutputOptions, outputs
from crosswright.cli.options.sheets import SheetOptions, sheet
from crosswright.cli.options.texts import INPUT

# As in `crosswright.rendering.options`, which --help need not load.
KINDS = ("sheet", "key", "submission")
CHECKS = ("letters", "words", "grid", "none")
DIRECTIONS = ("auto", "ltr", "rtl")


@dataclass(frozen=True)
class DrawingOptions:
    """How to draw a puzzle: the fields are those of `rendering.options.RenderOptions`."""

    solution: bool
    numbers: bool
    hide_blocks: bool
    direction: str
    clues: bool
    boxed: bool
    highlight: tuple[str, ...]
    cell_size: int
    kind: str
    contact: str
    fonts: tuple[str, ...]
    checks: str


@dataclass(frozen=True)
class RenderRequest:
    """Everything that the user asks for."""

    puzzle: str
    input_format: str | None
    drawing: DrawingOptions
    sheet: SheetOptions
    metadata: Metadata
    outputs: OutputOptions
    mode: WritingMode


@click.command(cls=Command)
@input_argument("puzzle")
@grouped(
    "drawing",
    DrawingOptions,
    option("--solution/--blank", default=False, help="Show the letters, or leave them out."),
    option("--numbers/--no-numbers", default=True, help="Number the cells."),
    option("--hide-blocks", is_flag=True, help="Leave blocks out, as in a criss-cross."),
    option(
        "--direction",
        type=click.Choice(DIRECTIONS),
        default="auto",
        help="Direction of writing.",
    ),
    option("--clues/--no-clues", default=True, help="Print the clues with the grid."),
    option("--boxed/--plain", default=True, help="Text: with lines and numbers, or without."),
    option(
        "--highlight",
        multiple=True,
        metavar="SLOT",
        help="SVG, PNG: highlight a word, as in 17A. Repeatable.",
    ),
    option(
        "--cell-size",
        type=int,
        default=40,
        metavar="PIXELS",
        help="SVG, PNG: size of a cell.",
    ),
    option(
        "--kind",
        type=click.Choice(KINDS),
        default="sheet",
        help="PDF: a sheet for solvers, the answers, or a manuscript as American newspapers want "
        "it.",
    ),
    option(
        "--contact", default="", show_default=False, metavar="TEXT",
        help="PDF: the author's address, for --kind submission.",
    ),
    option(
        "--font",
        "fonts",
        multiple=True,
        type=INPUT,
        metavar="FILE",
        help="PNG, PDF: a font for letters that the built-in fonts lack. Repeatable.",
    ),
    option(
        "--checks",
        type=click.Choice(CHECKS),
        default="letters",
        help="HTML: what the page can check. For letters, the solution is inside; for words and "
        "the grid, only hashes are.",
    ),
)  # fmt: skip
@sheet
@metadata
@outputs
@input_format
@writing_mode
def render(**options: Any) -> int:
    """Draw a puzzle as text, SVG, PNG, PDF or HTML.

    PUZZLE is a puzzle file, or - for standard input. Each -o is drawn in the format of its
    suffix; without one, the puzzle is shown as text. An .html page is for solving the puzzle in a
    browser, even offline.

    \b
    Example: crosswright render puzzle.ipuz -o puzzle.pdf -o puzzle.html
    Example: crosswright render puzzle.ipuz --solution --no-clues
    Example: crosswright render puzzle.ipuz --worksheet --differentiate -o sheet.pdf
    """
    from crosswright.cli.jobs.render import run

    return run(RenderRequest(**options))
