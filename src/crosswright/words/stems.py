"""The base form of an English word by its ending, for the rule that no two answers share a stem."""

from __future__ import annotations

from collections.abc import Callable, Iterator

VOWELS = frozenset("AEIOU")
SHORTEST = 3  # letters left of a word; below it an ending is rarely one
DEEPEST = 4  # endings taken off one after the other: SINGERS, SINGER, SING


def base(word: str, known: Callable[[str], bool]) -> str:
    """Take endings off as long as what is left is a known word.

    >>> base("TENEMENTS", {"TENEMENT"}.__contains__)
    'TENEMENT'
    """
    for _ in range(DEEPEST):
        stem = next((s for s in stems(word) if len(s) >= SHORTEST and known(s)), None)
        if stem is None:
            break
        word = stem
    return word


def stems(word: str) -> Iterator[str]:
    """Yield what a word may be an inflection of, the likeliest first."""
    if word.endswith("IES"):
        yield word[:-3] + "Y"
    if word.endswith("ES"):
        yield word[:-1]
        yield word[:-2]
    elif word.endswith("S") and not word.endswith(("SS", "US", "IS")):
        yield word[:-1]
    if word.endswith("ILY"):
        yield word[:-3] + "Y"
    if word.endswith("LY"):
        yield word[:-2]
    for ending in ("ING", "ED", "ER", "EST"):
        if word.endswith(ending):
            yield from before(word[: -len(ending)])


def before(stem: str) -> Iterator[str]:
    """Yield the words that a stem before -ING, -ED, -ER may come from: RUNN, HOP, CARRI."""
    if len(stem) < 2:
        return
    doubled = stem[-1] == stem[-2] and stem[-1] not in VOWELS
    # After one vowel and one consonant (HOP-ING) an E has gone more often than not: HOPE.
    short = stem[-1] not in VOWELS and stem[-2] in VOWELS and stem[-3:-2] not in VOWELS
    yield from (stem + "E", stem) if short else (stem, stem + "E")
    if doubled:
        yield stem[:-1]
    if stem[-1] == "I":
        yield stem[:-1] + "Y"
