"""The built-in word lists: English inside the package, other languages through an extra.

>>> from crosswright import lexicon
>>> lexicon.english().score("ice cream") > 90
True
"""

from __future__ import annotations

from crosswright.errors import WordListError
from crosswright.lexicon.builtin import english
from crosswright.words import WordList

__all__ = ["english", "languages", "load"]


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that `load` knows, English first."""
    from crosswright.lexicon.folding import LANGUAGES

    return ("en", *LANGUAGES)


def load(language: str = "en", *, min_score: int | None = None, digraphs: bool = False) -> WordList:
    """Return the list of a language, by its code or its English name.

    `digraphs` gives letter pairs that a language counts as one, such as IJ in Dutch, one cell.
    All but English need the extra: pip install crosswright[languages]
    """
    from crosswright.lexicon import folding, foreign

    name = language.casefold()
    if name in ("en", "english"):
        return english(min_score=min_score)
    for code, habit in folding.LANGUAGES.items():
        if name in (code, habit.name.casefold()):
            return foreign.load(code, min_score=min_score, digraphs=digraphs)
    known = ", ".join(languages())
    raise WordListError(f"no list for the language {language!r}; there are {known}")
