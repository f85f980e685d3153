"""The JSON of an ipuz file: parsed, refused if it is not a crossword, and taken apart safely."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, Final

from crosswright.errors import FormatError
from crosswright.formats.cleaning import decode
from crosswright.grids.notation import MAX_SIDE, Cell
from crosswright.support.decoding import without_controls
from crosswright.support.wording import quote

VERSION: Final = "http://ipuz.org/v2"
KIND: Final = "http://ipuz.org/crossword#1"
DIAGRAMLESS_KIND: Final = "http://ipuz.org/crossword/diagramless#1"
DRAFT: Final = "crosswright:draft"  # our own key in a clue: nobody has edited it yet
LOCALE: Final = "org.libipuz:locale"  # GNOME's key for the language
TEXTS: Final = {
    **{name: name for name in ("title", "author", "editor", "copyright", "publisher")},
    **{name: name for name in ("date", "difficulty", "notes")},
    "language": LOCALE,
}
"""The keys of a puzzle's texts."""
INTRODUCTION: Final = "intro"  # what solvers read above the grid: the beginning of the notes

_WRAPPER: Final = re.compile(r"\s{0,64}ipuz\s{0,64}\(")
_REFUSED: Final = {
    "acrostic": "an acrostic",
    "coded": "a coded crossword",
    "codeword": "a coded crossword",
    "kaidoku": "a coded crossword",
}
_MAX_TEXT: Final = 64  # characters of a number or a label

Json = dict[str, Any]


def parse(data: bytes) -> Json:
    """Return the document of an ipuz file, which may be wrapped for JavaScript."""
    text = decode(data)
    wrapped = _WRAPPER.match(text)
    if wrapped:
        text = text[wrapped.end() :].rstrip().removesuffix(";").rstrip().removesuffix(")")
    try:
        document = json.loads(text, parse_float=_finite, parse_constant=_no_constant)
    except RecursionError:
        raise FormatError("its JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise FormatError(f"line {error.lineno} is not JSON: {error.msg}") from None
    except ValueError as error:
        raise FormatError(f"not usable as JSON: {str(error)[:80]}") from None
    if not isinstance(document, dict):
        raise FormatError("not an ipuz file: its JSON is not an object")
    _require_crossword(kinds(document))
    return document


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"number {text[:20]} is out of range")
    return number


def _no_constant(text: str) -> float:
    raise ValueError(f"{text} is not a JSON number")


def kinds(document: Json) -> list[str]:
    """Return the kinds of puzzle that a document says it is."""
    value = document.get("kind")
    values = value if isinstance(value, list) else [value]
    return [kind for kind in values if isinstance(kind, str)]


def _require_crossword(names: list[str]) -> None:
    for name in names:
        for word, description in _REFUSED.items():
            if word in name.lower():
                raise FormatError(f"not a crossword: it is {description} ({name[:60]})")
    if not any("crossword" in name.lower() for name in names):
        named = f"its kind is {quote(names[0])}, not" if names else "it has no kind such as"
        raise FormatError(f"not a crossword: {named} {KIND.partition('#')[0]}")


# -- parts ----------------------------------------------------------------------------------------


def as_object(value: Any) -> Json:
    """Return an object as it is, and {} for anything else."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """Return a list as it is, and [] for anything else."""
    return value if isinstance(value, list) else []


def short(value: Any) -> str:
    """Return a number or a short string as text, and "" for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    if isinstance(value, int) and value.bit_length() > _MAX_TEXT:
        return ""
    return " ".join(without_controls(str(value)).split())[:_MAX_TEXT]


def is_shortened(value: Any) -> bool:
    """Return whether `short` leaves out some of a value, or all of it."""
    if value is None:
        return False
    is_readable = isinstance(value, str | int) and not isinstance(value, bool)
    return not is_readable or short(value) != " ".join(str(value).split())


def table(value: Any, name: str) -> list[list[Any]]:
    """Return a list of rows that is no larger than a grid can be."""
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise FormatError(f'its "{name}" is not a list of rows')
    if len(value) > MAX_SIDE or any(len(row) > MAX_SIDE for row in value):
        raise FormatError(f'its "{name}" is larger than {MAX_SIDE} rows and columns')
    return value


def at(rows: list[list[Any]], cell: Cell) -> Any:
    """Return what a table has at a cell, or None beyond its end."""
    y, x = cell
    return rows[y][x] if y < len(rows) and x < len(rows[y]) else None


def unknown_keys(value: Json, known: frozenset[str], prefix: str = "") -> Iterator[str]:
    """Yield the names of keys beyond the known ones, for a message."""
    for key in sorted(value.keys() - known, key=str):
        yield f"{prefix}{str(key)[:40]}"
