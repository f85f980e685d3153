"""The options of `crosswright words score`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class ScoreRequest:
    """Everything that the user asks for."""

    word: str
    score: int
    mode: OutputMode


@click.command(cls=Command)
@click.argument("word")
@click.argument("score", type=int)
@output_mode
def score(**options: Any) -> int:
    """Give WORD your own SCORE.

    The score goes into your personal list, which takes precedence over all others.

    \b
    Example: crosswright words score 'ice cream' 70
    """
    from crosswright.cli.jobs.words.score import run

    return run(ScoreRequest(**options))
