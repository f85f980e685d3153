"""The work of `crosswright series status`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crosswright.cli.commands.series.status import StatusRequest
from crosswright.cli.exits import Exit
from crosswright.cli.jobs.series.seasons import open_season
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.series.ledger import is_running
from crosswright.series.plan import WEEKDAYS, PlannedPuzzle
from crosswright.series.report.figures import SeasonFigures, figures
from crosswright.support.records import Record
from crosswright.support.wording import plural, shorten

MAX_EXPLANATION = 200
"""Characters of the explanation of a hole that are printed; the report has all of it."""

MAX_HOLES = 10
"""Holes that are printed; the others are only counted."""


class SeasonStatus(Record):
    """How far a season is."""

    folder: Path
    figures: SeasonFigures
    times: dict[str, float]
    """Seconds of processor time by stage."""
    is_running: bool

    @property
    def next(self) -> PlannedPuzzle | None:
        """The first puzzle that is not committed."""
        planned, entries = self.figures.planned, self.figures.entries
        return next((puzzle for puzzle in planned if puzzle.number not in entries), None)


def run(request: StatusRequest) -> Exit:
    """Read the ledger, and say how far the season is."""
    season = _status(request.season)
    if request.mode.json:
        print_json(_report(season))
        return Exit.DONE
    for line in lines(season):
        print_text(line)
    if season.is_running:
        request.mode.console.note("it is being made right now")
    elif season.next is not None:
        folder = shlex.quote(str(season.folder))
        request.mode.console.note(f"go on with: crosswright series resume {folder}")
    return Exit.DONE


def _status(path: str) -> SeasonStatus:
    with open_season(path) as ledger:
        timings = ledger.timings().values()
        stages = ("draft", "repair", "files")
        return SeasonStatus(
            folder=ledger.folder,
            figures=figures(ledger.plan, ledger.entries()),
            times={stage: sum(getattr(timing, stage) for timing in timings) for stage in stages},
            is_running=is_running(ledger.folder),
        )


def lines(season: SeasonStatus) -> Iterator[str]:
    """Yield what is printed about a season."""
    so_far = season.figures
    committed = [*so_far.entries.values()]
    total = plural(len(so_far.planned), "puzzle")
    parts = [f"{so_far.plan.name}: {len(so_far.done)} of {total}"]
    if committed:
        parts[0] += f", up to {committed[-1].date}"
    parts.append(plural(len(so_far.holes), "hole"))
    if so_far.mean is not None:
        parts.append(f"mean score {so_far.mean:.1f}, lowest {so_far.lowest}")
    yield " · ".join(parts)
    if season.next is not None:
        weekday = WEEKDAYS[season.next.date.weekday()].capitalize()
        yield f"next: number {season.next.number}, {weekday} {season.next.date}"
    if any(season.times.values()):
        times = ", ".join(f"{stage} {seconds:.1f} s" for stage, seconds in season.times.items())
        yield f"processor time: {times}"
    for hole in so_far.holes[:MAX_HOLES]:
        first = (hole.explanation.splitlines() or ["no reason was noted"])[0]
        yield f"hole: {hole.date}: {shorten(first, MAX_EXPLANATION)}"
    if len(so_far.holes) > MAX_HOLES:
        yield f"and {plural(len(so_far.holes) - MAX_HOLES, 'more hole')}"


def _report(season: SeasonStatus) -> dict[str, Any]:
    so_far = season.figures
    return {
        "name": so_far.plan.name,
        "folder": str(season.folder),
        "puzzles": len(so_far.planned),
        "committed": len(so_far.entries),
        "done": len(so_far.done),
        "next": None if season.next is None else season.next.date.isoformat(),
        "running": season.is_running,
        "mean": None if so_far.mean is None else round(so_far.mean, 2),
        "lowest": so_far.lowest,
        "cpu_seconds": {stage: round(seconds, 3) for stage, seconds in season.times.items()},
        "holes": [
            {
                "number": hole.number,
                "date": hole.date.isoformat(),
                "explanation": hole.explanation,
            }
            for hole in so_far.holes
        ],
    }
