"""Clues in columns: lines broken, columns filled and balanced, the font size chosen to fit.

Widths are in ems, so a text is measured once and set in any size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, NamedTuple

LEADING: Final = 1.18  # from one line to the next, in ems
BASELINE: Final = 0.78  # of a line, as part of the leading
GAP: Final = 0.2  # between clues
HEADING_SCALE: Final = 1.12
HEADING_SPACE: Final = 0.75  # above a heading that does not begin a column
HEADING_GAP: Final = 0.3
SPACE: Final = 0.265  # between words
STEP: Final = 0.1  # font sizes are tried in steps of this many points


class Word(NamedTuple):
    """A word to print: its style ("", "B" or "I") and its width in ems."""

    text: str
    style: str
    width: float


@dataclass(frozen=True)
class Paragraph:
    """A clue with its number as the label, a note, or a heading."""

    words: tuple[Word, ...]
    label: str = ""
    heading: bool = False


@dataclass(frozen=True)
class Column:
    """A column to fill; heights are measured down from `top`."""

    page: int
    x: float
    top: float
    width: float
    height: float

    @property
    def bottom(self) -> float:
        """Where the column ends."""
        return self.top + self.height


class PlacedLines(NamedTuple):
    """Lines of a paragraph where they are printed: column, first baseline, and where they end."""

    paragraph: Paragraph
    lines: list[list[Word]]
    column: Column
    baseline: float
    bottom: float
    first: bool


def break_lines(words: Iterable[Word], width: float) -> list[list[Word]]:
    """Break words into lines of at most `width` ems; a word that is too long is broken too."""
    lines: list[list[Word]] = [[]]
    used = 0.0
    for word in _short_enough(words, width):
        extra = SPACE if lines[-1] else 0.0
        if lines[-1] and used + extra + word.width > width:
            lines.append([])
            used = extra = 0.0
        lines[-1].append(word)
        used += extra + word.width
    return lines


def _short_enough(words: Iterable[Word], width: float) -> Iterator[Word]:
    for word in words:
        if word.width <= width:
            yield word
            continue
        mean = word.width / len(word.text)
        count = max(1, int(width / mean * 0.9))
        for start in range(0, len(word.text), count):
            piece = word.text[start : start + count]
            yield Word(piece, word.style, mean * len(piece))


def place(
    paragraphs: Sequence[Paragraph],
    columns: Sequence[Column],
    size: float,
    indent: float,
    *,
    tallest: float | None = None,
) -> list[PlacedLines] | None:
    """Fill columns of equal width one after another; None when there is not enough room.

    A clue stays in one column unless it is longer than the tallest; a heading stays with the clue
    below it.
    """
    filler = _Filler(columns, size, indent, tallest)
    for paragraph, follower in zip_longest(paragraphs, paragraphs[1:]):
        if not filler.put(paragraph, follower if paragraph.heading else None):
            return None
    return filler.placed


class _Filler:
    """Fills columns: knows the current one, and how much of it is full."""

    def __init__(
        self, columns: Sequence[Column], size: float, indent: float, tallest: float | None
    ) -> None:
        self.placed: list[PlacedLines] = []
        self._size, self._indent = size, indent
        self._rest = iter(columns)
        self._column = next(self._rest)
        self._width = self._column.width / size
        self._y = 0.0
        self._tallest = tallest or max(column.height for column in columns)

    def put(self, paragraph: Paragraph, follower: Paragraph | None) -> bool:
        """Set a paragraph, with room for its follower below it; return whether there was room."""
        lines = self._lines(paragraph)
        leading = self._leading(paragraph)
        needed = len(lines) * leading
        if needed > self._tallest:
            return self._split(paragraph, lines, leading)
        if follower:
            more = len(self._lines(follower)) * self._leading(follower)
            needed = min(needed + HEADING_GAP * self._size + more, self._tallest)
        if paragraph.heading and self._y > 0:
            self._y += HEADING_SPACE * self._size
        while self._y + needed > self._column.height + 1e-6:
            if not self._advance():
                return False
        self._set(paragraph, lines, first=True)
        self._y += (HEADING_GAP if paragraph.heading else GAP) * self._size
        return True

    def _split(self, paragraph: Paragraph, lines: list[list[Word]], leading: float) -> bool:
        first = True
        while lines:
            count = int((self._column.height - self._y) / leading)
            if count > 0:
                self._set(paragraph, lines[:count], first)
                lines, first = lines[count:], False
            if lines and not self._advance():
                return False
        self._y += GAP * self._size
        return True

    def _set(self, paragraph: Paragraph, lines: list[list[Word]], first: bool) -> None:
        leading = self._leading(paragraph)
        baseline = self._column.top + self._y + BASELINE * leading
        self._y += len(lines) * leading
        bottom = self._column.top + self._y
        self.placed.append(PlacedLines(paragraph, lines, self._column, baseline, bottom, first))

    def _advance(self) -> bool:
        column = next(self._rest, None)
        if column is None:
            return False
        self._column, self._y = column, 0.0
        return True

    def _lines(self, paragraph: Paragraph) -> list[list[Word]]:
        width = self._width / HEADING_SCALE if paragraph.heading else self._width - self._indent
        return break_lines(paragraph.words, width)

    def _leading(self, paragraph: Paragraph) -> float:
        return LEADING * self._size * (HEADING_SCALE if paragraph.heading else 1)


def fit(
    paragraphs: Sequence[Paragraph],
    columns: Sequence[Column],
    sizes: tuple[float, float],
    indent: float,
) -> float | None:
    """Return the largest font size between two at which everything fits, or None."""
    low, high = (round(size / STEP) for size in sizes)
    if place(paragraphs, columns, low * STEP, indent) is None:
        return None
    while low < high:
        middle = (low + high + 1) // 2
        if place(paragraphs, columns, middle * STEP, indent) is None:
            high = middle - 1
        else:
            low = middle
    return low * STEP


def balance(
    paragraphs: Sequence[Paragraph], columns: Sequence[Column], size: float, indent: float
) -> list[PlacedLines]:
    """Fill the columns, which must suffice, so that those of the last page end level."""
    best = place(paragraphs, columns, size, indent) or []
    last = max((part.column.page for part in best), default=0)
    used = [column for column in columns if column.page <= last]
    tallest = max(column.height for column in used)
    low, high = 0.0, tallest
    while high - low > size / 8:
        cut = (low + high) / 2
        shorter = [_cut(column, cut) if column.page == last else column for column in used]
        lines = place(paragraphs, shorter, size, indent, tallest=tallest)
        if lines is None:
            high = cut
        else:
            best, low = lines, cut
    shorter = [_cut(column, low) if column.page == last else column for column in used]
    for index in reversed(range(len(shorter) - 1)):
        if shorter[index].page == last:
            best = _hand_on(paragraphs, shorter, index, best, size, indent, tallest)
    return best


def _cut(column: Column, by: float) -> Column:
    return replace(column, height=max(0.0, column.height - by))


def _hand_on(
    paragraphs: Sequence[Paragraph],
    columns: list[Column],
    index: int,
    placed: list[PlacedLines],
    size: float,
    indent: float,
    tallest: float,
) -> list[PlacedLines]:
    """Shorten one column as long as the last one, which gets the rest, stays shorter."""
    while columns[index].height > 0:
        trial = [*columns]
        trial[index] = _cut(columns[index], LEADING * size)
        lines = place(paragraphs, trial, size, indent, tallest=tallest)
        if lines is None or _end(lines, trial[-1]) > _end(lines, trial[index]):
            break
        columns[:], placed = trial, lines
    return placed


def _end(placed: list[PlacedLines], column: Column) -> float:
    """Return where the lines in a column end."""
    bottoms = (
        part.bottom
        for part in placed
        if (part.column.page, part.column.x) == (column.page, column.x)
    )
    return max(bottoms, default=column.top)
