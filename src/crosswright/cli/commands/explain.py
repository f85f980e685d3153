"""The options of `crosswright explain`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import grouped
from crosswright.cli.options.inputs import input_argument, input_format
from crosswright.cli.options.limits import seed_option, time_option
from crosswright.cli.options.lists import ListOptions, puzzle_lists
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.outputs import output_option
from crosswright.cli.options.rules import RuleOptions, rule_options


@dataclass(frozen=True)
class ExplainOptions:
    """What to find out, and how long it may take."""

    preview: bool
    output: tuple[str, ...]
    repairs: int
    seed: int
    time: float


@dataclass(frozen=True)
class ExplainRequest:
    """Everything that the user asks for."""

    grid: str
    input_format: str | None
    lists: ListOptions
    rules: RuleOptions
    search: ExplainOptions
    mode: WritingMode


@click.command(cls=Command)
@input_argument("grid")
@puzzle_lists
@rule_options
@grouped(
    "search",
    ExplainOptions,
    option(
        "--preview",
        is_flag=True,
        help="Instead, count the letters and words that each cell and slot could still take.",
    ),
    output_option(
        "Write a .txt or .json file or, with --preview, an .svg heat map. Repeatable.",
        multiple=True,
    ),
    option(
        "--repairs",
        type=click.IntRange(0),
        default=6,
        metavar="N",
        help="Look for at most N repairs.",
    ),
    seed_option(0),
    time_option("Time limit for everything.", 10.0),
)
@input_format
@writing_mode
def explain(**options: Any) -> int:
    """Explain why a grid cannot be filled, and what would help.

    GRID is a puzzle file, or - for standard input. If it is proved impossible to fill, the
    explanation is a minimal conflict: a set of slots, letters and rules that cannot all be met, but
    could be if any one of them were dropped. Then come repairs: small changes that make the grid
    fillable, each tested by a fill.

    Without -w, the words are those of the built-in list of the language that the puzzle names (if
    none, English). Without --min-score, every word of the list counts, however low its score.

    The exit status is 0 if the grid can be filled, 1 if it cannot, and 3 if there was not
    enough time to tell.

    \b
    Example: crosswright explain grid.txt -w my.dict
    Example: crosswright explain grid.txt --preview -o heat.svg
    """
    from crosswright.cli.jobs.explain import run

    return run(ExplainRequest(**options))
