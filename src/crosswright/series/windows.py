"""Which words are out: what the windows of a plan, the history and coming themes leave.

Puzzles are numbered through: 1 is the first of the season, 0 the last one published before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final

from crosswright.formats.history import EarlierAnswers
from crosswright.grids.letters import split_letters
from crosswright.series.plan import PuzzleNumber, Windows
from crosswright.support.records import Record

Answers = Sequence[str]
"""The answers of a puzzle, as the word list spells them."""

Themes = Mapping[PuzzleNumber, Answers]
"""The entries of themes by the numbers of their puzzles."""

NOTHING_EARLIER: Final = EarlierAnswers()
NO_THEMES: Final[Themes] = MappingProxyType({})


class Repeat(Record):
    """An answer that comes again too soon, or that never should have."""

    answer: str
    number: PuzzleNumber
    earlier: PuzzleNumber | None
    """The puzzle that had it before; None if a list of the history has it."""
    window: int


def length_of(answer: str) -> int:
    """Return how many letters an answer has."""
    return len(answer) if answer.isascii() else len(split_letters(answer))


def window_of(windows: Windows, answer: str) -> int:
    """Return the window of an answer."""
    return windows.of(length_of(answer))


def blocked(
    windows: Windows,
    number: PuzzleNumber,
    earlier: Sequence[Answers],
    history: EarlierAnswers = NOTHING_EARLIER,
    themes: Themes = NO_THEMES,
) -> frozenset[str]:
    """Return the words that a puzzle must not use.

    `earlier` has the answers of the puzzles 1, 2, … of the season, up to any before this one. What
    a theme needs in a puzzle soon after, or before, is out as well; its own theme is not.

    >>> sorted(blocked(Windows(((3, 1),), longer=2), 3, [["CAT", "HORSE"], ["DOG", "MOUSE"]]))
    ['DOG', 'HORSE', 'MOUSE']
    """
    words = {*history.words}
    for other, answers in chain(_numbered(earlier, history, number, windows), themes.items()):
        distance = abs(number - other)
        if distance:
            words.update(word for word in answers if distance <= window_of(windows, word))
    return frozenset(words.difference(themes.get(number, ())))


def repeats(
    windows: Windows,
    season: Sequence[Answers],
    history: EarlierAnswers = NOTHING_EARLIER,
    themes: Themes = NO_THEMES,
) -> Iterator[Repeat]:
    """Yield the answers of a season that come again too soon; themes may repeat what they like."""
    never = {*history.words}
    last_seen: dict[str, PuzzleNumber] = {}
    for number, answers in _all_numbered(season, history):
        for answer in answers if number > 0 else ():
            if answer in themes.get(number, ()):
                continue
            window, seen = window_of(windows, answer), last_seen.get(answer)
            if answer in never:
                yield Repeat(answer, number, None, window)
            elif seen is not None and number - seen <= window:
                yield Repeat(answer, number, seen, window)
        last_seen.update(dict.fromkeys(answers, number))


def _all_numbered(
    season: Sequence[Answers], history: EarlierAnswers
) -> Iterator[tuple[PuzzleNumber, Answers]]:
    return enumerate([*history.puzzles, *season], 1 - len(history.puzzles))


def _numbered(
    earlier: Sequence[Answers], history: EarlierAnswers, number: PuzzleNumber, windows: Windows
) -> Iterator[tuple[PuzzleNumber, Answers]]:
    """Yield the puzzles before one that a window reaches."""
    first = max(number - windows.longest, 1 - len(history.puzzles))
    for other in range(first, min(number, len(earlier) + 1)):
        yield other, earlier[other - 1] if other > 0 else history.puzzles[other - 1]
