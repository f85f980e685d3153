"""The options of `crosswright words info`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.lists import ListOptions, lists
from crosswright.cli.options.mode import OutputMode, output_mode


@dataclass(frozen=True)
class WordsInfoRequest:
    """Everything that the user asks for."""

    lists: ListOptions
    mode: OutputMode


@click.command(cls=Command)
@lists
@output_mode
def info(**options: Any) -> int:
    """Show the lengths and scores of a list, and estimate what it can fill.

    The estimate is the number of fills to expect if letters were independent of each other. Use it
    to compare lists; below 1, the list has too few words.

    \b
    Example: crosswright words info -w mine.txt
    """
    from crosswright.cli.jobs.words.info import run

    return run(WordsInfoRequest(**options))
