"""Numbers, lists and names as people write them in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: "1 word", "3,911 words"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def letters_long(length: int) -> str:
    """Return a word's length as an adjective: "four-letter", "15-letter"."""
    number = NUMBERS[length - 2] if 2 <= length < len(NUMBERS) + 2 else str(length)
    return f"{number}-letter"


def either(names: Sequence[str], last: str = "or") -> str:
    """Join names as people do: "X, Y or Z"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def slot_name(label: str) -> str:
    """Return the label of a slot written out: "17-Across"; an extra slot keeps its label."""
    directions = {"A": "Across", "D": "Down"}
    return f"{label[:-1]}-{directions[label[-1]]}" if label[-1:] in directions else label


def quote(text: str, limit: int = 40) -> str:
    """Quote text in a message, shortened when it is long."""
    return repr(text if len(text) <= limit else text[:limit] + "…")
