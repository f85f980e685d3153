"""The work of `crosswright compare`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from crosswright.cli.commands.compare import CompareRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import TextWriter, read_puzzle
from crosswright.cli.interrupts import interruptible
from crosswright.cli.options.inputs import STDIO
from crosswright.cli.options.searches import read_variant
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.limits import Budget, Limit, Status
from crosswright.rendering.chart import chart
from crosswright.support.wording import plural
from crosswright.tracing.compare import Outcome, all_variants, compare, table


def run(request: CompareRequest) -> Exit:
    """Run the variants and print what they did."""
    console = request.mode.console
    writer = TextWriter.of(request.output, ("txt", "json", "svg"), request.mode)
    variants = [read_variant(text) for text in request.runs] or [*all_variants()]
    puzzle = read_puzzle(request.grid, request.input_format, console)
    grid = puzzle.filled_grid
    lists = request.lists.with_file(request.words_file).available_for(puzzle, console)
    words = lists.load(console).filter(min_score=request.min_score)
    outcomes: list[Outcome] = []
    budget, limit = Budget(), Limit(seconds=request.time)
    running = compare(grid, words, limit=limit, seed=request.seed, variants=variants, whole=budget)
    with interruptible(budget.stop) as interruption, console.live() as line:
        for outcome in running:
            outcomes.append(outcome)
            if line.due:
                state = f"{len(outcomes)} of {len(variants)}: {outcome.variant}"
                line.show(f"{state} · Ctrl-C ends it")
    if interruption.exit:
        console.note(f"stopped after {len(outcomes)} of {plural(len(variants), 'run')}")
    data: dict[str, Any] = {
        "variants": [outcome.to_json() for outcome in outcomes],
        "seed": request.seed,
    }
    texts = {
        "txt": table(outcomes) + "\n",
        "json": json.dumps(data, ensure_ascii=False) + "\n",
        "svg": chart(outcomes),
    }
    data["files"] = writer.write(texts)
    if request.mode.json:
        print_json(data)
    elif STDIO not in writer.kinds:
        print_text(texts["txt"], end="")
    return interruption.exit or verdict(outcomes)


def verdict(outcomes: Sequence[Outcome]) -> Exit:
    """Return the exit status for what the variants have shown together."""
    statuses = {outcome.status for outcome in outcomes}
    proved = (status for status in (Status.FILLED, Status.IMPOSSIBLE) if status in statuses)
    return Exit.of(next(proved, Status.LIMIT))
