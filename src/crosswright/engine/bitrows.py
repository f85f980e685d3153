"""Tables of words for the plain engine: the rows as the bits of large integers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from operator import index

from crosswright.engine.heuristics import NO_SCORE
from crosswright.engine.problem import CheckedTable, WordTable
from crosswright.support.bits import bits


class BitTable:
    """A table of words in the form this engine works on."""

    def __init__(self, words: CheckedTable) -> None:
        self.length = words.length
        self.size = words.size
        self.all_rows = (1 << words.size) - 1
        self.codes = bytes(words.codes)
        self.scores = words.scores.cast("i")
        self._support = words.support
        self._stride = words.blocks * 8
        self._tokens = words.alphabet_size
        self._rows: dict[int, int] = {}
        self._rows_at: dict[int, list[int]] = {}

    def rows(self, position: int, token: int) -> int:
        """Return the rows that have a token at a position, as bits."""
        key = position * self._tokens + token
        rows = self._rows.get(key)
        if rows is None:
            start = key * self._stride
            rows = int.from_bytes(self._support[start : start + self._stride], "little")
            self._rows[key] = rows
        return rows

    def rows_at(self, position: int) -> list[int]:
        """Return the rows that have each token at a position, as bits."""
        rows = self._rows_at.get(position)
        if rows is None:
            rows = [self.rows(position, token) for token in range(self._tokens)]
            self._rows_at[position] = rows
        return rows

    def rows_of_any(self, position: int, mask: int) -> int:
        """Return the rows that have one of some tokens at a position, as bits."""
        rows, rows_at = 0, self.rows_at(position)
        while mask:
            lowest = mask & -mask
            rows |= rows_at[lowest.bit_length() - 1]
            mask ^= lowest
        return rows


def select(live: int, ranks: list[int], width: int, base: int = 0) -> list[int]:
    """Return the positions of the set bits that have these ranks, which ascend."""
    if width <= 64:
        positions = [base + bit for bit in bits(live)]
        return [positions[rank] for rank in ranks]
    half = width // 128 * 64 or 64
    low = live & ((1 << half) - 1)
    count = low.bit_count()
    left = [rank for rank in ranks if rank < count]
    right = [rank - count for rank in ranks if rank >= count]
    positions = select(low, left, half, base) if left else []
    if right:
        positions += select(live >> half, right, width - half, base + half)
    return positions


def rows_at_least(scores: bytes | memoryview, floor: int) -> bytes:
    """Return the rows whose score is at least a floor, as a little-endian bitset."""
    view, floor = memoryview(scores).cast("B").cast("i"), index(floor)
    digits = bytes(49 if score >= floor else 48 for score in reversed(view))
    return int(digits or b"0", 2).to_bytes((len(view) + 63) // 64 * 8, "little")


def score_range(scores: bytes | memoryview) -> tuple[int, int]:
    """Return the lowest and the highest score."""
    view = memoryview(scores).cast("B").cast("i")
    if not view:
        raise ValueError("there are no scores")
    return min(view), max(view)


def best_scores(words: WordTable, lives: Iterable[bytes]) -> list[array[int]]:
    """Return, for each set of live rows, the best score by position and token.

    It is `NO_SCORE` where no row has the token there.
    """
    checked = CheckedTable.of(words)
    table, (lowest, planes) = BitTable(checked), _score_planes(checked.scores)
    scores = []
    for live in lives:
        rows = int.from_bytes(checked.live_rows(live), "little") & table.all_rows
        best = (
            _best_score(rows & table.rows(position, token), lowest, planes)
            for position in range(checked.length)
            for token in range(checked.alphabet_size)
        )
        scores.append(array("i", best))
    return scores


def _score_planes(scores: bytes | memoryview) -> tuple[int, list[int]]:
    """Return the lowest score and, for each bit of the scores above it, the rows that have it."""
    view = memoryview(scores).cast("B").cast("i")
    lowest, highest = min(view, default=0), max(view, default=0)
    planes = []
    for bit in reversed(range((highest - lowest).bit_length())):
        digits = bytes(48 + ((score - lowest) >> bit & 1) for score in reversed(view))
        planes.append(int(digits, 2))
    return lowest, planes


def _best_score(rows: int, lowest: int, planes: list[int]) -> int:
    """Return the best score of some rows, bit by bit from the highest."""
    if not rows:
        return NO_SCORE
    above = 0
    for plane in planes:
        kept = rows & plane
        above = above * 2 + bool(kept)
        rows = kept or rows
    return lowest + above
