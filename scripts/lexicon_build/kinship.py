"""Find which words are of one root though no ending joins them: OBEY and OBEDIENCE.

WordNet relates many pairs of words by form, and not all of them look alike: SEA and PELAGIC do not,
and a COWARD is not one who cows. Those that begin alike are kin, and so are those that begin alike
but for something put before one of them (CRIME, INCRIMINATE). Each word is joined to the other
itself, never to what the other comes from, so that one mistake does not lead to more.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations

from lexicon_build.sources import Link

# Letters with which two words must begin, if one of them is derived from the other.
MIN_DERIVED = 2
# The same if one is merely an adjective about the other, in senses that are common.
MIN_PERTAINING = 3
# The same in any senses.
MIN_PERTAINING_SELDOM = 5
# The same if both are derived from a third word.
MIN_OF_A_THIRD = 5
# The same if one is kin to what is made from the other.
MIN_OF_A_PARENT = 4
# Letters that this other must have then.
MIN_PARENT = 5
# Of two words that begin with one letter alike, so must these of their consonants: SING, SONG.
MIN_CONSONANTS = 2
# Places down the lists of senses, of both words together, up to which senses are common.
COMMON_SENSES = 2
# Nothing is seen of a relation between senses that are further down.
MAX_PLACES = 12
# Short words are at the beginning of others by chance. One that is seldom of the part of speech
# that the other is derived from (COW, a verb) says nothing, nor do agents that are seldom meant
# (one who lives is hardly a LIVER), or that the shortest words do not explain: TOWER, of TOW.
SHORT, SHORTEST, SELDOM = 4, 3, 0.05
AGENT, MAX_AGENT = ("er", "or"), 3
# Letters of a word that is short for one of a phrase, and how many of that are left out at least.
SHORTENED, LEFT_OUT = range(3, 6), 2
# What is put before words, and what they must still have in common then: FURY, INFURIATE.
MAX_FRONT, INSIDE, INSIDE_SHORT = 5, 4, 3


def kin_of(links: Iterable[Link], explains: Callable[[str, str], bool]) -> dict[str, set[str]]:
    """Map words to those of one root with them, the shorter or commoner of each pair.

    `explains` returns whether the first of two words is what WordNet explains the second by.
    """
    kin: defaultdict[str, set[str]] = defaultdict(set)
    derived: defaultdict[str, set[str]] = defaultdict(set)
    for link in links:
        if is_kin(link, explains):
            short, long = sorted((link.one, link.other), key=lambda word: (len(word), word))
            kin[long].add(short)
            if not link.pertains:
                derived[long].add(short)
                derived[short].add(long)
    for relatives in derived.values():
        for short, long in combinations(sorted(relatives, key=lambda word: (len(word), word)), 2):
            if common_start(short, long) >= MIN_OF_A_THIRD:
                kin[long].add(short)
    return dict(kin)


def shortened(alike: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Yield words with what they are short for in a synonym: ZOO, for a ZOOLOGICAL garden."""
    for word, synonyms in alike.items():
        if len(word) in SHORTENED and word.isalpha():
            for part in {part for other in synonyms if " " in other for part in other.split(" ")}:
                if part.isalpha() and part.startswith(word) and len(part) >= len(word) + LEFT_OUT:
                    yield word, part


def is_kin(link: Link, explains: Callable[[str, str], bool]) -> bool:
    """Return whether two words that WordNet relates are visibly of one root."""
    short, long = sorted((link.one, link.other), key=len)
    start = common_start(short, long)
    if link.pertains:
        enough = MIN_PERTAINING if link.places <= COMMON_SENSES else MIN_PERTAINING_SELDOM
        return start >= enough or is_inside(short, long)
    if link.places > MAX_PLACES:
        return False
    if long.endswith(AGENT) and len(long) - start <= MAX_AGENT:
        is_sure = len(short) > SHORTEST or explains(short, long)
        return is_sure and min(link.share, link.sense_share) >= SELDOM
    if start == len(short) <= SHORT:
        return link.share >= SELDOM or explains(short, long)
    return (
        start >= MIN_DERIVED
        or (start > 0 and common_start(*map(consonants, (short, long))) >= MIN_CONSONANTS)
        or is_inside(short, long)
    )


def is_inside(short: str, long: str) -> bool:
    """Return whether a word begins inside another, as CRIME does in INCRIMINATE."""
    starts = (common_start(short, long[front:]) for front in range(1, MAX_FRONT + 1))
    return any(start >= INSIDE or start >= max(INSIDE_SHORT, len(short) - 1) for start in starts)


def consonants(word: str) -> str:
    """Return the consonants of a word, none of them doubled."""
    return re.sub(r"(.)\1", r"\1", re.sub(r"[aeiouy]", "", word))


def common_start(one: str, other: str) -> int:
    """Return how many letters two words begin with alike."""
    for number, (letter, character) in enumerate(zip(one, other, strict=False)):
        if letter != character:
            return number
    return min(len(one), len(other))
