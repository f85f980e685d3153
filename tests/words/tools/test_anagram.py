"""Anagrams, with blanks and from a part of the letters."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import WordListError
from crosswright.words.tools.anagram import anagrams
from crosswright.words.wordlist import WordList

SCORES = st.dictionaries(
    st.text(alphabet="ABC", min_size=1, max_size=3), st.integers(0, 100), max_size=15
)


def test_anagrams() -> None:
    words = WordList.parse("RETAINS;40\nNASTIER;80\nRETINAS;50\nINERT;70\nTERMINI;9\nSTAIN;60")
    assert anagrams("retains", words) == [("NASTIER", 80), ("RETINAS", 50)]
    assert anagrams("retains", words, min_score=60) == [("NASTIER", 80)]
    assert anagrams("inter", words) == [("INERT", 70)]
    assert anagrams("int.r", words) == [("INERT", 70)]
    assert anagrams("?????", words) == [("INERT", 70), ("STAIN", 60)]
    assert anagrams("retains", words, min_length=5)[2:] == [("INERT", 70), ("STAIN", 60)]
    assert anagrams("intжr", words) == []
    assert anagrams("", words) == []
    with pytest.raises(WordListError, match="R2D2"):
        anagrams("R2D2", words)


@given(SCORES, st.text(alphabet="ABC?", min_size=1, max_size=4))
def test_anagrams_are_what_brute_force_finds(scores: dict[str, int], letters: str) -> None:
    arrangements = {
        "".join(choice)
        for order in itertools.permutations(letters)
        for choice in itertools.product(*("ABC" if c == "?" else c for c in order))
    }
    expected = {word for word in scores if word in arrangements and word != letters}
    assert {word for word, _ in anagrams(letters, WordList.from_words(scores.items()))} == expected
