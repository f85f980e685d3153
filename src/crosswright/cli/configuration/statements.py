"""Where the keys of a TOML file are: `tomllib` forgets the lines."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

MAX_LINES = 200
"""Lines of one value; nobody looks for an error at the end of a longer one."""

KeyPath = tuple[str, ...]


class Statement(NamedTuple):
    """The lines of one statement, from 0, and the keys that it sets; a header sets none."""

    first: int
    end: int
    """The line after the last one."""
    keys: tuple[KeyPath, ...]
    table: KeyPath
    """The table that it is in or, of a header, that it opens."""
    is_header: bool


@lru_cache(maxsize=4)
def statements(text: str) -> tuple[Statement, ...]:
    """Return the statements of a valid file in order; those after one that is too long are missing.

    A statement is as many lines as it takes to be valid by themselves: one that goes on in the next
    line has an open bracket or quotation mark, and so is not.
    """
    return (*_statements(text.split("\n")),)


def _statements(lines: list[str]) -> Iterator[Statement]:
    table: KeyPath = ()
    first = 0
    while first < len(lines):
        end, values = _whole(lines, first)
        if values is None:
            return
        keys = tuple(_paths(values))
        is_header = lines[first].lstrip().startswith("[")
        if is_header:
            table = max(keys, key=len)
            yield Statement(first, end, (), table, True)
        elif keys:
            yield Statement(first, end, tuple((*table, *key) for key in keys), table, False)
        first = end


def _whole(lines: list[str], first: int) -> tuple[int, dict[str, Any] | None]:
    """Return where the statement that begins in a line ends, and what it sets."""
    for end in range(first + 1, min(first + MAX_LINES, len(lines)) + 1):
        try:
            return end, tomllib.loads("\n".join(lines[first:end]))
        except (ValueError, RecursionError):
            continue
    return len(lines), None


def _paths(values: dict[str, Any]) -> Iterator[KeyPath]:
    """Yield the paths of all values; that of an empty table, too."""
    for key, value in values.items():
        if isinstance(value, dict) and value:
            yield from ((key, *path) for path in _paths(value))
        else:
            yield (key,)


def line_of(text: str, path: KeyPath) -> int | None:
    """Return the line of a key or a table, from 1; None if it cannot be found."""
    found = statements(text)
    for statement in found:
        if path in statement.keys or (statement.is_header and statement.table == path):
            return statement.first + 1
    for statement in found:  # a table that has no header of its own
        tables = (statement.table, *statement.keys)
        if any(table[: len(path)] == path for table in tables):
            return statement.first + 1
    return None
