"""Words of one length as the engines read them: rows of token codes, scores, bitsets."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from crosswright.support.hints import TypeAlias
from crosswright.support.records import Record
from crosswright.words import index
from crosswright.words.spelling import Alphabet

WordRow: TypeAlias = int
"""A row of a `Table`."""

Rows: TypeAlias = tuple[memoryview, memoryview]
"""The codes of words of one length, row after row, and their scores."""

TO_LETTERS = bytes(range(65, 91)) + bytes(230)  # from the codes of A to Z


class Table(Record, eq=False):
    """Rows of token codes in ascending order, no two alike, with scores and support bitsets.

    `codes` holds size × length bytes, row after row; `scores` one int32 per row; `support` uint64
    blocks laid out [position][token][block], where bit r % 64 of block r // 64 is set when row r
    has that token at that position.
    """

    alphabet: Alphabet
    length: int
    size: int
    codes: memoryview
    scores: memoryview
    support: memoryview

    @property
    def blocks(self) -> int:
        """Number of 64-bit blocks in a bitset over the rows."""
        return (self.size + 63) // 64

    @property
    def alphabet_size(self) -> int:
        return len(self.alphabet)

    @classmethod
    def build(
        cls,
        alphabet: Alphabet,
        length: int,
        codes: bytes | bytearray | memoryview,
        scores: array[int] | memoryview,
    ) -> Table:
        """Make a table of rows in ascending order."""
        support = read_only(index.support(codes, length, len(alphabet)))
        return cls(alphabet, length, len(scores), read_only(codes), read_only(scores), support)

    @classmethod
    def of(
        cls, alphabet: Alphabet, length: int, entries: Iterable[tuple[Iterable[str], int]]
    ) -> Table:
        """Make a table of (tokens, score) entries in any order, all in the alphabet.

        Tokens of several letters, as in rebus cells, are tokens like any other.
        """
        codes = bytearray()
        scores = array("i")
        for tokens, score in entries:
            codes += bytes(map(alphabet.code, tokens))
            scores.append(score)
        return cls.build(alphabet, length, *index.arrange(codes, scores, length))

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[tuple[str, int]]:
        """Yield (word, score) in the order of the rows."""
        return zip(words_of(self.alphabet, self.codes, self.length), self.scores, strict=True)

    def __repr__(self) -> str:
        return f"<Table of {self.size:,} words of {self.length}>"

    def word(self, row: WordRow) -> str:
        """Write out the word of a row."""
        return self.alphabet.decode(self.codes[row * self.length : (row + 1) * self.length])

    def row(self, word: str | bytes) -> WordRow | None:
        """Find the row of a word, given as letters (one token each) or as codes."""
        codes = self.alphabet.encode(word) if isinstance(word, str) else word
        return find_row(self.codes, self.length, codes) if codes is not None else None

    def bits(self, position: int, code: int) -> int:
        """Return the rows with a token at a position as the bits of one integer."""
        start = (position * self.alphabet_size + code) * self.blocks
        blocks = self.support[start : start + self.blocks]
        if sys.byteorder == "big":
            swapped = array("Q", blocks)
            swapped.byteswap()
            return int.from_bytes(swapped.tobytes(), "little")
        return int.from_bytes(blocks.tobytes(), "little")

    def fitting(self, cells: Sequence[Iterable[int] | None]) -> int:
        """Return the rows with one of these codes at each position, as bits; None allows any."""
        rows = (1 << self.size) - 1
        for position, codes in enumerate(cells):
            if codes is not None:
                allowed = 0
                for code in codes:
                    allowed |= self.bits(position, code)
                rows &= allowed
        return rows


def read_only(data: bytes | bytearray | array[int] | memoryview) -> memoryview:
    """View a buffer so that nobody changes it."""
    return memoryview(data).toreadonly()


def find_row(codes: memoryview, length: int, word: bytes) -> WordRow | None:
    """Search rows in ascending order for the codes of a word; None when they are not there."""
    from bisect import bisect_left  # here: few fills look up a row

    if len(word) != length:
        return None
    size = len(codes) // length

    def at(row: WordRow) -> bytes:
        return bytes(codes[row * length : (row + 1) * length])

    row = bisect_left(range(size), word, key=at)
    return row if row < size and at(row) == word else None


def words_of(alphabet: Alphabet, codes: memoryview, length: int) -> Iterator[str]:
    """Yield the words of consecutive rows."""
    if len(alphabet) == 26:
        text = bytes(codes).translate(TO_LETTERS).decode("ascii")
        return (text[i : i + length] for i in range(0, len(text), length))
    return (alphabet.decode(codes[i : i + length]) for i in range(0, len(codes), length))


def without_rows(rows: Rows, length: int, dropped: Sequence[WordRow]) -> Rows:
    """Drop some rows, given in ascending order."""
    codes, scores = rows
    kept = bytearray()
    kept_scores = array("i")
    for before, after in pairwise([-1, *dropped, len(scores)]):
        kept += codes[(before + 1) * length : after * length]
        kept_scores.frombytes(scores[before + 1 : after].tobytes())
    return read_only(kept), read_only(kept_scores)


def with_more_rows(rows: Rows | None, length: int, more: Rows) -> Rows:
    """Add rows to those there are, if any; of equal rows the highest score counts."""
    codes, scores = more
    if rows is not None:
        codes = read_only(bytes(rows[0]) + bytes(codes))
        scores = read_only(array("i", [*rows[1], *scores]))
    arranged, arranged_scores = index.arrange(codes, scores, length)
    return read_only(arranged), read_only(arranged_scores)


def recode(codes: bytes | bytearray | memoryview, old: Alphabet, new: Alphabet) -> memoryview:
    """Rewrite codes in a wider alphabet; the order of rows stays, as that of the tokens does."""
    if old == new:
        return read_only(codes)
    table = bytes(new.code(token) for token in old.tokens) + bytes(256 - len(old))
    return read_only(bytes(codes).translate(table))
