"""The options of `crosswright layout`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import grouped
from crosswright.cli.options.inputs import encoding, input_argument
from crosswright.cli.options.limits import seed_option, time_option
from crosswright.cli.options.metadata import Metadata, metadata
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.outputs import OutputOptions, outputs
from crosswright.cli.options.sheets import SheetOptions, sheet

KINDS = ("criss-cross", "fill-in", "word-search")
DIRECTIONS = ("easy", "diagonal", "all")


@dataclass(frozen=True)
class LayoutOptions:
    """What kind of puzzle, how large, how many and how long."""

    kind: str
    directions: str
    width: int | None
    height: int | None
    candidates: int
    seed: int
    time: float | None


@dataclass(frozen=True)
class LayoutRequest:
    """Everything that the user asks for."""

    words: str
    encoding: str | None
    fold_accents: bool | None
    search: LayoutOptions
    solution: bool
    blocks: bool
    sheet: SheetOptions
    metadata: Metadata
    outputs: OutputOptions
    mode: WritingMode


@click.command(cls=Command)
@input_argument("words")
@encoding
@option(
    "--fold-accents/--no-fold-accents",
    default=None,
    show_default="for Spanish",
    help="Fold accents: É is E in the grid. Letters that the sheet language has besides A to Z, "
    "such as Ñ, stay.",
)
@grouped(
    "search",
    LayoutOptions,
    option(
        "--kind",
        type=click.Choice(KINDS),
        default="criss-cross",
        help="Words that cross, with clues; the same without clues, the words listed by length; or "
        "words hidden in a rectangle of letters.",
    ),
    option(
        "--directions",
        type=click.Choice(DIRECTIONS),
        default="all",
        help="Word search: across and down; diagonally, too; or backwards, too.",
    ),
    option(
        "--width",
        type=click.IntRange(1, 255),
        metavar="N",
        show_default="no limit",
        help="At most N columns; of a word search, exactly N.",
    ),
    option(
        "--height",
        type=click.IntRange(1, 255),
        metavar="N",
        show_default="no limit",
        help="At most N rows; of a word search, exactly N.",
    ),
    option(
        "--candidates",
        type=click.IntRange(1, 100),
        default=1,
        metavar="N",
        help="Make the N best layouts that differ; the files are numbered.",
    ),
    seed_option(0),
    time_option(
        "Time limit. Without it, the search takes a fixed number of steps, the same on every "
        "machine."
    ),
)
@option("--solution", is_flag=True, help="Draw the answers in place of the puzzle.")
@option("--blocks", is_flag=True, help="Surround the words with black cells.")
@sheet
@metadata
@outputs
@writing_mode
def layout(**options: Any) -> int:
    """Arrange words as a criss-cross, a fill-in or a word search.

    WORDS is a file, or - for standard input, with one word per line: WORD,CLUE (or with a tab, a
    semicolon, a colon, = or a dash), or the word alone. It may also be an Excel workbook (.xlsx).
    Letters of any alphabet take one cell each, accents included; --sheet-language es folds the
    accents of Spanish.

    If the words do not all fit, as many as possible are placed, and the others are named with the
    reason. The exit status is then 1 if it is proved that they cannot all fit, and 3 otherwise.

    \b
    Example: crosswright layout words.csv -o sheet.pdf --worksheet --title "In the garden"
    Example: crosswright layout words.csv -o sheet.pdf --worksheet --differentiate
    Example: crosswright layout words.csv --kind fill-in --start-word -o sheet.pdf
    Example: crosswright layout words.csv --kind word-search --directions easy -o sheet.pdf
    Example: crosswright layout words.csv --width 15 --height 15 --seed 7 -o sheet.ipuz
    Example: crosswright layout words.csv --candidates 3 --json
    """
    from crosswright.cli.jobs.layout import run

    return run(LayoutRequest(**options))
