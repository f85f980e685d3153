"""`crosswright layout`: words and clues in, a criss-cross out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.options.common import Outputs, Talk, grouped, natural, outputs, seconds, talk


@dataclass(frozen=True)
class SearchOptions:
    """How large, how many, how long."""

    width: int | None
    height: int | None
    candidates: int
    seed: int
    time: float | None


SEARCH = (
    click.option("--width", type=click.IntRange(1, 255), metavar="N", help="At most N columns."),
    click.option("--height", type=click.IntRange(1, 255), metavar="N", help="At most N rows."),
    click.option(
        "--candidates",
        type=click.IntRange(1, 100),
        default=1,
        metavar="K",
        help="The K best layouts that differ; files get numbers.",
    ),
    click.option(
        "--seed",
        type=int,
        callback=natural,
        default=0,
        metavar="N",
        show_default=True,
        help="Another seed, another layout.",
    ),
    click.option(
        "--time",
        type=float,
        callback=seconds,
        metavar="SECONDS",
        help="Search for so long. Without it: a set number of steps, the same on every machine.",
    ),
)


@dataclass(frozen=True)
class SheetOptions:
    """What the sheet says, and how it looks."""

    title: str
    author: str
    word_bank: bool
    key: bool
    blocks: bool
    page: str
    large_print: bool
    language: str


SHEET = (
    click.option("--title", default="", help="The title of the sheet."),
    click.option("--author", default="", help="The author of the sheet."),
    click.option("--word-bank", is_flag=True, help="List the words on the sheet (PDF, HTML)."),
    click.option("--key/--no-key", default=True, help="PDF: the answers on a page of their own."),
    click.option("--blocks", is_flag=True, help="Black cells around the words, not none."),
    click.option("--page", type=click.Choice(("a4", "letter"), case_sensitive=False), default="a4"),
    click.option("--large-print", is_flag=True, help="PDF: large grid, clues in 18 points."),
    click.option("--language", default="", help="Of the headings, as in de or pt-BR."),
)


@dataclass(frozen=True)
class Request:
    """All that the user asks for."""

    words: str
    search: SearchOptions
    sheet: SheetOptions
    outputs: Outputs
    talk: Talk


@click.command()
@click.argument("words")
@grouped("search", SearchOptions, *SEARCH)
@grouped("sheet", SheetOptions, *SHEET)
@outputs
@talk
def layout(**options: Any) -> int:
    """Lay out words and clues as a criss-cross.

    WORDS is a file, or - for standard input, with one word a line: WORD,CLUE (or with a tab or a
    semicolon), or the word alone. Letters of any alphabet take one cell each, with their marks.

    All words are placed when a way is found; otherwise as many as possible are, the others are
    named with the reason, and the exit status is 1 (proved that they cannot all be placed) or 3.

    \b
    Example: crosswright layout words.csv -o sheet.pdf --word-bank --title "In the garden"
    Example: crosswright layout words.csv --width 15 --height 15 --seed 7 -o sheet.ipuz
    Example: crosswright layout words.csv --candidates 3 --json
    """
    from crosswright.cli.jobs.layout import run

    return run(Request(**options))
