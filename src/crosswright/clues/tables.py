"""Tables of words and clues: CSV, with tabs or semicolons too, lists by hand, or one word per line.

A heading such as `word,clue` names the columns; without one the word comes first. Blank lines and
those that begin with # do not count. `clues.lines` says where the word ends: what follows is all
clue, as in `OAK,Acorns, of course`.

A table for spreadsheets has an apostrophe before each heading and before whatever a spreadsheet
would take for a formula; the ones in the heading say that those in the rows are to be taken off.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from crosswright.clues.columns import APOSTROPHE, Columns
from crosswright.clues.lines import LineReader, Row
from crosswright.errors import CrosswrightError, TableError
from crosswright.grids.letters import normalise_answer
from crosswright.support.decoding import decode
from crosswright.support.files import read_limited
from crosswright.support.wording import quote

MAX_BYTES: Final = 8 << 20

TAB_SUFFIXES: Final = (".tsv", ".tab")

_FORMULA: Final = re.compile(r"'*[=+@\t\r\n＝＋－＠-]")
"""What a spreadsheet would calculate, with the apostrophes before it."""

_BULLET: Final = re.compile(r"[-–—•*·▪◦]\s+")
"""What a list by hand has before a word."""


def without_formula(cell: str) -> str:
    """Return a cell that a spreadsheet takes for text."""
    return APOSTROPHE + cell if _FORMULA.match(cell) else cell


def with_formula(cell: str) -> str:
    """Return the cell that `without_formula` was given."""
    return cell[1:] if cell.startswith(APOSTROPHE) and _FORMULA.match(cell) else cell


class ClueRow(NamedTuple):
    """A word as its author wrote it, its clue (None without a field for it), and its line."""

    word: str
    clue: str | None
    line: int


def read_table(path: str | os.PathLike[str]) -> list[ClueRow]:
    """Read the words and clues of a file; in a .tsv only tabs separate them."""
    name = os.fspath(path)
    try:
        data = read_limited(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise TableError(f"{name}: cannot be read: {reason}") from None
    return parse_table(data, name, tabs=Path(path).suffix.lower() in TAB_SUFFIXES)


def parse_table(data: str | bytes, name: str = "the table", *, tabs: bool = False) -> list[ClueRow]:
    """Read the words and clues of a text; `name` is for errors, `tabs` rules out other separators.

    >>> [*parse_table('word;clue\\noak;Acorns, of course')]
    [ClueRow(word='oak', clue='Acorns, of course', line=2)]
    """
    if len(data) > MAX_BYTES:
        raise TableError(f"{name}: larger than {MAX_BYTES >> 20} MiB")
    try:
        text = data.removeprefix("\ufeff") if isinstance(data, str) else decode(data)
    except CrosswrightError as error:
        raise TableError(f"{name}: {error}") from None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    reader = LineReader(lines, name, only_tabs=tabs)
    return [*_clue_rows(reader)]


def _clue_rows(reader: LineReader) -> Iterator[ClueRow]:
    for row in reader.rows():
        clue_row = _clue_row(row, reader.columns)
        if not normalise_answer(clue_row.word):
            raise reader.error(row.line, f"no word in {quote(','.join(row.texts))}")
        yield clue_row


def _clue_row(row: Row, columns: Columns) -> ClueRow:
    texts = [text.strip() for text in row.texts]
    word = texts[columns.word] if columns.word < len(texts) else ""
    clue = texts[columns.clue] if columns.clue < len(texts) else None
    if columns.has_marked_formulas:
        word, clue = with_formula(word), clue and with_formula(clue)
    return ClueRow(_BULLET.sub("", word, count=1) if _BULLET.match(word) else word, clue, row.line)
