"""The options of `crosswright fill`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import grouped
from crosswright.cli.options.inputs import input_argument, input_format
from crosswright.cli.options.limits import seed_option, time_option
from crosswright.cli.options.lists import ListOptions, puzzle_lists
from crosswright.cli.options.metadata import ClueOptions, Metadata, clue_options, metadata
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.outputs import OutputOptions, outputs
from crosswright.cli.options.preferences import PreferenceOptions, preference_options
from crosswright.cli.options.rules import RuleOptions, no_repeats_option, rule_options
from crosswright.cli.options.shapes import size_option, style_option
from crosswright.support.records import Record

OBJECTIVES = ("score", "any")


class FillOptions(Record):
    """How to search, and how many fills to make."""

    clear: bool
    seed: int | None
    time: float | None
    objective: str
    threads: int | None
    count: int
    no_repeats: bool


class BuiltInOptions(Record):
    """Which of the built-in patterns to fill where there is no grid."""

    size: tuple[int, int] | None
    style: str | None

    @property
    def are_given(self) -> bool:
        """Whether the user asks for any."""
        return self.size is not None or self.style is not None


class FillRequest(Record):
    """Everything that the user asks for."""

    grid: str | None
    built_in: BuiltInOptions
    input_format: str | None
    lists: ListOptions
    rules: RuleOptions
    search: FillOptions
    preferences: PreferenceOptions
    metadata: Metadata
    clues: ClueOptions
    outputs: OutputOptions
    mode: WritingMode


@click.command(cls=Command, gives_way={"size": "grid", "style": "grid"})
@input_argument("grid", required=False, metavar="[GRID]")
@grouped(
    "built_in",
    BuiltInOptions,
    size_option("Without GRID: size of the built-in pattern, which is 11, 13, 15 or 21."),
    style_option(
        "Without GRID: style of the built-in pattern, american or, at 15, british.",
        usual="american; british in Italian and Greek",
    ),
)
@puzzle_lists
@rule_options
@grouped(
    "search",
    FillOptions,
    option("--clear", is_flag=True, help="First remove all letters from the grid."),
    seed_option(),
    time_option(
        "Time limit for each fill. Without it, the first fill may take 30 seconds, and is then "
        "improved until 5 seconds have passed in all."
    ),
    option(
        "--objective",
        type=click.Choice(OBJECTIVES),
        default="score",
        help="Find the best fill that time allows (score), or take the first one found (any).",
    ),
    option(
        "--threads",
        type=click.IntRange(1),
        metavar="N",
        help="Search with N threads in parallel.",
    ),
    option(
        "--count",
        type=click.IntRange(1),
        default=1,
        metavar="N",
        help="Make N different fills; without GRID, each has a built-in pattern of its own. The "
        "files are numbered.",
    ),
    no_repeats_option,
)
@preference_options(" For --objective score.")
@metadata
@clue_options(drafts="no-draft-clues")
@outputs
@input_format
@writing_mode
def fill(**options: Any) -> int:
    """Fill a grid with words.

    GRID is a puzzle file, or - for standard input. In a text grid, . is an empty cell, # is a
    block, and letters stay where they are. Without GRID, one of the built-in patterns is filled,
    and with --count a different one each time; crosswright pattern --built-in shows them. With
    --language, it is one that the list fills well, if there is any.

    Without -w and --min-score, the words are those that score 50 or more in the built-in list of
    the language that the puzzle names (if none, English). If these cannot fill the grid, or not in
    time, lower scores are allowed step by step. With --language, the puzzle is tagged with it.

    With --objective any, the same --seed gives the same fill, unless its time is too short. The
    best fill within a time limit also depends on the speed of the machine.

    \b
    Example: crosswright fill --time 2 --seed 7
    Example: crosswright fill --style british --time 2 --seed 7
    Example: crosswright fill grid.txt -w my.dict --min-score 50 --time 2 -o out.pdf -o out.puz
    Example: crosswright fill grid.txt --fix 1A=CAT --objective any --json
    Example: crosswright fill --count 2 --used-in monday.puz --repeat-window 30 -o out.puz
    """
    from crosswright.cli.jobs.fill import run

    return run(FillRequest(**options))
