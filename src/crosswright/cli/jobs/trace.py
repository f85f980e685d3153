"""The work of `crosswright trace`."""

from __future__ import annotations

from typing import Any

import click

from crosswright.cli.commands.trace import TraceOptions, TraceRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import TextWriter, read_puzzle
from crosswright.cli.interrupts import interruptible
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget
from crosswright.support.wording import quote
from crosswright.tracing.player.page import page
from crosswright.tracing.textbook import VALUES, VARIABLES, Variant
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList

ENGINE, TEXTBOOK = "engine", "textbook"
MAX_RUNS = 2


def run(request: TraceRequest) -> Exit:
    """Record the searches, write them and say how they ended."""
    search, console = request.search, request.mode.console
    writer = TextWriter.of(search.output, ("jsonl", "html"), request.mode)
    names = search.run or (ENGINE,)
    if len(names) > MAX_RUNS:
        raise click.UsageError(f"--run can be given at most {MAX_RUNS} times")
    if len(names) > 1 and set(writer.kinds.values()) != {"html"}:
        raise click.UsageError("two runs need an .html output, and no other")
    variants = [None if name == ENGINE else read_variant(name) for name in names]
    grid = read_puzzle(request.grid, request.input_format, console).filled_grid
    rules = request.rules.rules(grid, console)
    words = request.lists.load(console)
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
            console.note(f"{name}: {each.status}, {len(each):,} events")
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
    return trace(grid, words, rules, algorithm=TEXTBOOK, variant=variant, **common)


def trace_object(each: Trace) -> dict[str, Any]:
    """Return the figures of a search as JSON."""
    return {"status": str(each.status), "events": len(each), **each.end["counters"]}


def read_variant(text: str) -> Variant:
    """Read a variant of the textbook's algorithm, such as `mrv,no-inference`."""
    choices: dict[str, Any] = {}
    for word in text.lower().split(","):
        if word in ("inference", "no-inference"):
            choice: dict[str, Any] = {"inference": word == "inference"}
        elif word in VARIABLES:
            choice = {"variable": word}
        elif word in VALUES:
            choice = {"value": word}
        elif word == TEXTBOOK:
            choice = {}
        else:
            words = (ENGINE, TEXTBOOK, "inference", "no-inference", *VARIABLES, *VALUES)
            message = f"unknown {quote(word)}; choose from {', '.join(words)}"
            raise click.UsageError(f"--run {text}: {message}")
        if choice.keys() & choices.keys():
            raise click.UsageError(f"--run {text}: {word} contradicts a word before it")
        choices |= choice
    return Variant(**choices)
