"""How lively an entry is: what a solver enjoys to find, from 0 (plain) to 99.

Phrases that people say, names and compounds are lively, and letters that are rare in grids make an
entry more so; plain long words and forms of words are not. How well known an entry is, the score
says.
"""

from __future__ import annotations

import itertools

from lexicon_build import families, scores
from lexicon_build.evidence import Evidence
from lexicon_build.scores import Candidate, Kind, clip

# What kinds of entries begin with.
PHRASE, NAME, COMPOUND, WORD = 45.0, 40.0, 36.0, 8.0
# What makes a phrase livelier: somebody wrote it down by hand, a small word in it, a mark.
BY_HAND, SPOKEN, MARKED = 22, 14, 6
# How much a pair of words must be seen together beyond chance to be a set phrase (powers of ten).
SET_PHRASE, SET_PHRASE_BONUS = 2.0, 10
# Phrases that say nothing by themselves: a plural of a plain pair, a term of trade.
DERIVED_COST, TERM_COST = 14, 16
RARE_LETTERS = {"J": 9, "Q": 9, "X": 8, "Z": 8, "K": 3, "V": 3, "W": 2, "Y": 2, "F": 2, "H": 1}
RARE_LETTERS_LIMIT = 16
INFLECTION_COST = 10
# A phrase that one source alone has, or a form of one that nobody was seen to write.
UNCONFIRMED_LIMIT = 34
# Places and companies that everybody knows, if they are as common as this.
KNOWN_PLACE, KNOWN_PLACE_ZIPF = 50.0, 3.7
MIN_PART = 3
TERMS = frozenset({
    "noun.substance", "noun.process", "noun.phenomenon", "noun.state", "noun.attribute",
    "noun.body", "noun.plant", "noun.relation", "noun.quantity",
})  # fmt: skip


def liveliness(candidate: Candidate, evidence: Evidence) -> int:
    """Return how lively an entry is."""
    if candidate.kind is Kind.PHRASE or "-" in candidate.text:
        lively = phrase(candidate, evidence)
    elif candidate.kind is Kind.NAME:
        lively = name(candidate, evidence)
    elif candidate.kind is Kind.ABBREVIATION:
        lively = 0.0
    else:
        lively = COMPOUND if is_compound(candidate.text, evidence) else WORD
        lively += 12 * candidate.by_hand
        lively += colour(candidate.text, evidence)
    if candidate.base and candidate.kind is not Kind.PHRASE:
        lively -= INFLECTION_COST
    letters = sum(RARE_LETTERS.get(letter, 0) for letter in set(candidate.answer))
    return round(clip(lively + min(letters, RARE_LETTERS_LIMIT), 0, 99))


def phrase(candidate: Candidate, evidence: Evidence) -> float:
    """Return how lively a phrase is: sayings most, terms of trade least."""
    words = scores.parts_of(candidate.text)
    lively = PHRASE + BY_HAND * candidate.by_hand + MARKED * any(c in "'!?" for c in candidate.text)
    if candidate.text[0].isupper() and not candidate.by_hand:
        lively -= 6
    inside = [word for word in words if word in families.SMALL_WORDS]
    if len(words) > 2 and inside:
        lively += SPOKEN
    elif candidate.by_hand and inside:
        lively += SPOKEN / 2
    pairs = list(itertools.pairwise(words))
    if pairs:
        cohesion = sum(evidence.sources.cohesion(*pair) for pair in pairs) / len(pairs)
        lively += SET_PHRASE_BONUS * clip(cohesion - SET_PHRASE, -0.5, 1)
    if candidate.base:
        lively -= DERIVED_COST
    if not is_confirmed(candidate, evidence):
        lively = min(lively, UNCONFIRMED_LIMIT)
    senses = list(evidence.senses_of(candidate.base or candidate.text, 1))
    if senses and all(sense.category in TERMS for sense in senses):
        lively -= TERM_COST
    return lively


def is_confirmed(candidate: Candidate, evidence: Evidence) -> bool:
    """Return whether two sources have a phrase, or it was written down by hand."""
    text = candidate.text.lower()
    seen = scores.sightings(candidate.text, evidence.sources) > 0
    if candidate.base:
        return seen
    in_sources = (text in evidence.written, text in evidence.senses, text in evidence.thesaurus)
    return candidate.by_hand or sum((*in_sources, seen)) >= 2


def name(candidate: Candidate, evidence: Evidence) -> float:
    """Return how lively a name is: places most, if everybody knows them."""
    if candidate.by_hand:
        return NAME
    senses = evidence.senses_of(candidate.text, 1)
    is_place = any(sense.category in ("noun.location", "noun.group") for sense in senses)
    if is_place and evidence.sources.commonness(candidate.text) >= KNOWN_PLACE_ZIPF:
        return KNOWN_PLACE
    return NAME - 14


def is_compound(word: str, evidence: Evidence) -> bool:
    """Return whether a word is made of two common ones: JAILBIRD."""
    known = evidence.parts
    return any(
        word[:at] in known and word[at:] in known
        for at in range(MIN_PART, len(word) - MIN_PART + 1)
    )


def colour(word: str, evidence: Evidence) -> float:
    """Return what a word gains by what it means: people, animals, food and things to see."""
    first = next(iter(evidence.senses_of(word, 1)), None)
    if first is None:
        return 0.0
    gains = {"noun.animal": 16, "noun.food": 14, "noun.person": 6, "noun.artifact": 5}
    gain = float(gains.get(first.category, 0))
    if first.labels & {"slang", "colloquialism", "trade name", "trademark"}:
        gain += 14
    return gain
