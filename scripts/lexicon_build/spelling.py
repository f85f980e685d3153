"""Find the words that Britain and America spell differently."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lexicon_build.sources import Headword, Sources

# British endings and what America writes; a rule holds only where the dictionary has both.
ENDINGS = (
    (r"our(s|ed|ing|ite|ites|able|er|ers|ful|fully|less|al|ist|ists)?$", r"or\1"),
    (r"is(e|es|ed|ing|er|ers|ation|ations|able|ational)$", r"iz\1"),
    (r"ys(e|es|ed|ing|er|ers)$", r"yz\1"),
    (r"ence(s|less)?$", r"ense\1"),
    (r"mme(s)?$", r"m\1"),
    (r"oul(d|t|der)(s|ed|ing|y)?$", r"ol\1\2"),
    (r"(?<=[hk])ae(?=m)|ae(?=mia|mic|sth|tiol|val)|(?<=p)ae(?=d|o)|(?<=n)ae(?=c)", "e"),
    (r"(?<=f)ae(?=c)|(?<=l)ae(?=o)|(?<=f)oe(?=t)|^oe(?=[ds])|oe(?=a)", "e"),
)


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
SYLLABLES = re.compile(r"[aeiouy]+[^aeiouy]+[aeiou]l$|[^q]uel$|ial$")
SUFFIXES = ("ed", "ing", "er", "ers", "est", "ist", "ists")


def pairs(sources: Sources) -> Iterator[tuple[str, str]]:
    """Yield every British spelling with the American one."""
    for headword in sources.headwords:
        word = headword.text
        if word in SHARED or not word.isalpha() or not word.islower():
            continue
        american = explicit(headword) or by_doubling(headword, sources) or by_rule(word, sources)
        if american:
            yield word, american


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
        if american == word or len(american) < 5:
            continue
        if sources.sizes.get(american, 99) <= min(70, sources.sizes[word] + 15) and prefers(
            american, word, sources
        ):
            return american
    return ""


def prefers(american: str, british: str, sources: Sources) -> bool:
    """Tell whether the (mostly American) web writes it the American way."""
    return sources.unigrams.get(american, 0.0) >= 1.2 * sources.unigrams.get(british, 0.0)


def varieties(sources: Sources) -> tuple[frozenset[str], frozenset[str]]:
    """Return the British and the American spellings, as written."""
    british, american = set(), set()
    for one, other in pairs(sources):
        british.add(one)
        if other.endswith("*"):
            other = other[:-1]
            american.update(set(sources.inflections.get(other, ())) - SHARED)
        if other not in SHARED:
            american.add(other)
    common = {word for word in american if word in british}
    return frozenset(british - common), frozenset(american - common)
