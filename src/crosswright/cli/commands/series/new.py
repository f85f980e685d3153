"""The options of `crosswright series new`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import WritingMode, writing_mode_with
from crosswright.cli.options.texts import OUTPUT


@dataclass(frozen=True)
class NewPlanRequest:
    """Everything that the user asks for."""

    plan: str
    mode: WritingMode


@click.command(cls=Command)
@click.argument("plan", type=OUTPUT, metavar="PLAN")
@writing_mode_with(force=False)
def new(**options: Any) -> int:
    """Write a plan with comments, to be edited.

    PLAN is the file to write, or - for standard output. It is a plan of four weeks that works as it
    is, with a comment for everything else that a plan can say.

    \b
    Example: crosswright series new plan.toml
    """
    from crosswright.cli.jobs.series.new import run

    return run(NewPlanRequest(**options))
