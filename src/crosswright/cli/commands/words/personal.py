"""The options of `crosswright words personal`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class PersonalRequest:
    """Everything that the user asks for."""

    mode: OutputMode


@click.command(cls=Command)
@output_mode
def personal(**options: Any) -> int:
    """Show your personal list, and where it is.

    \b
    Example: crosswright words personal
    """
    from crosswright.cli.jobs.words.personal import run

    return run(PersonalRequest(**options))
