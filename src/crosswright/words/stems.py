"""Base forms, for the rule that no two answers share one: from a table, or by English endings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from crosswright.support.hints import TypeAlias
from crosswright.support.records import Record

Lookup: TypeAlias = Mapping[str, str] | Callable[[str], str | None]
"""What maps a word to its base form; nothing, or None, for a word that is its own."""

VOWELS = frozenset("AEIOU")
MIN_STEM = 3  # letters left of a word; with fewer an ending is rarely one
MAX_ENDINGS = 4  # taken off one after the other: SINGERS, SINGER, SING


class JoinedBases(Record):
    """The base forms of a list made of others: those of the lists that have them.

    `unlisted` are the words that only lists without base forms have: they go by their endings.
    """

    lookups: tuple[Lookup, ...]
    unlisted: frozenset[str]


Bases: TypeAlias = Lookup | JoinedBases


def base_of(word: str, bases: Bases | None, known: Callable[[str], bool]) -> str:
    """Return the base form of a word by `bases`; where they do not know it, by its ending."""
    if bases is None:
        return by_ending(word, known)
    if isinstance(bases, JoinedBases):
        if word in bases.unlisted:
            return by_ending(word, known)
        answers = (look_up(lookup, word) for lookup in bases.lookups)
        return next((base for base in answers if base), word)
    return look_up(bases, word) or word


def look_up(bases: Lookup, word: str) -> str | None:
    """Return what a table or a function says is the base form of a word."""
    return bases.get(word) if isinstance(bases, Mapping) else bases(word)


def by_ending(word: str, known: Callable[[str], bool]) -> str:
    """Take English endings off as long as what is left is a known word.

    >>> by_ending("TENEMENTS", {"TENEMENT"}.__contains__)
    'TENEMENT'
    """
    for _ in range(MAX_ENDINGS):
        stem = next((s for s in stems(word) if len(s) >= MIN_STEM and known(s)), None)
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
            yield from before_ending(word[: -len(ending)])


def before_ending(stem: str) -> Iterator[str]:
    """Yield the words that a stem before -ING, -ED, -ER may come from: RUNN, HOP, CARRI."""
    if len(stem) < 2:
        return
    doubled = stem[-1] == stem[-2] and stem[-1] not in VOWELS
    # After one vowel and one consonant (HOP-ING) an E has been dropped more often than not: HOPE.
    short = stem[-1] not in VOWELS and stem[-2] in VOWELS and stem[-3:-2] not in VOWELS
    yield from (stem + "E", stem) if short else (stem, stem + "E")
    if doubled:
        yield stem[:-1]
    if stem[-1] == "I":
        yield stem[:-1] + "Y"
