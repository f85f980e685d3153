"""The options of `crosswright words match`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.lists import ListOptions, lists, min_score_option
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class MatchRequest:
    """Everything that the user asks for."""

    pattern: str
    lists: ListOptions
    min_score: int | None
    limit: int | None
    mode: OutputMode


@click.command(cls=Command)
@click.argument("pattern")
@lists
@min_score_option("Leave out words with a lower score.")
@option(
    "--limit",
    type=click.IntRange(1),
    metavar="N",
    show_default="all",
    help="Print at most N words.",
)
@output_mode
def match(**options: Any) -> int:
    """Print the words that match PATTERN, best first.

    A dot or question mark is any letter, [AEIOU] one of these letters, [^AEIOU] any other letter,
    and * any number of letters. Quote the pattern in a shell.

    \b
    Example: crosswright words match 'E.E..ANT' --min-score 50
    """
    from crosswright.cli.jobs.words.match import run

    return run(MatchRequest(**options))
