"""The options of `crosswright words undo`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class UndoRequest:
    """Everything that the user asks for."""

    mode: OutputMode


@click.command(cls=Command)
@output_mode
def undo(**options: Any) -> int:
    """Undo the last change of your personal list.

    Repeated calls go further back, through the last 100 times that score, ban or forget changed
    the list. A merge that replaced a file with -o counts as well: the file becomes what it was
    before. What you have edited yourself since then stays as it is.

    \b
    Example: crosswright words undo
    """
    from crosswright.cli.jobs.words.undo import run

    return run(UndoRequest(**options))
