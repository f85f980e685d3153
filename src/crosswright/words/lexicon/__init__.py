"""The built-in word lists: English inside the package, other languages through an extra.

>>> from crosswright.words import lexicon
>>> lexicon.english().score("ice cream") > 90
True
"""

from __future__ import annotations

from crosswright.errors import WordListError
from crosswright.words.lexicon.builtin import english
from crosswright.words.wordlist import WordList

__all__ = ["english", "is_english", "languages", "load"]

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
    name = language.casefold()
    if is_english(name):
        return english(min_score=min_score, british=name in BRITISH)
    from crosswright.words.lexicon import folding, foreign

    for code, rules in folding.LANGUAGES.items():
        if name in (code, rules.name.casefold()):
            return foreign.load(code, min_score=min_score, digraphs=digraphs)
    codes = ", ".join(languages())
    raise WordListError(f"no word list for the language {language!r}; choose from {codes}")
