"""Clues in columns: filled one after another, balanced, and set as large as fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Final, NamedTuple

from crosswright.rendering.lines import Word, break_lines, line_width

LEADING: Final = 1.18  # from one line to the next, in ems
BASELINE: Final = 0.78  # of a line, as part of the leading
GAP: Final = 0.2  # between clues
HEADING_SCALE: Final = 1.12
HEADING_SPACE: Final = 0.75  # above a heading that does not begin a column
HEADING_GAP: Final = 0.3
AIRY_LEADING, AIRY_GAP = 0.12, 0.5  # what leading and gap gain where there is most room
LABEL_ROOM: Final = 0.45  # between a clue's number and its text, in ems
MIN_LINES: Final = 2  # of a note, before the next column
MIN_CLUES: Final = 2  # below a heading, before the next column
STEP: Final = 0.1  # font sizes are tried in steps of this many points


@dataclass(frozen=True)
class Setting:
    """How text is set: its size in points, and how much air is around it, mostly from 0 to 1."""

    size: float
    air: float = 0.0

    @property
    def gap(self) -> float:
        """The space between clues, in points."""
        return (GAP + AIRY_GAP * self.air) * self.size

    def leading(self, scale: float = 1.0) -> float:
        """Return the distance between lines, in points."""
        return (LEADING + AIRY_LEADING * self.air) * self.size * scale


@dataclass(frozen=True)
class Paragraph:
    """A clue with its number as the label, a note, or a heading."""

    words: tuple[Word, ...]
    label: str = ""
    heading: bool = False
    label_width: float = 0.0

    @property
    def is_prose(self) -> bool:
        """Whether this may begin in one column and end in the next."""
        return not self.label and not self.heading

    @property
    def scale(self) -> float:
        """The size of the type, relative to that of clues."""
        return HEADING_SCALE if self.heading else 1.0


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
    setting: Setting
    baseline: float
    bottom: float
    first: bool


Item = tuple[Paragraph, list[list[Word]]]
"""A paragraph, broken into lines."""


class Flow:
    """Paragraphs to be placed in columns, with clues indented by `indent` ems."""

    def __init__(self, paragraphs: Sequence[Paragraph], indent: float) -> None:
        self.paragraphs = paragraphs
        self.indent = indent
        self._broken: dict[float, list[list[list[Word]]]] = {}

    @property
    def groups(self) -> int:
        """The number of headings."""
        return sum(paragraph.heading for paragraph in self.paragraphs)

    @cached_property
    def widest(self) -> float:
        """The width of the widest paragraph on one line, in ems."""
        widths = (line_width(part.words) * part.scale for part in self.paragraphs)
        return self.indent + max(widths, default=0.0)

    @cached_property
    def longest_word(self) -> float:
        """The width of the longest word with its indent, in ems."""
        words = (word for part in self.paragraphs for word in part.words)
        return self.indent + max((word.width for word in words), default=0.0)

    def lines(self, width: float) -> list[list[list[Word]]]:
        """Return the lines of each paragraph in a column of a width in ems."""
        key = round(width, 6)
        if key not in self._broken:
            self._broken[key] = [self._lines(paragraph, width) for paragraph in self.paragraphs]
        return self._broken[key]

    def _lines(self, paragraph: Paragraph, width: float) -> list[list[Word]]:
        if paragraph.heading:
            return break_lines(paragraph.words, width / HEADING_SCALE)
        overhang = paragraph.label_width + LABEL_ROOM - self.indent if paragraph.label else 0.0
        return break_lines(paragraph.words, width - self.indent, inset=max(0.0, overhang))

    def place(
        self,
        columns: Sequence[Column],
        setting: Setting,
        *,
        tallest: float | None = None,
        grouped: bool = False,
    ) -> list[PlacedLines] | None:
        """Fill columns of equal width one after another; None when there is not enough room.

        A clue stays in one column unless it is longer than the tallest; a heading stays with the
        first clues below it. When `grouped`, every heading begins a column.
        """
        filler = _Filler(columns, setting, tallest)
        lines = self.lines(columns[0].width / setting.size)
        items: list[Item] = list(zip(self.paragraphs, lines, strict=True))
        for index, item in enumerate(items):
            followers: list[Item] = []
            if item[0].heading:
                if grouped and not filler.is_at_start and not filler.advance():
                    return None
                below = items[index + 1 : index + 1 + MIN_CLUES]
                followers += takewhile(lambda item: not item[0].heading, below)
            if not filler.put(item, followers):
                return None
        return filler.placed

    def largest(
        self, columns: Sequence[Column], sizes: tuple[float, float], *, grouped: bool = False
    ) -> float | None:
        """Return the largest font size between two at which everything fits, or None."""
        low, high = (round(size / STEP) for size in sizes)
        if not self._fits(columns, Setting(low * STEP), grouped):
            return None
        if self._fits(columns, Setting(high * STEP), grouped):
            return high * STEP
        while low < high - 1:
            middle = (low + high) // 2
            if self._fits(columns, Setting(middle * STEP), grouped):
                low = middle
            else:
                high = middle
        return low * STEP

    def airiest(self, columns: Sequence[Column], size: float, *, grouped: bool = False) -> Setting:
        """Return the setting of a size, which must fit, with as much air as there is room for."""
        low, high = 0, 11  # tenths
        while low < high - 1:
            middle = (low + high) // 2
            if self._fits(columns, Setting(size, middle / 10), grouped):
                low = middle
            else:
                high = middle
        return Setting(size, low / 10)

    def _fits(self, columns: Sequence[Column], setting: Setting, grouped: bool) -> bool:
        return self.place(columns, setting, grouped=grouped) is not None

    def balance(self, columns: Sequence[Column], setting: Setting) -> list[PlacedLines]:
        """Fill the columns, which must suffice, so that those of the last page end level."""
        best = self.place(columns, setting) or []
        last = max((part.column.page for part in best), default=0)
        used = [column for column in columns if column.page <= last]
        tallest = max(column.height for column in used)
        low, high = 0.0, tallest
        while high - low > setting.size / 8:
            cut = (low + high) / 2
            lines = self.place(_shortened(used, last, cut), setting, tallest=tallest)
            if lines is None:
                high = cut
            else:
                best, low = lines, cut
        shorter = _shortened(used, last, low)
        for index in reversed(range(len(shorter) - 1)):
            if shorter[index].page == last:
                best = self._hand_on(shorter, index, best, setting, tallest)
        return best

    def _hand_on(
        self,
        columns: list[Column],
        index: int,
        placed: list[PlacedLines],
        setting: Setting,
        tallest: float,
    ) -> list[PlacedLines]:
        """Shorten one column as long as the last one, which gets the rest, stays shorter."""
        while columns[index].height > 0:
            trial = [*columns]
            trial[index] = _cut(columns[index], setting.leading())
            lines = self.place(trial, setting, tallest=tallest)
            if lines is None or _end(lines, trial[-1]) > _end(lines, trial[index]):
                break
            columns[:], placed = trial, lines
        return placed


class _Filler:
    """Fills columns: knows the current one, and how much of it is full."""

    def __init__(self, columns: Sequence[Column], setting: Setting, tallest: float | None) -> None:
        self.placed: list[PlacedLines] = []
        self._setting = setting
        self._gap = setting.gap
        self._heading_gap = HEADING_GAP * setting.size
        self._leadings = setting.leading(), setting.leading(HEADING_SCALE)  # of text, of headings
        self._rest = iter(columns)
        self._column = next(self._rest)
        self._y = 0.0
        self._tallest = tallest or max(column.height for column in columns)

    @property
    def is_at_start(self) -> bool:
        """Whether nothing is in the current column yet."""
        return self._y == 0

    def put(self, item: Item, followers: Sequence[Item]) -> bool:
        """Set a paragraph, with room for its followers below; return whether there was room."""
        paragraph, lines = item
        needed = self._height(item)
        if self._is_split(item, needed):
            return self._split(paragraph, lines)
        if followers:
            more = self._height_together(followers)
            needed = min(needed + self._heading_gap + more, self._tallest)
        if paragraph.heading and self._y > 0:
            self._y += HEADING_SPACE * self._setting.size
        while self._y + needed > self._column.height + 1e-6:
            if not self.advance():
                return False
        self._set(paragraph, lines, first=True)
        self._y += self._heading_gap if paragraph.heading else self._gap
        return True

    def _height(self, item: Item) -> float:
        """Return the height of a paragraph."""
        return len(item[1]) * self._leadings[item[0].heading]

    def _height_together(self, items: Sequence[Item]) -> float:
        """Return the height of paragraphs in one column: of one that may be split, its start."""
        height = 0.0
        for item in items:
            whole = self._height(item)
            if self._is_split(item, whole):
                return height + self._height((item[0], item[1][:MIN_LINES]))
            height += whole + self._gap
        return height - self._gap

    def _is_split(self, item: Item, height: float) -> bool:
        """Return whether a paragraph of a height may go on in the next column."""
        return item[0].is_prose or height > self._tallest

    def _split(self, paragraph: Paragraph, lines: list[list[Word]]) -> bool:
        first = True
        leading = self._leadings[paragraph.heading]
        while lines:
            count = int((self._column.height - self._y + 1e-6) / leading)
            if count >= min(MIN_LINES, len(lines)) or (count > 0 and self.is_at_start):
                self._set(paragraph, lines[:count], first)
                lines, first = lines[count:], False
            if lines and not self.advance():
                return False
        self._y += self._gap
        return True

    def _set(self, paragraph: Paragraph, lines: list[list[Word]], first: bool) -> None:
        leading = self._leadings[paragraph.heading]
        baseline = self._column.top + self._y + BASELINE * leading
        self._y += len(lines) * leading
        self.placed.append(
            PlacedLines(
                paragraph,
                lines,
                self._column,
                self._setting,
                baseline,
                self._column.top + self._y,
                first,
            )
        )

    def advance(self) -> bool:
        """Go on to the next column, if there is one."""
        column = next(self._rest, None)
        if column is None:
            return False
        self._column, self._y = column, 0.0
        return True


def _shortened(columns: Sequence[Column], page: int, cut: float) -> list[Column]:
    return [_cut(column, cut) if column.page == page else column for column in columns]


def _cut(column: Column, by: float) -> Column:
    return replace(column, height=max(0.0, column.height - by))


def _end(placed: list[PlacedLines], column: Column) -> float:
    """Return where the lines in a column end."""
    bottoms = (
        part.bottom
        for part in placed
        if (part.column.page, part.column.x) == (column.page, column.x)
    )
    return max(bottoms, default=column.top)
