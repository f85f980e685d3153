"""How each language writes its words in a grid: which letters keep their marks.

Accents that a language's crosswords leave out are dropped; letters that they treat as letters of
their own stay, and the alphabet has more than 26. English drops all of them (É is E), as any list
does by default: see `words.spelling.Normaliser`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from crosswright.errors import WordListError
from crosswright.grids.collation import own_letters
from crosswright.support.languages import language_code
from crosswright.support.wording import quote
from crosswright.words.spelling import Normaliser


@dataclass(frozen=True)
class LanguageRules:
    """How crosswords of a language spell: folds that take precedence over dropping accents."""

    name: str
    fold: Mapping[str, str] = field(default_factory=dict)
    digraphs: tuple[str, ...] = ()  # letter pairs that may share a cell, on request
    regions: str = ""
    """The countries whose tags mean this list: all have the same one."""

    def normaliser(self, digraphs: bool = False) -> Normaliser:
        """Return what turns a written word into the letters of the grid."""
        return Normaliser(self.fold, self.digraphs if digraphs else ())


def keep(letters: str) -> dict[str, str]:
    """Fold each of these letters to itself."""
    return {letter: letter for letter in letters}


LATIN_AMERICA = "AR BO CL CO CR CU DO EC GQ GT HN MX NI PA PE PR PY SV US UY VE"

LANGUAGES: dict[str, LanguageRules] = {
    "fr": LanguageRules("French", regions="BE CA CH FR LU"),
    "de": LanguageRules(
        "German", {"Ä": "AE", "Ö": "OE", "Ü": "UE", "ẞ": "SS"}, regions="AT CH DE IT LI LU"
    ),
    "es": LanguageRules("Spanish", keep("Ñ"), regions=f"ES {LATIN_AMERICA}"),
    "it": LanguageRules("Italian", regions="CH IT SM"),
    "nl": LanguageRules("Dutch", digraphs=("IJ",), regions="BE NL SR"),
    "pt": LanguageRules("Portuguese", regions="AO BR CV MZ PT"),
    "sv": LanguageRules("Swedish", keep("ÅÄÖ"), regions="FI SE"),
    "pl": LanguageRules("Polish", keep("ĄĆĘŁŃÓŚŹŻ"), regions="PL"),
    "el": LanguageRules("Greek", regions="CY GR"),
    "ru": LanguageRules("Russian", {"Ё": "Е"}, regions="BY KZ RU"),
}

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
CYRILLIC = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"


SCRIPTS = {"el": GREEK, "ru": CYRILLIC}
"""The letters of languages that are not written in Latin ones."""


def letters_of(language: str) -> frozenset[str]:
    """Return the letters that a grid in a language may hold."""
    fold = rules_of(language).fold
    own = "".join(folded for letter, folded in fold.items() if letter == folded)
    return frozenset(SCRIPTS.get(language, LATIN) + own)


def rules_of(language: str) -> LanguageRules:
    """Return the rules of a language by its code."""
    try:
        return LANGUAGES[language]
    except KeyError:
        codes = ", ".join(LANGUAGES)
        raise WordListError(f"unknown language {quote(language)}; choose from {codes}") from None


def accent_folding(language: str) -> Normaliser:
    """Return what folds accents as the crosswords of a language do; any language will do.

    Of one whose crosswords are not known here, the letters stay that its dictionaries sort as
    letters of their own.
    """
    code = language_code(language)
    return LANGUAGES[code].normaliser() if code in LANGUAGES else Normaliser(own_letters(code))


def fold(word: str, language: str) -> str:
    """Return a word as the grids of a language have it.

    >>> fold("Übergröße", "de"), fold("señor", "es"), fold("œuvré", "fr")
    ('UEBERGROESSE', 'SEÑOR', 'OEUVRE')
    """
    return rules_of(language).normaliser().letters(word)
