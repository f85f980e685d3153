"""The options of `crosswright series report`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.outputs import output_option
from crosswright.cli.options.texts import INPUT


@dataclass(frozen=True)
class ReportRequest:
    """Everything that the user asks for."""

    season: str
    output: str | None
    mode: WritingMode


@click.command(cls=Command)
@click.argument("season", type=INPUT, metavar="SEASON")
@output_option("The page to write.", show_default="report.html in the season's folder")
@writing_mode
def report(**options: Any) -> int:
    """Write a report on a season: calendar, charts and holes.

    SEASON is the folder of a season, or its plan. The report is one HTML page that needs no
    network: what was made when, scores by puzzle and weekday, repeats by distance, lengths and
    letters, and for every hole why there is no puzzle. It may be made while the season is under
    way.

    \b
    Example: crosswright series report season
    """
    from crosswright.cli.jobs.series.report import run

    return run(ReportRequest(**options))
