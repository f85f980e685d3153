"""The options of `crosswright series run`, and those that it shares with `resume`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.cli.options.texts import INPUT, OUTPUT

MAX_WORKERS = 256
"""Processes of one machine; more are for a cluster."""


@dataclass(frozen=True)
class RunRequest:
    """Everything that the user asks for."""

    plan: str
    output: str | None
    workers: int | None
    dask: str | None
    mode: OutputMode


def worker_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say who does the work."""
    for decorate in (
        option(
            "--dask",
            metavar="ADDRESS",
            help="Have the work done by a dask cluster: the address of its scheduler, or local for "
            "one that is started here. Needs the extra cluster.",
        ),
        option(
            "--workers",
            type=click.IntRange(1, MAX_WORKERS),
            metavar="N",
            show_default="one for each processor",
            help="Processes that work at the same time. The season is the same with any number.",
        ),
    ):
        command = decorate(command)
    return command


@click.command(cls=Command)
@click.argument("plan", type=INPUT, metavar="PLAN")
@option(
    "-o",
    "--output",
    type=OUTPUT,
    metavar="FOLDER",
    show_default="as the plan says",
    help="The folder of the season.",
)
@worker_options
@output_mode
def run(**options: Any) -> int:
    """Make the season of a plan.

    PLAN is a plan file. Its puzzles are drafted at the same time, repaired in order so that no
    answer comes again too soon, and committed to a ledger in the season's folder. Ctrl-C commits
    what is done; crosswright series resume goes on from there. With --json, there is a line for
    each event, and the result is the last one.

    The exit status is 3 if the season has holes: dates without a puzzle, each with its explanation.

    \b
    Example: crosswright series run plan.toml
    Example: crosswright series run plan.toml --workers 2 -o spring
    """
    from crosswright.cli.jobs.series.run import run as job

    return job(RunRequest(**options))
