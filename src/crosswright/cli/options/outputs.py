"""Files to write."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.options.completions import (
    complete_output_formats,
    complete_sheet_languages,
)
from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import Decorator, grouped
from crosswright.cli.options.texts import OUTPUT
from crosswright.support.records import Record


def output_option(help_text: str, **settings: Any) -> Decorator:
    """Add -o/--output."""
    return option("-o", "--output", type=OUTPUT, metavar="FILE", help=help_text, **settings)


class OutputOptions(Record):
    """The files that a puzzle is written to."""

    output: tuple[str, ...]
    to: str | None
    strict: bool
    spreadsheet_safe: bool
    sheet_language: str
    enumerations: bool | None
    """None leaves it to the puzzle."""


def _check_sheet_language(ctx: click.Context, parameter: click.Parameter, value: str) -> str:
    if value:
        from crosswright.errors import RenderError
        from crosswright.rendering.catalogue import check_language

        try:
            check_language(value)
        except RenderError as error:
            raise click.BadParameter(str(error)) from None
    return value


outputs = grouped(
    "outputs",
    OutputOptions,
    output_option(
        "Write a file in the format of its suffix; - is standard output. {n} in the name is the "
        "number of the puzzle, {date} its date or else today's. Repeatable.",
        multiple=True,
    ),
    option(
        "--to",
        metavar="FORMAT",
        shell_complete=complete_output_formats,
        show_default="text",
        help="Format for standard output, by name or suffix.",
    ),
    option(
        "--strict",
        is_flag=True,
        help="Fail rather than drop what a format cannot hold, or draw ? for a letter.",
    ),
    option(
        "--spreadsheet-safe",
        is_flag=True,
        help="CSV, TSV: put an apostrophe before what a spreadsheet would take for a formula; "
        "reading the table takes it off again.",
    ),
    option(
        "--sheet-language",
        default="",
        show_default="that of the puzzle",
        metavar="CODE",
        callback=_check_sheet_language,
        shell_complete=complete_sheet_languages,
        help="Language of headings and of everything else that a sheet or a page says by itself, "
        "such as de or pt-BR.",
    ),
    option(
        "--enumerations/--no-enumerations",
        default=None,
        show_default="for British puzzles",
        help="Print the lengths of answers after the clues: (3,5,4).",
    ),
)
"""Add -o/--output and what goes with it, as the argument `outputs`."""
