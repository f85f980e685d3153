"""Work in slices, left and taken up again."""

from __future__ import annotations

import pytest

from crosswright.support.slices import InSlices, Slices


def counting(slices: int, done: list[int]) -> Slices[str]:
    for number in range(slices):
        done.append(number)
        yield
    return "counted"


def test_a_value_is_computed_when_it_is_asked_for_and_once() -> None:
    done: list[int] = []
    value = InSlices(lambda: counting(3, done))
    assert done == []
    assert value.value == value.value == "counted"
    assert done == [0, 1, 2]
    assert list(value.slices()) == []


def test_slices_that_were_left_go_on_where_they_were() -> None:
    done: list[int] = []
    value = InSlices(lambda: counting(3, done))
    next(value.slices())
    assert done == [0]
    assert list(value.slices()) == [None, None]
    assert value.value == "counted"
    assert done == [0, 1, 2]


def test_an_error_is_an_error_whenever_the_value_is_asked_for() -> None:
    def fails() -> Slices[int]:
        yield
        raise ValueError("not this one")

    value = InSlices(fails)
    for _ in range(2):
        with pytest.raises(ValueError, match="not this one"):
            value.value  # noqa: B018
