"""How well words fit through letters that are placed before the blocks are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from crosswright.grids.grid import Grid
from crosswright.words.wordlist import WordList

FEW = ((1, 6.0), (4, 2.0), (15, 0.7))
"""What a slot costs when at most this many words fit it."""


class Crossings:
    """What rows and columns through the letters of a template cost, by the words that fit them."""

    def __init__(self, template: Grid, words: WordList, min_score: int | None) -> None:
        self._words = words if min_score is None else words.filter(min_score=min_score)
        self._letters: tuple[dict[int, dict[int, str]], dict[int, dict[int, str]]] = ({}, {})
        for (y, x), token in template.letters.items():
            self._letters[0].setdefault(y, {})[x] = token
            self._letters[1].setdefault(x, {})[y] = token
        self.lines = (frozenset(self._letters[0]), frozenset(self._letters[1]))
        """The rows and the columns that have letters."""
        self._count = cache(self._fitting)

    def measure(self, axis: int, index: int, runs: Iterable[tuple[int, int]]) -> tuple[float, int]:
        """Return what the runs of a line (axis 0 for a row) cost, and how many no word fits."""
        letters = self._letters[axis][index]
        cost, broken = 0.0, 0
        for start, length in runs:
            pattern = tuple(letters.get(start + n) for n in range(length))
            if length < 2 or all(pattern) or not any(pattern):
                continue
            count = self._count(pattern)
            broken += count == 0
            cost += next((price for most, price in FEW if count <= most), 0.0)
        return cost, broken

    def _fitting(self, pattern: tuple[str | None, ...]) -> int:
        codes: list[int | None] = []  # those of a rebus are one after another, as in its words
        for token in pattern:
            spelled = [None] if token is None else self._words.codes(token)
            if not spelled:
                return 0
            codes += spelled
        table = self._words.table(len(codes))
        live = (1 << table.size) - 1
        for position, code in enumerate(codes):
            if code is not None and live:
                live &= table.bits(position, code)
        return live.bit_count()
