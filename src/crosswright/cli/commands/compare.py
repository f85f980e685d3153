"""The options of `crosswright compare`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.inputs import input_format
from crosswright.cli.options.limits import seed_option, time_option
from crosswright.cli.options.lists import ListOptions, min_score_option
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.outputs import output_option
from crosswright.cli.options.searches import grid_and_words, run_option


@dataclass(frozen=True)
class CompareRequest:
    """Everything that the user asks for."""

    grid: str
    input_format: str | None
    words_file: str | None
    lists: ListOptions
    min_score: int | None
    runs: tuple[str, ...]
    time: float
    seed: int
    output: tuple[str, ...]
    mode: WritingMode


@click.command(cls=Command, gives_way={"words": "words_file"})
@grid_and_words
@min_score_option()
@run_option(
    "A variant to run, such as mrv,no-inference, as in crosswright trace. Repeatable.",
    "all variants",
)
@output_option("Write a .txt table, a .json object or an .svg chart. Repeatable.", multiple=True)
@seed_option(0)
@time_option("Time limit for each variant.", 5.0)
@input_format
@writing_mode
def compare(**options: Any) -> int:
    """Compare the textbook's ways of searching a grid.

    GRID is a puzzle file or a structure file of the course, and WORDS is a word list, as with -w.
    All 18 variants run one after another: with and without inference; choosing the slot with the
    fewest words left (mrv), the one with the most crossings (degree) or simply the next one
    (fixed); and trying first the word that rules out the least (lcv), the first in the alphabet
    (alphabetical) or any word (random).

    The exit status is 0 if a variant fills the grid, 1 if it is proved impossible, and 3 otherwise.

    \b
    Example: crosswright compare grid.txt my.dict -o chart.svg
    """
    from crosswright.cli.jobs.compare import run

    return run(CompareRequest(**options))
