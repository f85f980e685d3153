"""Tell which words sound alike, as VIAL and PHIAL do, or nearly so, as LIFE and LIVE."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

# Letters that are written for one another, and which of them stands for all.
LETTERS = (
    (r"[ao]e(?=.{2})|^[ao]e", "e"), ("ph", "f"), ("c(?=[eiy])|z", "s"), ("ck|[ckq]", "k"),
    ("y", "i"), (r"^e(?=[mn])", "i"), ("re(s?)$", r"er\1"), (r"(.)\1", r"\1"), ("our", "or"),
    ("ue(s?)$", r"\1"), ("^[kt]s|^ds", "ts"),
)  # fmt: skip


def plainly(word: str) -> str:
    """Return a word with one letter for those that are written for one another: EON for AEON."""
    for pattern, letter in LETTERS:
        word = re.sub(pattern, letter, word)
    return word


def at_its_simplest(word: str) -> str:
    """Return a word without doubled consonants, nor an E before a last Y: STONY for STONEY."""
    return re.sub(r"([^aeiou])\1", r"\1", re.sub(r"e(ys?)$", r"\1", word))


# What is not heard, and how what sounds alike is put, when spelling is put plainly.
SOUNDS = (
    ("(?<=.)gh|(?<=.)h|^[kg](?=n)|^w(?=r)|(?<=m)b$", ""), ("v", "f"), ("dj|g", "j"),
    ("[aeiou][aeiouw]*", "a"), (r"(.)\1", r"\1"),
)  # fmt: skip
MIN_SOUNDS = 3


def sound(word: str) -> str:
    """Return a word as it is heard, with one letter for all vowels: FAL for VIAL and PHIAL."""
    word = plainly(word)
    for pattern, letter in SOUNDS:
        word = re.sub(pattern, letter, word)
    return word


def sounding_alike(alike: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Yield synonyms in both directions that sound alike, the longer one first: DONUT, DOUGHNUT."""
    for word, others in sorted(alike.items()):
        for other in sorted(others):
            is_longer = (len(word), word) > (len(other), other)
            if is_longer and word in alike.get(other, ()) and is_heard_as(word, other):
                yield word, other


def is_heard_as(word: str, other: str) -> bool:
    """Return whether two words sound alike but for their vowels."""
    heard = sound(word) if word.isalpha() and other.isalpha() else ""
    return len(heard) >= MIN_SOUNDS and heard == sound(other)


MIN_HEARD = 2


def is_told(word: str) -> bool:
    """Return whether a word is told from others by its consonants."""
    return len(consonants_heard(word)) >= MIN_HEARD


def consonants_heard(word: str) -> str:
    """Return the consonants of a word as it is heard: LF for LIFE and for LIVE."""
    return sound(word).replace("a", "")


def is_heard_in(word: str, other: str) -> bool:
    """Return whether two words begin alike and have the same consonants, one perhaps a T more."""
    if word == other or not (word.isalpha() and other.isalpha()) or word[0] != other[0]:
        return False
    short, long = sorted(map(consonants_heard, (word, other)), key=len)
    return long in (short, short + "t")
