"""The options of `crosswright series site`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.texts import INPUT, OUTPUT


@dataclass(frozen=True)
class SiteRequest:
    """Everything that the user asks for."""

    season: str
    output: str | None
    until: str | None
    solutions: bool | None
    """None leaves it to the plan."""
    mode: WritingMode


@click.command(cls=Command)
@click.argument("season", type=INPUT, metavar="SEASON")
@option(
    "-o",
    "--output",
    type=OUTPUT,
    metavar="FOLDER",
    show_default="site in the season's folder",
    help="The folder to write.",
)
@option(
    "--until",
    metavar="DATE",
    help="Leave out all puzzles of later dates, and remove them from a site made before: a date "
    "such as 2027-03-14, or today.",
)
@option(
    "--solutions/--no-solutions",
    default=None,
    show_default="as the plan says",
    help="Put the solutions inside the pages, to check and reveal letters. Without them, a page "
    "can only tell whether the whole grid is right.",
)
@writing_mode
def site(**options: Any) -> int:
    """Make a site to play the puzzles of a season on.

    SEASON is the folder of a season, or its plan. The site is a folder of pages that any web host
    can serve, and that also opens from a disk: a first page with the puzzle of the day, by the
    reader's own calendar, an archive by month, and a page to play each puzzle on.

    \b
    Example: crosswright series site season
    Example: crosswright series site season --until today --no-solutions
    """
    from crosswright.cli.jobs.series.site import run

    return run(SiteRequest(**options))
