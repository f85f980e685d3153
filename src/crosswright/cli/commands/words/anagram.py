"""The options of `crosswright words anagram`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.lists import ListOptions, lists, min_score_option
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class AnagramRequest:
    """Everything that the user asks for."""

    letters: str
    lists: ListOptions
    min_score: int | None
    min_length: int | None
    mode: OutputMode


@click.command(cls=Command)
@click.argument("letters")
@lists
@min_score_option("Leave out words with a lower score.")
@option(
    "--min-length",
    type=click.IntRange(1),
    metavar="N",
    show_default="all the letters",
    help="Also print words of N letters or more that use only some of the letters.",
)
@output_mode
def anagram(**options: Any) -> int:
    """Print the words that LETTERS can make.

    A question mark stands for any letter.

    \b
    Example: crosswright words anagram retains --min-length 6
    """
    from crosswright.cli.jobs.words.anagram import run

    return run(AnagramRequest(**options))
