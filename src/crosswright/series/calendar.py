"""Which puzzle of a season appears when."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from crosswright.series.plan import Calendar, Plan, PlannedPuzzle


def dated(plan: Plan) -> tuple[PlannedPuzzle, ...]:
    """Return the puzzles of a season in order, each with its date, day and theme.

    >>> plan = Plan(calendar=Calendar(datetime.date(2027, 1, 1), 3, weekdays=(0, 4)))
    >>> [f"{puzzle.number}: {puzzle.date:%a %d}" for puzzle in dated(plan)]
    ['1: Fri 01', '2: Mon 04', '3: Fri 08']
    """
    themes = dict(plan.themes)
    return tuple(
        PlannedPuzzle(number, date, plan.days[date.weekday()], themes.get(date, ()))
        for number, date in enumerate(dates(plan.calendar), 1)
    )


def dates(calendar: Calendar) -> Iterator[datetime.date]:
    """Yield the dates of a calendar's puzzles."""
    date, count = calendar.start, 0
    while count < calendar.puzzles:
        if date.weekday() in calendar.weekdays:
            yield date
            count += 1
        date += datetime.timedelta(days=1)
