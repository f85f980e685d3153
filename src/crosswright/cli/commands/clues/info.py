"""The options of `crosswright clues info`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class BankInfoRequest:
    """Everything that the user asks for."""

    mode: OutputMode


@click.command(cls=Command)
@output_mode
def info(**options: Any) -> int:
    """Show how much is in your clue bank, and where it is.

    \b
    Example: crosswright clues info
    """
    from crosswright.cli.jobs.clues.info import run

    return run(BankInfoRequest(**options))
