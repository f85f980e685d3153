"""The group `crosswright config`; each of its commands is in the module of its name."""

from __future__ import annotations

import click

from crosswright.cli.groups import LazyGroup

COMMANDS = {
    "set": "Set KEY to VALUE.",
    "get": "Print the value of KEY.",
    "unset": "Remove KEY.",
    "show": "Show what is configured, and where.",
    "edit": "Open the configuration in your editor.",
    "path": "Print where the configuration is.",
}
"""The commands, and the first lines of their help texts."""


@click.group(cls=LazyGroup, package=__name__, summaries=COMMANDS)
def config() -> None:
    """Set defaults for options.

    The configuration is a file of options without their dashes, in TOML. A key at the top is for
    every command that has the option; one in a table such as [fill] or [words-match] is for that
    command alone. The command line takes precedence over the table of the command, that over the
    top of the file, and that over the built-in default. crosswright --no-config ignores the file.

    \b
    Example: crosswright config set author "Ada Lovelace"
    """
