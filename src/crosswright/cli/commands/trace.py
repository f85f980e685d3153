"""`crosswright trace`: a search as events, and a page that plays it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from crosswright.cli import files
from crosswright.cli.commands.explain import EXITS
from crosswright.cli.options.common import (
    Lists,
    Talk,
    grouped,
    lists,
    natural,
    seconds,
    source_format,
    talk,
)
from crosswright.cli.options.rules import RuleOptions, rule_options

if TYPE_CHECKING:
    from crosswright.filling.rules import Rules
    from crosswright.grids.grid import Grid
    from crosswright.tracing.textbook import Variant
    from crosswright.tracing.trace import Trace
    from crosswright.words.wordlist import WordList

# What does the work is imported when it is called for, so that --help stays instant.

ENGINE, TEXTBOOK = "engine", "textbook"
MOST_RUNS = 2


@dataclass(frozen=True)
class Recording:
    """What to record, and how much of it."""

    run: tuple[str, ...]
    output: tuple[str, ...]
    events: int
    seed: int
    time: float | None


RECORDING = (
    click.option(
        "--run", multiple=True, metavar="ALGORITHM",
        help="engine (the default) or textbook; or a variant of the textbook's, of the words "
        "no-inference, mrv, degree, fixed, lcv, alphabetical and random, joined by commas. Give "
        "it twice for two runs side by side.",
    ),
    files.output("A .jsonl file of events, or an .html page that plays them. Repeatable."),
    click.option(
        "--events", type=click.IntRange(1), default=100_000, show_default=True, metavar="N",
        help="The most events of a run.",
    ),
    click.option(
        "--seed", type=int, callback=natural, default=0, show_default=True, metavar="N",
        help="The seed of the search.",
    ),
    click.option(
        "--time", type=float, callback=seconds, metavar="SECONDS", help="The time for each run."
    ),
)  # fmt: skip


@click.command()
@click.argument("grid")
@lists
@rule_options
@grouped("recording", Recording, *RECORDING)
@source_format
@talk
def trace(
    grid: str,
    source: str | None,
    lists: Lists,
    rules: RuleOptions,
    recording: Recording,
    talk: Talk,
) -> int:
    """Record a search, event by event, and play it.

    GRID is a puzzle file, or - for standard input. Without -o the events are printed, one JSON
    object a line; docs/trace.md says what is in them. An .html file plays the search in a browser,
    forth and back, or two searches side by side.

    The textbook's algorithm knows no rules, and is meant for small grids and lists.

    \b
    Example: crosswright trace grid.txt -w my.dict -o search.html
    Example: crosswright trace grid.txt -w my.dict --run mrv --run fixed,no-inference -o both.html
    """
    from crosswright.cli.puzzles import read_puzzle
    from crosswright.cli.results import print_json
    from crosswright.tracing.player import page

    places = files.kinds(recording.output, ("jsonl", "html"))
    runs = recording.run or (ENGINE,)
    if len(runs) > MOST_RUNS:
        raise click.UsageError(f"--run can be given {MOST_RUNS} times at most")
    if len(runs) > 1 and set(places.values()) != {"html"}:
        raise click.UsageError("two runs need an .html output, and no other")
    chosen = [None if run == ENGINE else variant(run) for run in runs]
    puzzle = read_puzzle(grid, source, talk.console).filled_grid
    asked = rules.rules(puzzle, talk.console)
    words = lists.load(talk.console)
    traces = [run_one(puzzle, words, asked, choice, recording) for choice in chosen]
    texts = {
        place: page(traces) if kind == "html" else traces[0].text()
        for place, kind in places.items()
    }
    written = files.write(texts, talk.console)
    if talk.json:
        shown = [{"status": str(t.status), "events": len(t), **t.end["counters"]} for t in traces]
        print_json({"status": str(traces[0].status), "runs": shown, "files": written})
    elif not places:
        click.echo(traces[0].text(), nl=False)
    else:
        for run, made in zip(runs, traces, strict=True):
            talk.console.note(f"{run}: {made.status}, {len(made):,} events")
    return max(EXITS[made.status.value] for made in traces)


def run_one(
    grid: Grid, words: WordList, rules: Rules, variant: Variant | None, recording: Recording
) -> Trace:
    """Record one run, of the engine when there is no variant."""
    from crosswright.limits import Limit
    from crosswright.tracing.trace import trace as record

    limit = Limit(seconds=recording.time)
    common: dict[str, Any] = {"seed": recording.seed, "events": recording.events, "limit": limit}
    if variant is None:
        return record(grid, words, rules, **common)
    return record(grid, words, rules, algorithm=TEXTBOOK, variant=variant, **common)


def variant(text: str) -> Variant:
    """Read a variant of the textbook's algorithm."""
    from crosswright.tracing.textbook import VALUES, VARIABLES, Variant

    chosen: dict[str, Any] = {}
    for word in text.lower().split(","):
        if word in ("inference", "no-inference"):
            part: dict[str, Any] = {"inference": word == "inference"}
        elif word in VARIABLES:
            part = {"variable": word}
        elif word in VALUES:
            part = {"value": word}
        elif word == TEXTBOOK:
            part = {}
        else:
            known = ", ".join((ENGINE, TEXTBOOK, "inference", "no-inference", *VARIABLES, *VALUES))
            raise click.UsageError(f"--run {text}: no {word!r}; there are {known}")
        if part.keys() & chosen.keys():
            raise click.UsageError(f"--run {text}: {word} contradicts a word before it")
        chosen |= part
    return Variant(**chosen)
