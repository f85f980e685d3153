"""Tables of words and clues: CSV, with tabs or semicolons too, or one word per line.

A heading such as `word,clue` names the columns; without one the word comes first. Blank lines and
those that begin with # do not count. A field in quotes may hold separators and line breaks; in a
line without quotes, what follows the last separator needed is all clue: `OAK,Acorns, of course`.

A table for spreadsheets has an apostrophe before each heading and before whatever a spreadsheet
would take for a formula; the ones in the heading say that those in the rows are to be taken off.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from crosswright.errors import CrosswrightError, TableError
from crosswright.grids.letters import normalise_answer
from crosswright.support.decoding import decode
from crosswright.support.files import read_limited
from crosswright.support.wording import quote

MAX_BYTES: Final = 8 << 20
MAX_LINE: Final = 100_000
"""The longest line, in characters."""

SEPARATORS: Final = "\t;,"
TAB_SUFFIXES: Final = (".tsv", ".tab")
WORD_HEADINGS: Final = frozenset({"word", "words", "answer", "answers", "entry", "term"})
CLUE_HEADINGS: Final = frozenset({"clue", "clues", "hint", "definition", "question"})

_QUOTED: Final = re.compile(r'"[^"]*"')

APOSTROPHE: Final = "'"
_FORMULA: Final = re.compile(r"'*[=+@\t\r\n＝＋－＠-]")
"""What a spreadsheet would calculate, with the apostrophes before it."""


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


class Columns(NamedTuple):
    """Which columns hold words and clues, how many there are, and whether formulas are marked."""

    word: int = 0
    clue: int = 1
    number: int = 2
    has_marked_formulas: bool = False

    @classmethod
    def of(cls, heading: list[str]) -> Columns | None:
        """Return the columns that a heading names; None when the row is not a heading."""
        quoted = [name.strip().casefold() for name in heading]
        names = [name.removeprefix(APOSTROPHE) for name in quoted]
        word = next((n for n, name in enumerate(names) if name in WORD_HEADINGS), None)
        clue = next((n for n, name in enumerate(names) if name in CLUE_HEADINGS), None)
        if word is None or clue is None:
            return None
        return cls(word, clue, len(names), quoted[clue] != names[clue])


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
    return [*_Reader(lines, name, "\t" if tabs else _separator(lines)).rows()]


def _separator(lines: list[str]) -> str:
    """Return the separator that comes first, outside quotes, in most lines."""
    counts = dict.fromkeys(SEPARATORS, 0)
    for line in lines:
        bare = _QUOTED.sub("", line)
        positions = [bare.find(sign) for sign in SEPARATORS if sign in bare]
        if positions and not _is_comment(line):
            counts[bare[min(positions)]] += 1
    return max(SEPARATORS, key=lambda sign: counts[sign])


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


class _Reader:
    """One reading of a table, line by line."""

    def __init__(self, lines: list[str], name: str, separator: str) -> None:
        self.name = name
        self.separator = separator
        self.number = 0  # of the line last read
        self._quoted = re.compile(rf'(?:^|{separator})\s*"')
        self._lines = self._counted(lines)

    def _counted(self, lines: list[str]) -> Iterator[str]:
        for self.number, line in enumerate(lines, 1):
            if len(line) > MAX_LINE:
                raise self._error(self.number, f"longer than {MAX_LINE:,} characters")
            yield line

    def _error(self, number: int, message: str) -> TableError:
        return TableError(f"{self.name}, line {number}: {message}")

    def rows(self) -> Iterator[ClueRow]:
        """Yield all rows but blank ones, comments and the heading."""
        columns = None
        for line in self._lines:
            number = self.number
            fields, quoted = self._fields(line)
            if _is_comment(line) or not any(map(str.strip, fields)):
                continue
            if columns is None:
                columns = Columns.of(fields)
                if columns is not None:
                    continue
                columns = Columns()
            if not quoted and len(fields) > columns.number:
                last = columns.number - 1
                fields[last:] = [self.separator.join(fields[last:])]
            yield self._row(fields, columns, number)

    def _fields(self, line: str) -> tuple[list[str], bool]:
        """Return the fields of the row that a line begins, and whether any of them is quoted."""
        if self._quoted.search(line) and not _is_comment(line):
            number = self.number
            lines = (f"{each}\n" for each in chain([line], self._lines))
            reader = csv.reader(lines, delimiter=self.separator, strict=True, skipinitialspace=True)
            try:
                return next(reader), True
            except csv.Error:
                if line.count('"') % 2:
                    message = 'a quote is never closed; quote a clue as in WORD,"So, what?"'
                    raise self._error(number, message) from None
                # Else the quotes are part of the clue, as in OHNO,"Yikes!" relative.
        return line.split(self.separator), False

    def _row(self, fields: list[str], columns: Columns, number: int) -> ClueRow:
        word = fields[columns.word].strip() if columns.word < len(fields) else ""
        clue = fields[columns.clue].strip() if columns.clue < len(fields) else None
        if columns.has_marked_formulas:
            word, clue = with_formula(word), clue and with_formula(clue)
        if not normalise_answer(word):
            raise self._error(number, f"no word in {quote(self.separator.join(fields))}")
        return ClueRow(word, clue, number)
