"""The built-in word lists: English inside the package, other languages through an extra.

>>> from crosswright.words import lexicon
>>> lexicon.english().score("ice cream") > 90
True
"""

from __future__ import annotations

from crosswright.errors import WordListError
from crosswright.words.lexicon.builtin import english
from crosswright.words.spelling import Fold
from crosswright.words.wordlist import WordList

__all__ = ["english", "fold_of", "is_english", "languages", "load"]

AMERICAN = ("en", "english")
BRITISH = ("en-gb", "british")


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that `load` knows, English first."""
    from crosswright.words.lexicon.folding import LANGUAGES

    return ("en", "en-GB", *LANGUAGES)


def is_english(language: str) -> bool:
    """Return whether a code or name means English, on either side of the Atlantic."""
    return language.casefold() in AMERICAN + BRITISH


def load(language: str = "en", *, min_score: int | None = None, digraphs: bool = False) -> WordList:
    """Return the list of a language, by its code or its English name.

    `digraphs` puts letter pairs that a language counts as one, such as IJ in Dutch, into one cell.
    "en-GB" is English with British spellings preferred. All but English need an extra: pip install
    crosswright[languages]
    """
    if is_english(language):
        return english(min_score=min_score, british=language.casefold() in BRITISH)
    from crosswright.words.lexicon import foreign

    return foreign.load(_code(language), min_score=min_score, digraphs=digraphs)


def fold_of(language: str) -> Fold:
    """Return how the grids of a language fold the letters of words, as `WordList.load` takes it."""
    if is_english(language):
        return "strip"
    from crosswright.words.lexicon.folding import LANGUAGES

    return LANGUAGES[_code(language)].fold


def _code(language: str) -> str:
    """Return the code of a language by its code or its English name."""
    from crosswright.words.lexicon.folding import LANGUAGES

    name = language.casefold()
    for code, rules in LANGUAGES.items():
        if name in (code, rules.name.casefold()):
            return code
    codes = ", ".join(languages())
    raise WordListError(f"no word list for the language {language!r}; choose from {codes}")
