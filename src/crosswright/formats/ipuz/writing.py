"""A puzzle written as an ipuz document: the one it came from, brought up to date, or a new one."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, Final

from crosswright.errors import FormatError
from crosswright.formats.format import Loss, OriginalFile
from crosswright.formats.ipuz.cluewriting import ClueWriting, as_number
from crosswright.formats.ipuz.document import (
    DIAGRAMLESS_KIND,
    INTRODUCTION,
    KIND,
    LOCALE,
    TEXTS,
    VERSION,
    Json,
    as_list,
    as_object,
    at,
    kinds,
    parse,
)
from crosswright.formats.ipuz.reading import DocumentReading
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Bar, Cell
from crosswright.puzzles.markup import to_html
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import either

_SIDES: Final = {
    "T": (-1, 0, "below"),
    "R": (0, 0, "right"),
    "B": (0, 0, "below"),
    "L": (0, -1, "right"),
}


def write(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write an ipuz document; what it does not give back when it is read is a loss."""
    for explicit in (False, True):
        data = encoded(_document(puzzle, explicit))
        again = DocumentReading(parse(data)).puzzle
        if again == puzzle:
            return data
    names = [field.name for field in fields(Puzzle) if field.compare]
    lost = [name for name in names if getattr(again, name) != getattr(puzzle, name)]
    losses.append(Loss(f"details of the {either(lost, 'and')}"))
    return data


def _document(puzzle: Puzzle, explicit: bool) -> Json:
    origin = puzzle.extras.get("ipuz")
    old = DocumentReading(parse(origin.data)) if isinstance(origin, OriginalFile) else None
    document: Json = {"version": VERSION, "kind": [KIND]} if old is None else old.document
    _write_kind(document, puzzle)
    grid = puzzle.grid
    size = {"width": grid.width, "height": grid.height}
    document["dimensions"] = {**as_object(document.get("dimensions")), **size}
    for name, key in TEXTS.items():
        _write_text(document, key, getattr(puzzle, name), old)
    same_size = old and (old.cells.height, old.cells.width) == (grid.height, grid.width)
    clues = ClueWriting(puzzle, old, explicit).clues()  # first: it reads the old cells
    CellWriting(document, puzzle, old if same_size else None).write()
    document["clues"] = clues
    if old is None and any(entry.clue.enumeration for entry in puzzle.entries):
        document["showenumerations"] = True
    return document


def encoded(document: Json) -> bytes:
    """Return a document as the bytes of a file."""
    try:
        text = json.dumps(document, ensure_ascii=False, indent=1)
        if any("\ud800" <= character <= "\udfff" for character in text):
            text = json.dumps(document, indent=1)  # lone surrogates survive as escapes
        return f"{text}\n".encode()
    except RecursionError:
        raise FormatError("the other contents of the ipuz file are nested too deeply") from None


def _write_kind(document: Json, puzzle: Puzzle) -> None:
    others = [kind for kind in kinds(document) if "diagramless" not in kind.lower()]
    diagramless = puzzle.kind == "diagramless"
    if diagramless != (len(others) < len(kinds(document))):
        document["kind"] = [*others, DIAGRAMLESS_KIND] if diagramless else others or [KIND]


def _write_text(document: Json, key: str, text: str, old: DocumentReading | None) -> None:
    if old is not None and old.text(key) == text:
        return
    if key == TEXTS["notes"] and isinstance(document.get(INTRODUCTION), str | int):
        document.pop(INTRODUCTION, None)
    if not text:
        document.pop(key, None)
    else:
        document[key] = text if key == LOCALE else to_html((text,))


class CellWriting:
    """The tables of a document's cells; what has not changed stays as it was written."""

    def __init__(self, document: Json, puzzle: Puzzle, old: DocumentReading | None) -> None:
        self._document = document
        self._puzzle = puzzle
        self._old = old
        self._block, self._empty = document.get("block", "#"), document.get("empty", 0)
        if not isinstance(self._block, str) or self._block == self._empty:
            document["block"] = self._block = "#"
        if isinstance(self._empty, dict | list) or self._empty is None:
            document["empty"] = self._empty = 0
        self._labels = {} if self._is_unnumbered else puzzle.cell_labels

    @property
    def _is_unnumbered(self) -> bool:
        return self._puzzle.kind == "diagramless" and not self._puzzle.labels

    def write(self) -> None:
        """Write the tables that the puzzle needs, or that are there already."""
        puzzle, document = self._puzzle, self._document
        tables = {"puzzle": self._cell}
        if puzzle.solution or puzzle.kind == "diagramless" or "solution" in document:
            tables["solution"] = self._solution
        if puzzle.progress or "saved" in document:
            tables["saved"] = self._saved
        grid = puzzle.grid
        lines = [[(y, x) for x in range(grid.width)] for y in range(grid.height)]
        before = {name: as_list(document.get(name)) if self._old else [] for name in tables}
        document |= {
            name: _with_rest([[item(cell) for cell in line] for line in lines], before[name])
            for name, item in tables.items()
        }

    def _cell(self, cell: Cell) -> Any:
        grid = self._puzzle.grid
        before = as_object(at(self._old.cells.rows, cell)) if self._old else {}
        whole = {**before, "cell": self._value(cell)}
        old_style = dict(self._old.cells.style(cell)) if self._old else {}
        style = self._style(cell, old_style)
        if style != old_style or "style" not in before:
            whole.pop("style", None)
            whole |= {"style": style} if style else {}
        given = grid.letters.get(cell)
        if not self._old or self._given(self._old.puzzle, cell) != self._given(self._puzzle, cell):
            whole.pop("value", None)
            whole |= {"value": given} if given else {}
        return whole if len(whole) > 1 or whole == before else whole["cell"]

    def _given(self, puzzle: Puzzle, cell: Cell) -> tuple[str | None, str]:
        return puzzle.grid.letters.get(cell), _closed(puzzle, cell)

    def _value(self, cell: Cell) -> Any:
        """Return what a cell shows: a block, a void, its label, or nothing."""
        grid = self._puzzle.grid
        if self._old and self._shows(self._old.puzzle, cell) == self._shows(self._puzzle, cell):
            return self._old.cells.value(cell)
        if cell in grid.voids:
            return None
        if cell in grid.blocks:
            return self._block if self._puzzle.kind == "crossword" else self._empty
        return as_number(self._labels[cell]) if cell in self._labels else self._empty

    def _shows(self, puzzle: Puzzle, cell: Cell) -> Any:
        grid = puzzle.grid
        kind = "void" if cell in grid.voids else "block" if cell in grid.blocks else "open"
        return kind, puzzle.kind, bool(puzzle.labels), puzzle.cell_labels.get(cell)

    def _style(self, cell: Cell, style: Json) -> Json:
        """Return the style of a cell, changed only where the puzzle differs from it."""
        grid = self._puzzle.grid
        style = dict(style)
        if cell in grid.circles:
            style["shapebg"] = "circle"
        elif style.get("shapebg") == "circle":
            del style["shapebg"]
        if not self._old or _bars(self._old.puzzle.grid, cell) != _bars(grid, cell):
            style.pop("barred", None)
            barred = "".join(side for side, bar in _bars(grid, cell).items() if bar)
            style |= {"barred": barred} if barred else {}
        marks = dict(self._puzzle.marks.get(cell, {}))
        if not self._old or marks != self._old.puzzle.marks.get(cell, {}):
            style.pop("mark", None)
            style |= {"mark": marks} if marks else {}
        return style

    def _solution(self, cell: Cell) -> Any:
        puzzle = self._puzzle
        old = self._old
        is_same = old and (old.puzzle.solution.get(cell), _closed(old.puzzle, cell)) == (
            puzzle.solution.get(cell),
            _closed(puzzle, cell),
        )
        if old and is_same and at(old.cells.solution, cell) is not None:
            return at(old.cells.solution, cell)
        if cell in puzzle.grid.voids:
            return None
        if cell in puzzle.grid.blocks:
            return self._block
        return self._letter(puzzle.solution.get(cell))

    def _saved(self, cell: Cell) -> Any:
        puzzle, old = self._puzzle, self._old
        if old and old.puzzle.progress.get(cell) == puzzle.progress.get(cell):
            saved = at(old.cells.saved, cell)
            if saved is not None and _closed(old.puzzle, cell) == _closed(puzzle, cell):
                return saved
        if cell in puzzle.grid.voids:
            return None
        if cell in puzzle.grid.blocks and puzzle.kind == "crossword":
            return self._block
        return self._letter(puzzle.progress.get(cell))

    def _letter(self, token: str | None) -> Any:
        if token is None:
            return 0
        return token if token.isalpha() and token != self._empty else {"value": token}


def _with_rest(rows: list[list[Any]], before: list[list[Any]]) -> list[list[Any]]:
    """Return rows with what an old table has beyond them."""
    width = len(rows[0])
    longer = [row + at_row[width:] for row, at_row in zip(rows, before, strict=False)]
    return longer + rows[len(longer) :] + before[len(rows) :]


def _closed(puzzle: Puzzle, cell: Cell) -> str:
    return "void" if cell in puzzle.grid.voids else "block" if cell in puzzle.grid.blocks else ""


def _bars(grid: Grid, cell: Cell) -> dict[str, bool]:
    """Return which sides of a cell have a bar."""
    y, x = cell
    bars: dict[str, Bar] = {
        side: ((y + down, x + right), name) for side, (down, right, name) in _SIDES.items()
    }
    return {side: bar in grid.bars for side, bar in bars.items()}
