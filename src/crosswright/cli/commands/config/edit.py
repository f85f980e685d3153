"""The options of `crosswright config edit`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.support.records import Record


class EditConfigRequest(Record):
    """Everything that the user asks for."""

    mode: OutputMode


@click.command(cls=Command, configurable=False)
@output_mode
def edit(**options: Any) -> int:
    """Open the configuration in your editor.

    The editor is that of $VISUAL or $EDITOR. If there is no file yet, it gets one with comments.
    What you save is checked, and stays as it is.

    \b
    Example: crosswright config edit
    """
    from crosswright.cli.jobs.config.edit import run

    return run(EditConfigRequest(**options))
