"""Letters that are given before the pattern is: which words could run through them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from crosswright.grids.grid import Grid
from crosswright.words.wordlist import WordList

FEW = ((1, 6.0), (4, 2.0), (15, 0.7))
"""Numbers of words that fit a slot, up to which it costs this much."""


class Crossings:
    """What rows and columns through given letters cost, by the words that fit them."""

    def __init__(self, template: Grid, words: WordList, min_score: int | None) -> None:
        self._words = words if min_score is None else words.filter(min_score=min_score)
        self._letters: tuple[dict[int, dict[int, str]], dict[int, dict[int, str]]] = ({}, {})
        for (y, x), token in template.letters.items():
            self._letters[0].setdefault(y, {})[x] = token
            self._letters[1].setdefault(x, {})[y] = token
        self.lines = (frozenset(self._letters[0]), frozenset(self._letters[1]))
        self._count = cache(self._fitting)

    def measure(self, axis: int, place: int, runs: Iterable[tuple[int, int]]) -> tuple[float, int]:
        """Return what the runs of a line (axis 0 for a row) cost, and how many no word fits."""
        letters = self._letters[axis][place]
        cost, broken = 0.0, 0
        for start, length in runs:
            known = [letters.get(start + n) for n in range(length)]
            if length < 2 or all(known) or not any(known):
                continue
            count = self._count(tuple(known))
            broken += count == 0
            cost += next((price for most, price in FEW if count <= most), 0.0)
        return cost, broken

    def _fitting(self, known: tuple[str | None, ...]) -> int:
        table = self._words.table(len(known))
        live = (1 << table.size) - 1
        for position, token in enumerate(known):
            if token is not None and live:
                code = self._words.codes(token)
                live &= table.bits(position, code[0]) if code and len(code) == 1 else 0
        return live.bit_count()
