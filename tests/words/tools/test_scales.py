"""Scales: scores of one list as another would give them."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import WordListError
from crosswright.words.tools import scales
from crosswright.words.tools.merge import ListSource, merge
from crosswright.words.wordlist import WordList


def test_a_newspaper_scale_onto_a_hundred() -> None:
    words = WordList.parse("JUNK;5\nGOOD;50\nBEST;60\nSOSO;25")
    for scale in ("5-60", "auto"):
        result = merge([ListSource(words, scale=scale)])
        assert dict(result.words) == {"JUNK": 0, "SOSO": 36, "GOOD": 82, "BEST": 100}
    assert str(result.scales["list"]) == "5-60 onto 0-100"
    assert result.provenance("GOOD")[0].original == 50


@pytest.mark.parametrize(
    ("scores", "guessed"),
    [
        ([50, 50], None),
        ([1, 99], None),
        ([0, 61], None),
        ([5, 60], "5-60 onto 0-100"),
        ([1, 10], "0-10 onto 0-100"),
        ([0, 1000], "0-1000 onto 0-100"),
        ([-5, 50], "-5-50 onto 0-100"),
        ([-5, -1], "-5--1 onto 0-100"),
    ],
)
def test_guessing_a_scale(scores: list[int], guessed: str | None) -> None:
    words = WordList.from_words(zip(["OBOE", "ODOR"], scores, strict=True))
    scale = scales.guess(words)
    assert (scale and str(scale)) == guessed


@given(
    st.dictionaries(
        st.text(alphabet="ABCD", min_size=3, max_size=5),
        st.tuples(st.integers(0, 60), st.integers(0, 100)),
        min_size=30,
        max_size=60,
    )
)
def test_a_learnt_scale_rises_and_stays_within_the_reference(
    shared: dict[str, tuple[int, int]],
) -> None:
    words = WordList.from_words((word, theirs) for word, (theirs, _) in shared.items())
    reference = {word: ours for word, (_, ours) in shared.items()}
    scale = scales.match(words, reference)
    if scale is None:
        assert len({theirs for theirs, _ in shared.values()}) == 1
        return
    mapped = [scale(score) for score in range(-10, 120)]
    assert mapped == sorted(mapped)
    assert min(reference.values()) <= mapped[0] <= mapped[-1] <= max(reference.values())


def test_a_learnt_scale_undoes_a_stretch() -> None:
    words = ["".join(letters) for letters in itertools.product("ABCDE", repeat=3)]
    ours = WordList.from_words((word, n % 101) for n, word in enumerate(words))
    theirs = WordList.from_words((word, 5 * (n % 101)) for n, word in enumerate(words))
    result = merge(
        [ListSource(ours, "ours"), ListSource(theirs, "theirs", scale="match")], rule="mean"
    )
    assert result.words.digest == ours.digest
    few = merge([ListSource(WordList.parse("OBOE;50")), ListSource(theirs, scale="match")])
    assert few.words.score("AAE") == 4  # too few words are shared: the range decides


@pytest.mark.parametrize("scale", ["60-5", "high", "5", "5-5"])
def test_a_bad_scale_is_named(scale: str) -> None:
    with pytest.raises(WordListError, match="scale"):
        merge([ListSource(WordList.parse("OBOE"), scale=scale)])
