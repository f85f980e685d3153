"""The list that a command or the studio works with: the user's, or the built-in one."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from os import PathLike
from typing import cast

from crosswright.words import WordList
from crosswright.wordtools import personal
from crosswright.wordtools.merge import Source, merge


def load_lists(
    paths: Sequence[str | PathLike[str]] = (),
    *,
    language: str = "en",
    min_score: int | None = None,
    own: bool = True,
) -> WordList:
    """Load lists, the first of which goes before the others; the built-in one when none is given.

    With `own` the personal list goes before all of them.
    """
    if not paths:
        words = built_in(language)
    elif len(paths) == 1:
        words = WordList.load(paths[0])
    else:
        words = merge([Source(WordList.load(path)) for path in paths]).words
    if own:
        words = personal.apply(words)
    return words if min_score is None else words.filter(min_score=min_score)


def built_in(language: str) -> WordList:
    """Load the built-in list of a language."""
    lexicon = import_module("crosswright.lexicon")
    return cast(WordList, lexicon.load(language))
