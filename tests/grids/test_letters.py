"""Spelling: capitals, composition, marks, and the cutting of text into letters and tokens."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.grids.letters import (
    normalise_answer,
    normalise_token,
    split_clusters,
    split_letters,
    strip_accent,
    token_pattern,
)


@pytest.mark.parametrize(
    ("text", "token"),
    [("q", "Q"), ("é", "É"), ("e\u0301", "É"), ("ß", "ẞ"), ("ﬁ", "FI"), ("heart", "HEART")],
)
def test_a_cell_holds_composed_capitals(text: str, token: str) -> None:
    assert normalise_token(text) == token


@given(st.text(max_size=6))
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalise_token(text)
    if once.upper() == once:  # a few capitals have no stable form in Unicode itself
        assert normalise_token(once) == once
    assert normalise_answer(normalise_answer(text)) == normalise_answer(text)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("ice cream", "ICECREAM"),
        ("d'être", "DÊTRE"),
        ("7-Up", "7UP"),
        ("r\u0303e", "R\u0303E"),
        ("AC/DC", "ACDC"),
        ("Straße", "STRAẞE"),
        ("--", ""),
    ],
)
def test_an_answer_has_letters_and_digits_alone(text: str, answer: str) -> None:
    assert normalise_answer(text) == answer


@pytest.mark.parametrize(
    ("text", "letters", "clusters"),
    [
        ("CAT", ["C", "A", "T"], ["C", "A", "T"]),
        ("E\u0301T", ["É", "T"], ["É", "T"]),
        ("हिन्दी", ["हि", "न्", "दी"], ["हि", "न्दी"]),
        ("น้ำ", ["น้", "ำ"], ["น้ำ"]),
        ("한글", ["한", "글"], ["한", "글"]),
        ("\u1112\u1161\u11ab", ["한"], ["한"]),
        ("שָׁלוֹם", ["שָׁ", "ל", "וֹ", "ם"], ["שָׁ", "ל", "וֹ", "ם"]),
    ],
)
def test_letters_and_clusters(text: str, letters: list[str], clusters: list[str]) -> None:
    def composed(parts: list[str]) -> list[str]:
        return [unicodedata.normalize("NFC", part) for part in parts]

    assert split_letters(text) == composed(letters)
    assert split_clusters(text) == composed(clusters)


@given(st.text(alphabet="AÉ\u0301न्दीZ", max_size=8))
def test_letters_written_in_a_row_are_read_back(text: str) -> None:
    letters = split_letters(text)
    assert split_letters("".join(letters)) == letters


@pytest.mark.parametrize(
    ("letters", "stripped"),
    [
        ("ÉTÉ", "ETE"),
        ("ŁÓDŹ", "LODZ"),
        ("ÆØŒÞẞ", "AEOOETHSS"),
        ("ΝΊΚΟΣ", "ΝΙΚΟΣ"),
        ("МАЙ", "МАЙ"),
        ("R\u0303", "R"),
        ("अन्न", "अन्न"),  # a virama is part of its letter, not an accent
    ],
)
def test_accents_are_stripped_from_latin_and_greek(letters: str, stripped: str) -> None:
    assert "".join(map(strip_accent, letters)) == stripped


@pytest.mark.parametrize(
    ("tokens", "word", "parts"),
    [
        ([], "CAT", ["C", "A", "T"]),
        (["IJ"], "LIJST", ["L", "IJ", "S", "T"]),
        (["S", "SS", "SSS"], "SSSSS", ["SSS", "SS"]),
        (["(.", "A"], "A(.B", ["A", "(.", "B"]),
    ],
)
def test_the_longest_tokens_are_cut_first(tokens: list[str], word: str, parts: list[str]) -> None:
    assert token_pattern(tokens).findall(word) == parts
