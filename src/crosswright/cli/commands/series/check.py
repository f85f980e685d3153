"""The options of `crosswright series check`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.inputs import input_argument
from crosswright.cli.options.mode import OutputMode, output_mode

PROOF_FAILURES = 5000  # as in `crosswright.series.preflight`, which --help need not load


@dataclass(frozen=True)
class CheckPlanRequest:
    """Everything that the user asks for."""

    plan: str
    failures: int
    strict: bool
    mode: OutputMode


@click.command(cls=Command)
@input_argument("plan")
@option(
    "--failures",
    type=click.IntRange(min=0),
    default=PROOF_FAILURES,
    metavar="N",
    help="Try to fill each pattern until this many dead ends; 0 does not try.",
)
@option("--strict", is_flag=True, help="Count warnings as errors.")
@output_mode
def check(**options: Any) -> int:
    """Check a plan: can it work?

    PLAN is a plan file, or - for standard input. All mistakes in it and all missing files are named
    at once. For each length, the words that the season needs within a window are set against those
    that there are; above two thirds it gets hard. Each pattern is filled once at its floor. Themes
    are compared with grids and windows, and a puzzle of nonsense is written in all formats.

    The exit status is 2 if the plan has mistakes or files are missing, and 1 if the season cannot
    be made as planned.

    \b
    Example: crosswright series check plan.toml
    """
    from crosswright.cli.jobs.series.check import run

    return run(CheckPlanRequest(**options))
