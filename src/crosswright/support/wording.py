"""Numbers, lists and names as people write them in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

MAX_PART = 60
"""Characters of a word or a quotation in a message that is too long."""

MAX_REASON = 200
"""Characters of what an error says, where it is part of a message."""

_LONG_PART = rf"""'[^']{{{MAX_PART},}}'|"[^"]{{{MAX_PART},}}"|\S{{{MAX_PART},}}"""

MIN_LOST_SECONDS, MIN_LOST_SHARE = 0.2, 0.2
"""Time without the processor that is worth mentioning."""

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


def duration(seconds: float, cpu_seconds: float) -> str:
    """Return how long something took, and the processor time if it had notably less of that."""
    lost = seconds - cpu_seconds
    if lost < MIN_LOST_SECONDS or lost < MIN_LOST_SHARE * seconds:
        return f"{seconds:.1f} s"
    return f"{seconds:.1f} s, {cpu_seconds:.1f} s of processor time"


def slot_name(label: str) -> str:
    """Return the label of a slot written out: "17-Across"; an extra slot keeps its label."""
    directions = {"A": "Across", "D": "Down"}
    return f"{label[:-1]}-{directions[label[-1]]}" if label[-1:] in directions else label


def quote(text: str, limit: int = 40) -> str:
    """Quote text in a message, shortened when it is long."""
    return repr(text if len(text) <= limit else text[:limit] + "…")


def quote_value(value: object) -> str:
    """Show in a message whatever an argument is: a text quoted, anything else as code."""
    return quote(value) if isinstance(value, str) else repr(value)


def reason(error: object) -> str:
    """Return what an error says, which may quote anything, on one line of bearable length."""
    text = str(error)
    if not text.isprintable():
        text = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
    return shorten(text, MAX_REASON)


def shorten(message: str, limit: int) -> str:
    """Shorten a message that is too long: what it quotes and names, or else its middle."""
    if len(message) <= limit:
        return message
    import re  # here: a fill needs none

    message = re.sub(_LONG_PART, lambda match: _without_middle(match[0], MAX_PART), message)
    return _without_middle(message, limit)


def _without_middle(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    end = limit // 3
    return f"{text[: limit - end - 1]}…{text[-end:]}"
