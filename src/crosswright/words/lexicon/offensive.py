"""Which words are offensive, for those who put letters side by side at random."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from crosswright.support.languages import language_code
from crosswright.words.lexicon.builtin import columns
from crosswright.words.lexicon.foreign import blocked, digest


def offensive_in(language: str) -> Callable[[str], bool]:
    """Return a function that knows the offensive words of English and of a language.

    They are those that the built-in lists leave out.
    """
    english, others = _english(), blocked(language_code(language))

    def is_offensive(word: str) -> bool:
        return word in english or (bool(others) and digest(word) in others)

    return is_offensive


@cache
def _english() -> frozenset[str]:
    from crosswright.words.lexicon.packing import OFFENSIVE

    packed = columns()
    words = []
    for length, first, last, at in packed.blocks():
        for row in range(first, last):
            if packed.flags[row] & OFFENSIVE:
                start = at + (row - first) * length
                words.append(bytes(packed.letters[start : start + length]).decode("ascii"))
    return frozenset(words)
