"""What the pages of a season share: the document around them, months as tables, dates in words."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Callable, Iterable
from html import escape
from typing import Final

from crosswright.rendering.offline import policy
from crosswright.series.plan import WEEKDAYS
from crosswright.support.shipped import shipped_text

GENERATOR: Final = "Crosswright series"
"""What the pages say they were made by; only a site that says so is replaced."""

DAY_NAMES: Final = tuple(name[:3].capitalize() for name in WEEKDAYS)
MONTH_NAMES: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)

Cell = Callable[[datetime.date], str | None]
"""Return the HTML of a day's cell, `<td>` and all, or None for a day outside of the season."""

_DOCUMENT: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="{generator}">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
{body}
{script}</body>
</html>
"""


def document(title: str, body: str, *, style: str = "", data: str = "", script: str = "") -> str:
    """Return a whole page that needs no network; `data` is JSON for its script."""
    style = shipped_text(__name__, "pages.css") + style
    scripts = ""
    if script:
        scripts = (
            f'<script type="application/json" id="data">{data}</script>\n'
            f'<script type="module">{script}</script>\n'
        )
    return _DOCUMENT.format(
        policy=escape(policy(style, script)),
        generator=GENERATOR,
        title=escape(title),
        style=style,
        body=body,
        script=scripts,
    )


def long_date(date: datetime.date) -> str:
    """Return a date in words, whatever the system's language.

    >>> long_date(datetime.date(2027, 3, 14))
    'Sunday, 14 March 2027'
    """
    return f"{WEEKDAYS[date.weekday()].capitalize()}, {short_date(date)}"


def short_date(date: datetime.date) -> str:
    """Return a date in words without its weekday."""
    return f"{date.day} {month_name(date)}"


def month_name(date: datetime.date) -> str:
    """Return the month and the year in words."""
    return f"{MONTH_NAMES[date.month - 1]} {date.year}"


def months(dates: Iterable[datetime.date]) -> list[datetime.date]:
    """Return the first days of the months that dates are in, in order."""
    return sorted({date.replace(day=1) for date in dates})


def month_table(first: datetime.date, cell: Cell) -> str:
    """Return a month as a table of weeks, Monday first."""
    head = "".join(f'<th scope="col">{name}</th>' for name in DAY_NAMES)
    weeks = calendar.Calendar().monthdayscalendar(first.year, first.month)
    rows = "\n".join(
        f"<tr>{''.join(_day(first, day, cell) for day in week)}</tr>" for week in weeks
    )
    return (
        f'<table class="month"><caption>{month_name(first)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>"
    )


def _day(first: datetime.date, day: int, cell: Cell) -> str:
    if not day:  # of another month
        return "<td></td>"
    html = cell(first.replace(day=day))
    return html or f'<td><span class="date">{day}</span></td>'
