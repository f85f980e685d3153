"""Lists in other languages, made on first use from what the extra `languages` installs.

`evidence` gathers what the packages know about each word, `grading` gives it a score. The result is
kept in the cache, with the families of words that no grid should have two of, and with the words
that do not suit every taste, so that the list to another taste is taken from it.
"""

from __future__ import annotations

import hashlib
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, chain
from operator import itemgetter

from crosswright.support import cache as disk
from crosswright.support.hints import TYPE_CHECKING
from crosswright.support.records import Record
from crosswright.support.shipped import shipped_text
from crosswright.words.cached import joined, parted
from crosswright.words.lexicon import folding, relations
from crosswright.words.lexicon.families import FamilyRows, ListFamilies
from crosswright.words.lexicon.packages import versions
from crosswright.words.lexicon.relations import Entry
from crosswright.words.lexicon.tastes import ANY, NEWSPAPER, Taste
from crosswright.words.stems import KeyRows
from crosswright.words.wordlist import WordList

if TYPE_CHECKING:  # else only where the list is not in the cache yet
    from crosswright.words.lexicon.evidence import Progress

RECIPE = 8  # of the lists in the cache: raise it to have them made anew
BLOCKED = "blocked.txt"
SALT = "crosswright block-list"
COARSE = "coarse"
LAST_RESORT = 45  # what a coarse word scores at most in a newspaper


def load(
    language: str,
    *,
    min_score: int | None = None,
    digraphs: bool = False,
    taste: Taste = NEWSPAPER,
) -> WordList:
    """Return the list of a language; `digraphs` puts the IJ of Dutch into one cell."""
    return read(language, min_score, digraphs, taste)


@cache
def read(language: str, min_score: int | None, digraphs: bool, taste: Taste) -> WordList:
    """Read a list from the cache, or else make it of the nearest one that has more in it."""
    rules = folding.rules_of(language)
    normaliser, bases = rules.normaliser(digraphs), ForeignBases(language, digraphs)
    key = cache_key("language", language, f"{min_score} {digraphs} {taste}")
    cached = WordList.from_cache(key, name=rules.name, normaliser=normaliser, bases=bases)
    if cached is not None:
        return cached
    if min_score is not None:
        words = read(language, None, digraphs, taste).filter(min_score=min_score)
    elif taste != ANY:
        words = suited(read(language, None, digraphs, ANY), marks(language), taste)
    else:
        words = WordList.from_words(
            read(language, None, False, ANY) if digraphs else whole(language),
            fold=rules.fold,
            digraphs=rules.digraphs if digraphs else (),
            name=rules.name,
            bases=bases,
        )
    words.to_cache(key)
    return words


def whole(language: str) -> Iterator[tuple[str, int]]:
    """Yield every word of a language with its score, and keep what else is known of them."""
    known = entries(language)
    marks(language)
    bases(language)
    return ((word, score) for word, score, _ in known)


class Marks(Record):
    """The words of a language that do not suit every taste."""

    offensive: Sequence[str]
    coarse: Sequence[str]
    """Those that are not offensive."""

    @classmethod
    def of(cls, entries: Iterable[Entry], language: str) -> Marks:
        """Look words and their likeliest bases up in the block-list."""
        offensive, coarse = blocked(language), blocked(language, COARSE)
        found: tuple[list[str], list[str]] = ([], [])
        for word, _, bases in entries:
            hashes = {digest(word), digest(bases[0])}
            if not offensive.isdisjoint(hashes):
                found[0].append(word)
            elif not coarse.isdisjoint(hashes):
                found[1].append(word)
        return cls(*found)


@cache
def marks(language: str) -> Marks:
    """Return the words of a language that do not suit every taste, from the cache if possible."""
    key = cache_key("marks", language)
    if (file := disk.fetch(key)) is not None:
        try:
            return Marks(parted(file.sections["offensive"]), parted(file.sections[COARSE]))
        except (LookupError, ValueError):
            file.discard()
    made = Marks.of(entries(language), language)
    disk.store(key, [("offensive", joined(made.offensive)), (COARSE, joined(made.coarse))])
    return made


def suited(words: WordList, marks: Marks, taste: Taste) -> WordList:
    """Return a whole list to a taste: without offensive words, and coarse ones rarely or not."""
    if taste == ANY:
        return words
    if taste != NEWSPAPER:
        return words.without((*marks.offensive, *marks.coarse))
    scores = {word: words.score(word) for word in marks.coarse}
    lowered = {word: LAST_RESORT for word, score in scores.items() if (score or 0) > LAST_RESORT}
    return words.without(marks.offensive).with_scores(lowered)


def is_cached(language: str) -> bool:
    """Return whether the list of a language has been made, to whatever taste."""
    keys = (cache_key("language", language, f"None False {taste}") for taste in (NEWSPAPER, ANY))
    return any(disk.fetch(key) is not None for key in keys)


def cache_key(kind: str, language: str, options: str = "") -> str:
    """Return the name of something about a language in the cache."""
    return disk.key(kind, language, f"{versions(language)} {RECIPE} {block_list()} {options}")


def entries(language: str, progress: Progress | None = None) -> tuple[Entry, ...]:
    """Return what both packages know of a language, as in a grid; the last answer is kept.

    `progress` hears of each step: it takes some seconds.
    """
    if language not in _LAST:
        _LAST.clear()
        _LAST[language] = tuple(_entries(language, progress or (lambda step: None)))
    return _LAST[language]


_LAST: dict[str, tuple[Entry, ...]] = {}


def _entries(language: str, progress: Progress) -> Iterator[Entry]:
    from crosswright.words.lexicon import evidence, grading

    letters = cache(folding.rules_of(language).normaliser().letters)
    spellings: defaultdict[str, list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
    for known in evidence.gather(language, progress):
        spellings[known.word].append((grading.score_of(known, language), known.bases))
    for word, known_spellings in spellings.items():
        known_spellings.sort(key=itemgetter(0), reverse=True)
        bases = (letters(base) for _, bases in known_spellings for base in bases)
        yield word, known_spellings[0][0], tuple(dict.fromkeys(bases))


class ForeignBases(ListFamilies):
    """Look up base forms and families in a language; read when the first one is needed."""

    def __init__(self, language: str, digraphs: bool = False) -> None:
        self.language, self.digraphs = language, digraphs

    def __call__(self, word: str) -> str | None:
        """Return the base form of a word; None when it is its own."""
        return bases(self.language).get(word)

    def words(self) -> WordList:
        """Return the whole list."""
        return load(self.language, digraphs=self.digraphs)

    def families(self) -> FamilyRows:
        """Return the families of all its words."""
        return families(self.language, self.digraphs)

    def name(self, key: int) -> str:
        """Return the base form of the shortest word of a family."""
        shortest = super().name(key)
        return self(shortest) or shortest

    def __reduce__(self) -> tuple[type, tuple[str, bool]]:
        """Travel to another process by name."""
        return ForeignBases, (self.language, self.digraphs)


@cache
def bases(language: str) -> dict[str, str]:
    """Map every inflected word of a language to its base, from the cache if it is there."""
    key = cache_key("bases", language)
    if (file := disk.fetch(key)) is not None:
        try:
            lines = bytes(file.sections["bases"]).decode().split("\n")
            return dict(zip(lines[::2], lines[1::2], strict=True))
        except (LookupError, ValueError):
            file.discard()
    table = {word: own[0] for word, _, own in entries(language) if own[0] != word}
    text = "\n".join(part for pair in table.items() for part in pair)
    disk.store(key, [("bases", text.encode())])
    return table


@cache
def families(language: str, digraphs: bool) -> FamilyRows:
    """Return the families of all words of a language, from the cache if they are there."""
    words = load(language, digraphs=digraphs)
    key = cache_key("families", language, f"{digraphs}")
    if (file := disk.fetch(key)) is not None:
        try:
            return FamilyRows.from_cache(file, words)
        except (ValueError, TypeError, LookupError):
            file.discard()
    numbers = relations.families_of(entries(language), language)
    rows = {}
    for length in words.lengths:
        table = words.table(length)
        keys = [numbers[table.word(row)] for row in range(words.size(length))]
        starts = array("i", accumulate(map(len, keys), initial=0))
        rows[length] = KeyRows(starts, array("i", chain.from_iterable(keys)), ())
    size = 1 + max(chain.from_iterable(numbers.values()), default=-1)
    made = FamilyRows(rows, size, size)
    disk.store(key, made.sections())
    return made


def digest(word: str) -> str:
    """Return the salted hash of a word, as the block-list holds it."""
    return hashlib.sha256(f"{SALT}:{word}".encode()).hexdigest()[:16]


@cache
def block_list() -> str:
    """Return the hash of the block-list as it is shipped: lists in the cache depend on it."""
    return hashlib.sha256(shipped_text(__name__, BLOCKED).encode()).hexdigest()[:16]


@cache
def blocked(language: str, level: str = "") -> frozenset[str]:
    """Return the hashes of a language's offensive words, or of those of another level."""
    text = shipped_text(__name__, BLOCKED)
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return frozenset(
        hashed for code, hashed, *rest in lines if (code, *rest) == (language, *level.split())
    )
