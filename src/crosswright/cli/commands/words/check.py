"""The options of `crosswright words check`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.inputs import check_encodings, input_argument
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class WordsCheckRequest:
    """Everything that the user asks for."""

    file: str
    encoding: str
    keep_accents: bool
    strict: bool
    mode: OutputMode


@click.command(cls=Command)
@input_argument("file")
@option(
    "--encoding",
    default="utf-8",
    metavar="NAME",
    callback=check_encodings,
    help="Encoding of the file.",
)
@option("--keep-accents", is_flag=True, help="Treat É and E as different letters.")
@option("--strict", is_flag=True, help="Exit with status 2 on any finding.")
@output_mode
def check(**options: Any) -> int:
    """Find bad lines, duplicates and suspicious scores in FILE.

    FILE is a word list, or - for standard input. The exit status is 2 if it cannot be used as it
    is.

    \b
    Example: crosswright words check mine.txt
    """
    from crosswright.cli.jobs.words.check import run

    return run(WordsCheckRequest(**options))
