"""Integers as sets of bits."""

from __future__ import annotations

from collections.abc import Iterator


def bits(number: int) -> Iterator[int]:
    """Yield the positions of the bits that are set in a number, ascending."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
