"""The work of `crosswright trace`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from crosswright.cli.commands.trace import TraceOptions, TraceRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import TextWriter, read_puzzle
from crosswright.cli.interrupts import interruptible
from crosswright.cli.options.rules import spare_cut_off
from crosswright.cli.options.searches import ENGINE, TEXTBOOK, read_variant
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget
from crosswright.support.wording import plural
from crosswright.tracing.player.page import MAX_RUNS, page
from crosswright.tracing.textbook import Variant
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList


def run(request: TraceRequest) -> Exit:
    """Record the searches, write them and say how they ended."""
    search, console = request.search, request.mode.console
    writer = TextWriter.of(search.output, ("jsonl", "html"), request.mode)
    names = search.runs or (ENGINE,)
    if len(names) > MAX_RUNS:
        raise click.UsageError(f"--run can be given at most {MAX_RUNS} times")
    if len(names) > 1 and set(writer.kinds.values()) != {"html"}:
        raise click.UsageError("two runs need an .html output, and no other")
    variants = [None if name == ENGINE else read_variant(name, ENGINE) for name in names]
    puzzle = read_puzzle(request.grid, request.input_format, console)
    grid = puzzle.filled_grid
    rules = request.rules.rules(grid, console)
    lists = request.lists.with_file(request.words_file).available_for(puzzle, console)
    words = lists.load(console)
    rules = spare_cut_off(rules, grid, words, console)
    budget = Budget()
    with interruptible(budget.stop) as interruption:
        traces = [record(grid, words, rules, variant, search, budget) for variant in variants]
    texts = {"jsonl": traces[0].text()}
    if "html" in writer.kinds.values():
        texts["html"] = page(traces)
    files = writer.write(texts)
    if request.mode.json:
        runs = [trace_object(each) for each in traces]
        print_json({"status": str(traces[0].status), "runs": runs, "files": files})
    elif not files:
        print_text(texts["jsonl"], end="")
    else:
        for name, each in zip(names, traces, strict=True):
            console.note(f"{name}: {summary(each)}")
    return interruption.exit or max(Exit.of(each.status) for each in traces)


def record(
    grid: Grid,
    words: WordList,
    rules: Rules,
    variant: Variant | None,
    search: TraceOptions,
    budget: Budget,
) -> Trace:
    """Record one search, that of the engine if there is no variant; it is part of the budget."""
    common: dict[str, Any] = {
        "seed": search.seed,
        "events": search.events,
        "limit": budget.part(search.time),
    }
    if variant is None:
        return trace(grid, words, rules, **common)
    words, rules = words.filter(min_score=rules.min_score), replace(rules, min_score=None)
    return trace(grid, words, rules, algorithm=TEXTBOOK, variant=variant, **common)


def trace_object(each: Trace) -> dict[str, Any]:
    """Return the figures of a search as JSON."""
    return {"status": str(each.status), "events": len(each), **each.end["counters"]}


def summary(each: Trace) -> str:
    """Say how a search ended, and what it took."""
    counters = each.end["counters"]
    parts = [
        f"events 0 to {len(each) - 1:,}",  # as the player numbers them; 0 states the problem
        plural(counters["assignments"], "assignment"),
        plural(counters["backtracks"], "backtrack"),
        plural(counters["revisions"], "revision"),
        f"{plural(counters['removed'], 'word')} removed",
    ]
    return f"{each.status}; {', '.join(parts)}"
