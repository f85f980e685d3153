"""Find the words that Britain and America spell differently, or that only Britain has."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from crosswright.grids.letters import latin_letters
from lexicon_build.sources import Headword, Sources

# British endings and what America writes; a rule applies only where the dictionary has both.
ENDINGS = (
    (r"our(s|ed|ing|ite|ites|able|er|ers|ful|fully|less|al|ist|ists)?$", r"or\1"),
    (r"is(e|es|ed|ing|er|ers|ation|ations|able|ational)$", r"iz\1"),
    (r"ys(e|es|ed|ing|er|ers)$", r"yz\1"),
    (r"ence(s|less)?$", r"ense\1"),
    (r"mme(s)?$", r"m\1"),
    (r"oul(d|t|der)(s|ed|ing|y)?$", r"ol\1\2"),
    (r"(?<=[hk])ae(?=m)|ae(?=mia|mic|sth|tiol|val)|(?<=p)ae(?=d|o)|(?<=n)ae(?=c)", "e"),
    (r"(?<=f)ae(?=c)|(?<=l)ae(?=o)|(?<=f)oe(?=t)|^oe(?=[ds])|oe(?=a)", "e"),
    (r"(?<=c)ae(?=si|c)|(?<=c)oe(?=li)|(?<=hom)oe(?=op)", "e"),
    (r"ll(ous|ously|ist|ists)$", r"l\1"),
    (r"dgement(s)?$", r"dgment\1"),
    (r"sulph", "sulf"),
)
# How much more often than the British spelling the (mostly American) web has the American one;
# less where WordNet says that they are the same, or one is inside of which that is known.
LEAD, LEAD_OF_SYNONYMS, LEAD_OF_COMPOUNDS = 1.2, 0.4, 0.35
# What is rarer by more than this (Zipf) is a slip rather than a spelling: HONOURARY.
MAX_LEAD = 1.8
# Letters of a spelling that is looked for inside others.
MIN_INSIDE = 4


def read_pairs() -> tuple[dict[str, str], frozenset[str]]:
    """Read `british.txt`: the pairs, and the spellings that both sides share."""
    words = [
        word
        for line in Path(__file__).with_name("british.txt").read_text().splitlines()
        if not line.startswith("#")
        for word in line.split()
    ]
    pairs = dict(word.split(":") for word in words if ":" in word)
    return pairs, frozenset(word for word in words if ":" not in word)


PAIRS, SHARED = read_pairs()


def read_vocabulary() -> frozenset[str]:
    """Read `commonwealth.txt`: what Britain and the Commonwealth say and America hardly knows."""
    text = Path(__file__).with_name("commonwealth.txt").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return frozenset(entry.strip() for entry in " ".join(lines).split(","))


VOCABULARY = read_vocabulary()
SYLLABLES = re.compile(r"[aeiouy]+[^aeiouy]+[aeiou]l$|[^q]uel$|ial$")
SUFFIXES = ("ed", "ing", "er", "ers", "est", "ist", "ists")


def pairs(sources: Sources) -> Iterator[tuple[str, str]]:
    """Yield every British spelling with the American one."""
    found: dict[str, str] = {}
    rest = []
    for headword in sources.headwords:
        word = headword.text
        if word in SHARED or not word.isalpha() or not word.islower():
            continue
        american = explicit(headword) or by_doubling(headword, sources) or by_rule(word, sources)
        if american:
            found[word] = american
        else:
            rest.append(word)
    found |= {word: other for word in rest if (other := by_part(word, found, sources))}
    yield from found.items()


def by_part(word: str, found: Mapping[str, str], sources: Sources) -> str:
    """Recognise a spelling inside another: NEIGHBOURHOOD, from neighbour."""
    for first in range(len(word) - MIN_INSIDE + 1):
        for last in range(first + MIN_INSIDE, len(word) + 1):
            part = found.get(word[first:last], "*")
            american = word[:first] + part + word[last:]
            if (
                not part.endswith("*")
                and american + "s" != word  # AFTERMATHS
                and sources.sizes.get(american, 99) <= sources.sizes[word]
                and sources.commonness(american) <= sources.commonness(word) + MAX_LEAD
                and prefers(american, word, sources, LEAD_OF_COMPOUNDS)
            ):
                return american
    return ""


def explicit(headword: Headword) -> str:
    """Look a word up in the pairs, or its base, and inflect as the word is inflected."""
    if headword.text in PAIRS:
        return PAIRS[headword.text]
    for base in headword.bases:
        if base in PAIRS and base not in SHARED:
            return PAIRS[base] + "*"
    return ""


def by_doubling(headword: Headword, sources: Sources) -> str:
    """Recognise travelled, from travel: America leaves the l single."""
    for base in headword.bases:
        for suffix in SUFFIXES:
            single = base + suffix
            doubled = base.endswith("l") and headword.text == f"{base}l{suffix}"
            if doubled and SYLLABLES.search(base) and sources.sizes.get(single, 99) <= 60:
                return single
    if re.search(r"[aeiou]ller(s|y)?$", headword.text):
        single = headword.text.replace("ller", "ler")
        if len(single) > 6 and sources.sizes.get(single, 99) <= 60:
            return single
    return ""


def by_rule(word: str, sources: Sources) -> str:
    """Apply the rules of endings; America must know its spelling at least as well."""
    for ending, replacement in ENDINGS:
        american = re.sub(ending, replacement, word, count=1)
        is_same = american in sources.alike.get(word, ())
        shortest = 4 if is_same or american.endswith("or") else 5  # ODOUR; but PAEON is not PEON
        if american == word or len(american) < shortest:
            continue
        lead = LEAD_OF_SYNONYMS if is_same else LEAD
        if sources.sizes.get(american, 99) <= min(70, sources.sizes[word] + 15) and prefers(
            american, word, sources, lead
        ):
            return american
    return ""


def prefers(american: str, british: str, sources: Sources, lead: float = LEAD) -> bool:
    """Return whether the (mostly American) web writes it the American way."""
    seen = sources.unigrams
    return seen.get(american, 0.0) >= lead * seen.get(british, 0.0)


class Varieties(NamedTuple):
    """The words of either side, as written."""

    british: frozenset[str]
    american: frozenset[str]


def varieties(sources: Sources) -> Varieties:
    """Return the words that are British, by spelling or altogether, and American spellings."""
    british, american = set(), set()
    for one, other in pairs(sources):
        british.add(one)
        if other.endswith("*"):
            other = other[:-1]
            american.update(set(sources.inflections.get(other, ())) - SHARED)
        if other not in SHARED:
            american.add(other)
    common = {word for word in american if word in british}
    return Varieties(frozenset((british - common) | VOCABULARY), frozenset(american - common))


def answers(words: Iterable[str], entries: Iterable[str]) -> frozenset[str]:
    """Return the letters of these words, and of the entries that are phrases with one of them."""
    single = frozenset(words)
    phrases = (entry for entry in entries if " " in entry and not single.isdisjoint(entry.split()))
    return frozenset(map(latin_letters, itertools.chain(single, phrases)))
