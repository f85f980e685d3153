"""The options of `crosswright clues forget`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.cli.options.texts import INPUT


@dataclass(frozen=True)
class BankForgetRequest:
    """Everything that the user asks for."""

    paths: tuple[str, ...]
    everything: bool
    dry_run: bool
    mode: OutputMode


@click.command(cls=Command)
@click.argument("paths", nargs=-1, type=INPUT)
@option("--all", "everything", is_flag=True, help="Remove everything.")
@option("--dry-run", is_flag=True, help="Say how many would be removed, and remove none.")
@output_mode
def forget(**options: Any) -> int:
    """Remove puzzles from your clue bank.

    PATHS are files that were imported, or folders of them; they need not exist any more. The files
    themselves stay as they are.

    \b
    Example: crosswright clues forget ~/puzzles/old
    """
    from crosswright.cli.jobs.clues.forget import run

    return run(BankForgetRequest(**options))
