"""Which form of its base a word is, as far as a dictionary of base forms shows it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum

VOWELS = "aeiouyàèéìíòóùú"


class WordForm(Enum):
    """A base form, an ordinary inflection, or one that crosswords of the language do without."""

    BASE = "base"
    INFLECTED = "inflected"
    STIFF = "stiff"


def form_of(written: str, base: str, bases: Mapping[str, str], language: str) -> WordForm:
    """Return which form of its base a word is."""
    rule = STIFF.get(language)
    if rule is not None and rule(written, base, bases):
        return WordForm.STIFF
    return WordForm.BASE if written == base else WordForm.INFLECTED


def is_stiff_in_german(written: str, base: str, words: Collection[str]) -> bool:
    """Return whether a word is a declined adjective, a clipped verb, a genitive and the like."""
    for ending in ("em", "en", "er", "es", "e"):
        root = written.removesuffix(ending)
        # Every adjective has the form in -em, and hardly anything else has.
        if root != written and root + "em" in words and written not in (base, root):
            return True
        if root != written and root + "em" in words and root in words:
            return True
    if written == base:
        return False
    if base in (written + "en", written + "n", written + "ern", written + "eln"):
        return base in words and written.capitalize() not in words  # HÖR for höre
    if written in (base + "s", base + "es", base + "e"):
        return written not in words and base.capitalize() in words  # a noun's genitive or dative
    if is_dative_plural(written, base, words):
        return True
    at = written.find("zu", 1)
    return at > 0 and written[:at] + written[at + 2 :] == base


def is_dative_plural(written: str, base: str, words: Collection[str]) -> bool:
    """Return whether a German word is a plural and N: ORGANEN, ARABERN, but neither FEDERN."""
    plural = written.removesuffix("n")
    if plural == written or written in words:
        return False
    if plural == base:  # FEDER has no genitive in -s: its plural has the N
        return base.endswith("er") and (base + "s").capitalize() in words
    return plural.endswith(("e", "er")) and plural.capitalize() in words


def is_stiff_in_italian(written: str, base: str, words: Collection[str]) -> bool:
    """Return whether a word has lost its last vowel, as in verse: COR for cuore, SON for sono."""
    return written != base and written[-1] not in VOWELS and base[-1] in VOWELS


def is_stiff_in_swedish(written: str, base: str, words: Collection[str]) -> bool:
    """Return whether a word is a genitive or a passive: another form and S."""
    return written != base and written.endswith("s") and written[:-1] in words


def is_stiff_in_polish(written: str, base: str, words: Collection[str]) -> bool:
    """Return whether a word has the ending of a case that grids avoid."""
    return written != base and written.endswith(
        ("ami", "ach", "om", "owi", "ego", "emu", "ymi", "imi", "ych", "ich", "ą", "ę")
    )


def is_stiff_in_russian(written: str, base: str, words: Collection[str]) -> bool:
    """Return whether a word has the ending of a case that grids avoid."""
    return written != base and written.endswith(
        ("ами", "ями", "ах", "ях", "ам", "ям", "ого", "его", "ому", "ему", "ыми", "ими", "ых", "их")
    )


SUBJUNCTIVES = {
    "es": (
        "e es en emos ara aras aran ase ases asen aríamos aría arías arían",
        "a as an amos iera ieras ieran iese ieses iesen ería erías erían iría irías irían",
    ),
    "pt": (
        "e es em emos asse asses assem aria arias ariam arem",
        "a as am amos esse esses essem isse isses issem eria eriam iria iriam erem irem",
    ),
}
"""The endings of subjunctives and conditionals, of verbs in -AR and of the others."""

SPELLED = (("z", "c"), ("ç", "c"), ("c", "qu"), ("g", "gu"))
"""How the last letters of a stem change before E."""


def is_subjunctive(written: str, base: str, language: str) -> bool:
    """Return whether a word is a form that its language uses in subordinate clauses."""
    if language not in SUBJUNCTIVES or not base.endswith(("ar", "er", "ir")):
        return False
    endings = SUBJUNCTIVES[language][not base.endswith("ar")].split()
    stem = base[:-2]
    stems = [stem, *(stem.removesuffix(old) + new for old, new in SPELLED if stem.endswith(old))]
    return any(written.startswith(stem) and written[len(stem) :] in endings for stem in stems)


CLITICS = {
    "it": ("mi", "ti", "ci", "si", "vi", "lo", "la", "li", "le", "ne", "gli", "sene", "telo"),
    "es": ("me", "te", "se", "nos", "os", "lo", "la", "los", "las", "le", "les"),
    "pt": ("me", "te", "se", "nos", "vos", "lo", "la", "los", "las", "lhe", "lhes"),
}
"""Pronouns that are written together with a verb."""


def has_clitic(written: str, words: Collection[str], language: str) -> bool:
    """Return whether a word is a verb with a pronoun: DIRMI, for dire and mi."""
    for pronoun in CLITICS.get(language, ()):
        verb = written.removesuffix(pronoun)
        if verb != written and any(verb + lost in words for lost in ("", "e", "re")):
            return True
    return False


Rule = Callable[[str, str, Collection[str]], bool]

STIFF: dict[str, Rule] = {
    "de": is_stiff_in_german,
    "it": is_stiff_in_italian,
    "pl": is_stiff_in_polish,
    "ru": is_stiff_in_russian,
    "sv": is_stiff_in_swedish,
}
