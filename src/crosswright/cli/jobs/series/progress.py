"""How far a season has got: bars on a terminal, lines of JSON for machines, notes in a log."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from typing import Any, Final

from crosswright.cli.options.mode import OutputMode
from crosswright.cli.results import print_object
from crosswright.series.progress import SeriesProgress
from crosswright.support.wording import plural

STAGES: Final = ("drafted", "decided", "files", "committed")
"""The stages that a puzzle goes through, as the fields of the progress are called."""

NAME_WIDTH: Final = 10
MAX_BAR: Final = 50
"""Columns of a bar, if the terminal is wide enough."""

SHARES: Final = 10
"""Where nobody is looking at a terminal, a note is made when each of these parts is done."""

MIN_COMMITTED: Final = 2
"""Puzzles to be committed before the time left is worth a guess."""


def watch(run: Iterable[SeriesProgress], mode: OutputMode) -> None:
    """Go through a run to its end, and show its progress in the way that fits who is looking."""
    if mode.json:
        _print_events(run, mode)
        return
    console = mode.console
    noted = -1
    with console.live() as block:
        for progress in run:
            if block.due:
                block.show(*bars(progress, shutil.get_terminal_size().columns))
            elif not block.on:
                share = progress.committed * SHARES // max(1, progress.total)
                if noted < share < SHARES and noted >= 0:
                    console.note(summary(progress))
                noted = max(noted, share)


def _print_events(run: Iterable[SeriesProgress], mode: OutputMode) -> None:
    for progress in run:
        if progress.event and not mode.quiet:
            print_object(event(progress))


def event(progress: SeriesProgress) -> dict[str, Any]:
    """Return what has just happened, and how far the season has got, as JSON."""
    rate, left = rate_of(progress), seconds_left(progress)
    return {
        "event": progress.event,
        "number": progress.number,
        "date": None if progress.date is None else progress.date.isoformat(),
        "total": progress.total,
        **{stage: getattr(progress, stage) for stage in STAGES},
        "holes": progress.holes,
        "collisions": progress.collisions,
        "in_flight": progress.in_flight,
        "resumed": progress.resumed,
        "seconds": round(progress.seconds, 3),
        "per_second": None if rate is None else round(rate, 3),
        "seconds_left": None if left is None else round(left, 1),
    }


# -- figures --------------------------------------------------------------------------------------


def rate_of(progress: SeriesProgress) -> float | None:
    """Return the puzzles per second that this run has committed so far."""
    made = progress.committed - progress.resumed
    return made / progress.seconds if made >= MIN_COMMITTED and progress.seconds > 0 else None


def seconds_left(progress: SeriesProgress) -> float | None:
    """Return how long the rest takes, if puzzles get drafted and committed as fast as so far.

    Drafts are most of the work and run ahead: the commits alone would promise too little at first.
    """
    if rate_of(progress) is None:
        return None
    drafted, committed = progress.drafted - progress.resumed, progress.committed - progress.resumed
    done = (drafted + committed) / (2 * (progress.total - progress.resumed))
    return progress.seconds * (1 - done) / done


# -- lines ----------------------------------------------------------------------------------------


def bars(progress: SeriesProgress, columns: int) -> list[str]:
    """Return a bar for each stage, and a line with the rate, the holes and the time left."""
    count = len(f"{progress.total:,}")
    width = max(5, min(MAX_BAR, columns - NAME_WIDTH - 2 * count - 8))
    lines = []
    for stage in STAGES:
        done = getattr(progress, stage)
        filled = width * done // max(1, progress.total)
        bar = "█" * filled + "░" * (width - filled)
        lines.append(f"{stage:<{NAME_WIDTH}}{bar} {done:>{count},} of {progress.total:,}")
    return [*lines, " · ".join([*_figures(progress), "Ctrl-C stops"])]


def summary(progress: SeriesProgress) -> str:
    """Return how far a season has got, as one line of a log."""
    done = f"{progress.committed - progress.holes:,} of {plural(progress.total, 'puzzle')}"
    return " · ".join([done, *_figures(progress)])


def _figures(progress: SeriesProgress) -> list[str]:
    figures = [plural(progress.holes, "hole")]
    rate, left = rate_of(progress), seconds_left(progress)
    if rate is not None and left is not None:
        figures += [rate_in_words(rate), f"{time_in_words(left)} left"]
    return figures


def rate_in_words(rate: float) -> str:
    """Return a rate per second by the unit in which it is more than one.

    >>> rate_in_words(2.5), rate_in_words(0.25), rate_in_words(0.004)
    ('2.5 per second', '15.0 per minute', '14.4 per hour')
    """
    for unit, seconds in (("second", 1), ("minute", 60)):
        if rate * seconds >= 1:
            return f"{rate * seconds:.1f} per {unit}"
    return f"{rate * 3600:.1f} per hour"


def time_in_words(seconds: float) -> str:
    """Return a time that people can plan by.

    >>> time_in_words(7.2), time_in_words(200), time_in_words(7500)
    ('8 s', '3 min 20 s', '2 h 05 min')
    """
    whole = int(-(-seconds // 1))
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02} s"
    return f"{minutes // 60} h {minutes % 60:02} min"
