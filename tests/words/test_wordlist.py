"""Word lists: making them, asking them, and making one of another."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from helpers.wordlists import WORDS, best_of
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import WordListError
from crosswright.words.wordlist import WordList


@given(WORDS)
def test_a_list_is_the_same_from_pairs_and_from_text(entries: list[tuple[str, int]]) -> None:
    words = WordList.from_words(entries)
    text = "\n".join(f"{word};{score}" for word, score in entries)
    assert dict(words) == best_of(entries)
    assert list(words) == sorted(best_of(entries).items(), key=lambda e: (len(e[0]), e[0]))
    assert len(words) == len(best_of(entries))
    assert WordList.parse(text).digest == words.digest


def test_a_list_of_words_will_do_for_a_word_list() -> None:
    words = WordList.parse("OBOE;90")
    assert WordList.of(words) is words
    assert dict(WordList.of(["oboe", ("ice cream", 80)])) == {"OBOE": 50, "ICECREAM": 80}
    assert dict(WordList.of({"oboe": 7})) == {"OBOE": 7}
    assert dict(WordList.of(word for word in ("A", "B"))) == {"A": 50, "B": 50}


@pytest.mark.parametrize("value", ["words.txt", "OBOE\nODOR", Path("words.txt"), b"OBOE"])
def test_a_text_is_not_a_list_of_words(value: Any) -> None:
    with pytest.raises(WordListError, match=r"WordList\.load\(path\).*WordList\.parse\(text\)"):
        WordList.of(value)
    with pytest.raises(TypeError, match="not int"):
        WordList.of(5)  # type: ignore[arg-type]


def test_a_floor_at_loading() -> None:
    assert dict(WordList.parse("A;1\nAB;60\nÉE;70", min_score=50)) == {"AB": 60, "EE": 70}


def test_scores_and_membership_take_words_as_people_write_them() -> None:
    words = WordList.parse("ICE CREAM;80\nODOR;0")
    assert words.score("ice-cream") == 80
    assert words.score("ODOR") == 0
    assert words.score("ODORS") is None
    assert words.score("Ж") is None
    assert words.score("R2D2") is None
    assert "Odor" in words
    assert "R2D2" not in words
    assert 5 not in words


@given(WORDS, st.integers(-10, 100), st.sets(st.integers(1, 4)))
def test_filtering(entries: list[tuple[str, int]], floor: int, lengths: set[int]) -> None:
    kept = WordList.from_words(entries).filter(min_score=floor, lengths=lengths)
    expected = {
        word: score
        for word, score in best_of(entries).items()
        if score >= floor and len(word) in lengths
    }
    assert dict(kept) == expected
    assert kept.lengths == tuple(sorted({len(word) for word in expected}))


@given(WORDS, WORDS)
def test_overriding_and_leaving_out(
    entries: list[tuple[str, int]], changes: list[tuple[str, int]]
) -> None:
    words = WordList.from_words(entries)
    overrides = dict(changes)
    assert dict(words.with_scores(overrides)) == best_of(entries) | overrides
    assert dict(words.without(overrides)) == {
        word: score for word, score in best_of(entries).items() if word not in overrides
    }
    assert dict(words) == best_of(entries)


def test_bitsets_serve_again_where_the_words_are_the_same() -> None:
    words = WordList.parse("OBOE;90\nODOR;40\nEMU;50")
    three, four = words.table(3), words.table(4)
    changed = words.with_scores({"OBOE": 1}).without(["EMU"])
    assert changed.table(4).support is four.support
    assert list(changed.table(4)) == [("OBOE", 1), ("ODOR", 40)]
    assert list(changed.table(3)) == []
    assert list(three) == [("EMU", 50)]
    assert list(words.with_scores({"ÉTÉ": 5, "ЁЖ": 1}).table(4)) == list(four)


def test_overrides_may_bring_new_letters() -> None:
    words = WordList.from_words(["ÉTÉ", "OBOE"], fold="keep").with_scores({"Ç": 3, "oboe": 9})
    assert dict(words) == {"Ç": 3, "ÉTÉ": 50, "OBOE": 9}
    assert words.alphabet.tokens[26:] == ("Ç", "É")
    assert words.match("É.É") == [("ÉTÉ", 50)]
    with pytest.raises(WordListError, match="R2D2"):
        words.with_scores({"R2D2": 5})


def test_a_list_travels_to_other_processes() -> None:
    words = WordList.parse("ÉTÉ;3\nR2", fold="keep", name="mine")
    again = pickle.loads(pickle.dumps(words))
    assert (again.digest, again.name, again.skipped) == (words.digest, "mine", words.skipped)
    assert list(again) == [("ÉTÉ", 3)]


def test_the_digest_tells_lists_apart() -> None:
    digests = {WordList.parse(text).digest for text in ("", "A;1", "A;2", "AB;1", "A;1\nB;1")}
    assert len(digests) == 5


def test_a_list_is_made_of_a_dict_with_its_scores() -> None:
    assert list(WordList.from_words({"OBOE": 80})) == [("OBOE", 80)]


@pytest.mark.parametrize("entry", [b"OBOE", b"AB", 5, None, ("OBOE", "80"), ("OBOE", 1, 2), (5, 5)])
def test_what_is_neither_a_word_nor_a_pair_is_refused(entry: object) -> None:
    with pytest.raises(WordListError, match="expected a word, or a pair of word and score, not"):
        WordList.of([entry])


def test_a_text_alone_is_not_taken_for_its_letters() -> None:
    with pytest.raises(WordListError, match="'OBOE' is not a word list"):
        WordList.from_words("OBOE")
