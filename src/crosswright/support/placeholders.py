"""Placeholders in texts: {n} and {date} in titles and in the names of files.

>>> fill_in("No. {n:03} of {date}", {"n": 7, "date": "2027-03-14"})
'No. 007 of 2027-03-14'
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from crosswright.support.names import SEPARATORS
from crosswright.support.wording import either, quote

NUMBER = "n"
"""The one placeholder that takes a number of digits: {n:3} and {n:03} give all numbers three."""

_WIDTH = r"0?\d?"

_MAX_LENGTH = 40
"""Characters of a value in the name of a file."""


def problem(text: str, known: Collection[str]) -> str:
    """Return what is wrong with a text whose braces may have these names in them; or ""."""
    import re  # few texts need it

    try:
        fields = _fields(text)
    except ValueError:
        return f"{quote(text)}: a brace without its other half; write {{{{ or }}}} for a brace"
    for name, width in fields:
        if name not in known:
            choices = either([f"{{{choice}}}" for choice in known], "and")
            return (
                f"{quote(text)}: unknown placeholder {{{name}}}; choose from {choices}, "
                "or write {{ for a brace"
            )
        if not re.fullmatch(_WIDTH, width) or (width and name != NUMBER):
            return (
                f"{quote(text)}: {{{name}:{width}}} is not possible; only {{n}} takes a number of "
                "digits, as in {n:03}"
            )
    return ""


def placeholders(text: str) -> list[str]:
    """Return the names in the braces of a checked text."""
    return [name for name, _ in _fields(text)]


def _fields(text: str) -> list[tuple[str, str]]:
    if "{" not in text and "}" not in text:
        return []
    from string import Formatter  # few texts need it

    return [
        (name + (f"!{conversion}" if conversion else ""), width or "")
        for _, name, width, conversion in Formatter().parse(text)
        if name is not None
    ]


def fill_in(text: str, values: Mapping[str, object]) -> str:
    """Return a checked text with values for its placeholders."""
    if "{" not in text and "}" not in text:
        return text
    from string import Formatter

    return "".join(
        literal + ("" if name is None else str(values[name]).rjust(int(width or 0), "0"))
        for literal, name, width, _ in Formatter().parse(text)
    )


def in_file_name(value: str) -> str:
    """Return a value, such as a date that comes from a file, as part of the name of another."""
    name = "".join(c if c.isprintable() and c not in SEPARATORS else "-" for c in value)
    return name[:_MAX_LENGTH]
