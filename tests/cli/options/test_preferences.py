"""Preferences on the command line: their defaults are those of fills."""

from __future__ import annotations

from crosswright.cli.options import preferences as options
from crosswright.cli.options.preferences import PreferenceOptions
from crosswright.filling import preference
from crosswright.words.wordlist import WordList


def test_the_defaults_that_are_shown_are_those_that_are_used() -> None:
    assert (options.LIVELY, options.VARIETY) == (preference.LIVELY, preference.VARIETY)


def test_first_fills_prefer_nothing() -> None:
    words = WordList.from_words(["CAT"])
    asked = PreferenceOptions(lively=50, variety=None)
    assert asked.chosen(words) == {"lively": 50, "variety": 0}
    assert asked.chosen(words, is_improving=False) == {"lively": 0, "variety": 0}
