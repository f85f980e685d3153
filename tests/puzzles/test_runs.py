"""Runs of letters in two answers: words that a solver notices, and what is only an ending."""

from __future__ import annotations

from itertools import product
from string import ascii_uppercase

import pytest

from crosswright.grids.grid import Grid
from crosswright.puzzles.check import check
from crosswright.puzzles.puzzle import Puzzle
from crosswright.puzzles.runs import MIN_COMMON, NoticedRuns
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList


def shared(pair: str, words: WordList) -> list[str]:
    """Return what is said of two answers, one above the other."""
    width = max(map(len, pair.split()))
    one, other = (word.ljust(width, "#") for word in pair.split())
    puzzle = Puzzle.from_filled(Grid.parse("\n".join([one, "#" * width, other])))
    findings = check(puzzle, "free", words)
    return [finding.message for finding in findings if finding.rule in ("shared", "stem")]


@pytest.mark.parametrize(
    "pair",
    [
        "PAINTERS POINTERS",
        "INTERNET INTERVAL",
        "UNDERGO UNDERTOW",
        "COUNTERACTED COUNTEREXAMPLES",
        "RANSACKING SACKING",
        "SETTINGS PARTINGSHOT",
        "INTERNETCAFES INTERVALTRAINING",  # which the list lacks
    ],
)
def test_chance_and_endings_are_not_reported(pair: str) -> None:
    assert shared(pair, lexicon.english()) == []


@pytest.mark.parametrize(
    ("pair", "word"),
    [
        ("WATERFALL UNDERWATER", "WATER"),
        ("SPRINGROLL SPRINGFIELD", "SPRING"),
        ("COLDWATERLOVE WATERFALL", "WATER"),  # the list lacks the first
        ("COLDWATERLOVE WATERPISTOLS", "WATER"),  # and here both
    ],
)
def test_words_inside_both_are_reported(pair: str, word: str) -> None:
    [message] = shared(pair, lexicon.english())
    assert word in message.split()


@pytest.mark.parametrize(
    ("language", "pair", "word"),
    [
        ("es", "REALMENTE FACILMENTE", ""),
        ("es", "NACIONES ESTACIONES", ""),
        ("es", "MEDIANOCHE NOCHE", "NOCHE"),
        ("pt", "INTELIGENTE AGENTE", ""),
    ],
)
def test_other_languages(language: str, pair: str, word: str) -> None:
    pytest.importorskip("wordfreq")
    messages = shared(pair, lexicon.load(language))
    assert [word in message.split() for message in messages] == ([True] if word else [])


@pytest.mark.parametrize(("count", "is_noticed"), [(MIN_COMMON - 1, True), (MIN_COMMON, False)])
def test_what_many_words_begin_with_is_a_prefix(count: int, is_noticed: bool) -> None:
    others = ["".join(letters) for letters in product(ascii_uppercase, repeat=2)]
    prefixed = [f"INTER{other}QQ" for other in others[:count]]
    words = WordList.from_words(["INTER", "CITY", "STATE", "INTERCITY", *prefixed])
    assert NoticedRuns(words).in_both("INTER", ("INTERCITY", "INTER")) is is_noticed
