"""A few words, and every layout of them tried: one that has them all is found, or there is none.

The annealing in `core` finds good layouts of many words. But it cannot tell that there is none, and
it never puts words side by side, as AB, AC, BD and CD must be: they fit together only as a square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from crosswright.grids.notation import Cell
from crosswright.layouts.core.setup import PlacedWord, Word

MAX_WORDS: Final = 5
"""Up to this many words, every layout is tried: mostly a matter of a millisecond."""

MAX_STATES: Final = 4000
"""Layouts of some of the words that are looked at before this is given up."""

LOOK: Final = 64
"""States between two looks at the limit."""

Words = frozenset[PlacedWord]
Letters = dict[Cell, int]


@dataclass(frozen=True)
class Verdict:
    """All words placed, or whether it is proved that no layout has them all."""

    placed: tuple[PlacedWord, ...] | None = None
    is_impossible: bool = False


def try_all(words: Sequence[Word], bounds: tuple[int, int], is_over: Callable[[], bool]) -> Verdict:
    """Look for a layout of all words in a box (height, width), until it is over."""
    waiting = [frozenset({(0, direction, 0, 0)}) for direction in (1, 0)]
    seen = set(waiting)
    states = 0
    while waiting:
        states += 1
        if states > MAX_STATES or (states % LOOK == 0 and is_over()):
            return Verdict()
        placed = waiting.pop()
        letters = _letters(words, placed, bounds)
        if letters is None or not _can_become_a_layout(words, placed, letters):
            continue
        if len(placed) == len(words):
            return Verdict(tuple(sorted(placed)))
        for more in _additions(words, placed, letters):
            if more not in seen:
                seen.add(more)
                waiting.append(more)
    return Verdict(is_impossible=True)


def _step(direction: int) -> Cell:
    return (1, 0) if direction else (0, 1)


def _letters(words: Sequence[Word], placed: Words, bounds: tuple[int, int]) -> Letters | None:
    """Return the letters by cell; None where two words differ in one, or the box is too small."""
    letters: Letters = {}
    for word, direction, row, column in placed:
        down, right = _step(direction)
        for n, code in enumerate(words[word]):
            if letters.setdefault((row + n * down, column + n * right), code) != code:
                return None
    rows, columns = [row for row, _ in letters], [column for _, column in letters]
    is_within = max(rows) - min(rows) < bounds[0] and max(columns) - min(columns) < bounds[1]
    return letters if is_within else None


def _can_become_a_layout(words: Sequence[Word], placed: Words, letters: Letters) -> bool:
    """Return whether every run is a placed word, or part of one that is still to come."""
    missing = set(range(len(words))).difference(word for word, *_ in placed)
    positions = {(direction, row, column): words[word] for word, direction, row, column in placed}
    runs = 0
    for direction, row, column, run in _runs(letters):
        if positions.get((direction, row, column)) == run:
            runs += 1
        elif not any(_is_part(run, words[word]) for word in missing):
            return False
    return runs == len(placed)


def _runs(letters: Letters) -> Iterator[tuple[int, int, int, Word]]:
    """Yield every run of two or more letters: its direction, its first cell, and the letters."""
    for row, column in letters:
        for direction in (0, 1):
            down, right = _step(direction)
            if (row - down, column - right) in letters:
                continue
            run = []
            cell = row, column
            while cell in letters:
                run.append(letters[cell])
                cell = cell[0] + down, cell[1] + right
            if len(run) > 1:
                yield direction, row, column, tuple(run)


def _is_part(run: Word, word: Word) -> bool:
    return any(word[n : n + len(run)] == run for n in range(len(word) - len(run) + 1))


def _additions(words: Sequence[Word], placed: Words, letters: Letters) -> Iterator[Words]:
    """Yield the placed words with one more that shares a letter with them, in every way."""
    here = {word for word, *_ in placed}
    for word in range(len(words)):
        if word in here:
            continue
        for n, code in enumerate(words[word]):
            for (row, column), letter in letters.items():
                if letter == code:
                    yield placed | {(word, 0, row, column - n)}
                    yield placed | {(word, 1, row - n, column)}
