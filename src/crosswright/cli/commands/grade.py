"""The options of `crosswright grade`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.limits import seed_option, time_option
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.cli.options.texts import INPUT

SECONDS = 5.0  # as in `crosswright.grading.grade`, which --help need not load


@dataclass(frozen=True)
class GradeRequest:
    """Everything that the user asks for."""

    submission: str
    time: float
    seed: int
    functions: tuple[str, ...]
    strict: bool
    mode: OutputMode

    def settings(self) -> dict[str, Any]:
        """Return the arguments for a grade."""
        return {"seconds": self.time, "seed": self.seed, "functions": self.functions or None}


@click.command(cls=Command)
@click.argument("submission", type=INPUT)
@time_option("Processor time for each call of a function.", SECONDS)
@seed_option(0)
@option(
    "--function",
    "functions",
    multiple=True,
    metavar="NAME",
    help="Check only this function. Repeatable.",
)
@option("--strict", is_flag=True, help="Count remarks as failures.")
@output_mode
def grade(**options: Any) -> int:
    """Grade a solution to the course's assignment.

    SUBMISSION is a student's generate.py, or a folder of submissions: of .py files, or of folders
    with a generate.py in each. The crossword.py beside a submission is used, or else the course's.
    The eight functions are called on cases worked out by hand and on random small problems. For
    each thing that a function gets wrong, the smallest example found is shown; for a folder, there
    is a table.

    A submission runs in a process of its own, with limits on time, memory and files. That keeps
    mistakes from doing harm, but it is not a security boundary: grade code that you do not trust on
    a machine where it can do no harm.

    The exit status is 1 if anything fails.

    \b
    Example: crosswright grade generate.py
    Example: crosswright grade generate.py --function revise --json
    """
    from crosswright.cli.jobs.grade import run

    return run(GradeRequest(**options))
