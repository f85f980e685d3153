"""Which words are out, and which come again too soon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.formats.history import EarlierAnswers
from crosswright.series.plan import Windows
from crosswright.series.windows import Repeat, blocked, repeats, window_of

WORDS = ["A", "B", "AA", "BB", "AAA", "BBB", "CCC"]

windows = st.builds(
    lambda by_length, longer: Windows(tuple(sorted(by_length.items())), longer),
    st.dictionaries(st.integers(1, 3), st.integers(0, 5), max_size=3),
    st.integers(0, 5),
)
puzzles = st.lists(st.lists(st.sampled_from(WORDS), max_size=4, unique=True).map(tuple), max_size=8)
histories = st.builds(
    lambda published, words: EarlierAnswers(tuple(published), tuple(words)),
    puzzles,
    st.lists(st.sampled_from(WORDS), max_size=1),
)
theme_entries = st.dictionaries(
    st.integers(1, 9), st.lists(st.sampled_from(WORDS), min_size=1, max_size=2), max_size=2
)


def reach(rules: Windows, word: str) -> int:
    return dict(rules.by_length).get(len(word), rules.longer)


def is_out(
    word: str,
    number: int,
    rules: Windows,
    numbered: Mapping[int, Sequence[str]],
    never: Sequence[str],
    themes: Mapping[int, Sequence[str]],
) -> bool:
    """Look at every puzzle there is, one by one, as slowly as it is simple."""
    if word in themes.get(number, ()):
        return False
    if word in never:
        return True
    for other, answers in numbered.items():
        if other < number and word in answers and number - other <= reach(rules, word):
            return True
    return any(
        word in entries and other != number and abs(other - number) <= reach(rules, word)
        for other, entries in themes.items()
    )


@given(windows, puzzles, histories, theme_entries, st.integers(1, 4))
def test_blocked_words_are_those_of_the_model(
    rules: Windows,
    season: list[tuple[str, ...]],
    history: EarlierAnswers,
    themes: dict[int, list[str]],
    ahead: int,
) -> None:
    number = len(season) + ahead  # a draft does not know the last puzzles
    numbered = dict(enumerate([*history.puzzles, *season], 1 - len(history.puzzles)))
    expected = {
        word for word in WORDS if is_out(word, number, rules, numbered, history.words, themes)
    }
    assert blocked(rules, number, season, history, themes) == expected


@given(windows, puzzles, histories, theme_entries)
def test_repeats_are_what_was_blocked_and_used_all_the_same(
    rules: Windows,
    season: list[tuple[str, ...]],
    history: EarlierAnswers,
    themes: dict[int, list[str]],
) -> None:
    numbered = dict(enumerate([*history.puzzles, *season], 1 - len(history.puzzles)))
    expected = {
        (word, number)
        for number, answers in enumerate(season, 1)
        for word in answers
        if is_out(word, number, rules, numbered, history.words, {number: themes.get(number, [])})
    }
    found = [*repeats(rules, season, history, themes)]
    assert {(repeat.answer, repeat.number) for repeat in found} == expected
    assert len(found) == len(expected)
    for repeat in found:
        if repeat.earlier is not None:
            assert repeat.answer in numbered[repeat.earlier]
            assert repeat.number - repeat.earlier <= repeat.window


def test_a_window_of_seven_covers_the_seven_puzzles_before() -> None:
    rules = Windows(((3, 7),))
    season = [["CAT"], *([["DOG"]] * 6)]
    assert "CAT" in blocked(rules, 8, season)
    assert "CAT" not in blocked(rules, 9, season)


def test_the_last_puzzle_published_is_the_one_before_the_first() -> None:
    history = EarlierAnswers((("OLD",), ("NEW",)))
    rules = Windows(((3, 1),))
    assert blocked(rules, 1, [], history) == {"NEW"}
    assert [*repeats(rules, [["NEW", "OLD"]], history)] == [Repeat("NEW", 1, 0, 1)]


def test_words_of_a_theme_are_kept_for_it() -> None:
    themes = {5: ["HEART"]}
    rules = Windows((), longer=3)
    assert ["HEART" in blocked(rules, n, [], themes=themes) for n in range(1, 10)] == [
        *(False, True, True, True, False, True, True, True, False)
    ]


@pytest.mark.parametrize(("word", "length"), [("ÉTÉ", 3), ("E\u0301TE\u0301", 3), ("क\u094dषण", 3)])
def test_lengths_count_letters(word: str, length: int) -> None:
    assert window_of(Windows(((length, 1),), longer=99), word) == 1
