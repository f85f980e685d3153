"""The options of `crosswright series status`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.cli.options.texts import INPUT


@dataclass(frozen=True)
class StatusRequest:
    """Everything that the user asks for."""

    season: str
    mode: OutputMode


@click.command(cls=Command)
@click.argument("season", type=INPUT, metavar="SEASON")
@output_mode
def status(**options: Any) -> int:
    """Show how far a season is.

    SEASON is the folder of a season, or its plan. It may be under way: puzzles made so far, holes
    with their reasons, scores, and the processor time that drafts, repairs and files have taken.

    \b
    Example: crosswright series status season
    """
    from crosswright.cli.jobs.series.status import run

    return run(StatusRequest(**options))
