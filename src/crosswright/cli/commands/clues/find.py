"""The options of `crosswright clues find`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class FindRequest:
    """Everything that the user asks for."""

    answer: str
    limit: int | None
    mode: OutputMode


@click.command(cls=Command)
@click.argument("answer")
@option(
    "--limit", type=click.IntRange(1), metavar="N", show_default="all", help="Show at most N clues."
)
@output_mode
def find(**options: Any) -> int:
    """Show the clues that ANSWER had in your puzzles.

    The newest come first, each with the puzzles that had it, their dates and authors.

    \b
    Example: crosswright clues find oboe
    """
    from crosswright.cli.jobs.clues.find import run

    return run(FindRequest(**options))
