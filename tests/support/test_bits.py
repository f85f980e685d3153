"""Integers as sets of bits: few and many, narrow and wide."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crosswright.support.bits import MANY_BITS, bits

WIDE = 4 * MANY_BITS


@given(st.sets(st.integers(0, WIDE)))
def test_bits_are_those_that_are_set(positions: set[int]) -> None:
    number = sum(1 << position for position in positions)
    assert [*bits(number)] == sorted(positions)


@given(st.integers(0, (1 << WIDE) - 1), st.integers(0, WIDE))
def test_many_bits_of_a_wide_number(number: int, shift: int) -> None:
    shifted = number << shift
    assert [*bits(shifted)] == [at for at in range(2 * WIDE) if shifted >> at & 1]


def test_nothing_is_set_in_nothing() -> None:
    assert [*bits(0)] == []
