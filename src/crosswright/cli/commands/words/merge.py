"""The options of `crosswright words merge`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.inputs import check_encodings, input_argument, input_option
from crosswright.cli.options.lists import min_score_option
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.outputs import output_option

RULES = ("priority", "highest", "lowest", "mean")


@dataclass(frozen=True)
class MergeRequest:
    """Everything that the user asks for."""

    lists: tuple[str, ...]
    rule: str
    scales: tuple[str, ...]
    block: str | None
    allow: str | None
    min_score: int | None
    encodings: tuple[str, ...]
    provenance: bool
    output: str | None
    mode: WritingMode


@click.command(cls=Command)
@input_argument("lists", nargs=-1, required=True)
@option(
    "--rule",
    type=click.Choice(RULES),
    default="priority",
    help="Which score counts if lists disagree; with priority, that of the first list.",
)
@option(
    "--scale",
    "scales",
    multiple=True,
    metavar="[FILE=]SCALE",
    show_default="none",
    help="Scale of one list or, without FILE, of all: a range such as 5-60, auto (guessed from "
    "its scores), match (learnt from the words that it shares with the lists before it) or none. "
    "Repeatable.",
)
@input_option("--block", help="A list of words to leave out.")
@input_option("--allow", help="A list of words to include, whatever the other options say.")
@min_score_option("Leave out words with a lower score.")
@option(
    "--encoding",
    "encodings",
    multiple=True,
    metavar="[FILE=]NAME",
    callback=check_encodings,
    show_default="utf-8",
    help="Encoding of one file or, without FILE, of all, such as cp1252. Repeatable.",
)
@option("--provenance", is_flag=True, help="Write WORD;SCORE;LIST=SCORE,… lines.")
@output_option("Write the merged list to a file.", show_default="standard output")
@writing_mode
def merge(**options: Any) -> int:
    """Merge LISTS into one.

    The first list takes precedence. Words whose scores differ by 25 points or more are reported as
    conflicts.

    \b
    Example: crosswright words merge mine.txt big.txt --scale big.txt=5-60 -o merged.txt
    """
    from crosswright.cli.jobs.words.merge import run

    return run(MergeRequest(**options))
