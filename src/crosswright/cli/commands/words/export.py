"""The options of `crosswright words export`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.lists import ListOptions, lists, min_score_option
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.outputs import output_option
from crosswright.support.wording import quote


@dataclass(frozen=True)
class ExportRequest:
    """Everything that the user asks for."""

    lists: ListOptions
    min_score: int | None
    lengths: frozenset[int] | None
    output: str | None
    mode: WritingMode


def read_lengths(
    ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]
) -> frozenset[int] | None:
    """Read lengths such as 5 and 7-9; None stands for all."""
    lengths: set[int] = set()
    for text in texts:
        match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
        if not match or int(match[1]) > int(match[2] or match[1]):
            raise click.BadParameter(f"{quote(text)} is not a length; write, say, 5 or 3-7")
        lengths.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return frozenset(lengths) or None


@click.command(cls=Command)
@lists
@min_score_option("Leave out words with a lower score.")
@option(
    "--length",
    "lengths",
    multiple=True,
    callback=read_lengths,
    metavar="N|N-M",
    show_default="all",
    help="Export only words of these lengths. Repeatable.",
)
@output_option("Write the list to a file.", show_default="standard output")
@writing_mode
def export(**options: Any) -> int:
    """Print a list as WORD;SCORE lines, shortest words first.

    Words of the same length are in alphabetical order.

    \b
    Example: crosswright words export --min-score 70 --length 3-5 -o short.txt
    """
    from crosswright.cli.jobs.words.export import run

    return run(ExportRequest(**options))
