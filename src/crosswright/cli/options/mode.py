"""How a command reports: in text or JSON, with or without notes."""

from __future__ import annotations

import click

from crosswright.cli.console import Console
from crosswright.cli.options.groups import grouped
from crosswright.support.records import Record


class OutputMode(Record):
    """Whether the result is printed as JSON, and whether notes are left out."""

    json: bool
    quiet: bool

    @property
    def console(self) -> Console:
        """Where notes go."""
        return Console(self.quiet)


output_mode = grouped(
    "mode",
    OutputMode,
    click.option("--json", is_flag=True, help="Print one JSON object instead of text."),
    click.option("-q", "--quiet", is_flag=True, help="Show no progress and no notes."),
)
"""Add --json and --quiet, as the argument `mode`."""
