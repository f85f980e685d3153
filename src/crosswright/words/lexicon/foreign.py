"""Lists in other languages, made on the first use from what the extra `languages` installs.

A word counts when a morphological dictionary (simplemma) knows it and the corpora (wordfreq) have
seen it; its score is its frequency. Either alone is not usable: corpora are full of names, foreign
words and slips, dictionaries full of words that nobody has met.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from functools import cache
from importlib import import_module, metadata, resources
from typing import Any

from crosswright.errors import WordListError
from crosswright.support import cache as disk
from crosswright.words.lexicon import folding
from crosswright.words.wordlist import WordList

LENGTHS = range(2, 22)
# Zipf frequencies that score 1 and 100; below the rarest kept, even known words are mostly slips.
ZIPF_OF_NOUGHT, ZIPF_OF_HUNDRED, RAREST = 0.5, 4.5, 1.5
RECIPE = 1  # of the lists in the cache: raise it to have them made again
SALT = "crosswright block-list"


def packages(language: str) -> tuple[Any, Any, str]:
    """Import what the extra installs; say how to get it when it is missing."""
    try:
        simplemma, wordfreq = map(import_module, ("simplemma", "wordfreq"))
    except ImportError:
        name = folding.habit(language).name
        raise WordListError(
            f"the {name} list needs two more packages: pip install crosswright[languages]"
        ) from None
    versions = f"{metadata.version('simplemma')} {metadata.version('wordfreq')}"
    return simplemma, wordfreq, versions


@cache
def load(language: str, *, min_score: int | None = None, digraphs: bool = False) -> WordList:
    """Return the list of a language; `digraphs` gives IJ one cell in Dutch."""
    habit = folding.habit(language)
    normaliser = habit.normaliser(digraphs)
    versions = packages(language)[2]
    key = disk.key("language", language, f"{versions} {RECIPE} {min_score} {digraphs}")
    bases = Bases(language)
    found = WordList.from_cache(key, name=habit.name, normaliser=normaliser, bases=bases)
    if found is not None:
        return found
    made = WordList.from_words(
        ((word, score) for word, score, _ in entries(language)),
        fold=habit.fold,
        digraphs=habit.digraphs if digraphs else (),
        name=habit.name,
        bases=bases,
    )
    if min_score is not None:
        made = made.filter(min_score=min_score)
    made.to_cache(key)
    return made


def score_of(share: float) -> int:
    """Turn a word's share of the corpora into a score from 1 to 99."""
    zipf = math.log10(share) + 9
    score = 100 * (zipf - ZIPF_OF_NOUGHT) / (ZIPF_OF_HUNDRED - ZIPF_OF_NOUGHT)
    return round(max(1, min(99, score)))


@cache
def entries(language: str) -> tuple[tuple[str, int, str], ...]:
    """Return (word, score, base) of everything that both packages know, folded."""
    best: dict[str, tuple[int, str]] = {}
    for word, share, base in known_words(language):
        score = score_of(share)
        if word not in best or score > best[word][0]:
            best[word] = (score, base)
    gone = blocked(language)
    return tuple(
        (word, score, base)
        for word, (score, base) in best.items()
        if digest(word) not in gone and digest(base) not in gone
    )


def known_words(language: str) -> Iterator[tuple[str, float, str]]:
    """Yield what both packages know: the folded word, its share of the corpora, its base."""
    simplemma, wordfreq, _ = packages(language)
    normaliser = folding.habit(language).normaliser()
    letters = folding.letters_of(language)
    rarest = 10 ** (RAREST - 9)
    for written, share in wordfreq.get_frequency_dict(language, "best").items():
        if share < rarest or not written.isalpha():
            continue
        word = normaliser.letters(written)
        usable = len(word) in LENGTHS and letters.issuperset(word)
        if usable and simplemma.is_known(written, lang=language):
            yield word, share, normaliser.letters(simplemma.lemmatize(written, lang=language))


class Bases:
    """Look up base forms in a language; they are read when the first one is asked for."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, word: str) -> str | None:
        """Return the base form of a word; None when it is its own."""
        return bases(self.language).get(word)

    def __reduce__(self) -> tuple[type, tuple[str]]:
        """Travel to another process by name."""
        return Bases, (self.language,)


@cache
def bases(language: str) -> dict[str, str]:
    """Map every inflected word of a language to its base, from the cache when it is there."""
    key = disk.key("bases", language, f"{packages(language)[2]} {RECIPE}")
    entry = disk.fetch(key)
    section = entry.section("bases") if entry is not None else None
    if section is not None:
        lines = bytes(section).decode().split("\n")
        return dict(zip(lines[::2], lines[1::2], strict=True))
    found = {word: base for word, _, base in entries(language) if base != word}
    text = "\n".join(part for pair in found.items() for part in pair)
    disk.store(key, {}, [("bases", text.encode())])
    return found


def digest(word: str) -> str:
    """Return the salted hash of a word, as the block-list holds it."""
    return hashlib.sha256(f"{SALT}:{word}".encode()).hexdigest()[:16]


@cache
def blocked(language: str) -> frozenset[str]:
    """Return the hashes of a language's offensive words."""
    text = resources.files("crosswright.words.lexicon").joinpath("blocked.txt").read_text()
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return frozenset(hashed for code, hashed in lines if code == language)
