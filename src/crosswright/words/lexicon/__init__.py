"""The built-in word lists: English inside the package, other languages through an extra.

>>> from crosswright.words import lexicon
>>> lexicon.english().score("ice cream") > 90
True
"""

from __future__ import annotations

from crosswright.errors import WordListError
from crosswright.support.languages import canonical_tag, language_code
from crosswright.support.wording import quote
from crosswright.words.lexicon.builtin import english
from crosswright.words.lexicon.tastes import NEWSPAPER, Taste, checked_taste
from crosswright.words.spelling import Fold
from crosswright.words.wordlist import WordList

__all__ = ["english", "fold_of", "is_english", "languages", "load", "tag_of"]

AMERICAN = ("en", "en-US", "english")
BRITISH = ("en-GB", "en-AU", "en-CA", "en-IE", "en-IN", "en-NZ", "en-ZA", "british")
ENGLISH_REGIONS = ("US", "GB", "AU", "CA", "IE", "IN", "NZ", "ZA")


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that `load` knows, English first."""
    from crosswright.words.lexicon.folding import LANGUAGES

    return ("en", "en-GB", *LANGUAGES)


def is_english(language: str) -> bool:
    """Return whether a tag or name means English, on either side of the Atlantic."""
    return canonical_tag(language) in AMERICAN + BRITISH


def load(
    language: str = "en",
    *,
    min_score: int | None = None,
    digraphs: bool = False,
    taste: Taste = NEWSPAPER,
) -> WordList:
    """Return the list of a language, by its tag (de, de-AT, pt_BR) or its English name.

    All countries with a language have one list, but for "en-GB", English with British spellings
    preferred, which others in the Commonwealth share. `digraphs` puts letter pairs that a language
    counts as one, such as IJ in Dutch, into one cell. `taste` is "family", "newspaper" or "any", as
    in `english`. All but English need an extra: pip install crosswright[languages]
    """
    if is_english(language):
        british = canonical_tag(language) in BRITISH
        return english(min_score=min_score, british=british, taste=taste)
    from crosswright.words.lexicon import foreign

    code = language_code(tag_of(language))
    return foreign.load(code, min_score=min_score, digraphs=digraphs, taste=checked_taste(taste))


def fold_of(language: str) -> Fold:
    """Return how the grids of a language fold the letters of words, as `WordList.load` takes it."""
    if is_english(language):
        return "strip"
    from crosswright.words.lexicon.folding import LANGUAGES

    return LANGUAGES[language_code(tag_of(language))].fold


def tag_of(language: str) -> str:
    """Return the tag of a language that has a list, as a puzzle keeps it: de, pt-BR, en-GB.

    >>> tag_of("PT_br"), tag_of("German"), tag_of("british")
    ('pt-BR', 'de', 'en-GB')
    """
    tag = canonical_tag(language)
    if is_english(language):
        return {"english": "en", "british": "en-GB"}.get(tag, tag)
    from crosswright.words.lexicon.folding import LANGUAGES

    code, _, region = tag.partition("-")
    for known, rules in LANGUAGES.items():
        if code in (known, rules.name.casefold()) and region in ("", *rules.regions.split()):
            return f"{known}-{region}" if region else known
    choices = ", ".join(languages())
    if code in LANGUAGES or code == "en":
        regions = LANGUAGES[code].regions.split() if code in LANGUAGES else ENGLISH_REGIONS
        choices = ", ".join([code, *(f"{code}-{known}" for known in regions)])
    raise WordListError(f"no word list for the language {quote(language)}; choose from {choices}")
