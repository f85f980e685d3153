"""What makes an entry worse, or better, than its frequency says: one function for each class.

No feature names an entry. Each looks at how the entry is written and what the sources know of it,
and returns the score that it should have. `scripts/lexicon_effects.py` shows what each one moves.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from lexicon_build import affixes, families, scores, sounds
from lexicon_build.evidence import Evidence
from lexicon_build.scores import Candidate, Kind, clip

Feature = Callable[[Candidate, Evidence], float]

# What is struck has at most this score; what is doubtful at most that.
STRUCK, DOUBTFUL = 40, 44
# Half of a name is better than that, but not good.
HALF = 54

# What is left of a word that was joined to another one: it's, I've, isn't.
ENDINGS_OF_CONTRACTIONS = frozenset({"s", "t", "re", "ve", "ll", "d", "m"})

# A phrase of two of these is half of something.
PREPOSITIONS = frozenset(
    {"at", "in", "on", "of", "to", "by", "for", "up", "with", "as", "or", "and"}
)
AFTER_PREPOSITIONS = frozenset({"it", "in", "on", "me", "a", "an", "the", "to", "up", "my", "us"})

# The share of a name's occurrences beside one other word that makes it half of a longer name.
HALF_OF_A_NAME = 0.3
# The share of a word's occurrences that are in one phrase, and how common it may be at most.
HALF_OF_A_PHRASE, COMMON_WITHOUT_PHRASE = 0.4, 4.2
# How common in another language, and how much more common than in English, a foreign word is.
FOREIGN_ZIPF, FOREIGN_LEAD = 6.0, 2.0
# How much more common there a form is that is so much commoner than its base here.
FOREIGN_FORM_LEAD, LEAD_OF_BASE = 2.4, 0.1
# What short words lose that are less surely foreign.
FOREIGN_COST = 16
# How common in another language half of a place's name is that is struck.
FOREIGN_NAME_ZIPF = 4.8
# How much more common in another language both halves of a foreign phrase are.
FOREIGN_HALF_LEAD = 1.0
# The frequency of a word that has the letters of a name, where no text read by hand has the word.
HOMOGRAPH_ZIPF = 3.0
# Words as common as this are no names.
COMMON_ANYWAY = 5.0
# A word of small dictionaries that WordNet lacks is Australian or a spelling out of the ordinary,
# unless it is this common.
KNOWN_ANYWAY, HARDLY_KNOWN = 3.95, 2.3
# So is one that WordNet has in another sense, if no text read by hand and no thesaurus has it.
HARDLY_WRITTEN = 2.6
# It is behind so many others there.
AFTERTHOUGHT = 2
UNCONFIRMED_COST, HARDLY_KNOWN_COST, LARGER_DICTIONARY_COST = 16, 24, 10
# Endings as shop signs and telegrams spell them, and how the words are really spelled.
SIGNS = ((r"ite(s?)$", r"ight\1"), (r"(?<=[hr])[ou]$", "ough"), (r"^kw", "qu"))
# Short words that no text read by hand has more than once, of larger dictionaries.
LITTLE_KNOWN, LITTLE_KNOWN_SIZE, LITTLE_KNOWN_COST, LITTLE_KNOWN_FLOOR = 4, 50, 12, 61
# What is left of them if no thesaurus has them either, and only large dictionaries do.
NOWHERE_SIZE, NOWHERE_COST = 60, 14
# Who does something, if that is hardly written.
AGENT = re.compile(r"^\(?(someone|somebody|a person|one) (who|that) ")
AGENT_ZIPF, AGENT_COST = 2.6, 16
# Endings of a word of which a commoner one has the same stem and sense.
DOUBLETS = (
    ("ation", "ance"), ("ation", "ence"), ("iveness", "ivity"), ("ness", "ity"), ("ness", "cy"),
    ("ableness", "ability"), ("ical", "ic"), ("ancy", "ance"), ("ency", "ence"),
    ("ousness", "osity"),
)  # fmt: skip
DOUBLET_LEAD, DOUBLET_COST = 0.8, 32
# A spelling counts as the variant of a synonym that is so much more common (powers of ten).
VARIANT_LEAD = 0.7
# It must be a synonym in one of the other's first senses.
FIRST_SENSES = 3
# How much more common the other is that WordNet names before it, or instead of it.
SECOND_LEAD = 0.4
# Letters that it must have if WordNet lacks it: shorter ones are other words.
SPELLED_OTHERWISE = 6
# How much more common the twin of a form is: in general, and a regular one if the form is not.
TWIN_LEAD, LATIN_LEAD = 0.5, 1.0
LATIN_PLURALS = ("i", "a", "ae", "x")
TECHNICAL = re.compile(
    r"\b(genus|enzyme|acid|compound|alkaloid|salt of|ester|isomer|hydrocarbon|polymer|protein"
    r"|chemical|element|mineral|oxide|drug|antibiotic|hormone|nerve|artery|bone|muscle|membrane"
    r"|cell|tissue|alga|fungus|bacteri\w+|parasit\w+|phylum)"
)
TECHNICAL_FILES = frozenset({"noun.substance", "noun.body", "noun.process", "noun.phenomenon"})
# Species are known to more people than substances: only those that are hardly written count.
LIVING_FILES, LIVING_ZIPF = frozenset({"noun.animal", "noun.plant"}), 2.4
# Short names of these are known to many, though texts have them rarely.
KNOWN_THINGS = frozenset({"noun.animal", "noun.plant", "noun.food"})
TECHNICAL_ZIPF, TECHNICAL_COST = 3.3, 9
# Words that are hardly written, that no text read by hand has, and few entries of the thesaurus.
STIFF_ZIPF, STIFF_COST = 3.0, 11
# Short words owe more of their frequency to names, abbreviations and other languages: so much for
# each letter that they have less than five.
SHORT, SHORT_ZIPF = 5, 0.45
# What phrases are worth, at least, that the thesaurus has too: of a dictionary, of WordNet alone.
KNOWN_PHRASE, KNOWN_TO_WORDNET, KNOWN_PHRASE_LIMIT = 54, 46, 64
# What they are worth that only a dictionary and WordNet have, made of words as common as this.
KNOWN_TO_BOTH, KNOWN_PART = 50, 3.0
# Only if they are names of these, not terms of trade.
THINGS = frozenset({
    "noun.animal", "noun.food", "noun.artifact", "noun.person", "noun.communication", "noun.event",
    "noun.location", "noun.feeling",
})  # fmt: skip


def without_its_mark(candidate: Candidate, evidence: Evidence) -> float:
    """Strike contractions that lose their mark in the grid: ISNT."""
    head, mark, tail = candidate.text.replace("’", "'").rpartition("'")
    is_name = head[:1].isupper() and head != "I"
    if mark and head and not is_name and " " not in head and tail in ENDINGS_OF_CONTRACTIONS:
        return min(candidate.score, STRUCK)
    return candidate.score


def in_mid_air(candidate: Candidate, evidence: Evidence) -> float:
    """Strike pairs of words that no dictionary has and that need a third one; doubt AS … AS."""
    words = candidate.text.split(" ")
    if len(words) > 2 and words[0] == words[-1] == "as":
        return min(candidate.score, HALF)
    if len(words) != 2 or is_listed(candidate.text, evidence):
        return candidate.score
    is_half = words[0].lower() in PREPOSITIONS and words[1] in AFTER_PREPOSITIONS
    if is_half or words[1] in scores.DANGLING or words[1] in {"a", "an", "the"}:
        return min(candidate.score, STRUCK)
    return candidate.score


def is_listed(text: str, evidence: Evidence) -> bool:
    """Return whether a dictionary or WordNet has a phrase."""
    return text.lower() in evidence.written or text.lower() in evidence.senses


def half_of_a_name(candidate: Candidate, evidence: Evidence) -> float:
    """Lower what hardly appears without one other word: VERSA, and places' halves like ANGELES."""
    word = candidate.text.lower()
    if candidate.by_hand or candidate.kind not in (Kind.WORD, Kind.NAME):
        return candidate.score
    if evidence.is_explained(word):
        return candidate.score
    share, other = evidence.beside.get(word, (0.0, ""))
    is_half = share >= HALF_OF_A_NAME and len(other) >= 3
    in_place = candidate.kind is Kind.NAME and word in evidence.parts_of_places
    if in_place and evidence.foreign.get(word, 0.0) >= FOREIGN_NAME_ZIPF:
        return min(candidate.score, STRUCK)
    if is_half or in_place:
        return min(candidate.score, HALF)
    return candidate.score


def half_of_a_phrase(candidate: Candidate, evidence: Evidence) -> float:
    """Strike what is hardly written but in a phrase that dictionaries have: CAPITA, SITU."""
    word = candidate.text
    if candidate.by_hand or candidate.kind is not Kind.WORD or evidence.is_explained(word):
        return candidate.score
    seen = evidence.sources.unigrams.get(word, 0.0)
    is_common = evidence.sources.commonness(word) >= COMMON_WITHOUT_PHRASE
    if not seen or is_common:
        return candidate.score
    pairs = (pair for phrase in evidence.phrases.get(word, ()) for pair in pairs_with(word, phrase))
    most = max((evidence.sources.bigrams.get(pair, 0.0) for pair in pairs), default=0.0)
    return min(candidate.score, STRUCK) if most >= HALF_OF_A_PHRASE * seen else candidate.score


def pairs_with(word: str, phrase: str) -> Iterator[str]:
    """Yield the pairs of neighbours in a phrase that a word is one of."""
    for pair in itertools.pairwise(phrase.split(" ")):
        if word in pair:
            yield " ".join(pair)


def foreign(candidate: Candidate, evidence: Evidence) -> float:
    """Strike words of other languages that are far more common there: AVEC; doubt short ones."""
    word = candidate.text.lower()
    if candidate.by_hand or candidate.kind not in (Kind.WORD, Kind.NAME):
        return candidate.score
    if candidate.base:
        return foreign_form(candidate, evidence)
    abroad, here = evidence.foreign.get(word, 0.0), evidence.sources.commonness(word)
    if abroad - here < FOREIGN_LEAD or evidence.tagged(word):
        return candidate.score
    if abroad < FOREIGN_ZIPF or evidence.sources.sizes.get(word, 99) <= 40:
        return candidate.score - FOREIGN_COST * (len(word) < SHORT)
    return min(candidate.score, STRUCK)


def foreign_form(candidate: Candidate, evidence: Evidence) -> float:
    """Doubt forms that owe their frequency to another language, like SOUS: SOU is rarer."""
    word, base = candidate.text.lower(), candidate.base.lower()
    commonness = evidence.sources.commonness
    is_owed = commonness(word) >= commonness(base) + LEAD_OF_BASE and not evidence.tagged(word)
    if is_owed and foreign_lead(word, evidence) >= FOREIGN_FORM_LEAD:
        return min(candidate.score, DOUBTFUL)
    return candidate.score


def half_of_a_foreign_phrase(candidate: Candidate, evidence: Evidence) -> float:
    """Doubt words that are short for a phrase of another language: MOT, for bon mot."""
    word = (candidate.base or candidate.text).lower()
    senses = evidence.senses.get(word, ())
    if candidate.by_hand or candidate.kind is not Kind.WORD or not senses or evidence.tagged(word):
        return candidate.score
    phrases = [other.lower().split(" ") for other in senses[0].synonyms if " " in other]
    if any(
        word in (phrase[0], phrase[-1])
        and all(foreign_lead(part, evidence) >= FOREIGN_HALF_LEAD for part in phrase)
        for phrase in phrases
    ):
        return min(candidate.score, DOUBTFUL)
    return candidate.score


def foreign_lead(word: str, evidence: Evidence) -> float:
    """Return how much more common a word is in another language."""
    return evidence.foreign.get(word, 0.0) - evidence.sources.commonness(word)


def homograph(candidate: Candidate, evidence: Evidence) -> float:
    """Take back what a word owes to a name, an abbreviation or a contraction with its letters."""
    word = candidate.text.lower()
    if candidate.by_hand or candidate.kind not in (Kind.WORD, Kind.NAME):
        return candidate.score
    others = {scores.kind_of(text) for text in evidence.written.get(word, ())} - {candidate.kind}
    if candidate.kind is Kind.NAME:
        if Kind.ABBREVIATION in others and len(word) > 2:
            return min(candidate.score, scores.RARE_NAME_LIMIT)
        return candidate.score
    lent_to = others.intersection({Kind.NAME, Kind.ABBREVIATION})
    if word in evidence.contractions and evidence.tagged(word) <= 1:
        return min(candidate.score, HALF)
    if not evidence.is_explained_as_written(candidate.text) and word in evidence.senses:
        lent_to.add(Kind.NAME)
    if evidence.tagged(word) or not (lent_to or word in evidence.contractions):
        return candidate.score
    zipf = evidence.sources.commonness(word)
    if zipf >= COMMON_ANYWAY:
        return candidate.score
    lent = scores.corpus_vote(zipf) - scores.corpus_vote(HOMOGRAPH_ZIPF)
    return candidate.score - 100 * scores.CORPUS_SHARE * max(lent, 0)


def unconfirmed(candidate: Candidate, evidence: Evidence) -> float:
    """Doubt words of small dictionaries that WordNet lacks: NITE, and Australian ones."""
    word = candidate.text
    if candidate.by_hand or candidate.kind is not Kind.WORD or not word.isalpha() or candidate.base:
        return candidate.score
    zipf = evidence.sources.commonness(word)
    size = evidence.sources.sizes.get(word, 99)
    if zipf >= KNOWN_ANYWAY or size > 40:
        return candidate.score
    in_thesaurus = evidence.thesaurus[word] and not is_afterthought(word, evidence)
    known_elsewhere = evidence.tagged(word) or in_thesaurus or zipf >= HARDLY_WRITTEN
    if evidence.is_explained(word) and known_elsewhere:
        return candidate.score
    if is_derived(word, evidence) and not evidence.is_explained(word):
        return candidate.score
    if size == 40:
        return candidate.score - LARGER_DICTIONARY_COST
    return candidate.score - (HARDLY_KNOWN_COST if zipf < HARDLY_KNOWN else UNCONFIRMED_COST)


def is_afterthought(word: str, evidence: Evidence) -> bool:
    """Return whether WordNet has a short word only behind commoner synonyms: AMBO."""
    places = [
        sense.synonyms.index(word) for sense in evidence.senses_of(word) if word in sense.synonyms
    ]
    return len(word) <= SHORT and bool(places) and min(places) >= AFTERTHOUGHT


def is_derived(word: str, evidence: Evidence) -> bool:
    """Return whether a word is plainly made of one that WordNet has: IMPLACABLY, LIFEFORMS."""
    singular = word.removesuffix("s")
    return singular in evidence.senses or any(
        base in evidence.senses and len(base) >= 4 for base in affixes.shorter(word)
    )


def variant(candidate: Candidate, evidence: Evidence) -> float:
    """Doubt spellings of which WordNet has a far commoner one in all their senses: IKON."""
    if candidate.by_hand or candidate.kind is not Kind.WORD:
        return candidate.score
    zipf = evidence.sources.commonness
    word = (candidate.base or candidate.text).lower()
    senses = evidence.senses.get(word, ())
    if not senses or word in evidence.across_the_atlantic:
        return candidate.score
    others = set(senses[0].synonyms).intersection(*(sense.synonyms for sense in senses))
    for other in others:
        if (
            other.isalpha()
            and other.islower()
            and other not in (word, candidate.text.lower())
            and other[0] == word[0]
            and zipf(other) >= zipf(word) + VARIANT_LEAD
            and families.distance(word, other) == 1
            and any(word in sense.synonyms for sense in evidence.senses[other][:FIRST_SENSES])
            and not is_affixed(word, other)
        ):
            return min(candidate.score, DOUBTFUL)
    return named_second(candidate, evidence)


def named_second(candidate: Candidate, evidence: Evidence) -> float:
    """Lower a spelling that WordNet has behind another that sounds alike: SAREE, for sari."""
    word = candidate.base or candidate.text
    senses = evidence.senses.get(word, ())
    firsts = {sense.synonyms[0] for sense in senses}
    if len(firsts) != 1 or evidence.tagged(word):
        return candidate.score
    other = firsts.pop()
    if word == other or not sounds.is_heard_as(word, other) or is_affixed(word, other):
        return candidate.score
    lead = evidence.sources.commonness(other) - evidence.sources.commonness(word)
    return min(candidate.score, HALF) if lead >= SECOND_LEAD else candidate.score


def spelled_otherwise(candidate: Candidate, evidence: Evidence) -> float:
    """Doubt words that WordNet has only with other letters, which are commoner: STONEY, DULNESS."""
    word = candidate.text
    if candidate.by_hand or candidate.kind is not Kind.WORD or len(word) < SPELLED_OTHERWISE:
        return candidate.score
    if evidence.is_explained(word) or word in evidence.across_the_atlantic:
        return candidate.score
    sources = evidence.sources
    if any(
        other != word
        and sources.commonness(other) >= sources.commonness(word) + SECOND_LEAD
        and sources.sizes.get(other, 99) <= affixes.PART_SIZE
        for other in evidence.spellings.get(sounds.at_its_simplest(word), ())
    ):
        return min(candidate.score, DOUBTFUL)
    return candidate.score


def rarer_form(candidate: Candidate, evidence: Evidence) -> float:
    """Doubt a form that has a commoner twin: ECHOS, for echoes; FORMATED, BANI."""
    word, base = candidate.text, candidate.base
    if candidate.by_hand or candidate.kind is not Kind.WORD or not base or word in evidence.senses:
        return candidate.score
    parts = evidence.sources.wordnet.get(base, set())
    for twin in evidence.sources.inflections.get(base, ()):
        lead = evidence.sources.commonness(twin) - evidence.sources.commonness(word)
        if twin != word and lead >= least_lead_of_twin(word, twin, base, parts):
            return min(candidate.score, DOUBTFUL)
    return candidate.score


def least_lead_of_twin(word: str, twin: str, base: str, parts: Collection[str]) -> float:
    """Return by how much the twin of a form must be commoner; it may be none."""
    if sounds.at_its_simplest(word) == sounds.at_its_simplest(twin):
        return TWIN_LEAD  # FORMATED, formatted
    if {word, twin} == {base + "s", base + "es"}:
        return TWIN_LEAD
    is_regular = twin == base + "s" and "noun" in parts
    if is_regular and word.endswith(LATIN_PLURALS):
        return LATIN_LEAD  # BANI, bans
    if word == base + "s" and twin.endswith("ves") and "verb" not in parts:
        return TWIN_LEAD  # CALFS, calves
    if twin in (base + "ed", base + "d") and word.endswith("t") and not word.endswith("est"):
        return LATIN_LEAD  # LEPT, leaped
    return math.inf


def shop_sign(candidate: Candidate, evidence: Evidence) -> float:
    """Strike spellings of shop signs and telegrams: NITE for night, THO for though."""
    word = candidate.text
    if candidate.by_hand or candidate.kind is not Kind.WORD:
        return candidate.score
    if evidence.is_explained_as_written(word) or evidence.tagged(word):
        return candidate.score
    commonness = evidence.sources.commonness
    for ending, real in SIGNS:
        other = re.sub(ending, real, word)
        if (
            other != word
            and evidence.sources.sizes.get(other, 99) <= 50
            and commonness(other) >= commonness(word) + VARIANT_LEAD
        ):
            return min(candidate.score, STRUCK)
    return candidate.score


def little_known(candidate: Candidate, evidence: Evidence) -> float:
    """Doubt short words that texts read by hand hardly have, and that are no living things."""
    word = candidate.text
    if candidate.by_hand or candidate.kind is not Kind.WORD or candidate.base:
        return candidate.score
    size = evidence.sources.sizes.get(word, 99)
    if len(word) > LITTLE_KNOWN or size < LITTLE_KNOWN_SIZE or evidence.tagged(word) > 1:
        return candidate.score
    if any(sense.category in KNOWN_THINGS for sense in evidence.senses_of(word, 1)):
        return candidate.score
    if size >= NOWHERE_SIZE and not evidence.thesaurus[word] and evidence.is_explained(word):
        return candidate.score - NOWHERE_COST
    return min(candidate.score, max(candidate.score - LITTLE_KNOWN_COST, LITTLE_KNOWN_FLOOR))


def agent(candidate: Candidate, evidence: Evidence) -> float:
    """Lower words for those who do what the verb says, if they are hardly written: SOWER."""
    word = candidate.text
    if candidate.by_hand or candidate.kind is not Kind.WORD or evidence.tagged(word):
        return candidate.score
    word = candidate.base or word
    senses = evidence.senses.get(word, ())
    definition = senses[0].definition if len(senses) == 1 else ""
    if not AGENT.match(definition) or f" {word.removesuffix('er')}" not in definition:
        return candidate.score
    missing = AGENT_ZIPF - evidence.sources.commonness(word)
    return candidate.score - AGENT_COST * clip(missing / 0.4, 0, 1)


def doublet(candidate: Candidate, evidence: Evidence) -> float:
    """Lower words of which a commoner one has the stem, with another ending: TOLERATION."""
    word = candidate.base or candidate.text
    if candidate.by_hand or candidate.kind is not Kind.WORD or evidence.tagged(word) > 1:
        return candidate.score
    if any(
        len(part) > 4 and word.endswith(part) for part in evidence.sources.glosses.get(word, ())
    ):
        return candidate.score  # SUBSTATION: a station
    zipf = evidence.sources.commonness
    for ending, better in DOUBLETS:
        other = word.removesuffix(ending) + better
        if word.endswith(ending) and len(word) - len(ending) >= 4 and other in evidence.senses:
            lead = zipf(other) - zipf(word)
            if lead >= DOUBLET_LEAD and evidence.sources.sizes.get(other, 99) <= 60:
                return candidate.score - DOUBLET_COST * clip(lead / 2, 0.5, 1)
    return candidate.score


def is_affixed(word: str, other: str) -> bool:
    """Return whether two words differ by an ending that means something: HISTORIC, HISTORICAL."""
    short, long = sorted((word, other), key=len)
    return long.startswith(short) and long[len(short) :] not in ("e", "h")


def technical(candidate: Candidate, evidence: Evidence) -> float:
    """Lower what only specialists say: names of substances, species, parts of the body."""
    word = candidate.text.lower()
    if candidate.by_hand or candidate.kind is not Kind.WORD:
        return candidate.score
    zipf = evidence.sources.commonness(word)
    if zipf >= TECHNICAL_ZIPF or evidence.tagged(word) > 1:
        return candidate.score
    firsts = list(evidence.senses_of(word, 1))
    files = TECHNICAL_FILES | (LIVING_FILES if zipf < LIVING_ZIPF else frozenset())
    if not firsts or not all(
        sense.category in files and TECHNICAL.search(sense.definition) for sense in firsts
    ):
        return candidate.score
    often = max(evidence.thesaurus[lemma] for lemma in evidence.lemmas(word))
    return candidate.score - TECHNICAL_COST * clip((6 - often) / 5, 0, 1)


def stiff(candidate: Candidate, evidence: Evidence) -> float:
    """Lower words that are hardly written and that few of the sources know."""
    word = candidate.text.lower()
    if candidate.by_hand or candidate.kind is not Kind.WORD or not word.isalpha():
        return candidate.score
    zipf = max(evidence.sources.commonness(lemma) for lemma in evidence.lemmas(word))
    zipf -= SHORT_ZIPF * max(0, SHORT - len(word))
    if zipf >= STIFF_ZIPF or evidence.tagged(word) or evidence.sources.sizes.get(word, 99) <= 40:
        return candidate.score
    often = max(evidence.thesaurus[lemma] for lemma in evidence.lemmas(word))
    doubt = clip((STIFF_ZIPF - zipf) / 0.8, 0, 1) * clip((8 - often) / 8, 0, 1)
    return candidate.score - STIFF_COST * doubt


def known_phrase(candidate: Candidate, evidence: Evidence) -> float:
    """Raise phrases that dictionary and thesaurus have, though nobody counted them: SEAOTTER."""
    text = candidate.text.lower()
    if candidate.by_hand or candidate.kind is not Kind.PHRASE or not is_listed(text, evidence):
        return candidate.score
    words = text.split(" ")
    in_dictionary = text in evidence.written
    if words[-1] in scores.DANGLING:
        return candidate.score
    if text not in evidence.thesaurus:
        rarest = min(map(evidence.sources.commonness, scores.parts_of(text)))
        senses = list(evidence.senses_of(text, 1))
        in_both = in_dictionary and any(sense.category in THINGS for sense in senses)
        if in_both and rarest >= KNOWN_PART:
            return max(candidate.score, KNOWN_TO_BOTH)
        return candidate.score
    if not in_dictionary and words[-1] in scores.PARTICLES:
        return candidate.score
    support = clip(scores.phrase_support(text, evidence.sources), -6, 10)
    known = (KNOWN_PHRASE if in_dictionary else KNOWN_TO_WORDNET) + support
    return max(candidate.score, min(known, KNOWN_PHRASE_LIMIT))


def with_features(candidate: Candidate, evidence: Evidence) -> Candidate:
    """Return a candidate with the score that all features together give it."""
    for feature in FEATURES.values():
        candidate = with_feature(candidate, feature, evidence)
    return candidate


def with_feature(candidate: Candidate, feature: Feature, evidence: Evidence) -> Candidate:
    """Return a candidate with the score that a feature gives it."""
    score = feature(candidate, evidence)
    if score == candidate.score:
        return candidate
    # What is lowered is not marked down by hand: another entry with its letters may win.
    return replace(candidate, score=score, by_hand=False)


FEATURES: dict[str, Feature] = {
    "without its mark": without_its_mark,
    "in mid-air": in_mid_air,
    "half of a name": half_of_a_name,
    "half of a phrase": half_of_a_phrase,
    "foreign": foreign,
    "half of a foreign phrase": half_of_a_foreign_phrase,
    "homograph": homograph,
    "unconfirmed": unconfirmed,
    "variant": variant,
    "spelled otherwise": spelled_otherwise,
    "rarer form": rarer_form,
    "shop sign": shop_sign,
    "little known": little_known,
    "agent": agent,
    "doublet": doublet,
    "technical": technical,
    "stiff": stiff,
    "known phrase": known_phrase,
}
