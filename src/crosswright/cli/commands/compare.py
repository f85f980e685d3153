"""`crosswright compare`: the textbook's variants against each other."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from crosswright.cli import files
from crosswright.cli.exits import Exit
from crosswright.cli.options.common import (
    Lists,
    Talk,
    lists,
    min_score,
    natural,
    seconds,
    source_format,
    talk,
)

if TYPE_CHECKING:
    from crosswright.tracing.compare import Outcome

# What does the work is imported when it is called for, so that --help stays instant.


@click.command()
@click.argument("grid")
@click.argument("words_file", required=False, metavar="[WORDS]")
@lists
@min_score
@click.option(
    "--time", type=float, callback=seconds, default=5.0, show_default=True, metavar="SECONDS",
    help="The time for each variant.",
)  # fmt: skip
@click.option(
    "--seed", type=int, callback=natural, default=0, show_default=True, metavar="N",
    help="The seed of the random order.",
)  # fmt: skip
@files.output("Write a .txt table, a .json object or an .svg chart. Repeatable.")
@source_format
@talk
def compare(
    grid: str,
    words_file: str | None,
    lists: Lists,
    min_score: int | None,
    output: tuple[str, ...],
    source: str | None,
    talk: Talk,
    **options: Any,
) -> int:
    """Compare the textbook's ways to search a grid.

    GRID is a puzzle file or a course structure, WORDS a list, like that of -w. All variants run one
    after another: with and without inference; slots by fewest words (mrv), most crossings
    (degree) or place (fixed); words by least constraint (lcv), alphabet or chance.

    Exit status 0 when a variant fills the grid, 1 when it is proved impossible, else 3.

    \b
    Example: crosswright compare grid.txt my.dict -o chart.svg
    """
    from crosswright.cli.puzzles import read_puzzle
    from crosswright.cli.results import print_json
    from crosswright.tracing.compare import chart, table, variants
    from crosswright.tracing.compare import compare as run_all

    places = files.kinds(output, ("txt", "json", "svg"))
    puzzle = read_puzzle(grid, source, talk.console).filled_grid
    if words_file is not None:
        lists = replace(lists, words=(words_file, *lists.words))
    words = lists.load(talk.console).filter(min_score=min_score)
    outcomes: list[Outcome] = []
    with talk.console.live() as line:
        runs = run_all(puzzle, words, seconds=options["time"], seed=options["seed"])
        for number, outcome in enumerate(runs, 1):
            outcomes.append(outcome)
            if line.due:
                line.show(f"{number} of {len(list(variants()))}: {outcome.variant}")
    data: dict[str, Any] = {"variants": [outcome.to_json() for outcome in outcomes]}
    data["seed"] = options["seed"]
    texts = {
        "txt": table(outcomes) + "\n",
        "json": json.dumps(data, ensure_ascii=False) + "\n",
        "svg": chart(outcomes),
    }
    data["files"] = files.write(
        {place: texts[kind] for place, kind in places.items()}, talk.console
    )
    if talk.json:
        print_json(data)
    else:
        click.echo(texts["txt"], nl=False)
    return verdict(outcomes)


def verdict(outcomes: list[Outcome]) -> Exit:
    """Return the status: what any variant has found out."""
    statuses = {outcome.status.value for outcome in outcomes}
    if "FILLED" in statuses:
        return Exit.DONE
    return Exit.IMPOSSIBLE if "IMPOSSIBLE" in statuses else Exit.LIMIT
