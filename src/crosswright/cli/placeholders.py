"""{n} and {date} in titles and in the names of files."""

from __future__ import annotations

import re

import click

from crosswright.support.wording import quote

_WIDTH = r"0?\d?"
"""What may follow a colon: {n:3} or {n:03} gives all numbers three digits."""

_SEPARATORS = '/\\:*?"<>|'
"""What is not part of a name on one system or another."""

_MAX_LENGTH = 40
"""Characters of a date in the name of a file."""


def check_placeholders(text: str) -> None:
    """Refuse a text whose braces have anything but {n} and {date} in them."""
    for name, width in _fields(text):
        if name not in ("n", "date"):
            raise click.UsageError(
                f"{quote(text)}: unknown placeholder {{{name}}}; choose from {{n}} and {{date}}, "
                "or write {{ for a brace"
            )
        if not re.fullmatch(_WIDTH, width) or (width and name == "date"):
            raise click.UsageError(
                f"{quote(text)}: {{{name}:{width}}} is not possible; only {{n}} takes a number of "
                "digits, as in {n:03}"
            )


def _fields(text: str) -> list[tuple[str, str]]:
    if "{" not in text and "}" not in text:
        return []
    from string import Formatter  # few texts need it

    try:
        parts = [*Formatter().parse(text)]
    except ValueError:
        message = f"{quote(text)}: a brace without its other half; write {{{{ or }}}} for a brace"
        raise click.UsageError(message) from None
    return [
        (name + (f"!{conversion}" if conversion else ""), width or "")
        for _, name, width, conversion in parts
        if name is not None
    ]


def in_file_name(date: str) -> str:
    """Return a date, which may come from a file, as part of the name of another."""
    name = "".join(c if c.isprintable() and c not in _SEPARATORS else "-" for c in date)
    return name[:_MAX_LENGTH]


def has_number(text: str) -> bool:
    """Return whether a checked text has {n} in it."""
    return any(name == "n" for name, _ in _fields(text))


def fill_in(text: str, number: int, date: str) -> str:
    """Return a checked text with the number of the puzzle, and its date or else that of today."""
    if "{" not in text and "}" not in text:
        return text
    from string import Formatter

    values = {"n": number, "date": date or _today()}
    return "".join(
        literal + ("" if name is None else str(values[name]).rjust((int(width or 0)), "0"))
        for literal, name, width, _ in Formatter().parse(text)
    )


def _today() -> str:
    from datetime import date  # few commands need it

    return date.today().isoformat()
