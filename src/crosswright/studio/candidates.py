"""The words for a slot: which match its letters, which propagation leaves, in which order.

Words are rows of a table here, and sets of words are bits of an integer; only the words that are
shown are ever written out.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Final
from weakref import WeakKeyDictionary

from crosswright.filling.asking.propagation import Propagation
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import Cell
from crosswright.studio.uses import Use
from crosswright.support.bits import bits
from crosswright.words import index, query
from crosswright.words.table import Table, WordRow
from crosswright.words.wordlist import WordList

_PATTERN_SIGNS: Final = frozenset(".?*[")


class Ranks:
    """The words of lists in the order of their scores, sorted once for each length."""

    def __init__(self) -> None:
        self._orders: WeakKeyDictionary[WordList, dict[int, array[int]]] = WeakKeyDictionary()

    def of(self, words: WordList, table: Table) -> array[int]:
        """Return the rows of a table, the best first, then by the alphabet."""
        orders = self._orders.setdefault(words, {})
        if table.length not in orders:
            orders[table.length] = index.by_score(table.scores)
        return orders[table.length]


class SlotWords:
    """The words of a list that match the letters of a slot."""

    def __init__(
        self,
        words: WordList,
        grid: Grid,
        slot: Slot,
        *,
        floor: int | None = None,
        banned: Iterable[str] = (),
    ) -> None:
        self._words, self._grid, self._slot = words, grid, slot
        cells = words.pattern_of(grid.pattern(slot))
        self.table = words.table(0 if cells is None else len(cells))
        self.rows = 0 if cells is None else self.table.fitting(cells) & ~self._rows_of(banned)
        if floor is not None:
            scores = enumerate(self.table.scores.tolist())
            self.rows &= _as_bits(self.table, (row for row, score in scores if score >= floor))

    def _rows_of(self, words: Iterable[str]) -> int:
        """Return the rows of some words, as far as they are in the table."""
        rows = 0
        for word in words:
            codes = self._words.codes(word)
            row = None if codes is None else self.table.row(codes)
            rows |= 0 if row is None else 1 << row
        return rows

    def left_by(self, left: Propagation, *, is_distinct: bool) -> int:
        """Return the rows that propagation leaves, which proves that all others are dead.

        It leaves a word if and only if it leaves each of its letters, apart from words elsewhere.
        """
        if not left.possible:
            return 0
        rows = self.rows & self.table.fitting(self._codes_left(left.letters))
        if is_distinct:
            others = (self._grid.word(other) for other in self._grid.slots if other != self._slot)
            rows &= ~self._rows_of(word for word in others if word is not None)
        return rows

    def _codes_left(self, letters: Mapping[Cell, Iterable[str]]) -> list[query.Cell]:
        """Return the codes that each position can have; those of given letters match already."""
        alphabet = self._words.alphabet
        codes: list[query.Cell] = []
        for cell, given in zip(self._slot.cells, self._grid.pattern(self._slot), strict=True):
            if given is None:
                tokens = (token for token in letters.get(cell, ()) if token in alphabet)
                codes.append(frozenset(map(alphabet.code, tokens)))
            else:
                codes += [None] * len(self._words.codes(given) or b"")
        return codes

    def filtered(self, text: str) -> int:
        """Return the rows that match a pattern, or contain a text."""
        if not text:
            return self.rows
        if _PATTERN_SIGNS.isdisjoint(text):
            part = self._words.spell(text)
            words = enumerate(word for word, _ in self.table)
            return self.rows & _as_bits(self.table, (row for row, word in words if part in word))
        cells = query.read_pattern(text, self._words.alphabet, self._words.normaliser)
        rows = 0
        for fixed in query.expand(cells, self.table.length):
            rows |= self.table.fitting(fixed)
        return self.rows & rows

    def by_freshness(self, order: Sequence[WordRow], uses: Mapping[str, Use]) -> list[WordRow]:
        """Return an order by last use: words never used first, then those unused for longest."""
        used = {row: use for row in bits(self.rows) if (use := uses.get(self.table.word(row)))}
        fresh = [row for row in order if row not in used]
        return [*fresh, *sorted(used, key=lambda row: used[row])]

    def listed(
        self,
        order: Sequence[WordRow],
        rows: int,
        live: int,
        span: slice,
        uses: Mapping[str, Use],
    ) -> list[dict[str, Any]]:
        """Return some of the rows as the browser is told: those alive first, then the dead."""
        table = self.table
        ordered = chain(_in_order(order, rows & live), _in_order(order, rows & ~live))
        listed = []
        for row in islice(ordered, span.start, span.stop):
            word = table.word(row)
            told = {"word": word, "score": table.scores[row], "fits": bool(live >> row & 1)}
            listed.append({**told, "used": [*uses[word]]} if word in uses else told)
        return listed


def _as_bits(table: Table, rows: Iterable[WordRow]) -> int:
    """Return rows of a table as bits."""
    data = bytearray(table.size // 8 + 1)
    for row in rows:
        data[row >> 3] |= 1 << (row & 7)
    return int.from_bytes(data, "little")


def _in_order(order: Sequence[WordRow], rows: int) -> Iterator[WordRow]:
    """Yield the rows that are set, in an order."""
    data = rows.to_bytes(len(order) // 8 + 1, "little")
    return (row for row in order if data[row >> 3] >> (row & 7) & 1)
