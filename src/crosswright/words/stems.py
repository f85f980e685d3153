"""What two answers must not share: a word of which both are forms, or that is inside them.

It comes from the list: keys that the built-in list has for every entry, or a table of base forms.
What the list does not know goes by English endings.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from crosswright.support.hints import TypeAlias
from crosswright.support.records import Record
from crosswright.words import index

VOWELS = frozenset("AEIOU")
MIN_STEM = 3  # letters left of a word; with fewer an ending is rarely one
MAX_ENDINGS = 4  # taken off one after the other: SINGERS, SINGER, SING

Lookup: TypeAlias = Mapping[str, str] | Callable[[str], str | None]
"""What maps a word to its base form; nothing, or None, for a word that is its own."""

StemKey: TypeAlias = int | str
"""What two words share: the number of a family of words, or a base form."""


class KeyRows(Record, eq=False):
    """The keys of rows: those of row r are keys[starts[r]] to keys[starts[r + 1] - 1]."""

    starts: array[int] | memoryview
    keys: array[int] | memoryview
    unknown: Sequence[int]
    """The rows of words that are not known."""

    def below(self, count: int) -> KeyRows:
        """Return the same rows with only the keys that are less than a number."""
        starts, keys = index.keys_below(self.starts, self.keys, count)
        return self if len(keys) == len(self.keys) else KeyRows(starts, keys, self.unknown)

    def owners(self, keys: Iterable[int]) -> array[int]:
        """Return the rows that have one of some keys, once for each that they have."""
        return index.rows_having(self.starts, self.keys, array("i", keys))


class Families:
    """Base forms that also know families of words, and the words inside phrases."""

    @property
    def tokens(self) -> Sequence[str]:
        """The alphabet of the rows whose families it knows."""
        raise NotImplementedError

    def __call__(self, word: str) -> str | None:
        """Return the base form of a word; None when it is its own."""
        raise NotImplementedError

    def keys(self, word: str, *, look_alikes: bool = False) -> Sequence[int] | None:
        """Return the keys of a word: its families, also what it looks like; None if not known."""
        raise NotImplementedError

    def keys_of_rows(self, length: int, codes: memoryview) -> KeyRows:
        """Return the keys of words of one length, given as rows of codes."""
        raise NotImplementedError

    def liveliness_of_rows(self, length: int, codes: memoryview) -> Sequence[int] | None:
        """Return how lively words of one length are, 0 to 99; None where that is not known."""
        return None

    def name(self, key: int) -> str:
        """Return the word that a family is known by."""
        raise NotImplementedError

    def size(self) -> int:
        """Return how many keys there are; they are numbered from 0."""
        raise NotImplementedError

    def family_count(self) -> int:
        """Return how many of them, the first ones, are of families; others only look alike."""
        raise NotImplementedError


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


def keys_of(
    word: str, bases: Bases | None, known: Callable[[str], bool], look_alikes: bool = False
) -> Sequence[StemKey]:
    """Return what a word must not share with another: families if it has any, or its base.

    With `look_alikes`, also what it shares only with words that look like it.
    """
    families = families_in(bases)
    if families is None:
        return (base_of(word, bases, known),)
    keys = families.keys(word, look_alikes=look_alikes)
    base = word
    if keys is None:
        base = base_of(word, bases, known)
        base = by_ending(word, known) if base == word else base
        keys = families.keys(base, look_alikes=look_alikes)
    return keys or (base,)


def families_in(bases: Bases | None) -> Families | None:
    """Return the families of words that some base forms come with, if any."""
    lookups = bases.lookups if isinstance(bases, JoinedBases) else (bases,)
    return next((lookup for lookup in lookups if isinstance(lookup, Families)), None)


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


def runs(word: str, size: int) -> set[str]:
    """Return the runs of this many letters in a word."""
    return {word[start : start + size] for start in range(len(word) - size + 1)}
