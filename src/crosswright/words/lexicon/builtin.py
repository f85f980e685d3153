"""The English list: words, names and phrases, scored 1 to 99."""

from __future__ import annotations

from array import array
from functools import cache

from crosswright.support import cache as disk
from crosswright.support.hints import TYPE_CHECKING
from crosswright.support.numbers import whole_number
from crosswright.support.shipped import end_of_shipped, shipped_bytes
from crosswright.words.spelling import Alphabet
from crosswright.words.table import Rows, read_only
from crosswright.words.wordlist import WordList

if TYPE_CHECKING:  # else only where the list is not in the cache yet
    from crosswright.words.lexicon.packing import WordColumns

DATA = "english.xz"
XZ_END = 64  # bytes at the end of the file, with the checksum of all that it holds
# The spelling of the other side of the Atlantic scores no more than this: a last resort.
OTHER_SPELLING_LIMIT = 45
TO_CODES = bytes.maketrans(bytes(range(65, 91)), bytes(range(26)))


class EnglishBases:
    """Look up base forms; the table is read when the first one is needed."""

    def __call__(self, word: str) -> str | None:
        """Return the word that `word` is a form of; None when it is its own."""
        return bases().get(word)

    def __reduce__(self) -> str | tuple[type, tuple[()]]:
        """Travel to another process by name: it has the table itself."""
        return EnglishBases, ()


@cache
def bases() -> dict[str, str]:
    """Map every form of another word to that word."""
    return columns().bases()


def data() -> bytes:
    """Return the shipped file's bytes."""
    return shipped_bytes(__name__, DATA)


def columns() -> WordColumns:
    """Read the shipped columns."""
    from crosswright.words.lexicon.packing import unpack

    return unpack(data())


def english(
    min_score: int | None = None, british: bool = False, offensive: bool = False
) -> WordList:
    """Return the English list.

    American spellings keep their scores and British ones are a last resort; `british` swaps the
    two. Offensive words are left out, whatever their score, unless asked for.
    """
    if min_score is not None:
        min_score = whole_number("min_score", min_score)
    return read(min_score, british, offensive)


@cache
def read(min_score: int | None, british: bool, offensive: bool) -> WordList:
    """Read the list from the cache, or else from the shipped file."""
    options = f"{min_score} {british} {offensive}"
    key = disk.key("english", end_of_shipped(__name__, DATA, XZ_END), options)
    cached = WordList.from_cache(key, name="english", bases=EnglishBases())
    if cached is not None:
        return cached
    rows = rows_of(columns(), british, offensive)
    words = WordList(Alphabet(), rows, name="english", bases=EnglishBases())
    if min_score is not None:
        words = words.filter(min_score=min_score)
    words.to_cache(key)
    return words


def rows_of(columns: WordColumns, british: bool, offensive: bool) -> dict[int, Rows]:
    """Return the rows of every length, with the scores that the options ask for."""
    from crosswright.words.lexicon import packing

    lowered = packing.AMERICAN if british else packing.BRITISH
    scores = array("i", list(columns.scores))
    dropped = []
    for row, flags in enumerate(columns.flags):
        if flags:
            if flags & lowered:
                scores[row] = min(scores[row], OTHER_SPELLING_LIMIT)
            if flags & packing.OFFENSIVE and not offensive:
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
