"""ipuz version 2: JSON that keeps every key it came with."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, Final

from crosswright.errors import FormatError
from crosswright.formats.build import build_puzzle, can_be_slot
from crosswright.formats.cleaning import clean_token, decode
from crosswright.formats.content import is_ipuz
from crosswright.formats.format import Format, Loss, OriginalFile, warn
from crosswright.grids.grid import Grid
from crosswright.grids.notation import MAX_SIDE, Bar, Cell
from crosswright.grids.validation import MAX_EXTRA
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.markup import from_html, plain, to_html
from crosswright.puzzles.puzzle import Entry, Puzzle
from crosswright.support.wording import plural

VERSION: Final = "http://ipuz.org/v2"
KIND: Final = "http://ipuz.org/crossword#1"
DRAFT: Final = "crosswright:draft"  # our own key in a clue: nobody has edited it yet

_WRAPPER: Final = re.compile(r"\s{0,64}ipuz\s{0,64}\(")
_SIDES: Final = {
    "R": (0, 0, "right"),
    "B": (0, 0, "below"),
    "L": (0, -1, "right"),
    "T": (-1, 0, "below"),
}
_DIRECTIONS: Final = {"across": "across", "down": "down"}
_KNOWN: Final = {
    *("version", "kind", "dimensions", "puzzle", "solution", "clues", "block", "empty"),
    *("title", "author", "copyright", "notes"),
}

Json = dict[str, Any]


# -- reading ------------------------------------------------------------------------------------


def read(data: bytes) -> Puzzle:
    """Read an ipuz crossword."""
    reading = _Reading(_parse(data))
    puzzle = reading.puzzle()
    if reading.unplaced:
        warn(f"{plural(len(reading.unplaced), 'clue')} without a slot")
    return puzzle


def _parse(data: bytes) -> Json:
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
    kinds = document.get("kind")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if not any(isinstance(kind, str) and "crossword" in kind.lower() for kind in kinds):
        raise FormatError("not a crossword: its kind is not http://ipuz.org/crossword")
    return document


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"number {text[:20]} is out of range")
    return number


def _no_constant(text: str) -> float:
    raise ValueError(f"{text} is not a JSON number")


class _Reading:
    """A document while it is turned into a puzzle."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.block = document.get("block", "#")
        self.empty = document.get("empty", 0)
        self.cells = _table(document.get("puzzle"), "puzzle")
        self.height, self.width = self._dimensions()
        solution = document.get("solution")
        self.solution = _table(solution, "solution") if solution is not None else []
        self.items: dict[tuple[Cell, ...], tuple[Any, Clue]] = {}  # clues as written, by cells
        self.grid = Grid.empty(1, 1)  # until `puzzle` has read it
        self.unplaced: list[tuple[str, Any]] = []  # clues without a slot, each with its group

    def _dimensions(self) -> tuple[int, int]:
        dimensions = self.document.get("dimensions")
        if not isinstance(dimensions, dict):
            return len(self.cells), max(map(len, self.cells), default=0)
        height, width = dimensions.get("height"), dimensions.get("width")
        if not (isinstance(height, int) and isinstance(width, int)):
            raise FormatError("its dimensions are not numbers")
        if not (0 < height <= MAX_SIDE and 0 < width <= MAX_SIDE):
            raise FormatError(f"its dimensions must be from 1 to {MAX_SIDE}")
        if len(self.cells) > height or max(map(len, self.cells), default=0) > width:
            raise FormatError(f"its puzzle is larger than {height} rows and {width} columns")
        return height, width

    def _all_cells(self) -> Iterator[Cell]:
        return ((y, x) for y in range(self.height) for x in range(self.width))

    def puzzle(self) -> Puzzle:
        values = {cell: self.value(cell) for cell in self._all_cells()}
        voids = [cell for cell, value in values.items() if value is None]
        blocks = [cell for cell, value in values.items() if self._is_block(value)]
        grid = Grid(self.height, self.width, blocks=blocks, voids=voids)
        given = {cell: token for cell in grid.open_cells if (token := self._given(cell))}
        letters = {cell: token for cell in grid.open_cells if (token := self._letter(cell))}
        letters.update(given)
        grid = grid.with_letters(letters).with_circles(
            cell for cell in grid.open_cells if self._style(cell).get("shapebg") == "circle"
        )
        grid = grid.with_bars(self._bars())
        numbers = {_short(value): cell for cell, value in reversed(values.items())}
        grid, clues = self._clues(grid, numbers)
        self.grid = grid
        texts = {
            name: plain(from_html(text))
            for name in ("title", "author", "copyright", "notes")
            if isinstance(text := self.document.get(name), str)
        }
        return build_puzzle(grid, given=given, clues=clues, texts=texts)

    def value(self, cell: Cell) -> Any:
        """Return what the cell shows: a number, a block, or None for a void."""
        item = _at(self.cells, cell)
        return item.get("cell", 0) if isinstance(item, dict) else item

    def has_slots_of(self, grid: Grid) -> bool:
        """Return whether the document's numbers, which may be its own, still fit the grid."""
        mine = self.grid
        return (mine.blocks, mine.voids, mine.slots) == (grid.blocks, grid.voids, grid.slots)

    def _is_block(self, value: Any) -> bool:
        return isinstance(value, str) and value in (self.block, "#")

    def _style(self, cell: Cell) -> Json:
        item = _at(self.cells, cell)
        style = item.get("style") if isinstance(item, dict) else None
        if isinstance(style, str):
            styles = self.document.get("styles")
            style = styles.get(style) if isinstance(styles, dict) else None
        return style if isinstance(style, dict) else {}

    def _given(self, cell: Cell) -> str | None:
        item = _at(self.cells, cell)
        value = item.get("value") if isinstance(item, dict) else None
        return clean_token(value) if isinstance(value, str) else None

    def _letter(self, cell: Cell) -> str | None:
        item = _at(self.solution, cell)
        if isinstance(item, dict):
            value = item.get("value")
            return clean_token(value) if isinstance(value, str) else None
        if not isinstance(item, str) or item in (self.block, self.empty, "#", ""):
            return None
        return clean_token(item)

    def _bars(self) -> set[Bar]:
        bars = set()
        for y, x in self._all_cells():
            barred = self._style((y, x)).get("barred")
            for side in barred if isinstance(barred, str) else "":
                down, right, name = _SIDES.get(side.upper(), (0, 0, ""))
                cell = (y + down, x + right)
                if name and self._has_edge(cell, name):
                    bars.add((cell, name))
        return bars

    def _has_edge(self, cell: Cell, side: str) -> bool:
        y, x = cell
        last_row, last_column = self.height - (side == "below"), self.width - (side == "right")
        return 0 <= y < last_row and 0 <= x < last_column

    # clues

    def _clues(self, grid: Grid, numbers: dict[str, Cell]) -> tuple[Grid, dict[str, Clue | str]]:
        starts = {(slot.direction, slot.cells[0]): slot.cells for slot in grid.slots}
        labels = {slot.cells: slot.label for slot in grid.slots}
        open_cells = frozenset(grid.open_cells)
        clues: dict[str, Clue | str] = {}
        extra: list[tuple[Cell, ...]] = []
        for group, direction, item in _clue_items(self.document.get("clues")):
            number, cells, clue = self._clue(item)
            if cells not in labels and len(extra) < MAX_EXTRA and can_be_slot(cells, open_cells):
                extra.append(cells)
                labels[cells] = f"X{len(extra)}"
            if cells not in labels and number in numbers:
                cells = starts.get((direction, numbers[number]), ())
            if cells not in labels or cells in self.items:
                self.unplaced.append((group, item))
            else:
                self.items[cells] = item, clue
                clues[labels[cells]] = clue
        return grid.with_extra(extra), clues

    def _clue(self, item: Any) -> tuple[str, tuple[Cell, ...], Clue]:
        if isinstance(item, str):
            return "", (), Clue.from_html(item)
        if isinstance(item, list):
            number = item[0] if item else ""
            text = item[1] if len(item) > 1 and isinstance(item[1], str) else ""
            return _short(number), (), Clue.from_html(text)
        if not isinstance(item, dict):
            return "", (), Clue("")
        written = item.get("clue")
        text = plain(from_html(written)) if isinstance(written, str) else ""
        enumeration = item.get("enumeration")
        if self.document.get("showenumerations") is True and isinstance(enumeration, str | int):
            text = text if text.endswith(")") else f"{text} ({_short(enumeration)})"
        draft = item.get(DRAFT) is True
        return _short(item.get("number", "")), _cells(item.get("cells")), Clue(text, draft)


def _short(value: Any) -> str:
    return str(value)[:64] if isinstance(value, str | int) and not _huge(value) else ""


def _huge(value: str | int) -> bool:
    return isinstance(value, int) and value.bit_length() > 64


def _table(value: Any, name: str) -> list[list[Any]]:
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise FormatError(f'its "{name}" is not a list of rows')
    if len(value) > MAX_SIDE or any(len(row) > MAX_SIDE for row in value):
        raise FormatError(f'its "{name}" is larger than {MAX_SIDE} rows and columns')
    return value


def _at(table: list[list[Any]], cell: Cell) -> Any:
    y, x = cell
    return table[y][x] if y < len(table) and x < len(table[y]) else None


def _clue_items(clues: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield every clue with its group's name and direction."""
    for name, items in clues.items() if isinstance(clues, dict) else ():
        for item in items if isinstance(items, list) else ():
            yield name, _direction(name), item


def _direction(group: str) -> str:
    return _DIRECTIONS.get(group.partition(":")[0].strip().lower(), "extra")


def _cells(value: Any) -> tuple[Cell, ...]:
    """Return cells from their [column, row], both from 1; none at all when one is wrong."""
    cells = []
    for pair in value[:MAX_SIDE] if isinstance(value, list) else ():
        if not (isinstance(pair, list) and len(pair) == 2):
            return ()
        x, y = pair
        if not (isinstance(x, int) and isinstance(y, int)):
            return ()
        cells.append((y - 1, x - 1))
    return tuple(cells)


def details(data: bytes) -> list[str]:
    """List the keys that a document has beyond the puzzle."""
    document = _parse(data)
    unknown = sorted(str(key)[:40] for key in document.keys() - _KNOWN)
    cells = [cell for row in _table(document["puzzle"], "puzzle") for cell in row]
    styles = [cell["style"] for cell in cells if isinstance(cell, dict) and "style" in cell]
    keys = {str(key)[:40] for style in styles if isinstance(style, dict) for key in style}
    return unknown + [f"style {key}" for key in sorted(keys - {"shapebg", "barred"})]


# -- writing ------------------------------------------------------------------------------------


def write(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write an ipuz document: the one the puzzle came from, brought up to date, or a new one."""
    origin = puzzle.extras.get("ipuz")
    document: Json = {"version": VERSION, "kind": [KIND]}
    old: _Reading | None = None
    if isinstance(origin, OriginalFile):
        document = _parse(origin.data)
        old = _Reading(document)
        old.puzzle()
    document["dimensions"] = {
        **_object(document.get("dimensions")),
        "width": puzzle.grid.width,
        "height": puzzle.grid.height,
    }
    for name in ("title", "author", "copyright", "notes"):
        _write_text(document, name, getattr(puzzle, name))
    same_size = old and (old.height, old.width) == (puzzle.grid.height, puzzle.grid.width)
    _write_cells(document, puzzle, old if same_size else None)
    _write_clues(document, puzzle, old)
    try:
        text = json.dumps(document, ensure_ascii=False, indent=1)
        if any("\ud800" <= character <= "\udfff" for character in text):
            text = json.dumps(document, indent=1)  # lone surrogates survive as escapes
        return f"{text}\n".encode()
    except RecursionError:
        raise FormatError("the other contents of the ipuz file are nested too deeply") from None


def _object(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _write_text(document: Json, name: str, text: str) -> None:
    old = document.get(name)
    if not text:
        document.pop(name, None)
    elif not isinstance(old, str) or plain(from_html(old)) != text:
        document[name] = to_html((text,))


def _write_cells(document: Json, puzzle: Puzzle, old: _Reading | None) -> None:
    grid = puzzle.grid
    block, empty = document.get("block", "#"), document.get("empty", 0)
    if not isinstance(block, str) or block == empty:
        document["block"] = block = "#"
    if isinstance(empty, dict | list) or empty is None:
        document["empty"] = empty = 0
    lines = [[(y, x) for x in range(grid.width)] for y in range(grid.height)]
    document["puzzle"] = [[_cell(grid, cell, old, block, empty) for cell in line] for line in lines]
    if puzzle.solution or "solution" in document:
        document["solution"] = [[_solution(puzzle, cell, block) for cell in line] for line in lines]


def _cell(grid: Grid, cell: Cell, old: _Reading | None, block: str, empty: Any) -> Any:
    if old and old.has_slots_of(grid):
        value = old.value(cell)
    elif cell in grid.voids:
        value = None
    else:
        value = block if cell in grid.blocks else grid.numbers.get(cell, empty)
    before = _object(_at(old.cells, cell)) if old else {}
    style = dict(old._style(cell)) if old else {}
    whole = {**before, "cell": value}
    if cell in grid.circles:
        style["shapebg"] = "circle"
    elif style.get("shapebg") == "circle":
        del style["shapebg"]
    style["barred"] = _barred(grid, cell)
    if not style["barred"]:
        del style["barred"]
    for key, content in (("style", style), ("value", grid.letters.get(cell))):
        whole.pop(key, None)
        if content:
            whole[key] = content
    return whole if len(whole) > 1 else value


def _barred(grid: Grid, cell: Cell) -> str:
    y, x = cell
    edges = (
        ("T", ((y - 1, x), "below")),
        ("R", (cell, "right")),
        ("B", (cell, "below")),
        ("L", ((y, x - 1), "right")),
    )
    return "".join(side for side, bar in edges if bar in grid.bars)


def _solution(puzzle: Puzzle, cell: Cell, block: str) -> Any:
    if cell in puzzle.grid.voids:
        return None
    if cell in puzzle.grid.blocks:
        return block
    token = puzzle.solution.get(cell)
    if token is None:
        return 0
    return token if token.isalpha() else {"value": token}


def _write_clues(document: Json, puzzle: Puzzle, old: _Reading | None) -> None:
    groups = {"across": "Across", "down": "Down", "extra": "Other"}
    groups |= {_direction(name): name for name in _object(document.get("clues"))}
    written: dict[str, list[Any]] = {groups["across"]: [], groups["down"]: []}
    for entry in puzzle.entries:
        if entry.clue.text or entry.slot.direction == "extra":
            item = _clue_item(entry, puzzle.grid, old)
            written.setdefault(groups[entry.slot.direction], []).append(item)
    for group, item in old.unplaced if old else ():
        written.setdefault(group, []).append(item)
    document["clues"] = written


def _clue_item(entry: Entry, grid: Grid, old: _Reading | None) -> Any:
    """Return a clue as JSON: as it was written, or in the shape that it was written in."""
    number: Any = entry.slot.number
    text = to_html(entry.clue.tree)
    before, clue = old.items.get(entry.slot.cells, (None, None)) if old else (None, None)
    if old and old.has_slots_of(grid) and isinstance(before, list | dict):
        number = before[0] if isinstance(before, list) else before.get("number", number)
    if clue == entry.clue and isinstance(before, list | dict):
        return [number, *before[1:]] if isinstance(before, list) else {**before, "number": number}
    item: Json = {**_object(before), "number": number, "clue": text}
    item.pop(DRAFT, None)
    if entry.clue.draft:
        item[DRAFT] = True
    if entry.slot.direction == "extra":
        item["cells"] = [[x + 1, y + 1] for y, x in entry.slot.cells]
    return item if len(item) > 2 else [number, text]


IPUZ = Format(
    "ipuz",
    "ipuz",
    (".ipuz",),
    frozenset(
        {
            "solution",
            "given",
            "rebus",
            "circles",
            "bars",
            "voids",
            "extra",
            "clues",
            "title",
            "author",
            "copyright",
            "notes",
            "drafts",
        }
    ),
    read,
    write,
    sniff=is_ipuz,
    details=details,
    keeps=True,
)
