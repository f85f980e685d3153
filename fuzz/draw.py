"""Numbers and choices out of bytes, so that whatever changes bytes changes structured input too."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """Reads an input choice by choice; when it is used up, what follows depends on all of it."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._rest = random.Random(zlib.crc32(data))

    def bytes(self, count: int) -> bytes:
        """Return this many bytes."""
        piece = self._data[self._at : self._at + count]
        self._at += count
        return piece + self._rest.randbytes(count - len(piece))

    def whole(self, low: int, high: int) -> int:
        """Return a whole number from low to high."""
        span = high - low + 1
        size = (span.bit_length() + 7) // 8
        return low + int.from_bytes(self.bytes(size), "little") % span

    def chance(self, percent: int) -> bool:
        """Return True in about this many cases of a hundred."""
        return self.whole(0, 99) < percent

    def pick(self, items: Sequence[T]) -> T:
        """Return one of some items."""
        return items[self.whole(0, len(items) - 1)]

    def odd_whole(self, low: int, high: int) -> int:
        """Return a number that is mostly within bounds, and sometimes anything."""
        if not self.chance(4):
            return self.whole(low, high)
        return self.pick(
            (
                low - 1,
                high + 1,
                -1,
                1 << 31,
                (1 << 31) - 1,
                -(1 << 31),
                1 << 63,
                1 << 70,
                -(1 << 70),
            )
        )
