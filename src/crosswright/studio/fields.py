"""JSON objects from a browser, read field by field: right types, within bounds, nothing unknown."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from crosswright.grids.notation import MAX_SIDE, Bar, Cell
from crosswright.studio.refusals import Refusal, invalid
from crosswright.support.wording import quote

MAX_TEXT: Final = 10_000
"""Characters of any text, unless less is allowed."""

MISSING: Final[Any] = object()


class Fields:
    """The fields of an object; every one that is not asked for is refused by `done`."""

    def __init__(self, value: object, where: str = "") -> None:
        if not isinstance(value, dict):
            raise invalid(f"expected an object, not {_kind(value)}", where)
        self._values: dict[str, Any] = value
        self._left = set(value)
        self._where = where

    def _path(self, name: str) -> str:
        return f"{self._where}.{name}" if self._where else name

    def wrong(self, name: str, message: str) -> Refusal:
        """Return what to raise for a field."""
        return invalid(f"{name}: {message}", self._path(name))

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def done(self) -> None:
        """Refuse fields that nobody asked for."""
        for name in sorted(self._left):
            raise invalid(f"unknown field {quote(name)}", self._path(name[:64]))

    def raw(self, name: str, default: Any = MISSING) -> Any:
        """Return a field as it is."""
        self._left.discard(name)
        if name in self._values:
            return self._values[name]
        if default is MISSING:
            raise self.wrong(name, "is missing")
        return default

    def text(self, name: str, default: Any = MISSING, *, most: int = MAX_TEXT) -> Any:
        """Return a text without unpaired surrogates or control characters but line breaks."""
        value = self.raw(name, default)
        if name not in self._values:
            return value
        if not isinstance(value, str):
            raise self.wrong(name, f"expected a text, not {_kind(value)}")
        if len(value) > most:
            raise self.wrong(name, f"longer than {most:,} characters")
        if any((ord(c) < 32 and c not in "\n\t") or 0xD800 <= ord(c) <= 0xDFFF for c in value):
            raise self.wrong(name, "has a character that is not text")
        return value

    def whole(self, name: str, low: int, high: int, default: Any = MISSING) -> Any:
        """Return a whole number from `low` to `high`."""
        value = self.raw(name, default)
        if name not in self._values:
            return value
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(name, f"expected a whole number, not {_kind(value)}")
        if not low <= value <= high:
            raise self.wrong(name, f"must be from {low} to {high}")
        return value

    def number(self, name: str, low: float, high: float, default: Any = MISSING) -> Any:
        """Return a number from `low` to `high`."""
        value = self.raw(name, default)
        if name not in self._values:
            return value
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self.wrong(name, f"expected a number, not {_kind(value)}")
        if not low <= value <= high:  # NaN is nowhere between
            raise self.wrong(name, f"must be from {low:g} to {high:g}")
        return float(value)

    def flag(self, name: str, default: Any = MISSING) -> Any:
        """Return true or false."""
        value = self.raw(name, default)
        if name in self._values and not isinstance(value, bool):
            raise self.wrong(name, f"expected true or false, not {_kind(value)}")
        return value

    def choice(self, name: str, choices: Collection[str], default: Any = MISSING) -> Any:
        """Return one of several texts."""
        value = self.raw(name, default)
        if name in self._values and (not isinstance(value, str) or value not in choices):
            shown = quote(value) if isinstance(value, str) else _kind(value)
            raise self.wrong(name, f"unknown {shown}; choose from {', '.join(choices)}")
        return value

    def items(self, name: str, default: Any = MISSING, *, most: int) -> Any:
        """Return a list of at most this many items."""
        value = self.raw(name, default)
        if name not in self._values:
            return value
        if not isinstance(value, list):
            raise self.wrong(name, f"expected a list, not {_kind(value)}")
        if len(value) > most:
            raise Refusal("too_large", f"{name}: more than {most:,} items", where=self._path(name))
        return value

    def texts(self, name: str, default: Any = MISSING, *, most: int, longest: int) -> Any:
        """Return a list of texts."""
        values = self.items(name, default, most=most)
        if name in self._values:
            for index, value in enumerate(values):
                Fields({"text": value}, f"{self._path(name)}[{index}]").text("text", most=longest)
        return values

    def objects(self, name: str, *, most: int) -> Iterator[Fields]:
        """Yield the objects of a list."""
        for index, value in enumerate(self.items(name, most=most)):
            yield Fields(value, f"{self._path(name)}[{index}]")

    # -- cells ------------------------------------------------------------------------------------

    def cells(self, name: str, default: Any = MISSING) -> Any:
        """Return a list of cells, [row, column] each."""
        values = self.items(name, default, most=MAX_SIDE * MAX_SIDE)
        if name not in self._values:
            return values
        return [self._cell(name, n, value, 2)[:2] for n, value in enumerate(values)]

    def letters(self, name: str) -> list[tuple[Cell, str]]:
        """Return a list of cells with their letters, [row, column, letters] each."""
        values = self.items(name, most=MAX_SIDE * MAX_SIDE)
        letters = []
        for index, value in enumerate(values):
            row, column, text = self._cell(name, index, value, 3)
            letters.append(((row, column), text))
        return letters

    def bars(self, name: str) -> list[Bar]:
        """Return a list of bars, [row, column, side] each."""
        values = self.items(name, most=2 * MAX_SIDE * MAX_SIDE)
        bars = []
        for index, value in enumerate(values):
            row, column, side = self._cell(name, index, value, 3)
            bars.append(((row, column), side))
        return bars

    def _cell(self, name: str, index: int, value: object, length: int) -> tuple[Any, ...]:
        """Return row and column, and a text where three are expected."""
        is_cell = (
            isinstance(value, list)
            and len(value) == length
            and all(type(number) is int and 0 <= number < MAX_SIDE for number in value[:2])
            and (length == 2 or isinstance(value[2], str))
        )
        if not is_cell or not isinstance(value, list):
            shape = "[row, column]" if length == 2 else "[row, column, text]"
            raise invalid(f"{name}: expected {shape}", f"{self._path(name)}[{index}]")
        return tuple(value)


def _kind(value: object) -> str:
    """Return what JSON calls a value."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
    return "an object"
