"""How each language writes its words in a grid: which letters keep their marks.

Accents that a language's crosswords leave out fall away; letters that they hold to be letters of
their own stay, and the alphabet has more than 26.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from crosswright.errors import WordListError
from crosswright.words.tokens import Normaliser


@dataclass(frozen=True)
class Habit:
    """A language's crossword habit: folds that go before the plain removal of accents."""

    name: str
    fold: Mapping[str, str] = field(default_factory=dict)
    digraphs: tuple[str, ...] = ()  # letter pairs that may share a cell, on request

    def normaliser(self, digraphs: bool = False) -> Normaliser:
        """Return what turns a written word into the letters of the grid."""
        return Normaliser(self.fold, self.digraphs if digraphs else ())


def kept(letters: str) -> dict[str, str]:
    """Fold each of these letters to itself."""
    return {letter: letter for letter in letters}


LANGUAGES: dict[str, Habit] = {
    "fr": Habit("French"),
    "de": Habit("German", {"Ä": "AE", "Ö": "OE", "Ü": "UE", "ẞ": "SS"}),
    "es": Habit("Spanish", kept("Ñ")),
    "it": Habit("Italian"),
    "nl": Habit("Dutch", digraphs=("IJ",)),
    "pt": Habit("Portuguese"),
    "sv": Habit("Swedish", kept("ÅÄÖ")),
    "pl": Habit("Polish", kept("ĄĆĘŁŃÓŚŹŻ")),
    "el": Habit("Greek"),
    "ru": Habit("Russian", {"Ё": "Е"}),
}

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
CYRILLIC = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"


def letters_of(language: str) -> frozenset[str]:
    """Return the letters that a grid in a language may hold."""
    scripts = {"el": GREEK, "ru": CYRILLIC}
    own = "".join(folded for letter, folded in habit(language).fold.items() if letter == folded)
    return frozenset(scripts.get(language, LATIN) + own)


def habit(language: str) -> Habit:
    """Return the habit of a language by its code."""
    try:
        return LANGUAGES[language]
    except KeyError:
        known = ", ".join(LANGUAGES)
        raise WordListError(f"no habit for the language {language!r}; there are {known}") from None


def fold(word: str, language: str) -> str:
    """Return a word as the grids of a language have it.

    >>> fold("Übergröße", "de"), fold("señor", "es"), fold("œuvré", "fr")
    ('UEBERGROESSE', 'SEÑOR', 'OEUVRE')
    """
    return habit(language).normaliser().letters(word)
