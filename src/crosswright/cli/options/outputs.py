"""Files to write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.options.groups import Decorator, grouped
from crosswright.cli.options.inputs import complete_files


def output_option(help_text: str, **settings: Any) -> Decorator:
    """Add -o/--output."""
    return click.option(
        "-o",
        "--output",
        shell_complete=complete_files,
        metavar="FILE",
        help=help_text,
        **settings,
    )


@dataclass(frozen=True)
class OutputOptions:
    """The files that a puzzle is written to."""

    output: tuple[str, ...]
    to: str | None
    strict: bool


outputs = grouped(
    "outputs",
    OutputOptions,
    output_option(
        "Write a file in the format of its suffix; - is standard output. Repeatable.",
        multiple=True,
    ),
    click.option(
        "--to",
        metavar="FORMAT",
        show_default="text",
        help="Format for standard output, by name or suffix.",
    ),
    click.option("--strict", is_flag=True, help="Fail rather than drop what a format cannot hold."),
)
"""Add -o/--output, --to and --strict, as the argument `outputs`."""
