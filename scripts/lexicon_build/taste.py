"""Which entries are out of place at a family's table, though a newspaper may print them.

The block-list (`offensive.py`) has what no newspaper prints. What is milder is found by features: a
list of profane words, with how sure it is of each, and what WordNet says of a word's senses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lexicon_build.evidence import Evidence, Sense
from lexicon_build.scores import Kind, kind_of

# What the definition of a coarse word speaks of.
COARSE = re.compile(
    r"\b(obscene|vulgar|offensive (term|word|name)|disparaging|derogatory|ethnic slur|slur"
    r"|sexual\w*|copulat\w+|intercourse|genital\w*|penis|vagina\w*|anus|buttocks|rear end"
    r"|excre\w+|feces|fecal|urin\w+|defecat\w+|vomit\w*|mucus|intestinal gas|prostitut\w+|brothel"
    r"|milk-secreting|breasts|masturbat\w+|testic\w+|homosexual (man|woman)|naked women|erotic"
    r"|fleshy part of the human body|unpleasant or offensive|promiscuous)"
)
PRIVATE = re.compile(
    r"\b(urin\w+|genital\w*|penis|vagina\w*|anus|rectum|rectal|testic\w+|semen|sperm|feces|excre\w+"
    r"|menstrua\w+|womb|uter\w+|mucus|male (reproductive cell|gamete))"
)
BODILY = re.compile(r"\b(urin\w+|feces|fecal|defecat\w+|excre\w+|semen|sperm\w*)")
BODILY_CATEGORIES = frozenset({"noun.body", "noun.process", "noun.substance"})
OBSCENE_LABELS = frozenset({"obscenity", "ethnic slur"})
# What the definition of a name of mass murder speaks of, by its category: organisations, deeds,
# places and authors.
MURDEROUS = {
    "noun.group": re.compile(
        r"\b(terrorist (organization|network|group|tactics)\b|terrorism as a weapon"
        r"|islamic militia|nazi)"
    ),
    "noun.act": re.compile(r"\b(genocide|mass murder)"),
    "noun.artifact": re.compile(r"\bconcentration camp"),
    "noun.person": re.compile(r"\b(german nazi|nazi official|genocide|terrorist who|purging)"),
}
# Names of others who kill for a cause.
VIOLENT = re.compile(r"\b(terrorist|militia|nazi|nazis|genocide|extermination|guerrilla)")
# Words for peoples by their skin, and for women by their bodies.
DEMEANING = {
    "noun.person": re.compile(r"\b(dark-skinned|oriental race)"),
    "adj.all": re.compile(
        r"\b(woman's body|of girls or women|(of|having) a large bosom|full bosom)"
    ),
}
# What the definition of a word speaks of that is left out at a family's table alone.
SEXUAL = re.compile(
    r"\b(sexual (intercourse|activity|acts?|pleasure|desire|gratification|arousal|partners?|favors)"
    r"|sexually (attractive|exciting|aroused|promiscuous)|erotic\w*|striptease|orgasm\w*"
    r"|pornograph\w*|prostitut\w+|adulter\w+|lewd|lascivious|promiscuous)"
)
HALF = 0.5
SURELY, PERHAPS = 2, 1
FIRST_SENSES = 2
# Of a word that was found this often in texts read by hand, a coarse sense counts only if it has
# this share.
ENOUGH, THOUGHT_OF = 8, 0.2


def is_coarse(text: str, evidence: Evidence) -> bool:
    """Return whether an entry, as written, is one that a family would rather not meet."""
    if kind_of(text) is Kind.PHRASE:
        parts = re.findall(r"[^\W\d_]+", text.lower())
        return profanity(text.lower(), evidence) == SURELY or any(
            profanity(part, evidence) == SURELY and is_obscene(part, evidence) for part in parts
        )
    return (
        is_coarse_word(text.lower(), evidence)
        or is_private(text.lower(), evidence)
        or is_violent(text, evidence)
        or is_demeaning(text.lower(), evidence)
    )


def is_risque(text: str, evidence: Evidence) -> bool:
    """Return whether an entry has a word that is listed as profane or that speaks of sex."""
    parts = re.findall(r"[^\W\d_]+", text.lower())
    return any(profanity(part, evidence) == SURELY or is_sexual(part, evidence) for part in parts)


def is_sexual(word: str, evidence: Evidence) -> bool:
    """Return whether a word is mostly one of sex: in its first sense, and as far as was counted."""
    senses = list(evidence.senses_of(word))
    bad = [sense for sense in senses if SEXUAL.search(sense.definition)]
    total = sum(sense.tagged for sense in senses)
    is_first = bool(bad) and bad[0] is senses[0]
    return is_first and (total < ENOUGH or sum(s.tagged for s in bad) >= HALF * total)


def profanity(word: str, evidence: Evidence) -> int:
    """Return how surely a word, or what it is a form of, is profane; -1 if it is not listed."""
    return max(evidence.profanity.get(lemma, -1) for lemma in evidence.lemmas(word))


def is_obscene(word: str, evidence: Evidence) -> bool:
    """Return whether WordNet calls a word obscene in a common sense, or a slur."""
    return any(sense.labels & OBSCENE_LABELS for sense in evidence.senses_of(word, FIRST_SENSES))


def is_coarse_word(word: str, evidence: Evidence) -> bool:
    """Return whether a word that is listed as profane is so in a sense that people think of."""
    sure = profanity(word, evidence)
    senses = list(evidence.senses_of(word))
    if sure < 0 or not senses:
        return sure == SURELY
    bad = [sense for sense in senses if has_coarse_sense(sense, sure)]
    if sure < SURELY:
        common = list(evidence.senses_of(word, FIRST_SENSES))
        bad = [sense for sense in bad if sense in common]
    total = sum(sense.tagged for sense in senses)
    return bool(bad) and (
        total < ENOUGH or sum(sense.tagged for sense in bad) >= THOUGHT_OF * total
    )


def has_coarse_sense(sense: Sense, sure: int) -> bool:
    """Return whether a sense of a word that is listed as profane is meant there."""
    return bool(
        sense.labels & OBSCENE_LABELS
        or COARSE.search(sense.definition)
        or (sure == SURELY and sense.category == "noun.person")
    )


def is_private(word: str, evidence: Evidence) -> bool:
    """Return whether a word is first of all a part of the body that one does not speak of."""
    return any(
        sense.category == "noun.body" and PRIVATE.search(sense.definition)
        for sense in evidence.senses_of(word, 1)
    )


def is_bodily(text: str, evidence: Evidence) -> bool:
    """Return whether an entry is first of all what a body has and does in private."""
    parts = text.lower().split()
    return (len(parts) == 1 or any(is_coarse(part, evidence) for part in parts)) and any(
        sense.category in BODILY_CATEGORIES and BODILY.search(sense.definition)
        for sense in evidence.senses_of(text, 1)
    )


def is_demeaning(word: str, evidence: Evidence) -> bool:
    """Return whether a word is mostly one for people by their bodies: NUBILE."""
    senses = list(evidence.senses_of(word))
    demeaning = [s for s in senses if s.category in DEMEANING]
    bad = [s for s in demeaning if DEMEANING[s.category].search(s.definition)]
    total = sum(sense.tagged for sense in senses)
    return bool(bad) and (
        total < ENOUGH or sum(sense.tagged for sense in bad) >= THOUGHT_OF * total
    )


def is_violent(text: str, evidence: Evidence) -> bool:
    """Return whether a name is that of a band of killers."""
    return kind_of(text) is Kind.NAME and any(
        VIOLENT.search(sense.definition) and sense.category in ("noun.group", "noun.act")
        for sense in named_senses(text, evidence)
    )


def is_murderous(text: str, evidence: Evidence) -> bool:
    """Return whether a name is one of mass murder: of an organisation, a place or an author."""
    return kind_of(text) is not Kind.ABBREVIATION and any(
        sense.category in MURDEROUS and MURDEROUS[sense.category].search(sense.definition)
        for sense in named_senses(text, evidence)
    )


def named_senses(text: str, evidence: Evidence) -> Iterator[Sense]:
    """Yield the first sense of a name as it is written: GIA is a band of killers, Gia is not."""
    if text.islower() and text in evidence.written.get(text, ()):
        return  # "storm troops" are not only those that had it for a name
    for sense in evidence.senses_of(text, 1):
        names = [name for name in sense.synonyms if not name.islower()]
        if text in names or (" " in text and text.lower() in map(str.lower, names)):
            yield sense
