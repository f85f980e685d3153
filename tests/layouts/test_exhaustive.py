"""Every layout of a few words: found, or proved not to exist, as brute force does."""

from __future__ import annotations

import pytest
from helpers.crisscrosses import can_be_laid_out, letters_of, runs_of
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.layouts import exhaustive
from crosswright.layouts.exhaustive import Verdict, try_all

WORDS = st.integers(2, 6).flatmap(
    lambda size: st.lists(
        st.text("ABCDEF"[:size], min_size=2, max_size=5), min_size=1, max_size=4, unique=True
    )
)
BOUND = st.one_of(st.just(99), st.integers(1, 7))


def coded(words: list[str]) -> list[tuple[int, ...]]:
    return [tuple(map(ord, word)) for word in words]


@settings(max_examples=200)
@given(WORDS, BOUND, BOUND)
def test_the_verdict_is_that_of_brute_force(words: list[str], height: int, width: int) -> None:
    verdict = try_all(coded(words), (height, width), lambda: False)
    assert verdict.is_impossible is not can_be_laid_out(words, height, width)
    assert verdict.is_impossible is (verdict.placed is None)
    if verdict.placed is not None:
        placed = [
            (words[word], row, column, down == 1) for word, down, row, column in verdict.placed
        ]
        letters = letters_of(placed)
        assert letters is not None
        assert sorted(runs_of(letters)) == sorted(placed)
        assert sorted(word for word, *_ in placed) == sorted(words)
        for side, bound in zip(zip(*letters, strict=True), (height, width), strict=True):
            assert max(side) - min(side) < bound


def test_a_square_is_found() -> None:
    verdict = try_all(coded(["AB", "AC", "BD", "CD"]), (2, 2), lambda: False)
    assert verdict.placed is not None


HARD = coded(["CCARCIAC", "EETOOITA", "IISLOTILIIRN", "LOLAACEII", "TOTLNOA"])


def test_what_takes_too_long_is_left_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    assert try_all(HARD, (11, 10), lambda: True) == Verdict()
    monkeypatch.setattr(exhaustive, "MAX_STATES", 10)
    assert try_all(HARD, (11, 10), lambda: False) == Verdict()
