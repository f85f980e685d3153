"""The options of `crosswright series verify`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.cli.options.texts import INPUT


@dataclass(frozen=True)
class VerifyRequest:
    """Everything that the user asks for."""

    season: str
    rebuild: bool
    mode: OutputMode


@click.command(cls=Command)
@click.argument("season", type=INPUT, metavar="SEASON")
@option(
    "--rebuild",
    is_flag=True,
    help="Make all files again, sheets too, and compare them byte by byte.",
)
@output_mode
def verify(**options: Any) -> int:
    """Verify a season from scratch: every file, answer and digest.

    SEASON is the folder of a season, or its plan. The rows of the ledger are compared with the
    plan, the files with their digests and with the answers of their rows, and the answers with
    one another within their windows, with the history and with the lists. Files that are missing,
    changed or not part of the season are named.

    The exit status is 1 if there is a fault.

    \b
    Example: crosswright series verify season
    """
    from crosswright.cli.jobs.series.verify import run

    return run(VerifyRequest(**options))
