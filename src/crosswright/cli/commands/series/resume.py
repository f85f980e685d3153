"""The options of `crosswright series resume`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.commands.series.run import worker_options
from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.cli.options.texts import INPUT


@dataclass(frozen=True)
class ResumeRequest:
    """Everything that the user asks for."""

    season: str
    workers: int | None
    dask: str | None
    mode: OutputMode


@click.command(cls=Command)
@click.argument("season", type=INPUT, metavar="SEASON")
@worker_options
@output_mode
def resume(**options: Any) -> int:
    """Go on with a season where it was.

    SEASON is the folder of a season, or its plan. What is committed is not made again, but files
    that are missing or were changed are; what was in their place is kept beside them, with .changed
    added to its name. The season must be finished with the version, lists and history that it was
    begun with.

    The exit status is 3 if the season has holes: dates without a puzzle, each with its explanation.

    \b
    Example: crosswright series resume season
    """
    from crosswright.cli.jobs.series.resume import run

    return run(ResumeRequest(**options))
