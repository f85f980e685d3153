"""The options of `crosswright config get`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.completions import complete_keys
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.support.records import Record


class GetConfigRequest(Record):
    """Everything that the user asks for."""

    key: str
    mode: OutputMode


@click.command(cls=Command, configurable=False)
@click.argument("key", shell_complete=complete_keys)
@output_mode
def get(**options: Any) -> int:
    """Print the value of KEY.

    Of a list, every item is a line. The exit status is 1 if the key is not set.

    \b
    Example: crosswright config get fill.time
    Example: crosswright config get taste --json
    """
    from crosswright.cli.jobs.config.get import run

    return run(GetConfigRequest(**options))
