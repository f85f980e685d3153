"""Clues set in columns: lines broken, columns filled and balanced, the font size made to fit.

Widths of words are in ems, so a text is measured once and set in any size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

LEADING: Final = 1.18  # from line to line, in ems
BASELINE: Final = 0.78  # of a line, as part of the leading
GAP: Final = 0.2  # between clues
HEADING_SCALE: Final = 1.12
HEADING_SPACE: Final = 0.75  # above a heading that does not begin a column
HEADING_GAP: Final = 0.3
SPACE: Final = 0.265  # between words
STEP: Final = 0.1  # font sizes are tried in steps of this many points


class Word(NamedTuple):
    """A word to be set: its style ("", "B" or "I") and its width in ems."""

    text: str
    style: str
    width: float


@dataclass(frozen=True)
class Item:
    """A clue with its number, a paragraph, or a heading."""

    words: tuple[Word, ...]
    label: str = ""
    heading: bool = False


@dataclass(frozen=True)
class Frame:
    """A column to be filled; heights are measured down from `top`."""

    page: int
    x: float
    top: float
    width: float
    height: float

    @property
    def bottom(self) -> float:
        """Where the column ends."""
        return self.top + self.height


class Placed(NamedTuple):
    """Some lines of an item at their place: the column, the first baseline, where they end."""

    item: Item
    lines: list[list[Word]]
    frame: Frame
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
    items: Sequence[Item],
    frames: Sequence[Frame],
    size: float,
    indent: float,
    *,
    tallest: float | None = None,
) -> list[Placed] | None:
    """Fill columns of equal width one after the other; None when there is not enough room.

    A clue stays in one column unless it is longer than the tallest; a heading stays with the clue
    below it.
    """
    columns = _Columns(frames, size, indent, tallest)
    for number, item in enumerate(items):
        follower = items[number + 1] if item.heading and number + 1 < len(items) else None
        if not columns.put(item, follower):
            return None
    return columns.placed


class _Columns:
    """Columns while they are being filled: the current one, and how far down it is full."""

    def __init__(
        self, frames: Sequence[Frame], size: float, indent: float, tallest: float | None
    ) -> None:
        self.placed: list[Placed] = []
        self._size, self._indent = size, indent
        self._rest = iter(frames)
        self._frame = next(self._rest)
        self._width = self._frame.width / size
        self._y = 0.0
        self._tallest = tallest or max(frame.height for frame in frames)

    def put(self, item: Item, follower: Item | None) -> bool:
        """Set an item, with room for its follower below it; tell whether there was room."""
        lines = self._lines(item)
        leading = self._leading(item)
        needed = len(lines) * leading
        if needed > self._tallest:
            return self._split(item, lines, leading)
        if follower:
            more = len(self._lines(follower)) * self._leading(follower)
            needed = min(needed + HEADING_GAP * self._size + more, self._tallest)
        if item.heading and self._y > 0:
            self._y += HEADING_SPACE * self._size
        while self._y + needed > self._frame.height + 1e-6:
            if not self._advance():
                return False
        self._set(item, lines, first=True)
        self._y += (HEADING_GAP if item.heading else GAP) * self._size
        return True

    def _split(self, item: Item, lines: list[list[Word]], leading: float) -> bool:
        first = True
        while lines:
            count = int((self._frame.height - self._y) / leading)
            if count > 0:
                self._set(item, lines[:count], first)
                lines, first = lines[count:], False
            if lines and not self._advance():
                return False
        self._y += GAP * self._size
        return True

    def _set(self, item: Item, lines: list[list[Word]], first: bool) -> None:
        leading = self._leading(item)
        baseline = self._frame.top + self._y + BASELINE * leading
        self._y += len(lines) * leading
        bottom = self._frame.top + self._y
        self.placed.append(Placed(item, lines, self._frame, baseline, bottom, first))

    def _advance(self) -> bool:
        frame = next(self._rest, None)
        if frame is None:
            return False
        self._frame, self._y = frame, 0.0
        return True

    def _lines(self, item: Item) -> list[list[Word]]:
        width = self._width / HEADING_SCALE if item.heading else self._width - self._indent
        return break_lines(item.words, width)

    def _leading(self, item: Item) -> float:
        return LEADING * self._size * (HEADING_SCALE if item.heading else 1)


def fit(
    items: Sequence[Item],
    frames: Sequence[Frame],
    sizes: tuple[float, float],
    indent: float,
) -> float | None:
    """Return the largest font size between two at which all items find room, None if none."""
    low, high = (round(size / STEP) for size in sizes)
    if place(items, frames, low * STEP, indent) is None:
        return None
    while low < high:
        middle = (low + high + 1) // 2
        if place(items, frames, middle * STEP, indent) is None:
            high = middle - 1
        else:
            low = middle
    return low * STEP


def balance(
    items: Sequence[Item], frames: Sequence[Frame], size: float, indent: float
) -> list[Placed]:
    """Fill the columns, which must suffice, so that those of the last page end alike."""
    best = place(items, frames, size, indent) or []
    last = max((part.frame.page for part in best), default=0)
    used = [frame for frame in frames if frame.page <= last]
    tallest = max(frame.height for frame in used)
    low, high = 0.0, tallest
    while high - low > size / 8:
        cut = (low + high) / 2
        shorter = [_cut(frame, cut) if frame.page == last else frame for frame in used]
        found = place(items, shorter, size, indent, tallest=tallest)
        if found is None:
            high = cut
        else:
            best, low = found, cut
    shorter = [_cut(frame, low) if frame.page == last else frame for frame in used]
    for index in reversed(range(len(shorter) - 1)):
        if shorter[index].page == last:
            best = _hand_on(items, shorter, index, best, size, indent, tallest)
    return best


def _cut(frame: Frame, by: float) -> Frame:
    return replace(frame, height=max(0.0, frame.height - by))


def _hand_on(
    items: Sequence[Item],
    frames: list[Frame],
    index: int,
    placed: list[Placed],
    size: float,
    indent: float,
    tallest: float,
) -> list[Placed]:
    """Shorten one column for as long as the last one, which takes the rest, stays the shorter."""
    while frames[index].height > 0:
        trial = [*frames]
        trial[index] = _cut(frames[index], LEADING * size)
        found = place(items, trial, size, indent, tallest=tallest)
        if found is None or _end(found, trial[-1]) > _end(found, trial[index]):
            break
        frames[:], placed = trial, found
    return placed


def _end(placed: list[Placed], frame: Frame) -> float:
    """Return the height at which what stands in a column ends."""
    column = (frame.page, frame.x)
    return max(
        (part.bottom for part in placed if (part.frame.page, part.frame.x) == column),
        default=frame.top,
    )
