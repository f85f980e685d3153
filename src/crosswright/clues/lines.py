"""The lines of a table as fields: which sign ends the word, what is quoted, and what is all clue.

Commas, semicolons and tabs separate; so do the signs with which people write lists by hand, as in
`cat - meow`, `cat: meow` and `cat = meow`. The first one ends the word. No later one ends the clue,
unless a heading names further columns or the clue is in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from crosswright.clues.columns import Columns
from crosswright.errors import TableError

MAX_LINE: Final = 100_000
"""The longest line, in characters."""

MAX_QUOTED_LINES: Final = 100
"""Lines that one row may have, where a quoted field has line breaks."""

_QUOTED: Final = re.compile(r'"[^"]*"')
_QUOTED_WORD: Final = re.compile(r' *"(?:[^"]|"")*+" *')
_NUMBER: Final = re.compile(r"\s*(\d{1,4})[.)]\s+(?=\S)")
_NUMBER_COLUMN: Final = re.compile(r'\s*"?(\d{1,4})[.)]?"?\s*[\t;,]\s*(?=\S)')
_NUMBER_AND_TAB: Final = re.compile(r'\s*"?(\d{1,4})[.)]?"?\s*\t\s*(?=\S)')
_OPENING: Final = re.compile(r' *"(?:[^"]|"")*+')


class Separator:
    """A sign between word and clue; a plain one may be between more columns, too."""

    def __init__(self, sign: str, pattern: str, *, is_plain: bool = False) -> None:
        self.sign = sign
        self.is_plain = is_plain
        self.pattern = re.compile(pattern)
        self.quoted_field = re.compile(rf' *"((?:[^"]|"")*+)" *(?=\Z|{pattern})')


TAB: Final = Separator("\t", r"\t", is_plain=True)
SEPARATORS: Final = (
    TAB,
    Separator(";", ";", is_plain=True),
    Separator(",", ",", is_plain=True),
    Separator("=", "="),
    Separator(":", r"(?<!\d):|:(?!\d)"),  # not that of 12:30
    Separator("-", r"(?<=\s)[-–—]|(?<=\S)[-–—](?=\s)|(?<=\S)—"),  # not that of T-cell
)
"""The surest sign first."""


class Field(NamedTuple):
    """A part of a row: its text, where it is in the line, and whether it is quoted."""

    text: str
    start: int
    end: int
    quoted: bool = False


class Row(NamedTuple):
    """The texts of a row, as many as there are columns or fewer, and the number of its line."""

    texts: list[str]
    line: int


class LineReader:
    """One reading of a table, line by line; `columns` is known once the first row is."""

    def __init__(self, lines: Sequence[str], name: str, *, only_tabs: bool = False) -> None:
        self.name = name
        self.columns = Columns()
        self._only_tabs = only_tabs
        column = _NUMBER_AND_TAB if only_tabs else _NUMBER_COLUMN
        lines = without_numbers(lines, column, may_have_heading=False)
        lines = lines if only_tabs else without_numbers(lines)
        self._separator = TAB if only_tabs else _most_frequent(lines)
        self._has_heading = False
        self._number = 0  # of the line last read
        self._lines = self._counted(lines)

    def _counted(self, lines: Iterable[str]) -> Iterator[str]:
        for self._number, line in enumerate(lines, 1):
            if len(line) > MAX_LINE:
                raise self.error(self._number, f"longer than {MAX_LINE:,} characters")
            yield line

    def error(self, number: int, message: str) -> TableError:
        """Return what is wrong with a line."""
        return TableError(f"{self.name}, line {number}: {message}")

    def rows(self) -> Iterator[Row]:
        """Yield all rows but blank ones, comments and the heading."""
        is_first = True
        for line in self._lines:
            if is_comment(line) or not line.strip():
                continue
            if is_first and self._take_heading(line):
                is_first = False
                continue
            number = self._number
            texts = self._texts(line.lstrip(" "))
            if any(map(str.strip, texts)):
                is_first = False
                yield Row(texts, number)

    def _take_heading(self, line: str) -> bool:
        """Return whether a line is a heading; if so, go by its columns and its separator."""
        for separator in (TAB,) if self._only_tabs else SEPARATORS:
            columns = Columns.of([field.text for field in fields_of(line, separator) or ()])
            if columns is not None:
                self.columns, self._separator, self._has_heading = columns, separator, True
                return True
        return False

    def _texts(self, line: str) -> list[str]:
        """Return the texts of the row that a line begins."""
        number, count = self._number, 1
        separator = self._separator_of(line)
        while (fields := fields_of(line, separator)) is None:
            following = next(self._lines, None)
            if following is None or count == MAX_QUOTED_LINES:
                message = 'a quote is never closed; quote a clue as in WORD,"So, what?"'
                raise self.error(number, message)
            line, count = f"{line}\n{following}", count + 1
        return self._fitted(fields, line)

    def _separator_of(self, line: str) -> Separator:
        """Return what separates in this line; a word that may end in two places is refused."""
        usual, bare = self._separator, _without_quotations(line)
        first = _first(bare)
        if self._only_tabs or first is None or first is usual:
            return usual
        if not usual.pattern.search(bare):
            return first if self.columns.number == 2 else usual
        if self._has_heading:
            return usual
        if (word := _QUOTED_WORD.match(line)) and first.pattern.match(line, word.end()):
            return first
        if first.is_plain and usual.is_plain:
            return min(first, usual, key=SEPARATORS.index)
        message = f"the word may end at {first.sign!r} or at {usual.sign!r}; put the word in quotes"
        raise self.error(self._number, message)

    def _fitted(self, fields: list[Field], line: str) -> list[str]:
        """Return as many texts as there are columns: whatever is too much belongs to the clue."""
        number, clue = self.columns.number, self.columns.clue
        while len(fields) > number and not fields[-1].text.strip():
            fields.pop()
        extra = len(fields) - number
        if extra > 0 and not _is_complete(fields[clue], fields[clue + 1 :]):
            whole = Field(line[fields[clue].start : fields[clue + extra].end], 0, 0)
            fields[clue : clue + extra + 1] = [whole]
        return [field.text for field in fields]


def without_numbers(
    lines: Sequence[str], pattern: re.Pattern[str] = _NUMBER, *, may_have_heading: bool = True
) -> Sequence[str]:
    """Return the lines of a numbered list without their numbers, and other lines as they are.

    The numbers count from 1, and only the first line may have none: it may be a heading. Of a
    heading for columns, one is for the numbers.

    >>> without_numbers(["1. cat, says meow", "", "2. dog, barks"])
    ['cat, says meow', '', 'dog, barks']
    """
    texts = [number for number, line in enumerate(lines) if line.strip() and not is_comment(line)]
    if texts and may_have_heading and not pattern.match(lines[texts[0]]):
        del texts[0]
    if len(texts) < 2:
        return lines
    unnumbered = [*lines]
    for count, number in enumerate(texts, 1):
        mark = pattern.match(lines[number])
        if mark is None or int(mark[1]) != count:
            return lines
        unnumbered[number] = lines[number][mark.end() :]
    return unnumbered


def fields_of(line: str, separator: Separator) -> list[Field] | None:
    """Split a line into fields; None if a quoted one goes on in the next line."""
    fields: list[Field] = []
    start = 0
    while True:
        if quoted := separator.quoted_field.match(line, start):
            end = quoted.end()
            fields.append(Field(quoted[1].replace('""', '"'), start, end, quoted=True))
        elif (opening := _OPENING.match(line, start)) and opening.end() == len(line):
            return None
        else:  # quotes that do not enclose a field are part of it, as in OHNO,"Yikes!" relative
            sign = separator.pattern.search(line, start)
            end = sign.start() if sign else len(line)
            fields.append(Field(line[start:end], start, end))
        sign = separator.pattern.match(line, end)
        if sign is None:
            return fields
        start = sign.end()


def _is_complete(clue: Field, following: Sequence[Field]) -> bool:
    """Return whether a clue ends with its quotes: they are needed, or all fields have them."""
    needed = any(separator.pattern.search(clue.text) for separator in SEPARATORS[:3])
    needed = needed or '"' in clue.text or "\n" in clue.text
    return clue.quoted and (needed or all(field.quoted for field in following))


def is_comment(line: str) -> bool:
    """Return whether a line is a comment."""
    return line.lstrip().startswith("#")


def _without_quotations(line: str) -> str:
    """Return a line with an x in place of each character that is in quotes."""
    return _QUOTED.sub(lambda quotation: "x" * len(quotation[0]), line)


def _first(bare: str) -> Separator | None:
    """Return the separator that comes first in a line without quotations."""
    signs = [(found.start(), each) for each in SEPARATORS if (found := each.pattern.search(bare))]
    return min(signs, key=lambda sign: sign[0])[1] if signs else None


def _most_frequent(lines: Iterable[str]) -> Separator:
    """Return the separator that comes first, outside quotes, in most lines."""
    counts = dict.fromkeys(SEPARATORS, 0)
    for line in lines:
        if not is_comment(line) and (first := _first(_without_quotations(line.lstrip(" ")))):
            counts[first] += 1
    return max(SEPARATORS, key=lambda separator: counts[separator])
