"""Word searches keep their promises, whatever the words: properties, sizes, reasons."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from helpers.layouts import TREES
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.errors import LayoutError
from crosswright.grids.notation import Cell
from crosswright.layouts.crisscross import Reason
from crosswright.layouts.entries import LayoutWord
from crosswright.layouts.wordsearch import DIRECTIONS, WordSearch, word_search
from crosswright.limits import Status

STEPS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x]
KNOWN = ["AEEZZTE", "ETOUEAD", "WVEANHB", "LPENDPF", "REHCAET"]
WORDS = st.lists(st.text("ABCDE", min_size=2, max_size=6), min_size=1, max_size=9, unique=True)


def copies(search: WordSearch, letters: tuple[str, ...]) -> set[frozenset[Cell]]:
    """Find a word by looking along every line: it knows nothing of how words are hidden."""
    found = set()
    for y in range(search.height):
        for x in range(search.width):
            for down, right in STEPS:
                cells = [(y + n * down, x + n * right) for n in range(len(letters))]
                inside = all(
                    0 <= row < search.height and 0 <= column < search.width for row, column in cells
                )
                if inside and all(
                    search.rows[row][column] == letter
                    for (row, column), letter in zip(cells, letters, strict=True)
                ):
                    found.add(frozenset(cells))
    return found


def check_search(search: WordSearch, words: Iterable[str], directions: str = "all") -> None:
    assert {len(row) for row in search.rows} == {search.width}
    assert all(letter for row in search.rows for letter in row)
    texts = [word.entry.text for word in search.hidden]
    texts += [left.entry.text for left in search.left_out]
    assert sorted(texts) == sorted(words)
    places = [frozenset(word.cells) for word in search.hidden]
    for index, word in enumerate(search.hidden):
        assert word.step in DIRECTIONS[directions]
        others = places[:index] + places[index + 1 :]
        assert not any(places[index] <= other for other in others), "it has a place of its own"
        accidents = copies(search, word.entry.letters) - {places[index]}
        assert places[index] in copies(search, word.entry.letters)
        assert all(any(copy <= other for other in others) for copy in accidents)


@settings(max_examples=60)
@given(WORDS, st.integers(0, 3), st.sampled_from(sorted(DIRECTIONS)))
def test_every_word_has_one_place_of_its_own(words: list[str], seed: int, directions: str) -> None:
    search = word_search(words, seed=seed, directions=directions)
    assert search.status is Status.FILLED
    check_search(search, words, directions)


@settings(max_examples=40)
@given(WORDS, st.integers(2, 9), st.integers(2, 9))
def test_a_size_is_exact_and_words_left_out_are_named(
    words: list[str], width: int, height: int
) -> None:
    search = word_search(words, width=width, height=height)
    if min(map(len, words)) > max(width, height):
        assert (search.rows, len(search.left_out)) == ((), len(words))
        return
    assert (search.width, search.height) == (width, height)
    check_search(search, words)


@settings(max_examples=20)
@given(WORDS, st.randoms(use_true_random=False))
def test_the_order_of_the_words_does_not_matter(words: list[str], rng: random.Random) -> None:
    shuffled = rng.sample(words, len(words))
    assert word_search(words, seed=1) == word_search(shuffled, seed=1)


@pytest.mark.parametrize(
    "words",
    [
        ["TEA", "TEACHER", "EAT", "TEAM"],
        ["STRESSED", "DESSERTS", "DESSERT"],
        ["ANNA", "NAN", "AN"],
        ["AA", "AAA"],
        ["שלום", "ילדים", "משפחה", "לילה"],
        ["น้ำ", "ที่น้ำ", "น้ำที่ดี"],
        ["हिन्दी", "दीपक", "कमल"],
        ["ЁЛКА", "КЛЁН", "ЛЁН"],
        ["日本", "本日"],
    ],
    ids=lambda words: words[0],
)
def test_words_within_words_and_any_script(words: list[str]) -> None:
    search = word_search(words, seed=5)
    assert search.status is Status.FILLED
    check_search(search, words)
    assert search.puzzle().is_complete


def test_the_other_letters_are_those_of_the_words() -> None:
    letters = {letter for tree in TREES for letter in tree}
    assert {letter for row in word_search(TREES).rows for letter in row} <= letters
    hebrew = {letter for row in word_search(["שלום"]).rows for letter in row}
    assert len(hebrew) > 4 and all("א" <= letter <= "ת" for letter in hebrew)


def test_known_letters() -> None:
    """The same on every machine and with every version of Python."""
    search = word_search(["TEA", "TEACHER", "PEN"], seed=2, width=7, height=5)
    assert [*map("".join, search.rows)] == KNOWN
    assert search != word_search(["TEA", "TEACHER", "PEN"], seed=3, width=7, height=5)


def test_what_does_not_fit_has_its_reason() -> None:
    search = word_search(["ELEPHANT", "CAT", "CAT", "I"], width=5, height=4)
    reasons = {left.entry.text: left.reason for left in search.left_out}
    assert reasons["ELEPHANT"] is Reason.TOO_LONG
    assert {reasons["CAT"], reasons["I"]} == {Reason.REPEATED, Reason.TOO_SHORT}
    assert search.status is Status.IMPOSSIBLE
    tight = word_search(["ABC", "DEF", "GHI"], width=3, height=2, directions="easy")
    assert [left.reason for left in tight.left_out] == [Reason.NO_ROOM]
    assert tight.status is Status.LIMIT


@pytest.mark.parametrize(
    ("words", "size", "reason"),
    [(["A", "B"], {}, Reason.TOO_SHORT), (["CAT"], {"width": 2, "height": 2}, Reason.TOO_LONG)],
)
def test_nothing_that_can_be_hidden(words: list[str], size: dict[str, int], reason: Reason) -> None:
    search = word_search(words, **size)  # type: ignore[arg-type]
    assert (search.status, search.rows, search.width) == (Status.IMPOSSIBLE, (), 0)
    assert [left.reason for left in search.left_out] == [reason] * len(words)
    with pytest.raises(LayoutError, match="no word could be hidden"):
        search.puzzle()


def test_offensive_words_do_not_come_about_by_chance() -> None:
    from crosswright.words.lexicon.offensive import offensive_in

    is_offensive = offensive_in("en")
    for seed in range(4):
        search = word_search(["SASH", "TITLE", "CARP", "FUND", "KITE"], seed=seed)
        own = [frozenset(word.cells) for word in search.hidden]
        for y in range(search.height):
            for x in range(search.width):
                for down, right in STEPS:
                    cells = [(y + n * down, x + n * right) for n in range(8)]
                    text = ""
                    for n, (row, column) in enumerate(cells, 1):
                        if not (0 <= row < search.height and 0 <= column < search.width):
                            break
                        text += search.rows[row][column]
                        listed = any(place.issuperset(cells[:n]) for place in own)
                        assert n < 3 or listed or not is_offensive(text)


def test_the_puzzle_has_the_words_as_they_were_entered() -> None:
    search = word_search([LayoutWord("polar bear", "White"), "cat"])
    puzzle = search.puzzle(title="Animals")
    assert (puzzle.kind, puzzle.title) == ("word-search", "Animals")
    words = {puzzle.filled_grid.word(slot) for slot in puzzle.grid.slots if slot.label[0] == "X"}
    assert words == {"POLARBEAR", "CAT"}
    assert [*puzzle.entered.values()] == ["polar bear"]


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(LayoutError, match="unknown directions 'up'; choose from easy, diagonal"):
        word_search(["CAT"], directions="up")
    with pytest.raises(LayoutError, match="a width of 0; it must be from 1 to"):
        word_search(["CAT"], width=0)
    with pytest.raises(LayoutError, match="no words to hide"):
        word_search([])
    with pytest.raises(LayoutError, match="is not a list of words"):
        word_search("CAT")
