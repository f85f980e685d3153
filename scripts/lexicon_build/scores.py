"""Give every entry its score: 90+ everybody uses it, 70 an editor is glad of it, 50 acceptable."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from enum import Enum

from crosswright.grids.letters import latin_letters
from lexicon_build.sources import Headword, Sources

# How much of the dictionary's vote a word gets, by the size of the dictionaries that have it.
CLASS_VOTE = {35: 1.0, 40: 0.95, 50: 0.89, 60: 0.77, 65: 0.70, 70: 0.50, 80: 0.22}
DICTIONARY_SHARE, CORPUS_SHARE = 0.55, 0.45
# The Zipf frequencies at which the corpora's vote is zero and full.
CORPUS_FLOOR, CORPUS_CEILING = 1.0, 4.5

INFLECTION_COST = 4
# A word that the corpora hardly know loses up to this much; less if small dictionaries have it.
UNSEEN_COST, UNSEEN_COST_OF_KNOWN, KNOWN_CLASS = 12, 7, 60
# The highest frequency that the parts of a hyphenated word can give it, if nobody counted it whole.
MAX_HYPHENATED_ZIPF = 2.1
# An inflection rarer than its base by more than this (a factor of a thousand) is a stretch: LARGES.
STRETCH, STRETCH_COST = 3.0, 8

# Names: nationalities and months count as words, other names less, obscure ones as a last resort.
NAME_FACTOR, RARE_NAME_FACTOR = 0.80, 0.62
KNOWN_NAME_ZIPF, COMMON_NAME_ZIPF, KNOWN_NAME_CLASS, RARE_NAME_LIMIT = 3.3, 4.0, 60, 48
ABBREVIATION_LIMIT, COMMON_ABBREVIATION_LIMIT, COMMON_ABBREVIATION_ZIPF = 42, 48, 3.8
PLURAL_NAME_COST = 14

PHRASE_BY_CLASS = {35: 76, 40: 74, 50: 67, 60: 59, 65: 55, 70: 44, 80: 30}
WORDNET_PHRASE, WORDNET_NAME = 36, 34
PHRASE_INFLECTION_COST = 7
# A form of a phrase that does not appear in the counts of pairs is no more than a stopgap.
UNSEEN_FORM_LIMIT = 43
# Unless it is the plural of a noun that appears nearly as often in the plural as in the singular.
COUNTABLE, UNSEEN_PLURAL_COST, UNSEEN_PLURAL_LIMIT = 0.6, 14, 56
# So is a phrase of a large dictionary that is not in them, and one of rare words: Latin, mostly.
UNSEEN_PHRASE_LIMIT, RARE_PHRASE_LIMIT, RARE_PART = 43, 40, 2.5
# Towns that are in the dictionary for the sake of the post office.
SMALL_TOWN_COST = 14
WORDNET_LONG_COST = 5
# Long entries are worth more than short ones of the same frequency: a grid needs few of them, and
# their parts are familiar.
LENGTH_BONUS, LENGTH_BONUS_FROM, LENGTH_BONUS_LIMIT = 0.55, 4, 5.5

# Two capitals are a chemical symbol or the post office's word for a state.
SHORT_NAME_LIMIT = 40

PARTICLES = frozenset({
    "up", "out", "off", "down", "on", "in", "over", "away", "back", "around", "along",
    "through", "about", "by", "for", "into", "under", "apart", "aside", "forth", "ahead",
    "together", "across", "after", "at", "to", "with", "it", "go",
})  # fmt: skip

# What follows the head of a noun phrase, and what joins two heads, so that there is no one plural.
INSIDE = frozenset({"of", "in", "at", "on", "to", "for", "by", "from", "with", "under", "over"})
JOINING = frozenset({"and", "or", "but", "n", "'n'"})
# Prepositions at the end of a phrase need something to follow.
DANGLING = frozenset({"of", "to", "into", "upon", "onto", "with", "for", "at", "from", "than"})
DANGLING_COST, DANGLING_FORM_LIMIT = 5, 42

ACCEPTABLE = 50


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
        return latin_letters(self.text)

    @property
    def final(self) -> int:
        """Return the score with the bonus for length, from 1 to 99."""
        if self.by_hand:
            return round(self.score)
        bonus = LENGTH_BONUS * clip(len(self.answer) - LENGTH_BONUS_FROM, 0, 10)
        return round(clip(self.score + min(bonus, LENGTH_BONUS_LIMIT), 1, 99))

    def beats(self, other: Candidate) -> bool:
        """Return whether it counts rather than another: as better, or as marked down by hand."""
        return (self.marked_down, self.final) > (other.marked_down, other.final)

    @property
    def marked_down(self) -> bool:
        return self.by_hand and self.score < ACCEPTABLE


def clip(value: float, low: float, high: float) -> float:
    return max(low, min(high, value))


def kind_of(text: str) -> Kind:
    """Return what kind of entry a text is, by how it is written."""
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
    cost = UNSEEN_COST_OF_KNOWN if headword.size <= KNOWN_CLASS else UNSEEN_COST
    score -= cost * clip((2.0 - zipf) / 2.0, 0, 1)
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
        together = min(sources.togetherness(*pair) for pair in itertools.pairwise(parts))
        rarest = min(map(sources.commonness, parts))
        zipf = clip(max(together - 3.2, min(rarest - 1.5, MAX_HYPHENATED_ZIPF)), 0, 4.5)
    return zipf


def name_score(headword: Headword, sources: Sources) -> float:
    """Score a proper name: months and nationalities as words, others by how known they are."""
    score = word_score(headword, sources)
    zipf = sources.commonness(headword.text)
    if headword.size == 35:
        score *= 0.95
    elif headword.size <= KNOWN_NAME_CLASS and zipf >= known_name_zipf(headword.text, sources):
        score *= NAME_FACTOR
    else:
        score = min(score * RARE_NAME_FACTOR, RARE_NAME_LIMIT)
    if headword.is_inflection:
        score -= PLURAL_NAME_COST
    return min(score, SHORT_NAME_LIMIT) if len(latin_letters(headword.text)) == 2 else score


def known_name_zipf(name: str, sources: Sources) -> float:
    """Return how frequent a name must be to count as known; less if somebody famous bears it."""
    famous = "name" in sources.wordnet.get(name.lower(), ())
    return KNOWN_NAME_ZIPF if famous else COMMON_NAME_ZIPF


def abbreviation_score(headword: Headword, sources: Sources) -> float:
    """Score an abbreviation: never good, acceptable when very common."""
    score = word_score(headword, sources)
    common = sources.commonness(headword.text) >= COMMON_ABBREVIATION_ZIPF
    return min(score * 0.7, COMMON_ABBREVIATION_LIMIT if common else ABBREVIATION_LIMIT)


def phrase_support(text: str, sources: Sources) -> float:
    """Return how well counts of pairs support a phrase: from -8 (never seen) to +16."""
    words = parts_of(text)
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
    known = text.lower() in sources.wordnet
    score = start + 4 * known + phrase_support(text, sources)
    if sightings(text, sources) == 0:
        if not known and text[0].isupper() and start < PHRASE_BY_CLASS[50]:
            score -= SMALL_TOWN_COST
        if start <= PHRASE_BY_CLASS[70]:
            score = min(score, UNSEEN_PHRASE_LIMIT)
    return score - dangling_cost(text)


def dangling_cost(text: str) -> float:
    """Return what a phrase loses by ending in mid-air: STICKTO."""
    return DANGLING_COST if text.split(" ")[-1] in DANGLING else 0


def dictionary_candidates(sources: Sources) -> list[Candidate]:
    """Score every entry of the dictionary."""
    candidates = []
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
        candidates.append(Candidate(headword.text, score, kind, base_of(headword, sources)))
    return candidates


def base_of(headword: Headword, sources: Sources) -> str:
    """Choose the base form: the commonest of those that the dictionary names, if any."""
    return max(headword.bases, key=lambda base: (sources.commonness(base), base), default="")


def wordnet_phrases(sources: Sources) -> list[Candidate]:
    """Score the phrases that WordNet has beyond the dictionary and that people really write."""
    listed = {latin_letters(headword.text) for headword in sources.headwords}
    candidates = []
    for text, parts in sources.wordnet.items():
        if " " not in text or latin_letters(text) in listed:
            continue
        if not all(c.isalpha() or c in " -'." for c in text):
            continue
        score = WORDNET_NAME if "name" in parts else WORDNET_PHRASE
        score += phrase_support(text, sources) - dangling_cost(text)
        if text.count(" ") > 1:
            score -= WORDNET_LONG_COST
        if min(map(sources.commonness, text.split())) < RARE_PART:
            score = min(score, RARE_PHRASE_LIMIT)
        candidates.append(Candidate(text, score, Kind.PHRASE))
    return candidates


def phrase_inflections(phrases: list[Candidate], sources: Sources) -> list[Candidate]:
    """Derive plurals of noun phrases and the forms of phrasal verbs."""
    inflections = []
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
            forms = noun_phrase_plurals(words, sources)
        inflections += [derived(phrase, form, sources) for form in forms]
    return inflections


def noun_phrase_plurals(words: list[str], sources: Sources) -> list[str]:
    """List the plurals of a noun phrase, whose head is before a preposition: PARTSOFSPEECH."""
    if JOINING.intersection(words[1:-1]):
        return []
    head = next((at - 1 for at in range(1, len(words)) if words[at] in INSIDE), len(words) - 1)
    if words[head] in PARTICLES:
        return []
    forms = plurals(words[head], sources)
    return [" ".join([*words[:head], form, *words[head + 1 :]]) for form in forms]


def derived(phrase: Candidate, form: str, sources: Sources) -> Candidate:
    """Score a form of a phrase: less if its words are rare, little if nobody writes it."""
    rarest = min(map(sources.commonness, form.split(" ")))
    score = phrase.score - PHRASE_INFLECTION_COST - 3 * clip(3.5 - rarest, 0, 4)
    if sightings(form, sources) == 0:
        if countable(phrase.text, form, sources):
            score = min(phrase.score - UNSEEN_PLURAL_COST, UNSEEN_PLURAL_LIMIT)
        else:
            score = min(score, UNSEEN_FORM_LIMIT)
    if form.split(" ")[-1] in DANGLING:
        score = min(score, DANGLING_FORM_LIMIT)
    return Candidate(form, score, Kind.PHRASE, phrase.text)


def countable(phrase: str, form: str, sources: Sources) -> bool:
    """Return whether a plural comes naturally (EQUATIONS), unlike a mass noun's (SICKNESSES)."""
    noun, plural = phrase.split(" ")[-1], form.split(" ")[-1]
    return noun != plural and sources.commonness(plural) > sources.commonness(noun) - COUNTABLE


def sightings(text: str, sources: Sources) -> float:
    """Return how often the rarest pair of a phrase was seen, as a power of ten."""
    words = parts_of(text)
    return min((sources.togetherness(*pair) for pair in itertools.pairwise(words)), default=0)


def parts_of(text: str) -> list[str]:
    """Return the words of a phrase as the counts spell them."""
    return [word.strip(".,!?'").lower() for word in text.replace("-", " ").split()]


def is_verb_phrase(words: list[str], parts: set[str], sources: Sources) -> bool:
    if "and" in words or "or" in words:
        return False
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
