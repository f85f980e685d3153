"""Integers as sets of bits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

MANY_BITS = 256
"""A number with more bits than this, one in so many of them set, is read byte by byte."""


def bits(number: int) -> Iterator[int]:
    """Yield the positions of the bits that are set in a number, ascending."""
    length = number.bit_length()
    if length > MANY_BITS and number.bit_count() * MANY_BITS > length:
        in_byte = _bits_in_bytes()
        for at, byte in enumerate(number.to_bytes((length + 7) // 8, "little")):
            if byte:
                for bit in in_byte[byte]:
                    yield 8 * at + bit
        return
    while number:  # each step takes as long as the number is wide
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


@cache
def _bits_in_bytes() -> list[list[int]]:
    """Return the bits that are set in each byte."""
    return [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]


def both(live: bytes, others: bytes) -> bytes:
    """Return the rows that are in both of two bitsets."""
    rows = int.from_bytes(live, "little") & int.from_bytes(others, "little")
    return rows.to_bytes(len(live), "little")
