"""The options of `crosswright trace`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from crosswright.cli.groups import Command
from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import grouped
from crosswright.cli.options.inputs import input_format
from crosswright.cli.options.limits import seed_option, time_option
from crosswright.cli.options.lists import ListOptions
from crosswright.cli.options.mode import WritingMode, writing_mode
from crosswright.cli.options.outputs import output_option
from crosswright.cli.options.rules import RuleOptions, rule_options
from crosswright.cli.options.searches import grid_and_words, run_option


@dataclass(frozen=True)
class TraceOptions:
    """What to record, and how much of it."""

    runs: tuple[str, ...]
    output: tuple[str, ...]
    events: int
    seed: int
    time: float | None


@dataclass(frozen=True)
class TraceRequest:
    """Everything that the user asks for."""

    grid: str
    input_format: str | None
    words_file: str | None
    lists: ListOptions
    rules: RuleOptions
    search: TraceOptions
    mode: WritingMode


@click.command(cls=Command, gives_way={"words": "words_file"})
@grid_and_words
@rule_options
@grouped(
    "search",
    TraceOptions,
    run_option(
        "The algorithm to record: engine, textbook, or a variant of the textbook's such as "
        "mrv,no-inference. Its parts are no-inference; mrv, degree or fixed; lcv, alphabetical or "
        "random, as in crosswright compare. Give it twice for two searches side by side.",
        "engine",
    ),
    output_option(
        "Write a .jsonl file of events, or an .html page that plays them. Repeatable.",
        multiple=True,
    ),
    option(
        "--events",
        type=click.IntRange(1),
        default=100_000,
        metavar="N",
        help="Record at most N events of each search.",
    ),
    seed_option(0),
    time_option("Time limit for each search.", default_text="none"),
)
@input_format
@writing_mode
def trace(**options: Any) -> int:
    """Record a search event by event, and play it back.

    GRID is a puzzle file or a structure file of the course, and WORDS is a word list, as with -w.
    Without -o, the events are printed, one JSON object per line; docs/trace.md describes them. An
    .html file plays the search in a browser, forwards and backwards, or two searches side by side.

    The textbook's algorithm takes no rules but --min-score, and is meant for small grids and
    lists.

    \b
    Example: crosswright trace grid.txt my.dict --run textbook -o search.html
    Example: crosswright trace grid.txt my.dict --run mrv --run fixed,no-inference -o both.html
    """
    from crosswright.cli.jobs.trace import run

    return run(TraceRequest(**options))
