"""The options of `crosswright config path`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.support.records import Record


class ConfigPathRequest(Record):
    """Everything that the user asks for."""

    mode: OutputMode


@click.command(cls=Command, configurable=False)
@output_mode
def path(**options: Any) -> int:
    """Print where the configuration is.

    It need not exist. CROSSWRIGHT_CONFIG names another folder for it.

    \b
    Example: crosswright config path
    """
    from crosswright.cli.jobs.config.path import run

    return run(ConfigPathRequest(**options))
