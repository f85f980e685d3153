"""The options of `crosswright doctor`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.support.records import Record


class DoctorRequest(Record):
    """Everything that the user asks for."""

    mode: OutputMode


@click.command(cls=Command, configurable=False)
@output_mode
def doctor(**options: Any) -> int:
    """Check the installation, and say how to fix what is wrong.

    There is a line for the version, Python, the engine, the cache, word lists, the clue bank, the
    configuration, fonts, the browser and every extra. What is wrong is marked with an exclamation
    mark, and what is merely not installed with a dot; both come with advice.

    The exit status is 0 if nothing needs doing, and 1 otherwise.

    \b
    Example: crosswright doctor
    Example: crosswright doctor --json
    """
    from crosswright.cli.jobs.doctor import run

    return run(DoctorRequest(**options))
