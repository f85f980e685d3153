"""The options of `crosswright completion`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.support.records import Record

SHELLS = ("bash", "zsh", "fish")


class CompletionRequest(Record):
    """Everything that the user asks for."""

    shell: str
    mode: OutputMode


@click.command(cls=Command, configurable=False)
@click.argument("shell", type=click.Choice(SHELLS))
@output_mode
def completion(**options: Any) -> int:
    """Print a script that makes a shell complete commands and options.

    SHELL is bash (4.4 or newer), zsh or fish. It then completes commands, options, names of files,
    formats, styles, languages and keys of the configuration. Its first lines say how to
    install it.

    \b
    Example: crosswright completion bash
    Example: crosswright completion fish --json
    """
    from crosswright.cli.jobs.completion import run

    return run(CompletionRequest(**options))
