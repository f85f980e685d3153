"""The options of `crosswright words define`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class DefineRequest:
    """Everything that the user asks for."""

    word: str
    limit: int
    mode: OutputMode


@click.command(cls=Command)
@click.argument("word")
@option(
    "--limit",
    type=click.IntRange(1),
    default=5,
    metavar="N",
    help="Print at most N definitions and N drafts.",
)
@output_mode
def define(**options: Any) -> int:
    """Define an English WORD, and suggest clues for it.

    The clues are drafts, and never contain their answer. This needs an extra: pip install
    crosswright[clues]

    \b
    Example: crosswright words define oboe
    """
    from crosswright.cli.jobs.words.define import run

    return run(DefineRequest(**options))
