"""The work of `crosswright explain`."""

from __future__ import annotations

import json
from typing import Any

from crosswright.cli.commands.explain import ExplainRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import TextWriter, read_puzzle
from crosswright.cli.interrupts import interruptible
from crosswright.cli.options.rules import spare_cut_off
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.errors import FormatError
from crosswright.explaining.explain import ExplainProgress, start
from crosswright.explaining.preview import preview
from crosswright.limits import Limit
from crosswright.rendering.heatmap import heatmap
from crosswright.support.wording import plural


def run(request: ExplainRequest) -> Exit:
    """Explain or preview the grid."""
    search, console = request.search, request.mode.console
    kinds = ("txt", "json", "svg") if search.preview else ("txt", "json")
    for path in search.output:
        if not search.preview and path.lower().endswith(".svg"):
            raise FormatError(f"{path}: this command writes .txt or .json, and .svg with --preview")
    writer = TextWriter.of(search.output, kinds, request.mode)
    puzzle = read_puzzle(request.grid, request.input_format, console)
    grid = puzzle.filled_grid
    rules = request.rules.rules(grid, console)
    words = request.lists.available_for(puzzle, console).load(console)
    rules = spare_cut_off(rules, grid, words, console)
    if search.preview:
        outlook = preview(grid, words, rules)
        texts = {"txt": outlook.text() + "\n", "svg": heatmap(outlook)}
        _report(outlook.to_json(), texts, writer, request)
        return Exit.DONE if outlook.possible else Exit.IMPOSSIBLE
    explaining = start(
        grid,
        words,
        rules,
        seed=search.seed,
        limit=Limit(seconds=search.time),
        repairs=search.repairs,
    )
    with explaining, interruptible(explaining.stop) as interruption:
        console.watch(explaining, describe)
        explanation = explaining.result()
    _report(explanation.to_json(), {"txt": explanation.text() + "\n"}, writer, request)
    return interruption.exit or Exit.of(explanation.status)


def describe(progress: ExplainProgress) -> str:
    """Describe how far an explanation has got, for the live line."""
    return (
        f"{progress.stage}: {progress.verdicts:,} tests, {plural(progress.repairs, 'repair')} · "
        f"{progress.statistics.seconds:.1f} s · Ctrl-C ends it"
    )


def _report(
    data: dict[str, Any], texts: dict[str, str], writer: TextWriter, request: ExplainRequest
) -> None:
    """Write the files, and print the text if there are none."""
    texts["json"] = json.dumps(data, ensure_ascii=False) + "\n"
    data["files"] = writer.write(texts)
    if request.mode.json:
        print_json(data)
    elif not writer.kinds:
        print_text(texts["txt"], end="")
