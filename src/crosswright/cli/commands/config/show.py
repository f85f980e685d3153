"""The options of `crosswright config show`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.completions import complete_commands
from crosswright.cli.options.declare import option
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.support.records import Record


class ShowConfigRequest(Record):
    """Everything that the user asks for."""

    command: tuple[str, ...]
    all: bool
    mode: OutputMode


@click.command(cls=Command, configurable=False)
@click.argument("command", nargs=-1, shell_complete=complete_commands)
@option("--all", is_flag=True, help="Show every key that can be set, and what it is for.")
@output_mode
def show(**options: Any) -> int:
    """Show what is configured, and where.

    Every key in the file has its value and its line. With a COMMAND, such as fill or words match,
    every option that can be configured has the value in force for it, and where that comes from.

    Every mistake in the file is named. The exit status is 2 if there are any.

    \b
    Example: crosswright config show
    Example: crosswright config show fill
    Example: crosswright config show --all --json
    """
    from crosswright.cli.jobs.config.show import run

    return run(ShowConfigRequest(**options))
