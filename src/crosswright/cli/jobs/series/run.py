"""The work of `crosswright series run`, and what it shares with `resume`."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import click

from crosswright.cli.commands.series.run import RunRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import read_bytes
from crosswright.cli.interrupts import interruptible
from crosswright.cli.jobs.series.progress import time_in_words, watch
from crosswright.cli.options.inputs import STDIO
from crosswright.cli.options.mode import OutputMode
from crosswright.cli.results import print_json
from crosswright.series import outputs
from crosswright.series.ledger import Ledger, LedgerEntry
from crosswright.series.planfile import MAX_BYTES, read_plan
from crosswright.series.report.report import report
from crosswright.series.run import SeriesResult, SeriesRun, start
from crosswright.series.site import Site, write_site
from crosswright.support.decoding import decode
from crosswright.support.files import write_atomically
from crosswright.support.wording import plural


def run(request: RunRequest) -> Exit:
    """Make a season, and say what came of it."""
    if request.plan == STDIO:
        raise click.UsageError("a season needs a plan file that stays; name one")
    plan = read_plan(request.plan)
    folder = Path(request.output or Path(plan.base, plan.outputs.folder))
    with executor_of(request.dask, request.workers) as executor:
        text = decode(read_bytes(request.plan, MAX_BYTES))
        season = start(plan, folder, workers=request.workers, executor=executor, plan_text=text)
        with season:
            return make(season, folder, request.mode)


@contextlib.contextmanager
def executor_of(address: str | None, workers: int | None) -> Iterator[Executor | None]:
    """Return the executor of a cluster; None for a pool of processes."""
    if address is None:
        yield None
        return
    from crosswright.series.cluster import dask_executor

    with dask_executor(address, workers) as executor:
        yield executor


def make(season: SeriesRun, folder: Path, mode: OutputMode) -> Exit:
    """Work on a season to its end, and say what came of it."""
    with interruptible(season.stop) as interruption:
        watch(season, mode)
        result = season.result()
    with Ledger.open(folder) as ledger:
        entries = ledger.entries()
        plan = ledger.plan
    if result.is_finished:
        write_atomically(folder / outputs.REPORT, report(plan, entries))
        if plan.outputs.site:
            write_site(Site.of(plan, entries, folder), folder / outputs.SITE)
    holes = [entry for entry in entries if entry.is_hole]
    if mode.json:
        print_json(result_object(result, holes))
    else:
        for line in lines(result, holes):
            mode.console.note(line)
    return interruption.exit or (Exit.LIMIT if holes else Exit.DONE)


def lines(result: SeriesResult, holes: list[LedgerEntry]) -> Iterator[str]:
    """Yield what came of a run, and what to do next."""
    for path in result.mended:
        yield f"{path} was missing or changed, and was made anew"
    for entry in holes:
        explanation = entry.explanation.partition("\n")[0]
        yield f"hole: number {entry.number} ({entry.date}): {explanation}"
    done = f"{result.committed - len(holes):,} of {plural(result.total, 'puzzle')}"
    before = f" ({result.resumed:,} dates done before)" if result.resumed else ""
    took = f"in {time_in_words(result.seconds)}"
    yield f"{result.folder}: {done}{before} · {plural(len(holes), 'hole')} · {took}"
    if not result.is_finished:
        command = f"crosswright series resume {shlex.quote(os.fspath(result.folder))}"
        yield f"what is committed stays; go on with: {command}"


def result_object(result: SeriesResult, holes: list[LedgerEntry]) -> dict[str, Any]:
    """Return what came of a run as JSON."""
    return {
        "event": "finished" if result.is_finished else "stopped",
        "folder": result.folder,
        "total": result.total,
        "committed": result.committed,
        "resumed": result.resumed,
        "mended": list(result.mended),
        "holes": [
            {
                "number": entry.number,
                "date": entry.date.isoformat(),
                "explanation": entry.explanation,
            }
            for entry in holes
        ],
        "seconds": round(result.seconds, 3),
        "cpu_seconds": round(result.cpu_seconds, 3),
    }
