"""The work of `crosswright series status`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

from crosswright.cli.commands.series.status import StatusRequest
from crosswright.cli.exits import Exit
from crosswright.cli.jobs.series.seasons import open_season
from crosswright.cli.results import print_json
from crosswright.cli.terminal import print_text
from crosswright.series.calendar import dated
from crosswright.series.ledger import LedgerEntry, is_running
from crosswright.series.plan import WEEKDAYS, PlannedPuzzle
from crosswright.support.records import Record
from crosswright.support.wording import plural, shorten

MAX_EXPLANATION = 200
"""Characters of the explanation of a hole that are printed; the report has all of it."""

MAX_HOLES = 10
"""Holes that are printed; the others are only counted."""


class SeasonStatus(Record):
    """How far a season is."""

    name: str
    folder: Path
    planned: tuple[PlannedPuzzle, ...]
    entries: tuple[LedgerEntry, ...]
    times: dict[str, float]
    """Seconds of processor time by stage."""
    is_running: bool

    @property
    def done(self) -> list[LedgerEntry]:
        """The puzzles that were made."""
        return [entry for entry in self.entries if not entry.is_hole]

    @property
    def holes(self) -> list[LedgerEntry]:
        """The numbers without a puzzle."""
        return [entry for entry in self.entries if entry.is_hole]

    @property
    def next(self) -> PlannedPuzzle | None:
        """The first puzzle that is not committed."""
        return next(iter(self.planned[len(self.entries) :]), None)

    @property
    def mean(self) -> float | None:
        """The mean of the mean scores."""
        means = [entry.mean for entry in self.done if entry.mean is not None]
        return fmean(means) if means else None

    @property
    def lowest(self) -> int | None:
        """The lowest score of all answers."""
        return min((entry.lowest for entry in self.done if entry.lowest is not None), default=None)


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
        request.mode.console.note(f"go on with: crosswright series resume {season.folder}")
    return Exit.DONE


def _status(path: str) -> SeasonStatus:
    with open_season(path) as ledger:
        timings = ledger.timings().values()
        stages = ("draft", "repair", "files")
        plan = ledger.plan
        return SeasonStatus(
            name=plan.name,
            folder=ledger.folder,
            planned=dated(plan),
            entries=tuple(ledger.entries()),
            times={stage: sum(getattr(timing, stage) for timing in timings) for stage in stages},
            is_running=is_running(ledger.folder),
        )


def lines(season: SeasonStatus) -> Iterator[str]:
    """Yield what is printed about a season."""
    parts = [f"{season.name}: {len(season.entries)} of {plural(len(season.planned), 'puzzle')}"]
    if season.entries:
        parts[0] += f", up to {season.entries[-1].date}"
    parts.append(plural(len(season.holes), "hole"))
    if season.mean is not None:
        parts.append(f"mean score {season.mean:.1f}, lowest {season.lowest}")
    yield " · ".join(parts)
    if season.next is not None:
        weekday = WEEKDAYS[season.next.date.weekday()].capitalize()
        yield f"next: number {season.next.number}, {weekday} {season.next.date}"
    if any(season.times.values()):
        times = ", ".join(f"{stage} {seconds:.1f} s" for stage, seconds in season.times.items())
        yield f"processor time: {times}"
    for hole in season.holes[:MAX_HOLES]:
        first = (hole.explanation.splitlines() or ["no reason was noted"])[0]
        yield f"hole: {hole.date}: {shorten(first, MAX_EXPLANATION)}"
    if len(season.holes) > MAX_HOLES:
        yield f"and {plural(len(season.holes) - MAX_HOLES, 'more hole')}"


def _report(season: SeasonStatus) -> dict[str, Any]:
    return {
        "name": season.name,
        "folder": str(season.folder),
        "puzzles": len(season.planned),
        "committed": len(season.entries),
        "done": len(season.done),
        "next": None if season.next is None else season.next.date.isoformat(),
        "running": season.is_running,
        "mean": None if season.mean is None else round(season.mean, 2),
        "lowest": season.lowest,
        "cpu_seconds": {stage: round(seconds, 3) for stage, seconds in season.times.items()},
        "holes": [
            {
                "number": hole.number,
                "date": hole.date.isoformat(),
                "explanation": hole.explanation,
            }
            for hole in season.holes
        ],
    }
