"""Give every entry its score: 90+ everybody uses it, 70 an editor is glad of it, 50 acceptable."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from enum import Enum

from lexicon_build.sources import Headword, Sources, letters

# How much of the dictionary's vote a word gets, by the size of the dictionaries that have it.
CLASS_VOTE = {35: 1.0, 40: 0.95, 50: 0.85, 60: 0.70, 65: 0.65, 70: 0.50, 80: 0.22}
DICTIONARY_SHARE, CORPUS_SHARE = 0.55, 0.45
# The Zipf frequencies at which the corpora's vote is nought and full.
CORPUS_FLOOR, CORPUS_CEILING = 1.0, 4.5

INFLECTION_COST = 4
# A word that the corpora hardly know loses up to this much.
UNSEEN_COST = 12
# An inflection rarer than its base by more than this (a factor of a thousand) is a stretch: LARGES.
STRETCH, STRETCH_COST = 3.0, 8

# Names: nationalities and months count as words; other names as less, obscure ones as last resort.
NAME_FACTOR, RARE_NAME_FACTOR = 0.80, 0.62
KNOWN_NAME_ZIPF, KNOWN_NAME_CLASS, RARE_NAME_LIMIT = 3.3, 60, 48
ABBREVIATION_LIMIT, COMMON_ABBREVIATION_LIMIT, COMMON_ABBREVIATION_ZIPF = 46, 58, 3.8
PLURAL_NAME_COST = 14

PHRASE_BY_CLASS = {35: 76, 40: 74, 50: 67, 60: 59, 65: 55, 70: 44, 80: 30}
WORDNET_PHRASE, WORDNET_NAME = 36, 34
PHRASE_INFLECTION_COST = 7
# A plural never seen though its singular is everywhere is that of a mass noun: LAUGHING GASES.
MASS_NOUN_COST, MASS_NOUN_SIGHTINGS = 16, 5.6

# Long entries are worth more than short ones of the same frequency: a grid needs few of them, and
# their parts are familiar.
LENGTH_BONUS, LENGTH_BONUS_FROM, LENGTH_BONUS_LIMIT = 0.55, 4, 5.5

# Two capitals are a chemical symbol or the post office's word for a state.
SHORT_NAME_LIMIT = 40

PARTICLES = frozenset(
    {
        "up",
        "out",
        "off",
        "down",
        "on",
        "in",
        "over",
        "away",
        "back",
        "around",
        "along",
        "through",
        "about",
        "by",
        "for",
        "into",
        "under",
        "apart",
        "aside",
        "forth",
        "ahead",
        "together",
        "across",
        "after",
        "at",
        "to",
        "with",
        "it",
        "go",
    }
)


class Kind(Enum):
    """What sort of entry it is."""

    WORD = "word"
    NAME = "name"
    ABBREVIATION = "abbreviation"
    PHRASE = "phrase"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that may go into the list; the best of those with the same letters does."""

    text: str
    score: float
    kind: Kind
    base: str = ""
    by_hand: bool = False

    @property
    def answer(self) -> str:
        return letters(self.text)

    @property
    def final(self) -> int:
        """Return the score with the bonus for length, from 1 to 99."""
        if self.by_hand:
            return round(self.score)
        bonus = LENGTH_BONUS * clip(len(self.answer) - LENGTH_BONUS_FROM, 0, 10)
        return round(clip(self.score + min(bonus, LENGTH_BONUS_LIMIT), 1, 99))

    def beats(self, other: Candidate) -> bool:
        """Tell whether this one stands for their letters rather than the other."""
        return (self.by_hand, self.score) > (other.by_hand, other.score)


def clip(value: float, low: float, high: float) -> float:
    return max(low, min(high, value))


def kind_of(text: str) -> Kind:
    """Tell words from names, abbreviations and phrases by how they are written."""
    if " " in text:
        return Kind.PHRASE
    if text.isupper() or "." in text or sum(map(str.isupper, text)) > 1:
        return Kind.ABBREVIATION
    return Kind.NAME if text[0].isupper() else Kind.WORD


def corpus_vote(zipf: float) -> float:
    return clip((zipf - CORPUS_FLOOR) / (CORPUS_CEILING - CORPUS_FLOOR), 0, 1)


def word_score(headword: Headword, sources: Sources) -> float:
    """Score a single word by dictionaries and corpora together."""
    zipf = word_zipf(headword.text, sources)
    score = 100 * (DICTIONARY_SHARE * CLASS_VOTE[headword.size] + CORPUS_SHARE * corpus_vote(zipf))
    score -= UNSEEN_COST * clip((2.0 - zipf) / 2.0, 0, 1)
    if headword.is_inflection:
        score -= INFLECTION_COST
        base = max(sources.commonness(base) for base in headword.bases)
        score -= STRETCH_COST * clip(base - zipf - STRETCH, 0, 1.5)
    return score


def word_zipf(text: str, sources: Sources) -> float:
    """Return a word's frequency; a hyphenated word has that of its rarest part, less a little."""
    zipf = sources.commonness(text)
    if zipf == 0 and "-" in text:
        parts = text.split("-")
        zipf = min(sources.commonness(part) for part in parts) - 1.5
        joined = min(sources.togetherness(*pair) for pair in itertools.pairwise(parts))
        zipf = clip(max(zipf, joined - 3.2), 0, 4.5)
    return zipf


def name_score(headword: Headword, sources: Sources) -> float:
    """Score a proper name: months and nationalities as words, others by how known they are."""
    score = word_score(headword, sources)
    zipf = sources.commonness(headword.text)
    if headword.size == 35:
        score *= 0.95
    elif headword.size <= KNOWN_NAME_CLASS and zipf >= KNOWN_NAME_ZIPF:
        score *= NAME_FACTOR
    else:
        score = min(score * RARE_NAME_FACTOR, RARE_NAME_LIMIT)
    if headword.is_inflection:
        score -= PLURAL_NAME_COST
    return min(score, SHORT_NAME_LIMIT) if len(letters(headword.text)) == 2 else score


def abbreviation_score(headword: Headword, sources: Sources) -> float:
    """Score an abbreviation: never good, acceptable when very common."""
    score = word_score(headword, sources)
    common = sources.commonness(headword.text) >= COMMON_ABBREVIATION_ZIPF
    return min(score * 0.7, COMMON_ABBREVIATION_LIMIT if common else ABBREVIATION_LIMIT)


def phrase_support(text: str, sources: Sources) -> float:
    """Say how well counts of pairs back a phrase: from -8 (never seen) to +16."""
    words = [word.strip(".,!?'").lower() for word in text.replace("-", " ").split()]
    pairs = list(itertools.pairwise(words))
    if not pairs:
        return 0
    seen = min(sources.togetherness(*pair) for pair in pairs)
    if seen == 0:
        rarest = min(sources.commonness(word) for word in words)
        return clip((rarest - 4.0) * 4, -8, 0)
    cohesion = sum(sources.cohesion(*pair) for pair in pairs) / len(pairs)
    return clip(3.5 * (seen - 5.0) + 3.0 * (cohesion - 1.0) + 4, -4, 16)


def phrase_score(text: str, start: float, sources: Sources) -> float:
    """Score a phrase by the dictionary that has it, what WordNet knows and the counts of pairs."""
    known = 4 if text.lower() in sources.wordnet else 0
    return start + known + phrase_support(text, sources)


def dictionary_candidates(sources: Sources) -> list[Candidate]:
    """Score every entry of the dictionary."""
    found = []
    for headword in sources.headwords:
        kind = kind_of(headword.text)
        if kind is Kind.PHRASE:
            score = phrase_score(headword.text, PHRASE_BY_CLASS[headword.size], sources)
        elif kind is Kind.NAME:
            score = name_score(headword, sources)
        elif kind is Kind.ABBREVIATION:
            score = abbreviation_score(headword, sources)
        else:
            score = word_score(headword, sources)
        found.append(Candidate(headword.text, score, kind, base_of(headword, sources)))
    return found


def base_of(headword: Headword, sources: Sources) -> str:
    """Choose the base form: the commonest of those that the dictionary names."""
    if not headword.bases or (headword.base_size is not None and headword.base_size <= 60):
        return "" if not headword.bases else closest_base(headword, sources)
    return closest_base(headword, sources)


def closest_base(headword: Headword, sources: Sources) -> str:
    return max(headword.bases, key=lambda base: (sources.commonness(base), base))


def wordnet_phrases(sources: Sources) -> list[Candidate]:
    """Score the phrases that WordNet has beyond the dictionary and that people really write."""
    known = {letters(headword.text) for headword in sources.headwords}
    found = []
    for text, parts in sources.wordnet.items():
        if " " not in text or letters(text) in known:
            continue
        if not all(c.isalpha() or c in " -'." for c in text):
            continue
        start = WORDNET_NAME if "name" in parts else WORDNET_PHRASE
        found.append(Candidate(text, start + phrase_support(text, sources), Kind.PHRASE))
    return found


def phrase_inflections(phrases: list[Candidate], sources: Sources) -> list[Candidate]:
    """Derive plurals of noun phrases and the forms of phrasal verbs."""
    found = []
    for phrase in phrases:
        words = phrase.text.split(" ")
        parts = sources.wordnet.get(phrase.text.lower(), set())
        if phrase.base or "name" in parts or phrase.text != phrase.text.lower():
            continue
        forms: list[str] = []
        if is_verb_phrase(words, parts, sources):
            rest = words[1:]
            forms = [" ".join([form, *rest]) for form in verb_forms(words[0], sources)]
        elif "noun" in parts or (not parts and plain_noun(words, sources)):
            forms = [" ".join([*words[:-1], form]) for form in plurals(words[-1], sources)]
        found += [
            Candidate(
                form,
                phrase.score - inflection_cost(phrase.text, form, sources),
                Kind.PHRASE,
                phrase.text,
            )
            for form in forms
        ]
    return found


def inflection_cost(phrase: str, form: str, sources: Sources) -> float:
    """Return what a derived form loses: more if its own words are rare or it is never written."""
    rarest = min(sources.commonness(word) for word in form.split(" "))
    cost = PHRASE_INFLECTION_COST + 3 * clip(3.5 - rarest, 0, 4)
    if sightings(form, sources) == 0 and sightings(phrase, sources) > MASS_NOUN_SIGHTINGS:
        cost += MASS_NOUN_COST
    return cost


def sightings(text: str, sources: Sources) -> float:
    """Return how often the rarest pair of a phrase was seen, as a power of ten."""
    return min(sources.togetherness(*pair) for pair in itertools.pairwise(text.split(" ")))


def is_verb_phrase(words: list[str], parts: set[str], sources: Sources) -> bool:
    if parts:
        return parts == {"verb"} or ("verb" in parts and words[-1] in PARTICLES)
    return len(words) == 2 and words[-1] in PARTICLES and bool(verb_forms(words[0], sources))


def plain_noun(words: list[str], sources: Sources) -> bool:
    """Guess a noun phrase: no prepositions, and the last word is a noun only."""
    return (
        sources.wordnet.get(words[-1], set()) == {"noun"}
        and not PARTICLES.intersection(words)
        and not {"of", "the", "a", "an", "and", "or"}.intersection(words)
    )


def verb_forms(verb: str, sources: Sources) -> list[str]:
    """List the inflections of a verb; empty where the dictionary has no -ing form."""
    forms = [form for form in sources.inflections.get(verb, []) if "'" not in form]
    if not any(form.endswith("ing") for form in forms):
        return []
    return [form for form in forms if not form.endswith(("er", "est", "ers"))]


def plurals(noun: str, sources: Sources) -> list[str]:
    """List the plurals of a noun; a word that is itself a plural has none."""
    forms = sources.inflections.get(noun, [])
    return [form for form in forms if form.endswith("s") and "'" not in form][:1]
