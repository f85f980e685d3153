"""The options of `crosswright construct`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import grouped
from crosswright.cli.options.inputs import input_option
from crosswright.cli.options.limits import seed_option, time_option
from crosswright.cli.options.lists import ListOptions, list_options
from crosswright.cli.options.metadata import ClueOptions, Metadata, clue_options, metadata
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.outputs import OutputOptions, outputs
from crosswright.cli.options.preferences import PreferenceOptions, preference_options
from crosswright.cli.options.rules import (
    WordRuleOptions,
    no_repeats_option,
    word_rule_options,
)
from crosswright.cli.options.shapes import ShapeOptions, shape


@dataclass(frozen=True)
class ConstructOptions:
    """What to construct, from what, and how long it may take."""

    theme_file: str | None
    grid: str | None
    candidates: int
    all: bool
    count: int
    no_repeats: bool
    seed: int | None
    time: float


@dataclass(frozen=True)
class ConstructRequest:
    """Everything that the user asks for."""

    theme: tuple[str, ...]
    search: ConstructOptions
    preferences: PreferenceOptions
    shape: ShapeOptions
    lists: ListOptions
    rules: WordRuleOptions
    metadata: Metadata
    clues: ClueOptions
    outputs: OutputOptions
    mode: WritingMode


@click.command(cls=Command)
@click.argument("theme", nargs=-1, metavar="[ENTRY]...")
@grouped(
    "search",
    ConstructOptions,
    input_option(
        "--theme-file",
        help="Theme entries, one per line, each with its clue after a comma, semicolon or tab.",
    ),
    input_option("--grid", help="A pattern to use as it is; theme entries go where they fit."),
    option(
        "--candidates",
        type=click.IntRange(1, 50),
        default=3,
        metavar="N",
        help="Make N candidates and pick the best.",
    ),
    option("--all", is_flag=True, help="Keep all candidates, best first; the files are numbered."),
    option(
        "--count",
        type=click.IntRange(1),
        default=1,
        metavar="N",
        help="Make N different puzzles, each in its own time; the files are numbered.",
    ),
    no_repeats_option,
    seed_option(),
    time_option("Time limit for each puzzle.", 20.0),
)
@preference_options()
@shape
@list_options("without -w, that of --grid or else en")
@word_rule_options
@metadata
@clue_options(drafts="if the extra is installed")
@outputs
@writing_mode
def construct(**options: Any) -> int:
    """Construct a complete puzzle, with or without a theme.

    Theme entries are placed symmetrically: two of the same length form a pair, and one may be alone
    in the middle. Blocks are chosen around them, and the grid is filled as well as time allows.
    Without an ENTRY, the puzzle has no theme.

    In an ENTRY, letters in brackets share a cell: '(HEART)BREAK'. So leave out remarks in brackets,
    as in 'Help! (song)'.

    If the theme does not work, you are told why, and what does: another size or symmetry, a part of
    the theme, or lower scores. With --symmetry none, the entries may go anywhere.

    Without -w, the words are those that score 50 or more in the built-in English list, or in that
    of the language that the puzzle of --grid names. Lower scores are tried, step by step, only if
    none of the patterns can be filled, and you are told. Below 30 they are used only if --min-score
    allows it.

    \b
    Example: crosswright construct --size 9 --seed 7 --time 6 -o themeless.ipuz
    Example: crosswright construct sunshine rainfall --size 13 --seed 7 --time 10 -o weather.pdf
    Example: crosswright construct --size 9 --ban ERA --require TREE --count 2 --seed 7 --time 3
    Example: crosswright construct --size 5 --word-count 10 --seed 7 --time 3 --json
    """
    from crosswright.cli.jobs.construct import run

    return run(ConstructRequest(**options))
