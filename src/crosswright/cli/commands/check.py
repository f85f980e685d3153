"""The options of `crosswright check`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.inputs import input_argument, input_format
from crosswright.cli.options.lists import ListOptions, min_score_option, puzzle_lists
from crosswright.cli.options.mode import OutputMode, output_mode
from crosswright.cli.options.shapes import STYLES, SYMMETRIES

SHARED_LETTERS = 5  # as in `crosswright.puzzles.check`, which --help need not load


@dataclass(frozen=True)
class CheckRequest:
    """Everything that the user asks for."""

    puzzle: str
    input_format: str | None
    profile: str | None
    symmetry: str | None
    lists: ListOptions
    no_words: bool
    min_score: int | None
    shared: int
    strict: bool
    mode: OutputMode


@click.command(cls=Command, gives_way={"words": "no_words", "min_score": "no_words"})
@input_argument("puzzle")
@option(
    "--style",
    "--profile",
    "profile",
    type=click.Choice(STYLES),
    show_default="what the grid looks like",
    help="Style of the puzzle, described above.",
)
@option(
    "--symmetry",
    type=click.Choice(SYMMETRIES),
    show_default="any at all, if the style asks for it",
    help="The symmetry that the grid must have.",
)
@puzzle_lists
@option("--no-words", is_flag=True, help="Do not look up the answers in a list.")
@min_score_option("Report answers with a lower score.")
@option(
    "--shared",
    type=click.IntRange(min=2),
    default=SHARED_LETTERS,
    metavar="N",
    help="Report answers that share a run of N letters.",
)
@option("--strict", is_flag=True, help="Count warnings as errors.")
@input_format
@output_mode
def check(**options: Any) -> int:
    """Check a puzzle against the rules of its style.

    PUZZLE is a puzzle file, or - for standard input; a grid without letters is checked as a
    pattern. Answers are looked up in the lists of -w, where a missing one is an error, or else in
    the built-in list of the language that the puzzle names (if none, English), where it is a
    warning.

    \b
    american  symmetric, in one piece, every letter checked, words of 3 letters or more;
              at most 78 words and 45 blocks at 15×15, and 140 and 88 at 21×21
    british   at least half of each word checked, and not two unchecked letters at either end
    barred    unchecked letters: none in words of 3, 1 in 4-5, 2 in 6-7, 3 in 8-11, then a third
    free      only what holds for every puzzle: in one piece, and no answer twice

    Without --style, the grid decides: by its bars, by how many of its letters are checked, and by
    how they are spread over its words. The last line says which style it was; a criss-cross and a
    word search are free.

    The exit status is 1 if there is an error.

    \b
    Example: crosswright check puzzle.ipuz --style american --min-score 40
    """
    from crosswright.cli.jobs.check import run

    return run(CheckRequest(**options))
