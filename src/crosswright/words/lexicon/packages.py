"""The packages of the extra `languages`: word frequencies, and dictionaries of base forms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module, metadata

from crosswright.errors import WordListError
from crosswright.words.lexicon import folding

NAMES = ("simplemma", "wordfreq")


@cache
def versions(language: str) -> str:
    """Return which versions are installed; an error says how to get the packages.

    They are not imported: a list in the cache is ready sooner than they are.
    """
    try:
        return " ".join(map(metadata.version, NAMES))
    except metadata.PackageNotFoundError:
        name = folding.rules_of(language).name
        raise WordListError(
            f"the {name} list needs two more packages: pip install crosswright[languages]"
        ) from None


# The frequencies are of words without these letters: STRASSE, and a medial sigma at the end.
REPLACED = {"de": ("ß", "ss"), "el": ("ς", "σ")}


def dictionary(language: str) -> Mapping[str, str]:
    """Return the base form of every word in a dictionary, spelled as in the corpora.

    Most are as the package has them, which looks words up as they are needed: Polish has millions.
    """
    dictionaries = import_module("simplemma.strategies.dictionaries")
    factory = dictionaries.DefaultDictionaryFactory(cache_max_size=1)
    words: Mapping[str, str] = factory.get_dictionary(language)
    if language not in REPLACED:
        return words
    old, new = REPLACED[language]
    return {word.replace(old, new): base.replace(old, new) for word, base in words.items()}


@cache
def frequencies(language: str) -> dict[str, float]:
    """Return the share that every word has of the corpora of a language."""
    shares: dict[str, float] = import_module("wordfreq").get_frequency_dict(language, "best")
    return shares
