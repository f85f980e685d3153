"""{n} and {date} in titles and in the names of files, as commands take them."""

from __future__ import annotations

import click

from crosswright.support import placeholders

NAMES = ("n", "date")


def check_placeholders(text: str) -> None:
    """Refuse a text whose braces have anything but {n} and {date} in them."""
    if problem := placeholders.problem(text, NAMES):
        raise click.UsageError(problem)


def has_number(text: str) -> bool:
    """Return whether a checked text has {n} in it."""
    return placeholders.NUMBER in placeholders.placeholders(text)


def fill_in(text: str, number: int, date: str) -> str:
    """Return a checked text with the number of the puzzle, and its date or else that of today."""
    if "{" not in text and "}" not in text:
        return text
    return placeholders.fill_in(text, {"n": number, "date": date or _today()})


def _today() -> str:
    from datetime import date  # few commands need it

    return date.today().isoformat()
