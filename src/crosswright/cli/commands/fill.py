"""`crosswright fill`: a grid in, a filled puzzle out. The work is in `cli.jobs.fill`."""

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
    natural,
    outputs,
    seconds,
    source_format,
    talk,
)
from crosswright.cli.options.rules import RuleOptions, rule_options

OBJECTIVES = ("score", "any")


@dataclass(frozen=True)
class SearchOptions:
    """How to search, and how often."""

    seed: int | None
    time: float | None
    objective: str
    threads: int | None
    count: int
    no_repeats: bool


SEARCH = (
    click.option(
        "--seed", type=int, callback=natural, metavar="N", help="Default: another each time."
    ),
    click.option(
        "--time",
        type=float,
        callback=seconds,
        metavar="SECONDS",
        help="The time for each fill. Without it: 30 seconds for a first fill, which is then "
        "improved until 5 have passed.",
    ),
    click.option(
        "--objective",
        type=click.Choice(OBJECTIVES),
        default="score",
        show_default=True,
        help="The best fill there is time for, or any: the first one.",
    ),
    click.option(
        "--threads",
        type=click.IntRange(1),
        metavar="N",
        help="Searches at a time (of --objective any).",
    ),
    click.option("--count", type=click.IntRange(1), default=1, metavar="N", help="N fills."),
    click.option("--no-repeats", is_flag=True, help="Of --count fills, no two share a word."),
)


@dataclass(frozen=True)
class Details:
    """What is put into the puzzle besides its answers."""

    clear: bool
    clues: str | None
    draft_clues: bool
    title: str | None
    author: str | None


DETAILS = (
    click.option("--clear", is_flag=True, help="Forget the letters that the grid has."),
    click.option("--clues", metavar="FILE", help="Clues by answer: a CSV or TSV of answer,clue."),
    click.option(
        "--draft-clues", is_flag=True, help="Propose clues where there are none, marked as drafts."
    ),
    click.option("--title", help="The title of the puzzle."),
    click.option("--author", help="The author of the puzzle."),
)


@dataclass(frozen=True)
class Request:
    """All that the user asks for."""

    grid: str | None
    source: str | None
    lists: Lists
    rules: RuleOptions
    search: SearchOptions
    details: Details
    outputs: Outputs
    talk: Talk


@click.command()
@click.argument("grid", required=False, metavar="[GRID]")
@lists
@rule_options
@grouped("search", SearchOptions, *SEARCH)
@grouped("details", Details, *DETAILS)
@outputs
@source_format
@talk
def fill(**options: Any) -> int:
    """Fill a grid with words.

    GRID is a puzzle file, or - for standard input; in a text grid . is an empty cell, # a block
    and a letter stays. Without it, one of the built-in 15×15 patterns is filled.

    Without -w and --min-score, the built-in English list is used with words from score 50 up; only
    when those cannot fill the grid, or not in time, the floor is stepped down.

    The same --seed gives the same fill with --objective any. The best fill within a time also
    depends on the speed of the machine.

    \b
    Example: crosswright fill --time 2 --seed 7
    Example: crosswright fill grid.txt -w my.dict --min-score 50 --time 2 -o out.pdf -o out.puz
    Example: crosswright fill grid.txt --fix 1A=CAT --objective any --json
    """
    from crosswright.cli.jobs.fill import run

    return run(Request(**options))
