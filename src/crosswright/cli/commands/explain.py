"""`crosswright explain`: why a grid cannot be filled, and what it still allows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli import files
from crosswright.cli.exits import Exit
from crosswright.cli.options.common import (
    Lists,
    Talk,
    grouped,
    lists,
    natural,
    seconds,
    source_format,
    talk,
)
from crosswright.cli.options.rules import RuleOptions, rule_options

# What does the work is imported when it is called for, so that --help stays instant.

EXITS = {
    "FILLED": Exit.DONE,
    "IMPOSSIBLE": Exit.IMPOSSIBLE,
    "LIMIT": Exit.LIMIT,
    "CANCELLED": Exit.INTERRUPTED,
}
"""Exit statuses by the name of a `Status`."""


@dataclass(frozen=True)
class Wanted:
    """What is to be found out, and how long that may take."""

    preview: bool
    output: tuple[str, ...]
    repairs: int
    seed: int
    time: float


WANTED = (
    click.option(
        "--preview",
        is_flag=True,
        help="Show what each cell and slot still allows before a fill, as a heat map.",
    ),
    files.output("Write a .txt or .json file; with --preview also an .svg picture. Repeatable."),
    click.option(
        "--repairs",
        type=click.IntRange(0),
        default=6,
        show_default=True,
        metavar="N",
        help="The most repairs to look for.",
    ),
    click.option(
        "--seed", type=int, callback=natural, default=0, show_default=True, metavar="N",
        help="The seed of the search.",
    ),
    click.option(
        "--time", type=float, callback=seconds, default=10.0, show_default=True,
        metavar="SECONDS", help="The time for all of it.",
    ),
)  # fmt: skip


@click.command()
@click.argument("grid")
@lists
@rule_options
@grouped("wanted", Wanted, *WANTED)
@source_format
@talk
def explain(
    grid: str,
    source: str | None,
    lists: Lists,
    rules: RuleOptions,
    wanted: Wanted,
    talk: Talk,
) -> int:
    """Say why a grid cannot be filled, and what would help.

    GRID is a puzzle file, or - for standard input. A grid that is proved impossible is explained
    by a minimal conflict: slots, letters and rules of which any one can be dropped and the others
    can be met. The repairs are small changes, each of them tried out by a fill.

    Without --min-score every word of the list counts, however low its score.

    Exit status 0 when the grid can be filled, 1 when it cannot, 3 when the time was too short to
    know.

    \b
    Example: crosswright explain grid.txt -w my.dict
    Example: crosswright explain grid.txt --preview -o heat.svg
    """
    from crosswright.cli.puzzles import read_puzzle
    from crosswright.explaining.explain import explain as find_out
    from crosswright.explaining.preview import preview
    from crosswright.limits import Limit

    known = ("txt", "json", "svg") if wanted.preview else ("txt", "json")
    places = files.kinds(wanted.output, known)
    puzzle = read_puzzle(grid, source, talk.console).filled_grid
    asked = rules.rules(puzzle, talk.console)
    words = lists.load(talk.console)
    if wanted.preview:
        seen = preview(puzzle, words, asked)
        made = {"txt": seen.text() + "\n", "svg": seen.svg()}
        data, status = seen.to_json(), Exit.DONE if seen.possible else Exit.IMPOSSIBLE
    else:
        limit = Limit(seconds=wanted.time)
        found = find_out(
            puzzle, words, asked, seed=wanted.seed, limit=limit, repairs=wanted.repairs
        )
        made = {"txt": found.text() + "\n"}
        data, status = found.to_json(), EXITS[found.status.value]
    _give(made, data, places, talk)
    return status


def _give(texts: dict[str, str], data: dict[str, Any], places: dict[str, str], talk: Talk) -> None:
    """Write the files and print what is asked for."""
    from crosswright.cli.results import print_json

    texts["json"] = json.dumps(data, ensure_ascii=False) + "\n"
    data["files"] = files.write(
        {place: texts[kind] for place, kind in places.items()}, talk.console
    )
    if talk.json:
        print_json(data)
    elif not places:
        click.echo(texts["txt"], nl=False)
