"""The options of `crosswright convert`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.inputs import input_argument, input_format
from crosswright.cli.options.metadata import Metadata, metadata
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.outputs import OutputOptions, outputs
from crosswright.cli.options.texts import OUTPUT

SEARCH = "search"
"""What is said in place of a key that is not known."""


@dataclass(frozen=True)
class ConvertRequest:
    """Everything that the user asks for."""

    puzzle: str
    input_format: str | None
    target: str | None
    unlock: str | None
    metadata: Metadata
    outputs: OutputOptions
    mode: WritingMode


@click.command(cls=Command)
@input_argument("puzzle")
@click.argument("target", type=OUTPUT, required=False)
@option(
    "--unlock",
    metavar="KEY",
    help=f".puz: unlock the solution with its key of four digits, or {SEARCH} for the key.",
)
@metadata
@outputs
@input_format
@writing_mode
def convert(**options: Any) -> int:
    """Convert a puzzle to other formats.

    Reads PUZZLE (- is standard input) and writes TARGET, and every -o, each in the format of its
    suffix: .txt, .structure, .puz, .ipuz, .jpz, .xml, .xd, .across, .exolve, .csv and .tsv, or the
    drawings .svg, .png, .pdf and .html; .cfp is read, too. Without either, the puzzle is printed as
    text. What a format cannot hold is dropped with a warning, or refused with --strict.

    \b
    Example: crosswright convert puzzle.ipuz puzzle.puz
    Example: crosswright convert puzzle.ipuz - --to xd
    Example: crosswright convert locked.puz open.puz --unlock search
    """
    from crosswright.cli.jobs.convert import run

    return run(ConvertRequest(**options))
