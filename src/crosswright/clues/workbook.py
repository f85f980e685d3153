"""Words and clues from an Excel workbook (.xlsx): the cells of its first visible sheet.

An .xlsx file is a zip of XML files (ECMA-376): relations lead from the package to the workbook, and
from there to its sheets and to the strings that their cells share.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from crosswright.clues.columns import Columns
from crosswright.clues.lines import LineReader, Row, is_comment
from crosswright.errors import FormatError, TableError
from crosswright.support.archives import ZIP_START, Archive
from crosswright.support.xmltree import parse_xml

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_FILES: Final = 1000
MAX_PART: Final = 32 << 20  # bytes of a sheet, which XML makes far longer than its words
MAX_COLUMNS: Final = 50  # cells further to the right do not count
MAX_ROWS: Final = 1 << 20  # those of Excel

_CELL: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


class SheetRow(NamedTuple):
    """The texts of a row, from column A on, and its number."""

    texts: list[str]
    number: int


def workbook_reader(data: bytes, name: str) -> SheetReader | LineReader:
    """Return a reader of a workbook; if its sheet has one column, each of its cells is a line."""
    rows = sheet_rows(data)
    if any(any(row.texts[1:]) for row in rows):
        return SheetReader(rows, name)
    lines = [""] * max((row.number for row in rows), default=0)
    for texts, number in rows:
        lines[number - 1] = " ".join(texts[0].split("\n"))
    return LineReader(lines, name)


def sheet_rows(data: bytes) -> list[SheetRow]:
    """Return the rows of the first visible sheet that have any text; FormatError without one."""
    if not data.startswith(ZIP_START):
        raise FormatError("an old Excel workbook; save it as .xlsx or CSV")
    archive = Archive(data, max_files=MAX_FILES, max_bytes=MAX_PART)
    main = _targets(archive, "").get("officeDocument", ["xl/workbook.xml"])[0]
    if main not in archive.names or not main.endswith(".xml"):
        raise FormatError("not an Excel workbook; save it as .xlsx or CSV")
    sheet = _first_sheet(archive, main)
    strings = _shared_strings(archive, main)
    rows = []
    for number, row in _numbered(sheet.iterfind("sheetData/row")):
        texts = _texts(row, number, strings)
        if any(map(str.strip, texts)):
            rows.append(SheetRow(texts, number))
    return _without_numbers(_without_empty_columns(rows))


def _without_empty_columns(rows: list[SheetRow]) -> list[SheetRow]:
    """Return rows from the first column on that has any text."""
    starts = [next(n for n, text in enumerate(texts) if text.strip()) for texts, _ in rows]
    first = min(starts, default=0)
    return [SheetRow(texts[first:], number) for texts, number in rows]


def _without_numbers(rows: list[SheetRow]) -> list[SheetRow]:
    """Return rows without a first column that only counts them, and has no heading.

    With one other column, it must count from 1: the numbers might be words, and this the clues.
    """
    counted = [row.texts for row in rows if not is_comment(row.texts[0])]
    numbers = [texts[0].strip().removesuffix(".").removesuffix(")") for texts in counted]
    if len(counted) < 2 or not all(n.isdecimal() and len(n) < 8 for n in numbers):
        return rows
    counts = [*map(int, numbers)]
    is_increasing = all(one < other for one, other in pairwise(counts))
    is_wide = any(any(map(str.strip, texts[2:])) for texts in counted)
    if not (is_wide and is_increasing) and counts != [*range(1, len(counts) + 1)]:
        return rows
    return [
        row if is_comment(row.texts[0]) else SheetRow(row.texts[1:] or [""], row.number)
        for row in rows
    ]


class SheetReader:
    """One reading of a sheet, row by row; `columns` is known once the first row is."""

    def __init__(self, rows: list[SheetRow], name: str) -> None:
        self.name = name
        self.columns = Columns()
        self._rows = rows

    def error(self, number: int, message: str) -> TableError:
        """Return what is wrong with a row."""
        return TableError(f"{self.name}, row {number}: {message}")

    def rows(self) -> Iterator[Row]:
        """Yield all rows but comments and the heading."""
        is_first = True
        for texts, number in self._rows:
            if is_comment(texts[0]):
                continue
            columns = Columns.of(texts) if is_first else None
            is_first = False
            if columns is None:
                yield Row(texts, number)
            else:
                self.columns = columns


# -- the parts of a workbook ----------------------------------------------------------------------


def _targets(archive: Archive, part: str) -> dict[str, list[str]]:
    """Return what a part refers to: paths by kind, and the one of each id under that id."""
    folder, name = posixpath.split(part)
    path = posixpath.join(folder, "_rels", f"{name}.rels")
    targets: dict[str, list[str]] = {}
    for relation in parse_xml(archive.read(path)) if path in archive.names else ():
        target = posixpath.normpath(posixpath.join("/", folder, relation.get("Target", "")))
        for key in (relation.get("Type", "").rpartition("/")[2], "#" + relation.get("Id", "")):
            targets.setdefault(key, []).append(target.lstrip("/"))
    return targets


def _first_sheet(archive: Archive, main: str) -> Element:
    targets = _targets(archive, main)
    for sheet in parse_xml(archive.read(main)).iterfind("sheets/sheet"):
        path = targets.get("#" + sheet.get("id", ""), [""])[0]
        if sheet.get("state", "visible") == "visible" and path in archive.names:
            return parse_xml(archive.read(path))
    raise FormatError("the workbook has no visible sheet")


def _shared_strings(archive: Archive, main: str) -> list[str]:
    usual = posixpath.join(posixpath.dirname(main), "sharedStrings.xml")
    path = _targets(archive, main).get("sharedStrings", [usual])[0]
    if path not in archive.names:
        return []
    return [_text(item) for item in parse_xml(archive.read(path)).iterfind("si")]


def _text(item: Element) -> str:
    """Return the text of a string, be it plain or in runs of several styles."""
    return "".join(text.text or "" for path in ("t", "r/t") for text in item.iterfind(path))


# -- cells ----------------------------------------------------------------------------------------


def _numbered(rows: Iterator[Element]) -> Iterator[tuple[int, Element]]:
    """Yield rows with their numbers; a row without one follows the row before it."""
    number = 0
    for row in rows:
        given = row.get("r", "")
        number = int(given) if re.fullmatch(r"[1-9][0-9]{0,6}", given) else number + 1
        if number > MAX_ROWS:
            raise FormatError(f"its sheet has more than {MAX_ROWS:,} rows")
        yield number, row


def _texts(row: Element, number: int, strings: list[str]) -> list[str]:
    texts: list[str] = []
    for cell in row.iterfind("c"):
        place = _CELL.fullmatch(cell.get("r", ""))
        column = _column(place[1]) if place else len(texts)
        if column < MAX_COLUMNS:
            texts += [""] * (column + 1 - len(texts))
            texts[column] = _content(cell, number, strings)
    return texts


def _column(letters: str) -> int:
    """Return the index of a column: 0 for A, 26 for AA."""
    index = 0
    for letter in letters:
        index = 26 * index + ord(letter) - ord("A") + 1
    return index - 1


def _content(cell: Element, number: int, strings: list[str]) -> str:
    """Return what a cell shows, but for formats of numbers."""
    value = cell.findtext("v", "").strip()
    match cell.get("t", "n"):
        case "s" if value:
            if value.isdecimal() and len(value) < 8 and int(value) < len(strings):
                return strings[int(value)]
            raise FormatError(
                f"row {number} has a cell whose text is missing; save it again as .xlsx or CSV"
            )
        case "inlineStr":
            return "".join(map(_text, cell.iterfind("is")))
        case "b":
            return "TRUE" if value == "1" else "FALSE"
        case "e":
            raise FormatError(f"row {number} has a cell with an error: {value[:20]}")
        case "n" if re.fullmatch(r"-?[0-9.]+(?:[Ee][-+]?[0-9]{1,3})?", value):
            return _number(value)
    return value


def _number(value: str) -> str:
    """Return a number as Excel shows it, without the noise of its last digits."""
    try:
        return f"{float(value):.15g}"
    except ValueError:
        return value
