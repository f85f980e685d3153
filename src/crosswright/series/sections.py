"""The tables of a plan file: values of the right kind, and a line for each mistake."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from crosswright.support.wording import either, quote, quote_value

MAX_TEXT = 10_000
"""Characters of a text in a plan: more than any note has."""


class PlanSection:
    """A table of a plan file. A value of the wrong kind is noted, and its default taken instead.

    What has not been asked for when the section is finished is an unknown key.
    """

    def __init__(self, name: str, values: Mapping[str, Any], mistakes: list[str]) -> None:
        self.name = name
        self.values = values
        self._mistakes = mistakes
        self._known: list[str] = []

    def path(self, key: str) -> str:
        """Return the full name of a key."""
        name = key if key.isprintable() else quote(key)
        return f"{self.name}.{name}" if self.name else name

    def mistake(self, key: str, message: str) -> None:
        """Note what is wrong with a key and what to do."""
        self._mistakes.append(f"{self.path(key)}: {message}")

    def finish(self) -> None:
        """Note the keys that nobody has asked for, each with the nearest one that there is."""
        for key in self.values:
            if key not in self._known:
                self.mistake(key, unknown(key, self._known))

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def _get(self, key: str) -> Any:
        self._known.append(key)
        return self.values.get(key)

    def _wrong(self, key: str, value: object, expected: str) -> None:
        is_time = isinstance(value, datetime.date | datetime.time)
        self.mistake(key, f"{value if is_time else quote_value(value)} is not {expected}")

    # -- values of one kind ---------------------------------------------------------------------

    def section(self, key: str) -> PlanSection:
        """Return a table within this one, empty if it is missing."""
        value = self._get(key)
        if value is not None and not isinstance(value, dict):
            self._wrong(key, value, f"a table; write [{self.path(key)}]")
            value = None
        return PlanSection(self.path(key), value or {}, self._mistakes)

    def sections(self, key: str) -> list[PlanSection]:
        """Return the tables of an array."""
        value = self._get(key)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self._wrong(key, value, f"an array of tables; write [[{self.path(key)}]]")
            return []
        return [
            PlanSection(f"{self.path(key)}[{index}]", item, self._mistakes)
            for index, item in enumerate(value, 1)
        ]

    def whole(self, key: str, default: Any, low: int, high: int, example: str = "") -> Any:
        """Return a whole number from `low` to `high`."""
        value = self._get(key)
        if value is None:
            return default
        if type(value) is not int or not low <= value <= high:
            advice = f"; write, say, {example or f'{key} = {default or low}'}"
            self._wrong(key, value, f"a whole number from {low:,} to {high:,}{advice}")
            return default
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Return true or false."""
        value = self._get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self._wrong(key, value, "true or false, without quotation marks")
            return default
        return value

    def text(self, key: str, default: Any = "") -> Any:
        """Return a text."""
        value = self._get(key)
        if value is None:
            return default
        if not self._is_text(value):
            self._wrong(key, value, 'a text; write it in quotation marks: "…"')
            return default
        return value

    def choice(self, key: str, choices: Sequence[str], default: Any) -> Any:
        """Return one of several words."""
        value = self._get(key)
        if value is None:
            return default
        if value not in choices:
            self.mistake(key, unknown(value, choices, f"value {quote_value(value)}"))
            return default
        return value

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Return the texts of a list."""
        value = self._get(key)
        if value is None:
            return default
        if not isinstance(value, list) or not all(map(self._is_text, value)):
            self._wrong(key, value, f'a list of texts; write, say, {key} = ["…", "…"]')
            return default
        return tuple(value)

    def date(self, key: str) -> datetime.date | None:
        """Return a date."""
        value = self._get(key)
        date = parse_date(value) if isinstance(value, str) else value
        if isinstance(date, datetime.date) and not isinstance(date, datetime.datetime):
            return date
        if value is not None:
            self._wrong(key, value, "a date; write, say, 2027-03-14")
        return None

    def any(self, key: str) -> Any:
        """Return whatever a key has, or None."""
        return self._get(key)

    def _is_text(self, value: object) -> bool:
        return isinstance(value, str) and len(value) <= MAX_TEXT and "\0" not in value


def parse_date(text: str) -> datetime.date | None:
    """Return the date that is written as 2027-03-14; None if it is not one."""
    try:
        return datetime.datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        return None


def unknown(word: object, choices: Iterable[str], what: str = "key") -> str:
    """Return what to say of an unknown word, and the nearest one that is known."""
    known = [*choices]
    near = get_close_matches(word.lower(), known, n=1) if isinstance(word, str) else []
    advice = f"did you mean {near[0]}?" if near else f"choose from {either(known, 'and')}"
    return f"unknown {what}; {advice}"
