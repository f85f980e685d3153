"""The options of `crosswright config set`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.completions import complete_keys, complete_values
from crosswright.cli.options.declare import option
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.support.records import Record


class SetConfigRequest(Record):
    """Everything that the user asks for."""

    key: str
    values: tuple[str, ...]
    dry_run: bool
    mode: OutputMode


@click.command(cls=Command, configurable=False)
@click.argument("key", shell_complete=complete_keys)
@click.argument(
    "values", nargs=-1, required=True, metavar="VALUE...", shell_complete=complete_values
)
@option("--dry-run", is_flag=True, help="Check the value, and write nothing.")
@output_mode
def set(**options: Any) -> int:
    """Set KEY to VALUE.

    KEY is an option without its dashes, or a command and its option: taste, fill.time,
    words-match.limit. The option itself checks the value. Several values are for options that can
    be repeated, such as words. Comments and all other lines of the file stay as they are.

    \b
    Example: crosswright config set taste family
    Example: crosswright config set fill.time 10
    Example: crosswright config set words my.dict
    """
    from crosswright.cli.jobs.config.set import run

    return run(SetConfigRequest(**options))
