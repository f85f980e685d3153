"""The options of `crosswright words wordplay`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.lists import ListOptions, lists, min_score_option
from crosswright.cli.options.mode import OutputMode, output_mode

HOMOPHONE = "homophone"
KINDS = (
    *("anagram", "hidden", "container", "reversal", "charade", "deletion", "alternate"),
    HOMOPHONE,
)


@dataclass(frozen=True)
class WordplayRequest:
    """Everything that the user asks for."""

    answer: str
    kinds: tuple[str, ...]
    limit: int
    lists: ListOptions
    min_score: int | None
    mode: OutputMode


@click.command(cls=Command)
@click.argument("answer")
@option(
    "--kind",
    "kinds",
    type=click.Choice(KINDS),
    multiple=True,
    show_default="all",
    help="Show only this kind. Repeatable.",
)
@option(
    "--limit",
    type=click.IntRange(1, 1000),
    default=5,
    metavar="N",
    help="Show at most N of each kind.",
)
@lists
@min_score_option("Use only parts with this score or more; without it, 50.")
@output_mode
def wordplay(**options: Any) -> int:
    """Take ANSWER apart for a cryptic clue.

    Shows anagrams, hidden words, containers, reversals, charades, deletions and alternate letters,
    with their parts, the most familiar first. Homophones are found in English only, and
    need an extra: pip install crosswright[sounds]

    \b
    Example: crosswright words wordplay partner
    """
    from crosswright.cli.jobs.words.wordplay import run

    return run(WordplayRequest(**options))
