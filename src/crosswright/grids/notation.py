"""The text notation of grids: rows of symbols, and the annotations that may follow them.

::

    CAT#.
    .~...

    circles: 1,2 2,4
    bars right: 1,1
    bars below: 1,5
    rebus: 2,1=HEART
    extra: 1,1 1,2 1,3

Positions are row,column from 1; `1,1-1,3` is the straight run of cells between two ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from crosswright.errors import GridError
from crosswright.grids.letters import split_letters
from crosswright.support.hints import TYPE_CHECKING, Final
from crosswright.support.records import Record, field
from crosswright.support.wording import quote

if TYPE_CHECKING:
    import re

Cell = tuple[int, int]
"""Row and column, both from 0; messages to people count from 1."""

Bar = tuple[Cell, str]
"""A thick line to the "right" of a cell or "below" it."""

SIDES: Final = {"right": (0, 1), "below": (1, 0)}
"""The steps from a cell to the one beyond a bar."""

MAX_SIDE: Final = 255  # the most that .puz can hold, and far beyond any printed crossword
_MAX_POSITIONS: Final = 4 * MAX_SIDE * MAX_SIDE  # in all annotations together
_MAX_LINES: Final = 100_000  # rows, and a line for each rebus cell
_MAX_LINE: Final = 16 * MAX_SIDE  # characters: letters may have marks, course rows may be ragged

EMPTY, BLOCK, VOID, COURSE_CELL = ".", "#", "~", "_"

_ANNOTATION: Final = r"(?i)\s*(circles|bars\s+right|bars\s+below|rebus|extra)\s*:(.*)"
_POSITION: Final = r"([0-9]{1,4}),([0-9]{1,4})(?:-([0-9]{1,4}),([0-9]{1,4}))?"


def where(cell: Cell) -> str:
    """Name a cell as people count: "row 3, column 7"."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def beyond(bar: Bar) -> Cell:
    """Return the cell on the other side of a bar."""
    (row, column), side = bar
    down, right = SIDES[side]
    return row + down, column + right


def symbol(token: str) -> str:
    """Return the one letter that a row shows for a token, or `.` where that is not a letter."""
    first = split_letters(token)[0]
    return first if first[0].isalnum() else EMPTY


def pattern_text(pattern: Iterable[str | None], empty: str = EMPTY) -> str:
    """Write a pattern, None for an empty cell, as text: "A..E"; a rebus is in brackets."""
    return "".join(empty if token is None else bracketed(token) for token in pattern)


def bracketed(token: str) -> str:
    """Return a token as text, in brackets if it has several letters."""
    return token if len(split_letters(token)) == 1 else f"({token})"


def is_annotation(line: str) -> bool:
    """Return whether a line is not a row but adds something to the rows."""
    return _annotation(line) is not None


def _annotation(line: str) -> re.Match[str] | None:
    """Match a line that is not a row; most grids have none, and need no expression for it."""
    if ":" not in line:
        return None
    import re  # here: most grids need none

    return re.match(_ANNOTATION, line)


# -- reading ------------------------------------------------------------------------------------


class Annotations(Record, frozen=False):
    """What the lines after the rows add."""

    circles: set[Cell] = field(default_factory=set)
    bars: set[Bar] = field(default_factory=set)
    rebus: dict[Cell, str] = field(default_factory=dict)
    extra: list[tuple[Cell, ...]] = field(default_factory=list)


def read(text: str) -> tuple[list[list[str]], Annotations]:
    """Split a text into rows, with one symbol per cell, and annotations."""
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    if len(lines) > _MAX_LINES:
        raise GridError(f"{len(lines)} lines are too many; a grid has at most {MAX_SIDE} rows")
    if any(COURSE_CELL in line for line in lines if not is_annotation(line)):
        return _course_rows(lines), Annotations()
    while lines and not lines[0]:
        del lines[0]
    end = next((n for n, line in enumerate(lines) if not line or is_annotation(line)), None)
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
    """Split row `y` into one symbol per cell."""
    _check_line(y, line)
    if line.isascii() and line.replace(EMPTY, "").replace(BLOCK, "").isalnum():
        return list(line)
    cells = split_letters(line)
    for x, cell in enumerate(cells):
        if cell not in (EMPTY, BLOCK, VOID) and not cell[0].isalnum():
            raise GridError(
                f"{where((y, x))}: {cell!r} in {quote(line)} is not a cell; "
                "use . for an empty cell, # for a block, ~ for a void, or a letter"
            )
    return cells


def _annotations(lines: Iterable[str]) -> Annotations:
    annotations = Annotations()
    count = 0
    for line in lines:
        if not line:
            continue
        match = _annotation(line)
        if match is None:
            raise GridError(
                f"{quote(line)} after the rows is not an annotation; these begin with "
                "circles:, bars right:, bars below:, rebus: or extra:"
            )
        kind, values = " ".join(match[1].lower().split()), match[2].split()
        if kind == "rebus":
            annotations.rebus.update(map(_rebus, values))
            continue
        cells = []
        for value in values:
            run = _run(value)
            cells += run
            count += len(run)
            if count > _MAX_POSITIONS:
                raise GridError(f"the annotations have more than {_MAX_POSITIONS} positions")
        if kind == "circles":
            annotations.circles.update(cells)
        elif kind == "extra":
            annotations.extra.append(tuple(cells))
        else:
            annotations.bars.update((cell, kind.removeprefix("bars ")) for cell in cells)
    return annotations


def _rebus(value: str) -> tuple[Cell, str]:
    position, _, token = value.partition("=")
    cells = _run(position)
    if not token or len(cells) != 1:
        raise GridError(f"{quote(value)} is not a rebus; write row,column=LETTERS, as in 3,7=HEART")
    return cells[0], token


def _run(value: str) -> list[Cell]:
    import re

    match = re.fullmatch(_POSITION, value)
    if match is None:
        raise GridError(f"{quote(value)} is not a position; write row,column: 3,7 or 3,7-3,12")
    first = int(match[1]) - 1, int(match[2]) - 1
    if match[3] is None:
        return [first]
    down, right = int(match[3]) - 1 - first[0], int(match[4]) - 1 - first[1]
    length = max(abs(down), abs(right))
    if abs(down) not in (0, length) or abs(right) not in (0, length):
        raise GridError(f"{quote(value)} is not a straight run of cells")
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
    """Join rows and annotations into the text that `read` takes apart."""
    inline = {cell for cell, token in letters.items() if token == symbol(token) != EMPTY}
    rebus = [(cell, letters[cell]) for cell in sorted(letters.keys() - inline)]
    lines = [
        _line("circles", sorted(circles)),
        _line("bars right", sorted(cell for cell, side in bars if side == "right")),
        _line("bars below", sorted(cell for cell, side in bars if side == "below")),
        *(f"rebus: {_position(cell)}={token}" for cell, token in rebus),
        *(_line("extra", cells) for cells in extra),
    ]
    annotations = [line for line in lines if line]
    return "\n".join([*rows, *([""] if annotations else []), *annotations])


def _position(cell: Cell) -> str:
    return f"{cell[0] + 1},{cell[1] + 1}"


def _line(kind: str, cells: Iterable[Cell]) -> str:
    positions = " ".join(map(_position, cells))
    return f"{kind}: {positions}" if positions else ""
