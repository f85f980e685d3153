"""The options of `crosswright words forget`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class ForgetRequest:
    """Everything that the user asks for."""

    word: str
    mode: OutputMode


@click.command(cls=Command)
@click.argument("word")
@output_mode
def forget(**options: Any) -> int:
    """Remove WORD from your personal list.

    Its score in the other lists then counts again.

    \b
    Example: crosswright words forget tsetse
    """
    from crosswright.cli.jobs.words.forget import run

    return run(ForgetRequest(**options))
