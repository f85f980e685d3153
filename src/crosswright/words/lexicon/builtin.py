"""The English list: words, names and phrases, scored 1 to 99."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate, pairwise

from crosswright.support import cache as disk
from crosswright.support.hints import TYPE_CHECKING
from crosswright.support.numbers import whole_number
from crosswright.support.shipped import end_of_shipped, shipped_bytes
from crosswright.words import index
from crosswright.words.lexicon.families import FamilyRows, ListFamilies
from crosswright.words.lexicon.tastes import ANY, FAMILY, NEWSPAPER, Taste, checked_taste
from crosswright.words.spelling import Alphabet
from crosswright.words.stems import KeyRows
from crosswright.words.table import Rows, read_only
from crosswright.words.wordlist import WordList

if TYPE_CHECKING:  # else only where one word is looked up, or the list is not in the cache yet
    from crosswright.words.lexicon.bases import BaseForms
    from crosswright.words.lexicon.packing import WordColumns

DATA = "english.xz"
XZ_END = 64  # bytes at the end of the file, with the checksum of all that it holds
# The spelling of the other side of the Atlantic scores no more than this: a last resort. So does
# what is coarse, in a newspaper.
LAST_RESORT = 45
TO_CODES = bytes.maketrans(bytes(range(65, 91)), bytes(range(26)))


class EnglishBases(ListFamilies):
    """Look up base forms and families; they are read when the first one is needed."""

    def __call__(self, word: str) -> str | None:
        """Return the word that `word` is a form of; None when it is its own."""
        return bases().get(word)

    def words(self) -> WordList:
        """Return the list as it is by default."""
        return english()

    def families(self) -> FamilyRows:
        """Return the families of all its words."""
        return families()

    def liveliness_of_rows(self, length: int, codes: memoryview) -> Sequence[int]:
        """Return how lively words of one length are; 0 for those that are not in the list."""
        known_codes, known = english().codes_of(length), liveliness().get(length, b"")
        if codes is known_codes:
            return known
        each, column = array("i", range(len(known) + 1)), array("i", [*known])
        starts, own, _ = index.keys_of(codes, length, known_codes, each, column)
        return [own[first] if last > first else 0 for first, last in pairwise(starts)]

    def __reduce__(self) -> str | tuple[type, tuple[()]]:
        """Travel to another process by name: it has the table itself."""
        return EnglishBases, ()


@cache
def bases() -> BaseForms:
    """Read from the cache which word every form of another is of, or else from the shipped file."""
    from crosswright.words.lexicon.bases import BaseForms

    key = disk.key("english bases", end_of_shipped(__name__, DATA, XZ_END))
    file = disk.fetch(key)
    if file is not None:
        try:
            return BaseForms.from_cache(file.sections)
        except (ValueError, TypeError, LookupError):
            file.discard()
    made = BaseForms.of(columns())
    disk.store(key, made.sections())
    return made


def families_from(columns: WordColumns, words: WordList) -> FamilyRows:
    """Take the families of the list's words from the columns of all."""
    starts = array("i", accumulate(columns.key_counts, initial=0))
    rows = {}
    for length, first, last, at in columns.blocks():
        codes = columns.letters[at : at + (last - first) * length].translate(TO_CODES)
        own_starts = array("i", [start - starts[first] for start in starts[first : last + 1]])
        keys = array("i", columns.keys[starts[first] : starts[last]])
        own = index.keys_of(words.codes_of(length), length, codes, own_starts, keys)
        rows[length] = KeyRows(own[0], own[1], ())
    return FamilyRows(rows, 1 + max(columns.keys, default=-1), columns.family_count)


@cache
def families() -> FamilyRows:
    """Read the families from the cache, or else from the shipped file."""

    def make() -> FamilyRows:
        return families_from(columns(), english())

    key = disk.key("english families", end_of_shipped(__name__, DATA, XZ_END))
    file = disk.fetch(key, in_parts=True)
    if file is not None:
        try:
            return FamilyRows.from_cache(file, english(), make)
        except (ValueError, TypeError, LookupError):
            file.discard()
    made = make()
    disk.store(key, made.sections(), in_parts=True)
    return made


@cache
def liveliness() -> Mapping[int, bytes]:
    """Read how lively each word of the list as it is by default is, a byte for each, by length."""
    key = disk.key("english liveliness", end_of_shipped(__name__, DATA, XZ_END))
    words = english()
    file = disk.fetch(key)
    if file is not None:
        known = {name: bytes(section) for name, section in file.sections.items()}
        sizes = {str(length): words.size(length) for length in words.lengths}
        if {name: len(column) for name, column in known.items()} == sizes:
            return {int(name): column for name, column in known.items()}
        file.discard()
    made = liveliness_from(columns(), words)
    disk.store(key, ((str(length), column) for length, column in made.items()))
    return made


def liveliness_from(columns: WordColumns, words: WordList) -> dict[int, bytes]:
    """Take the liveliness of the list's words from the columns of all."""
    lively = {}
    for length, first, last, at in columns.blocks():
        codes = columns.letters[at : at + (last - first) * length].translate(TO_CODES)
        each, column = (
            array("i", range(last - first + 1)),
            array("i", [*columns.lively[first:last]]),
        )
        _, own, _ = index.keys_of(words.codes_of(length), length, codes, each, column)
        lively[length] = bytes(own.tolist())
    return lively


def data() -> bytes:
    """Return the shipped file's bytes."""
    return shipped_bytes(__name__, DATA)


def columns() -> WordColumns:
    """Read the shipped columns."""
    from crosswright.words.lexicon.packing import unpack

    return unpack(data())


def english(
    min_score: int | None = None, british: bool = False, taste: Taste = NEWSPAPER
) -> WordList:
    """Return the English list.

    American spellings keep their scores and British ones are a last resort; `british` swaps the
    two. The taste of a "newspaper" leaves out offensive words, whatever their score, and takes
    coarse ones as a last resort; that of a "family" leaves out both and what is risqué, and
    "any" nothing.
    """
    if min_score is not None:
        min_score = whole_number("min_score", min_score)
    return read(min_score, british, checked_taste(taste))


@cache
def read(min_score: int | None, british: bool, taste: Taste) -> WordList:
    """Read the list from the cache, or else from the shipped file."""
    options = f"{min_score} {british} {taste}"
    key = disk.key("english", end_of_shipped(__name__, DATA, XZ_END), options)

    def make() -> WordList:
        rows = rows_of(columns(), british, taste)
        words = WordList(Alphabet(), rows, name="english", bases=EnglishBases())
        return words if min_score is None else words.filter(min_score=min_score)

    cached = WordList.from_cache(key, name="english", bases=EnglishBases(), make=make)
    if cached is not None:
        return cached
    words = make()
    words.to_cache(key)
    return words


def rows_of(columns: WordColumns, british: bool, taste: Taste) -> dict[int, Rows]:
    """Return the rows of every length, with the scores that the options ask for."""
    from crosswright.words.lexicon import packing

    lowered = packing.AMERICAN if british else packing.BRITISH
    lowered |= packing.COARSE * (taste == NEWSPAPER)
    unwanted = packing.OFFENSIVE * (taste != ANY)
    unwanted |= (packing.COARSE | packing.RISQUE) * (taste == FAMILY)
    scores = array("i", list(columns.scores))
    dropped = []
    for row, flags in enumerate(columns.flags):
        if flags:
            if flags & lowered:
                scores[row] = min(scores[row], LAST_RESORT)
            if flags & unwanted:
                dropped.append(row)
    codes = columns.letters.translate(TO_CODES)
    rows: dict[int, Rows] = {}
    for length, first, last, at in columns.blocks():
        kept = bytearray(codes[at : at + (last - first) * length])
        kept_scores = scores[first:last]
        for row in reversed([row - first for row in dropped if first <= row < last]):
            del kept[row * length : (row + 1) * length]
            del kept_scores[row]
        rows[length] = (read_only(kept), read_only(kept_scores))
    return rows
