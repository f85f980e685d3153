"""The options of `crosswright words ban`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class BanRequest:
    """Everything that the user asks for."""

    word: str
    mode: OutputMode


@click.command(cls=Command)
@click.argument("word")
@output_mode
def ban(**options: Any) -> int:
    """Ban WORD from all your fills.

    The ban goes into your personal list, which takes precedence over all others.

    \b
    Example: crosswright words ban tsetse
    """
    from crosswright.cli.jobs.words.ban import run

    return run(BanRequest(**options))
