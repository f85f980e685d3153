"""Looking words up by patterns and by cells."""

from __future__ import annotations

import pytest
from helpers.wordlists import WORDS, best_of
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import WordListError
from crosswright.words.wordlist import WordList


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ("O..E", ["OBOE", "OGRE"]),
        ("o??e", ["OBOE", "OGRE"]),
        ("[OI].[AEIOU]E", ["OBOE"]),
        ("[^O]...", ["IDOL"]),
        ("[!O]...", ["IDOL"]),
        ("[A-J]...", ["IDOL"]),
        ("[A-CG-I]DOL", ["IDOL"]),
        ("O*E", ["OBOE", "OGRE"]),
        ("*O*", ["OBOE", "IDOL", "OGRE", "OGRES"]),
        ("OGRE*", ["OGRE", "OGRES"]),
        ("OB...", []),
        ("ÓBOE", ["OBOE"]),
        ("Ж...", []),
        ("", []),
    ],
)
def test_patterns(pattern: str, matches: list[str]) -> None:
    words = WordList.parse("OBOE;90\nIDOL;80\nOGRE;70\nOGRES;60")
    assert [word for word, _ in words.match(pattern)] == matches


@given(WORDS, st.text(alphabet="ABC.", max_size=4), st.integers(-10, 100))
def test_a_pattern_finds_what_brute_force_finds(
    entries: list[tuple[str, int]], pattern: str, floor: int
) -> None:
    fitting = {
        word: score
        for word, score in best_of(entries).items()
        if score >= floor
        and len(word) == len(pattern)
        and all(p in (".", letter) for p, letter in zip(pattern, word, strict=True))
    }
    expected = sorted(fitting.items(), key=lambda pair: (-pair[1], pair[0]))
    assert WordList.from_words(entries).match(pattern, floor) == expected


@pytest.mark.parametrize("pattern", ["A[BC", "A]B", "A1..", "[]", "A[1]"])
def test_a_bad_pattern_is_named(pattern: str) -> None:
    with pytest.raises(WordListError, match="pattern"):
        WordList.parse("OBOE").match(pattern)


def test_words_cut_to_fit_rebus_cells() -> None:
    words = WordList.parse("SWEETHEART\nHEARTLAND\nHEARTHSTONE\nEARTHWORM")
    assert words.match_cells([*[None] * 5, "HEART"]) == ["SWEETHEART"]
    assert words.match_cells(["HEART", *[None] * 4]) == ["HEARTLAND"]
    assert words.match_cells(["HEART", "L", None, None, None]) == ["HEARTLAND"]
    assert words.match_cells(["HEART", "X", None, None, None]) == []
    assert words.match_cells([None, "HEART"]) == []
    assert words.match_cells(["1", None]) == []
