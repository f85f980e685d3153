"""What a word of another language is worth in a grid: a score from 1 to 99.

Each function is one feature; every number is named. A score of 50 or more means that an editor
would accept the word.
"""

from __future__ import annotations

import math

from crosswright.words.lexicon.evidence import Evidence, WordCase
from crosswright.words.lexicon.forms import WordForm, is_subjunctive

# Zipf frequencies that score 0 and 100.
ZIPF_OF_0, ZIPF_OF_100 = 0.5, 4.5
# A base form is as familiar as all its forms together; a form is rather so on its own.
BASE_BY_LEMMA, FORM_BY_LEMMA = 0.6, 0.4
# What a base form gains, and a noun that is a part of many compounds.
BASE_BONUS, PRODUCTIVE_BONUS = 6, 4
INFLECTED = {"pl": 18, "ru": 20, "de": 12}
DEFAULT_INFLECTED = 9
STIFF_COST, STIFF_LIMIT = 26, 48
SUBJUNCTIVE_COST = 9
# The other forms of a word make it so much more familiar than it is by itself, and no more.
MAX_HELP = 1.3
# A form that is more than this much rarer than its base costs so much for each power of ten.
RARE_FORM_FROM, RARE_FORM_COST = 0.7, 7.0
# A word that is used abroad as often as here, or about as often in many languages, is not of here,
# as far as its own forms do not support it. Small words that languages share are another matter.
AS_OFTEN_ABROAD, MANY_LANGUAGES = 0.3, 5
FUNCTION_WORD, FUNCTION_WORD_MARGIN = 5.2, 1.5
# So much more often than its other forms, and much less if it is far commoner abroad.
SUPPORT, FAR_COMMONER, FAR_COMMONER_SUPPORT = 1.0, 1.5, 0.3
FOREIGN_FORM_COST = 0.6
# A short word that most other languages use as often, and whose forms here are no help, is of none
# in particular: HEAD and RISE in German, TAI in Spanish. SOLO is, or many dictionaries have it.
ALIEN_LENGTH, ALIEN_LANGUAGES, ALIEN_SUPPORT, ALIEN_LIMIT = 6, 7, 0.5, 40
ALIEN_MARGIN, SHORTEST, SHORTEST_MARGIN, AT_HOME_ZIPF = 0.8, 3, 0.0, 4.6
# A base form that is so much rarer than its other forms is rarely the base of all of them.
RARE_BASE_FROM, RARE_BASE_HELP = 1.5, 0.2
# A short word without other forms, neither a noun nor common, is mostly a scrap: AUSM.
SCRAP_LENGTH, SCRAP_ZIPF, SCRAP_COST = 5, 4.0, 14
SCRAP_LANGUAGES = ("de", "pl")
# A word that is as common with an apostrophe has lost it.
LOST_MARK_LIMIT = 30
# Another word without its marks: its frequency is that of people who do not type them.
RIVAL_MARGIN = 0.5
ISOLATED = 1.2
MIN_COMPOUNDS = {3: 16, 4: 6}
DEFAULT_MIN_COMPOUNDS = 3
NAME_VOTES = 2
NAME_SHARE, NAME_LIMIT, KNOWN_NAME_LIMIT = 0.65, 45, 55
KNOWN_NAME_ZIPF, KNOWN_NAME_LENGTH, KNOWN_NAME_VOTES = 4.0, 6, 3
ABBREVIATION_LIMIT = 25
ADOPTED_COST, ADOPTED_LIMIT = 10, 65
LONG_FROM, LONG_BONUS, MAX_LONG_BONUS = 7, 1.0, 5
VOWELS = frozenset("AEIOUYÄÖÜÅÓĄĘАЕИОУЫЭЮЯΑΕΗΙΟΥΩ")


def score_of(evidence: Evidence, language: str) -> int:
    """Return the score of a word."""
    score = familiarity(evidence)
    score += base_bonus(evidence) - form_cost(evidence, language)
    if evidence.form is WordForm.STIFF:
        score = min(score, STIFF_LIMIT)
    score += min(MAX_LONG_BONUS, LONG_BONUS * max(0, len(evidence.word) - LONG_FROM))
    if evidence.case is WordCase.ADOPTED:
        score = min(score - ADOPTED_COST, ADOPTED_LIMIT)
    if is_scrap(evidence, language):
        score -= SCRAP_COST
    if is_alien(evidence) or outweighs_base(evidence) or evidence.stump:
        score = min(score, ALIEN_LIMIT)
    if evidence.marked > evidence.zipf:
        score = min(score, LOST_MARK_LIMIT)
    if is_abbreviation(evidence):
        score = min(score, ABBREVIATION_LIMIT)
    elif is_name(evidence):
        score = min(NAME_SHARE * score, name_limit(evidence))
    return round(max(1, min(99, score)))


def familiarity(evidence: Evidence) -> float:
    """Return how well people know a word, from 0 to 100 and beyond, by its trusted frequency."""
    own = trusted_zipf(evidence)
    help_at_most = RARE_BASE_HELP if is_doubtful_base(evidence) else MAX_HELP
    others = evidence.native if is_careless(evidence) else evidence.others
    lemma = min(math.log10(10**own + 10**others), own + help_at_most)
    by_lemma = BASE_BY_LEMMA if evidence.form is WordForm.BASE else FORM_BY_LEMMA
    zipf = by_lemma * lemma + (1 - by_lemma) * own
    return 100 * (zipf - ZIPF_OF_0) / (ZIPF_OF_100 - ZIPF_OF_0)


def is_careless(evidence: Evidence) -> bool:
    """Return whether a word is mostly another one, typed without its marks."""
    return evidence.rival > evidence.zipf + RIVAL_MARGIN


def is_doubtful_base(evidence: Evidence) -> bool:
    """Return whether a base form is far rarer than its other forms, and about as common abroad."""
    return (
        evidence.form is WordForm.BASE
        and evidence.others - evidence.zipf > RARE_BASE_FROM
        and evidence.shared >= MANY_LANGUAGES
    )


def trusted_zipf(evidence: Evidence) -> float:
    """Return the frequency of a word as far as it is its own.

    What is used abroad as often as here is foreign, or a name, unless its other forms support it;
    what has a commoner twin with marks is mostly that one, typed carelessly.
    """
    zipf = evidence.zipf
    margin = evidence.abroad - zipf
    if is_careless(evidence):
        zipf = min(zipf, evidence.native + RIVAL_MARGIN)
    if not is_used_abroad(evidence):
        return zipf
    if evidence.form is WordForm.BASE:
        own_forms = evidence.others if is_productive(evidence) else evidence.support
        return min(zipf, own_forms + (FAR_COMMONER_SUPPORT if margin > FAR_COMMONER else SUPPORT))
    return zipf - FOREIGN_FORM_COST * max(0.0, margin)


def is_used_abroad(evidence: Evidence) -> bool:
    """Return whether a word is used in another language more than here, or in many as much."""
    margin = evidence.abroad - evidence.zipf
    if evidence.zipf >= FUNCTION_WORD and margin < FUNCTION_WORD_MARGIN:
        return evidence.shared >= MANY_LANGUAGES
    return margin > AS_OFTEN_ABROAD or evidence.shared >= MANY_LANGUAGES


def is_alien(evidence: Evidence) -> bool:
    """Return whether a short word is as common in most languages, and has no forms of its own."""
    margin = SHORTEST_MARGIN if len(evidence.word) <= SHORTEST else ALIEN_MARGIN
    support = 0.0 if evidence.abroad > evidence.zipf + FAR_COMMONER else ALIEN_SUPPORT
    return (
        len(evidence.word) <= ALIEN_LENGTH
        and evidence.shared >= ALIEN_LANGUAGES
        and evidence.abroad > evidence.zipf + margin
        and evidence.zipf < AT_HOME_ZIPF
        and evidence.native < evidence.zipf - support
        and not evidence.international
    )


def outweighs_base(evidence: Evidence) -> bool:
    """Return whether a form is commoner than all others of its base, and so abroad: LINE."""
    return (
        evidence.form is not WordForm.BASE
        and len(evidence.word) <= ALIEN_LENGTH
        and evidence.shared >= ALIEN_LANGUAGES
        and evidence.abroad > evidence.zipf
        and evidence.native < evidence.zipf
        and not evidence.international
        and evidence.zipf < FUNCTION_WORD
    )


def is_scrap(evidence: Evidence, language: str) -> bool:
    """Return whether a word is short, rare and stands alone, without other forms or compounds."""
    return (
        language in SCRAP_LANGUAGES
        and evidence.case is WordCase.COMMON
        and len(evidence.word) <= SCRAP_LENGTH
        and evidence.zipf < SCRAP_ZIPF
        and evidence.others == 0
        and evidence.bases == (evidence.base,)
        and not is_productive(evidence)
    )


def base_bonus(evidence: Evidence) -> float:
    """Return what a word gains as a base form, and as one that the language builds with."""
    if evidence.form is not WordForm.BASE:
        return 0.0
    productive = evidence.case is WordCase.NOUN and is_productive(evidence)
    return BASE_BONUS + PRODUCTIVE_BONUS * productive


def form_cost(evidence: Evidence, language: str) -> float:
    """Return what a word loses for not being a base form, and for being a rare form of one."""
    if evidence.form is WordForm.BASE:
        return 0.0
    cost: float = INFLECTED.get(language, DEFAULT_INFLECTED)
    if evidence.form is WordForm.STIFF:
        cost = STIFF_COST
    elif is_subjunctive(evidence.written, evidence.base, language):
        cost += SUBJUNCTIVE_COST
    lemma = math.log10(10**evidence.zipf + 10**evidence.others)
    return cost + RARE_FORM_COST * max(0.0, lemma - evidence.zipf - RARE_FORM_FROM)


def is_abbreviation(evidence: Evidence) -> bool:
    """Return whether a word is one in capitals that has no other forms, or has no vowel."""
    return VOWELS.isdisjoint(evidence.word) or (
        evidence.capitals
        and evidence.zipf < FUNCTION_WORD
        and evidence.others < evidence.zipf - ISOLATED
    )


def is_productive(evidence: Evidence) -> bool:
    """Return whether a word is a part of so many compounds that it must be a noun."""
    fewest = MIN_COMPOUNDS.get(len(evidence.written), DEFAULT_MIN_COMPOUNDS)
    return (evidence.compounds or 0) >= fewest


def is_name(evidence: Evidence) -> bool:
    """Return whether a word is a name: by its own dictionary, by others', or by its loneliness.

    A noun has other forms, or is a part of compounds; a name in German has neither.
    """
    if evidence.case is WordCase.NAME:
        return True
    if evidence.votes >= NAME_VOTES and evidence.support < evidence.zipf - ISOLATED:
        return True
    if evidence.case is not WordCase.NOUN or evidence.form is not WordForm.BASE:
        return False
    return evidence.others < evidence.zipf - ISOLATED and not is_productive(evidence)


def name_limit(evidence: Evidence) -> int:
    """Return what a name may score: more if it is long, common and known in many languages."""
    known = (
        evidence.zipf >= KNOWN_NAME_ZIPF
        and len(evidence.word) >= KNOWN_NAME_LENGTH
        and evidence.votes >= KNOWN_NAME_VOTES
        and evidence.form is WordForm.BASE
    )
    return KNOWN_NAME_LIMIT if known else NAME_LIMIT
