"""Layouts of few words against brute force: all are placed if that is possible at all."""

from __future__ import annotations

import pytest
from helpers.crisscrosses import Placed, can_be_laid_out, runs_of
from helpers.layouts import check_layout
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crosswright.layouts import core
from crosswright.layouts.core import plain
from crosswright.layouts.crisscross import Layout
from crosswright.layouts.layout import layout
from crosswright.layouts.run import LayoutResult
from crosswright.limits import Status

SQUARE = ["AB", "AC", "BD", "CD"]
"""They fit together in one way: as a square, in which each word touches all others."""

WORDS = st.integers(2, 7).flatmap(
    lambda size: st.lists(
        st.text("ABCDEFG"[:size], min_size=2, max_size=4), min_size=2, max_size=4, unique=True
    )
)
BOUND = st.one_of(st.none(), st.integers(1, 6))


def placed_in(crisscross: Layout) -> set[Placed]:
    return {
        (at.entry.word, at.row, at.column, at.direction == "down") for at in crisscross.placements
    }


def check_result(
    result: LayoutResult, words: list[str], height: int | None, width: int | None
) -> None:
    """Check that all words are placed if they can be, or else proved not to fit together."""
    if can_be_laid_out(words, height, width):
        assert result.status is Status.FILLED
        assert not result.left_out
    else:
        assert result.status is Status.IMPOSSIBLE
        assert any(left.reason.proves for left in result.left_out)
    for crisscross in result.layouts:
        check_layout(crisscross)
        assert set(runs_of(crisscross.letters)) == placed_in(crisscross)
        assert crisscross.height <= (height or 99)
        assert crisscross.width <= (width or 99)
        here = [at.entry.word for at in crisscross.placements]
        assert sorted([*here, *(left.entry.word for left in crisscross.left_out)]) == sorted(words)


@settings(max_examples=100)
@given(WORDS, BOUND, BOUND, st.integers(0, 9))
@example(SQUARE, None, None, 0)
@example(SQUARE, 2, 2, 0)
@example([*SQUARE, "BX"], None, None, 0)
@example(["ABE", "AC", "BD", "CD"], 3, 3, 0)
@example(["ACCC", "BB", "BC"], 3, None, 1)
@example(["ACCC", "BB", "BC"], None, 3, 1)
@example(["AA", "AAA", "AAAA"], 3, 3, 0)
def test_all_words_are_placed_whenever_they_can_be(
    words: list[str], height: int | None, width: int | None, seed: int
) -> None:
    check_result(layout(words, height=height, width=width, seed=seed), words, height, width)


@pytest.mark.parametrize(
    ("words", "height", "width"),
    [
        (SQUARE, 2, 2),
        (["ACCC", "BB", "BC"], 3, None),
        (["AB", "CD"], None, None),
        (["AAA", "AEDC", "CBEA", "EE"], 3, 5),
    ],
)
def test_the_plain_search_keeps_the_promise_too(
    words: list[str], height: int | None, width: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core, "Core", plain.Core)
    check_result(layout(words, height=height, width=width), words, height, width)


@settings(max_examples=60)
@given(WORDS, BOUND, BOUND)
def test_what_is_said_to_be_proved_is_true(
    words: list[str], height: int | None, width: int | None
) -> None:
    """A word left out for a reason that proves something is in no layout of all words."""
    result = layout(words, height=height, width=width)
    for left in result.left_out:
        assert not (left.reason.proves and can_be_laid_out(words, height, width))
