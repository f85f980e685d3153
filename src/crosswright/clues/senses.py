"""The senses of an answer, the one that a solver thinks of first, and how well others fit.

Most senses were never counted in a text. What speaks for one of those is that other things are of
its kind; what speaks against it is a label, a technical kind, a definition with the word itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import log2

from crosswright.clues import wordnet
from crosswright.clues.inflection import (
    Form,
    Origin,
    form_of_phrase,
    inflect_phrase,
    origins,
    word_set,
)
from crosswright.clues.wordnet import Sense
from crosswright.grids.letters import latin_letters

BINOMIAL = re.compile(r"[A-Z][a-z]+ [a-z]+")
LABEL = re.compile(r"^\((?!used |often |usually )[^()]*\)")  # (chemistry), (Scottish)
UNLIKELY = re.compile(
    r"\b(?:archaic|obsolete|dialect|Scottish|British slang|slang|formerly|former)\b"
)
TECHNICAL = frozenset(
    {
        *word_set("genus wood nucleotide enzyme element dialect alphabet"),
        *("monetary unit", "fractional monetary unit", "unit of measurement", "card game"),
        *("metallic element", "chemical element", "natural language", "mathematician"),
    }
)
"""Kinds of things of which few people know one with the name of something common."""

HAS_MEMBERS = 1.4  # how much likelier an uncounted sense is that has kinds of its own
IS_SPECIES = 0.7  # with a Latin name: a TUNA is any of several fish, and one cactus
HAS_LABEL = 0.7
IS_UNLIKELY = 0.5
IS_TECHNICAL = 0.35
IS_NAMED = 0.4  # with a capital, and rarely found in texts
FEW_USES = 3
NAMES_ITSELF = 0.4  # "coat with soot": it comes from another sense

SECONDARY = (Form.PARTICIPLE, Form.MORE, Form.MOST)
"""Forms that hardly count where the answer is a word of its own."""

MAX_LATER_LEMMA = 4
LATER_LEMMA = 0.3  # the same for each word that names a known meaning better
KNOWN_MEANING = 0.6  # how much likelier for every doubling of the uses of all its words
FEW_KNOWN = 3

COUNTABLE = re.compile(
    r"(?:\([^()]*\) *)*(?:an?|one|any|each|someone|somebody|something|the|either|each|two|three|"
    r"[a-z-]+ (?:who|that|for|used))\b"
)
"""How a dictionary begins to define what can be counted."""
STUFF = word_set("gas fluid liquid substance material feeling conversation")
ABSTRACT = word_set(
    "abstraction attribute quality property condition state trait talk speech conversation "
    "communication activity process phenomenon upbringing socialization acquisition"
)


def senses_of(answer: str) -> list[tuple[Origin, Form, Sense]]:
    """List the senses of an answer and of what it is a form of, with the form, likeliest first."""
    found: list[tuple[Origin, Form, Sense]] = []
    for origin in origins(answer):
        for sense in wordnet.senses(origin.base):
            if origin.part not in ("", sense.part):
                continue
            form = origin.form
            if form is None:
                lemma = own_lemma(sense, origin.base)
                form = form_of_phrase(answer, lemma, sense.part)
            if form is None or (form is Form.PLURAL and is_proper(sense)):
                continue
            if form is Form.BASE or is_whole_form(
                answer, own_lemma(sense, origin.base), sense, form
            ):
                found.append((origin, form, sense))
    # BORN is an adjective of its own rather than a form of BEAR, and OPENER a noun; but SLOWER is
    # an adverb only as the comparative of one.
    if any(form is Form.BASE and not is_compared_adverb(sense) for _, form, sense in found):
        found = [each for each in found if each[1] not in SECONDARY]
    likely = likelihoods(found)
    order = sorted(range(len(found)), key=lambda place: -likely[place])
    return [found[place] for place in order]


COMPARED = re.compile(r"\(?(?:more|most|comparative|superlative)\b")


def is_compared_adverb(sense: Sense) -> bool:
    """Return whether a sense is the comparative or superlative of an adverb: "more slowly"."""
    return sense.part == "adv" and COMPARED.match(sense.gloss) is not None


def likelihoods(found: list[tuple[Origin, Form, Sense]]) -> list[float]:
    """Return the weights of senses; if none was ever counted, by how known their meanings are.

    A TYKE is a child rather than somebody from Yorkshire, because there are common words for that.
    """
    is_counted = any(sense.uses for *_, sense in found)
    return [
        weight(sense, origin.base) * (1.0 if is_counted else familiarity(sense, origin.base))
        for origin, _, sense in found
    ]


def familiarity(sense: Sense, base: str) -> float:
    """Return how much likelier a sense is because other words are often used in it."""
    known = log2(max(1.0, sense.known / FEW_KNOWN))
    place = lemma_place(sense, base)
    species = IS_SPECIES if any(map(BINOMIAL.fullmatch, sense.lemmas)) else 1.0
    softened = (1 + place) / (1 + LATER_LEMMA * place) if known else 1.0
    return (1 + KNOWN_MEANING * known) * softened * species


def is_whole_form(answer: str, lemma: str, sense: Sense, form: Form) -> bool:
    """Return whether an answer is a form of a verb of several words: ADDSON is, ADDONS is not."""
    if sense.part != "verb" or " " not in lemma:
        return True
    whole = inflect_phrase(lemma, sense.part, form)
    return whole is not None and latin_letters(whole) == answer


def weight(sense: Sense, base: str) -> float:
    """Return how likely it is that a solver thinks of a sense of a word, as a number of uses.

    >>> fraud, toy = (s for s in wordnet.senses("KITE")[:5:4])
    >>> weight(toy, "KITE") > weight(fraud, "KITE")
    True
    """
    uses = sense.uses + 1.0
    if sense.uses < FEW_USES and own_lemma(sense, base).istitle():
        uses *= IS_NAMED
    if not sense.uses:
        uses *= HAS_MEMBERS if sense.members else 1.0
        uses *= NAMES_ITSELF if names_itself(sense, base) else 1.0
        uses /= 1 + lemma_place(sense, base)
    uses *= HAS_LABEL if LABEL.match(sense.gloss) else 1.0
    uses *= IS_UNLIKELY if UNLIKELY.search(sense.definition) else 1.0
    return uses * (1.0 if TECHNICAL.isdisjoint(sense.kinds) else IS_TECHNICAL)


def names_itself(sense: Sense, base: str) -> bool:
    """Return whether a definition has the word that it defines."""
    return base.lower() in re.findall("[a-z]+", sense.definition)


@lru_cache(maxsize=4096)
def fit(word: str, synset: int) -> float:
    """Return how much of the use of a word is in one sense, between 0 and 1; 0 for no such sense.

    >>> fit("XQZZYV", 1)
    0.0
    """
    senses = wordnet.senses(word)
    discounted = [
        weight(sense, word) / (1 + place / (2 if sense.uses else 1))
        for place, sense in enumerate(senses)
    ]
    own = (each for each, sense in zip(discounted, senses, strict=True) if sense.synset == synset)
    return next(own, 0.0) / sum(discounted) if senses else 0.0


def is_proper(sense: Sense) -> bool:
    """Return whether a sense is one person, place or thing with a name: there are no two."""
    return sense.is_name and sense.lemmas[0][:1].isupper()


def lemma_place(sense: Sense, base: str) -> int:
    """Return how many words name a sense better that was never counted; 0 for one that was."""
    letters = [*map(latin_letters, sense.lemmas)]
    is_later = not sense.uses and base in letters
    return min(MAX_LATER_LEMMA, letters.index(base)) if is_later else 0


def is_uncountable(sense: Sense) -> bool:
    """Return whether a noun seems to have no plural in a sense, by how that is defined."""
    is_stuff = not STUFF.isdisjoint(sense.kinds[:3])
    is_abstract = not ABSTRACT.isdisjoint(sense.kinds)
    has_article = COUNTABLE.match(sense.definition) is not None
    return sense.part == "noun" and (is_stuff or (is_abstract and not has_article))


def own_lemma(sense: Sense, base: str) -> str:
    """Return the lemma of a sense that has the letters of a word."""
    return next((lemma for lemma in sense.lemmas if latin_letters(lemma) == base), base.lower())


def circular(base: str, sense: Sense) -> Iterator[str]:
    """Yield words derived from one sense of a word, or the other way round, that begin alike."""
    for lemma in wordnet.links(base, sense.synset, "related"):
        letters = latin_letters(lemma)
        if letters[:2] == base[:2]:
            yield letters
