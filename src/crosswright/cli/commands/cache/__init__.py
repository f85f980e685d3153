"""The group `crosswright cache`; each of its commands is in the module of its name."""

from __future__ import annotations

import click

from crosswright.cli.groups import LazyGroup

COMMANDS = {
    "show": "Show what is in the cache, and where it is.",
    "clear": "Remove everything from the cache.",
}
"""The commands, and the first lines of their help texts."""


@click.group(cls=LazyGroup, package=__name__, summaries=COMMANDS)
def cache() -> None:
    """Show or clear the files that make it start faster.

    Word lists, what is known about their words, and the dictionary of draft clues are kept for
    next time, up to 500 MB. None of it is yours: what you remove is made again.
    CROSSWRIGHT_CACHE names another folder; with CROSSWRIGHT_CACHE=off nothing is kept.

    \b
    Example: crosswright cache show
    """
