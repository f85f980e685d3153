"""Lists in other languages, made on first use from what the extra `languages` installs.

A word counts when a morphological dictionary (simplemma) knows it and the corpora (wordfreq) have
seen it; its score is its frequency. Neither alone will do: corpora are full of names, foreign words
and slips, dictionaries full of words that nobody has met.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from functools import cache
from importlib import import_module, metadata
from typing import Any

from crosswright.errors import WordListError
from crosswright.support import cache as disk
from crosswright.support.shipped import shipped_text
from crosswright.words.lexicon import folding
from crosswright.words.wordlist import WordList

LENGTHS = range(2, 22)
# Zipf frequencies that score 0 and 100; below the third, even known words are mostly slips.
ZIPF_OF_0, ZIPF_OF_100, MIN_ZIPF = 0.5, 4.5, 1.5
RECIPE = 1  # of the lists in the cache: raise it to have them made anew
SALT = "crosswright block-list"


def packages(language: str) -> tuple[Any, Any, str]:
    """Import what the extra installs; an error says how to get it."""
    try:
        simplemma, wordfreq = map(import_module, ("simplemma", "wordfreq"))
    except ImportError:
        name = folding.rules_of(language).name
        raise WordListError(
            f"the {name} list needs two more packages: pip install crosswright[languages]"
        ) from None
    versions = f"{metadata.version('simplemma')} {metadata.version('wordfreq')}"
    return simplemma, wordfreq, versions


@cache
def load(language: str, *, min_score: int | None = None, digraphs: bool = False) -> WordList:
    """Return the list of a language; `digraphs` puts the IJ of Dutch into one cell."""
    rules = folding.rules_of(language)
    normaliser = rules.normaliser(digraphs)
    versions = packages(language)[2]
    key = disk.key("language", language, f"{versions} {RECIPE} {min_score} {digraphs}")
    bases = ForeignBases(language)
    cached = WordList.from_cache(key, name=rules.name, normaliser=normaliser, bases=bases)
    if cached is not None:
        return cached
    words = WordList.from_words(
        ((word, score) for word, score, _ in entries(language)),
        fold=rules.fold,
        digraphs=rules.digraphs if digraphs else (),
        name=rules.name,
        bases=bases,
    )
    if min_score is not None:
        words = words.filter(min_score=min_score)
    words.to_cache(key)
    return words


def score_of(share: float) -> int:
    """Turn a word's share of the corpora into a score from 1 to 99."""
    zipf = math.log10(share) + 9
    score = 100 * (zipf - ZIPF_OF_0) / (ZIPF_OF_100 - ZIPF_OF_0)
    return round(max(1, min(99, score)))


@cache
def entries(language: str) -> tuple[tuple[str, int, str], ...]:
    """Return (word, score, base) of everything that both packages know, folded."""
    best: dict[str, tuple[int, str]] = {}
    for word, share, base in known_words(language):
        score = score_of(share)
        if word not in best or score > best[word][0]:
            best[word] = (score, base)
    barred = blocked(language)
    return tuple(
        (word, score, base)
        for word, (score, base) in best.items()
        if digest(word) not in barred and digest(base) not in barred
    )


def known_words(language: str) -> Iterator[tuple[str, float, str]]:
    """Yield what both packages know: the folded word, its share of the corpora, its base."""
    simplemma, wordfreq, _ = packages(language)
    normaliser = folding.rules_of(language).normaliser()
    letters = folding.letters_of(language)
    min_share = 10 ** (MIN_ZIPF - 9)
    for written, share in wordfreq.get_frequency_dict(language, "best").items():
        if share < min_share or not written.isalpha():
            continue
        word = normaliser.letters(written)
        usable = len(word) in LENGTHS and letters.issuperset(word)
        if usable and simplemma.is_known(written, lang=language):
            yield word, share, normaliser.letters(simplemma.lemmatize(written, lang=language))


class ForeignBases:
    """Look up base forms in a language; they are read when the first one is needed."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, word: str) -> str | None:
        """Return the base form of a word; None when it is its own."""
        return bases(self.language).get(word)

    def __reduce__(self) -> tuple[type, tuple[str]]:
        """Travel to another process by name."""
        return ForeignBases, (self.language,)


@cache
def bases(language: str) -> dict[str, str]:
    """Map every inflected word of a language to its base, from the cache if it is there."""
    key = disk.key("bases", language, f"{packages(language)[2]} {RECIPE}")
    if (file := disk.fetch(key)) is not None:
        try:
            lines = bytes(file.sections["bases"]).decode().split("\n")
            return dict(zip(lines[::2], lines[1::2], strict=True))
        except (LookupError, ValueError):
            file.discard()
    table = {word: base for word, _, base in entries(language) if base != word}
    text = "\n".join(part for pair in table.items() for part in pair)
    disk.store(key, [("bases", text.encode())])
    return table


def digest(word: str) -> str:
    """Return the salted hash of a word, as the block-list holds it."""
    return hashlib.sha256(f"{SALT}:{word}".encode()).hexdigest()[:16]


@cache
def blocked(language: str) -> frozenset[str]:
    """Return the hashes of a language's offensive words."""
    text = shipped_text(__name__, "blocked.txt")
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return frozenset(hashed for code, hashed in lines if code == language)
