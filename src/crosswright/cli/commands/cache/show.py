"""The options of `crosswright cache show`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.support.records import Record


class ShowCacheRequest(Record):
    """Everything that the user asks for."""

    mode: OutputMode


@click.command(cls=Command, configurable=False)
@output_mode
def show(**options: Any) -> int:
    """Show what is in the cache, and where it is.

    \b
    Example: crosswright cache show
    """
    from crosswright.cli.jobs.cache.show import run

    return run(ShowCacheRequest(**options))
