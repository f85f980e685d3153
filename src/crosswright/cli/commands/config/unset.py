"""The options of `crosswright config unset`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.completions import complete_keys
from crosswright.cli.options.declare import option
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.support.records import Record


class UnsetConfigRequest(Record):
    """Everything that the user asks for."""

    key: str
    dry_run: bool
    mode: OutputMode


@click.command(cls=Command, configurable=False)
@click.argument("key", shell_complete=complete_keys)
@option("--dry-run", is_flag=True, help="Say whether the key is set, and write nothing.")
@output_mode
def unset(**options: Any) -> int:
    """Remove KEY.

    From then on, the built-in default applies. The exit status is 1 if the key is not set.

    \b
    Example: crosswright config unset taste
    """
    from crosswright.cli.jobs.config.unset import run

    return run(UnsetConfigRequest(**options))
