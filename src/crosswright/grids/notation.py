"""The text notation of grids: letters, rows, and the annotation lines that may follow them.

::

    CAT#.
    .~...

    circles: 1,2 2,4
    bars right: 1,1
    bars below: 1,5
    rebus: 2,1=HEART
    extra: 1,1 1,2 1,3

Places are row,column from 1; `1,1-1,3` is the straight run of cells between its two ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from crosswright.errors import GridError
from crosswright.grids.letters import split_letters
from crosswright.support.wording import quote

Cell = tuple[int, int]
"""Row and column, both from 0; messages to people count from 1."""

Bar = tuple[Cell, str]
"""A thick line at the "right" of a cell or "below" it."""

MAX_SIDE: Final = 255  # the most that .puz can hold, and far beyond any printed crossword
_MAX_PLACES: Final = 4 * MAX_SIDE * MAX_SIDE  # named in all annotations together
_MAX_LINES: Final = 100_000  # rows, and a line for each cell that is a rebus
_MAX_LINE: Final = 16 * MAX_SIDE  # characters: letters may carry marks, course rows trailing signs

EMPTY, BLOCK, VOID, COURSE_CELL = ".", "#", "~", "_"

_ANNOTATION: Final = re.compile(r"\s*(circles|bars\s+right|bars\s+below|rebus|extra)\s*:(.*)", re.I)
_PLACE: Final = re.compile(r"([0-9]{1,4}),([0-9]{1,4})(?:-([0-9]{1,4}),([0-9]{1,4}))?")


def where(cell: Cell) -> str:
    """Name a cell as people count: "row 3, column 7"."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def symbol(token: str) -> str:
    """Return the one letter that a row shows for a token, or `.` where that is not a letter."""
    first = split_letters(token)[0]
    return first if first[0].isalnum() else EMPTY


# -- reading ------------------------------------------------------------------------------------


@dataclass
class Annotations:
    """What the lines after the rows say."""

    circles: set[Cell] = field(default_factory=set)
    bars: set[Bar] = field(default_factory=set)
    rebus: dict[Cell, str] = field(default_factory=dict)
    extra: list[tuple[Cell, ...]] = field(default_factory=list)


def read(text: str) -> tuple[list[list[str]], Annotations]:
    """Split a text into rows of signs, one a cell, and annotations."""
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    if len(lines) > _MAX_LINES:
        raise GridError(f"{len(lines)} lines are too many; a grid has at most {MAX_SIDE} rows")
    if any(COURSE_CELL in line for line in lines if not _ANNOTATION.match(line)):
        return _course_rows(lines), Annotations()
    while lines and not lines[0]:
        del lines[0]
    end = next((n for n, line in enumerate(lines) if not line or _ANNOTATION.match(line)), None)
    _check_rows(lines[:end])
    rows = [symbols(y, line) for y, line in enumerate(lines[:end])]
    return rows, _annotations(lines[end:] if end is not None else [])


def _course_rows(lines: list[str]) -> list[list[str]]:
    _check_rows(lines)
    width = max(map(len, lines))
    return [
        [EMPTY if character == COURSE_CELL else BLOCK for character in line.ljust(width, BLOCK)]
        for line in lines
    ]


def _check_rows(lines: list[str]) -> None:
    if len(lines) > MAX_SIDE:
        raise GridError(f"{len(lines)} rows are too many; a grid has at most {MAX_SIDE}")
    for y, line in enumerate(lines):
        _check_line(y, line)


def _check_line(y: int, line: str) -> None:
    if len(line) > _MAX_LINE:
        raise GridError(
            f"row {y + 1} has {len(line)} characters; a grid has at most {MAX_SIDE} columns"
        )


def symbols(y: int, line: str) -> list[str]:
    """Split row `y` into one sign a cell."""
    _check_line(y, line)
    if line.isascii() and line.replace(EMPTY, "").replace(BLOCK, "").isalnum():
        return list(line)
    cells = split_letters(line)
    for x, found in enumerate(cells):
        if found not in (EMPTY, BLOCK, VOID) and not found[0].isalnum():
            raise GridError(
                f"{where((y, x))}: {found!r} is no cell of a grid in {quote(line)}; "
                "use . for an empty cell, # for a block, ~ for a void, or a letter"
            )
    return cells


def _annotations(lines: Iterable[str]) -> Annotations:
    found = Annotations()
    count = 0
    for line in lines:
        if not line:
            continue
        match = _ANNOTATION.match(line)
        if match is None:
            raise GridError(
                f"{quote(line)} after the rows is no annotation; those begin with "
                "circles:, bars right:, bars below:, rebus: or extra:"
            )
        kind, values = " ".join(match[1].lower().split()), match[2].split()
        if kind == "rebus":
            found.rebus.update(map(_rebus, values))
            continue
        cells = []
        for value in values:
            run = _run(value)
            cells += run
            count += len(run)
            if count > _MAX_PLACES:
                raise GridError(f"the annotations name more than {_MAX_PLACES} places")
        if kind == "circles":
            found.circles.update(cells)
        elif kind == "extra":
            found.extra.append(tuple(cells))
        else:
            found.bars.update((cell, kind.removeprefix("bars ")) for cell in cells)
    return found


def _rebus(value: str) -> tuple[Cell, str]:
    place, _, token = value.partition("=")
    cells = _run(place)
    if not token or len(cells) != 1:
        raise GridError(f"{quote(value)} is no rebus; write row,column=LETTERS, as in 3,7=HEART")
    return cells[0], token


def _run(value: str) -> list[Cell]:
    match = _PLACE.fullmatch(value)
    if match is None:
        raise GridError(f"{quote(value)} is no place; write row,column, as in 3,7 or 3,7-3,12")
    first = int(match[1]) - 1, int(match[2]) - 1
    if match[3] is None:
        return [first]
    down, right = int(match[3]) - 1 - first[0], int(match[4]) - 1 - first[1]
    length = max(abs(down), abs(right))
    if abs(down) not in (0, length) or abs(right) not in (0, length):
        raise GridError(f"{quote(value)} is no straight run of cells")
    step = max(length, 1)
    return [(first[0] + n * down // step, first[1] + n * right // step) for n in range(length + 1)]


# -- writing ------------------------------------------------------------------------------------


def write(
    rows: Iterable[str],
    letters: Mapping[Cell, str],
    circles: Iterable[Cell],
    bars: Iterable[Bar],
    extra: Iterable[Iterable[Cell]],
) -> str:
    """Join rows and annotations to the text that `read` takes apart."""
    inline = {cell for cell, token in letters.items() if token == symbol(token) != EMPTY}
    rebus = [(cell, letters[cell]) for cell in sorted(letters.keys() - inline)]
    lines = [
        _places("circles", sorted(circles)),
        _places("bars right", sorted(cell for cell, side in bars if side == "right")),
        _places("bars below", sorted(cell for cell, side in bars if side == "below")),
        *(f"rebus: {_place(cell)}={token}" for cell, token in rebus),
        *(_places("extra", cells) for cells in extra),
    ]
    annotations = [line for line in lines if line]
    return "\n".join([*rows, *([""] if annotations else []), *annotations])


def _place(cell: Cell) -> str:
    return f"{cell[0] + 1},{cell[1] + 1}"


def _places(kind: str, cells: Iterable[Cell]) -> str:
    places = " ".join(map(_place, cells))
    return f"{kind}: {places}" if places else ""
