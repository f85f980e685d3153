"""Tables of words and clues: CSV, with tabs or semicolons too, lists by hand, .xlsx, or just words.

A heading such as `word,clue` names the columns; without one the word comes first. Blank lines and
those that begin with # do not count. `clues.lines` says where the word ends: what follows is all
clue, as in `OAK,Acorns, of course`.

A table for spreadsheets has an apostrophe before each heading and before whatever a spreadsheet
would take for a formula; the ones in the heading say that those in the rows are to be taken off.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from crosswright.clues.columns import APOSTROPHE, Columns
from crosswright.clues.lines import LineReader, Row
from crosswright.errors import CrosswrightError, TableError, TableWarning
from crosswright.grids.letters import normalise_answer
from crosswright.support.archives import ZIP_START
from crosswright.support.decoding import decode_guessing
from crosswright.support.files import read_limited
from crosswright.support.wording import quote

if TYPE_CHECKING:
    from crosswright.clues.workbook import SheetReader

MAX_BYTES: Final = 8 << 20

WORKBOOK_STARTS: Final = (ZIP_START, b"\xd0\xcf\x11\xe0")
"""How Excel workbooks begin: .xlsx, which is a zip, and .xls, which is older."""

NO_TEXT: Final = "this is not text; save it as .xlsx or CSV"

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


def read_table(
    path: str | os.PathLike[str],
    *,
    encoding: str | None = None,
    language: str = "",
    unread: list[str] | None = None,
) -> list[ClueRow]:
    """Read the words and clues of a file; in a .tsv only tabs separate them.

    Without an encoding, it is guessed: see `parse_table`, also for `unread`.
    """
    name = os.fspath(path)
    try:
        data = read_limited(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise TableError(f"{name}: cannot be read: {reason}") from None
    tabs = Path(path).suffix.lower() in TAB_SUFFIXES
    return parse_table(data, name, tabs=tabs, encoding=encoding, language=language, unread=unread)


def parse_table(
    data: str | bytes,
    name: str = "the table",
    *,
    tabs: bool = False,
    encoding: str | None = None,
    language: str = "",
    unread: list[str] | None = None,
) -> list[ClueRow]:
    """Read the words and clues of a text; `name` is for errors, `tabs` rules out other separators.

    Of bytes, the encoding is guessed unless it is given: UTF-8, UTF-16, or else that of Windows
    where the language is spoken, with a TableWarning. An Excel workbook (.xlsx) is read too. What
    is in further columns, but for numbers, is added to `unread`.

    >>> [*parse_table('word;clue\\noak;Acorns, of course')]
    [ClueRow(word='oak', clue='Acorns, of course', line=2)]
    """
    if len(data) > MAX_BYTES:
        raise TableError(f"{name}: larger than {MAX_BYTES >> 20} MiB")
    unread = [] if unread is None else unread
    try:
        if isinstance(data, str):
            text = data.removeprefix("\ufeff")
        elif data.startswith(WORKBOOK_STARTS):
            from crosswright.clues.workbook import workbook_reader  # most tables are text

            return [*_clue_rows(workbook_reader(data, name), unread)]
        else:
            text = _decoded(data, name, encoding, language)
    except TableError:
        raise
    except CrosswrightError as error:
        raise TableError(f"{name}: {error}") from None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [*_clue_rows(LineReader(lines, name, only_tabs=tabs), unread)]


def _decoded(data: bytes, name: str, encoding: str | None, language: str) -> str:
    try:
        text, used = decode_guessing(data, encoding, language)
    except CrosswrightError:
        if encoding is None and b"\0" in data:
            raise TableError(f"{name}: {NO_TEXT}") from None
        raise
    if encoding is None and not used.startswith("utf"):
        message = f"{name}: it is not UTF-8, so it was read as {used}; if letters are wrong, save "
        warnings.warn(message + "it as UTF-8, or name its encoding", TableWarning, stacklevel=3)
    if "\0" in text:
        raise TableError(f"{name}: {NO_TEXT}")
    return text


def _clue_rows(reader: LineReader | SheetReader, unread: list[str]) -> Iterator[ClueRow]:
    for row in reader.rows():
        unread += _unread(row, reader.columns)
        clue_row = _clue_row(row, reader.columns)
        if not normalise_answer(clue_row.word):
            text = quote(",".join(row.texts))
            raise reader.error(row.line, f"no word in {text}; write WORD,CLUE")
        yield clue_row


def _unread(row: Row, columns: Columns) -> Iterator[str]:
    """Yield what a row has beside its word and clue; numbers only count the rows."""
    for index, text in enumerate(map(str.strip, row.texts)):
        is_number = text.removesuffix(".").isdecimal()
        if text and not is_number and index not in (columns.word, columns.clue):
            yield text


def _clue_row(row: Row, columns: Columns) -> ClueRow:
    texts = [text.strip() for text in row.texts]
    word = texts[columns.word] if columns.word < len(texts) else ""
    clue = texts[columns.clue] if columns.clue < len(texts) else None
    if columns.has_marked_formulas:
        word, clue = with_formula(word), clue and with_formula(clue)
    return ClueRow(_BULLET.sub("", word, count=1) if _BULLET.match(word) else word, clue, row.line)
