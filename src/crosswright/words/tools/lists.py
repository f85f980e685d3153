"""The list that a command or the studio works with: the user's, or the built-in one."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from crosswright.words.tools import personal
from crosswright.words.wordlist import WordList


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
        from crosswright.words import lexicon

        words = lexicon.load(language)
    else:
        words = first_of([WordList.load(path) for path in paths])
    if own:
        words = personal.apply(words)
    return words if min_score is None else words.filter(min_score=min_score)


def first_of(lists: Sequence[WordList]) -> WordList:
    """Join lists; of a word that several have, the first one's score counts."""
    if len(lists) == 1:
        return lists[0]
    scores = {word: score for words in reversed(lists) for word, score in words}
    name = " + ".join(words.name for words in lists)
    return WordList.from_words(scores.items(), name=name)
