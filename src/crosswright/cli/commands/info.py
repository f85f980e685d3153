"""The options of `crosswright info`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.inputs import input_argument, input_format
from crosswright.cli.options.lists import ListOptions, puzzle_lists
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class InfoRequest:
    """Everything that the user asks for."""

    puzzle: str
    input_format: str | None
    lists: ListOptions
    no_words: bool
    mode: OutputMode


@click.command(cls=Command, gives_way={"words": "no_words", "min_score": "no_words"})
@input_argument("puzzle")
@puzzle_lists
@option("--no-words", is_flag=True, help="Do not look up the answers in a list.")
@input_format
@output_mode
def info(**options: Any) -> int:
    """Show the statistics of a puzzle.

    PUZZLE is a puzzle file, or - for standard input. Words, blocks, lengths and letters are
    counted; answers are scored by the lists of -w, or else by the built-in list of the language
    that the puzzle names (if none, English). From these scores and the crossings, the difficulty of
    a complete fill is estimated, from 0 to 100.

    \b
    Example: crosswright info puzzle.ipuz
    """
    from crosswright.cli.jobs.info import run

    return run(InfoRequest(**options))
