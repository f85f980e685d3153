"""`crosswright construct`: a theme in, a puzzle out. The work is in `.constructing`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.options.common import (
    Lists,
    Outputs,
    Talk,
    grouped,
    lists,
    min_score,
    natural,
    outputs,
    seconds,
    talk,
)
from crosswright.cli.options.shapes import Shape, shape


@dataclass(frozen=True)
class Making:
    """What is made, from what, and for how long."""

    theme_file: str | None
    grid: str | None
    candidates: int
    all: bool
    seed: int | None
    time: float


MAKING = (
    click.option(
        "--theme-file",
        metavar="FILE",
        help="Theme entries, one a line; after a comma, semicolon or tab, the clue.",
    ),
    click.option(
        "--grid", metavar="FILE", help="A pattern to keep, with the theme in it somewhere."
    ),
    click.option(
        "--candidates",
        type=click.IntRange(1, 50),
        default=3,
        show_default=True,
        metavar="N",
        help="Make so many and give the best.",
    ),
    click.option("--all", is_flag=True, help="Give all candidates, the best first."),
    click.option(
        "--seed", type=int, callback=natural, metavar="N", help="Default: another each time."
    ),
    click.option(
        "--time",
        type=float,
        callback=seconds,
        default=20.0,
        show_default=True,
        metavar="SECONDS",
        help="The time for everything.",
    ),
)


@dataclass(frozen=True)
class Dress:
    """What is put into the puzzle besides its answers."""

    clues: str | None
    drafts: bool
    title: str | None
    author: str | None


DRESS = (
    click.option("--clues", metavar="FILE", help="Clues by answer: a CSV or TSV of answer,clue."),
    click.option(
        "--drafts/--no-drafts",
        default=True,
        help="Draft clues for the other answers, where the extra crosswright[clues] is installed.",
    ),
    click.option("--title", help="The title of the puzzle."),
    click.option("--author", help="The author of the puzzle."),
)


@dataclass(frozen=True)
class Request:
    """All that the command line asks for."""

    theme: tuple[str, ...]
    making: Making
    shape: Shape
    lists: Lists
    min_score: int | None
    dress: Dress
    outputs: Outputs
    talk: Talk


@click.command()
@click.argument("theme", nargs=-1, metavar="[ENTRY]...")
@grouped("making", Making, *MAKING)
@shape
@lists
@min_score
@grouped("dress", Dress, *DRESS)
@outputs
@talk
def construct(**options: Any) -> int:
    """Construct a whole puzzle, around a theme or without one.

    The theme entries go into symmetric places: two of a length are a pair, and one entry may stand
    alone in the middle. Blocks are chosen around them, and the grid is filled as well as it can be.
    Without an ENTRY, the puzzle is themeless.

    When a theme cannot work, the reason is given, and the largest part of it that does work.
    --symmetry none lets the entries stand anywhere.

    Without -w and --min-score, the built-in English list is used with words from score 50 up; only
    when those fill none of the patterns tried, the floor is stepped down.

    \b
    Example: crosswright construct --size 9 --seed 7 --time 6 -o themeless.ipuz
    Example: crosswright construct sunshine rainfall --size 13 --seed 7 --time 10 -o weather.pdf
    Example: crosswright construct --size 5 --word-count 10 --seed 7 --time 3 --json
    """
    from crosswright.cli.jobs.construct import run

    return run(Request(**options))
