"""The options of `crosswright clues import`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.inputs import encoding
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.cli.options.texts import INPUT


@dataclass(frozen=True)
class ImportRequest:
    """Everything that the user asks for."""

    paths: tuple[str, ...]
    encoding: str | None
    dry_run: bool
    mode: OutputMode


@click.command("import", cls=Command)
@click.argument("paths", nargs=-1, required=True, type=INPUT)
@encoding
@option("--dry-run", is_flag=True, help="Read the files, and leave the bank as it is.")
@output_mode
def import_(**options: Any) -> int:
    """Put the clues of your puzzles into your clue bank.

    PATHS are puzzle files of any format, tables of words and clues (CSV, TSV, .xlsx), and folders
    and globs of both. In a folder, a table with the name of a puzzle file beside it is left out.
    Files that have not changed are not read again, except tables with --encoding. Damaged files
    are named and passed over. Clues that are marked as drafts are left out.

    \b
    Example: crosswright clues import puzzles
    """
    from crosswright.cli.jobs.clues.import_ import run

    return run(ImportRequest(**options))
