"""Words in measured lines. Widths are in ems, so a text is measured once and set in any size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

SPACE: Final = 0.265  # between words


class Word(NamedTuple):
    """A word to print, or a part of one: its style, and its width in ems.

    The style has letters as fpdf2 has them, B, I, U and S, and ^ for a superscript or _ for a
    subscript. A glued part follows the one before it without a space, on the same line.
    """

    text: str
    style: str
    width: float
    glued: bool = False
    target: str = ""
    """The address that a link leads to."""


def line_width(words: Iterable[Word]) -> float:
    """Return the width of a line of words."""
    return sum(
        word.width + (SPACE if index and not word.glued else 0.0)
        for index, word in enumerate(words)
    )


def break_lines(words: Iterable[Word], width: float, *, inset: float = 0.0) -> list[list[Word]]:
    """Break words into lines of at most `width` ems; a word that is too long is broken too.

    The first line is shorter by `inset`.
    """
    lines: list[list[Word]] = [[]]
    used = inset
    for group, group_width in _groups(words, width):
        extra = SPACE if lines[-1] else 0.0
        if used + extra + group_width > width and (lines[-1] or used):
            lines.append([])
            used = extra = 0.0
        lines[-1] += group
        used += extra + group_width
    return lines


def even_lines(words: Sequence[Word], width: float) -> list[list[Word]]:
    """Break words into as few lines as possible, of about the same length."""
    fewest = break_lines(words, width)
    narrower = width * (len(fewest) - 1) / len(fewest)
    while narrower < width:
        lines = break_lines(words, narrower)
        if len(lines) == len(fewest):
            return lines
        narrower += 1.0
    return fewest


def _groups(words: Iterable[Word], width: float) -> Iterator[tuple[list[Word], float]]:
    """Yield the parts that stay together on a line, none wider than a line, with their widths."""
    group: list[Word] = []
    total = 0.0
    for word in words:
        if group and not word.glued:
            yield from [(group, total)] if total <= width else _cut(group, width)
            group, total = [], 0.0
        group.append(word)
        total += word.width
    if group:
        yield from [(group, total)] if total <= width else _cut(group, width)


def _cut(group: list[Word], width: float) -> Iterator[tuple[list[Word], float]]:
    """Yield the words of a group that is too wide, and the parts of those that are, one by one."""
    for word in group:
        if word.width <= width:
            yield [word._replace(glued=False)], word.width
            continue
        mean = word.width / len(word.text)
        count = max(1, int(width / mean * 0.9))
        for start in range(0, len(word.text), count):
            piece = word.text[start : start + count]
            part = mean * len(piece)
            yield [word._replace(text=piece, width=part, glued=False)], part
