"""The options of `crosswright cache clear`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.support.records import Record


class ClearCacheRequest(Record):
    """Everything that the user asks for."""

    dry_run: bool
    mode: OutputMode


@click.command(cls=Command, configurable=False)
@option("--dry-run", is_flag=True, help="Say what would be removed, and remove nothing.")
@output_mode
def clear(**options: Any) -> int:
    """Remove everything from the cache.

    Other processes may use it meanwhile: they keep what they have, and what they are just writing
    stays. Files of others in the folder stay, too.

    \b
    Example: crosswright cache clear
    Example: crosswright cache clear --dry-run
    """
    from crosswright.cli.jobs.cache.clear import run

    return run(ClearCacheRequest(**options))
