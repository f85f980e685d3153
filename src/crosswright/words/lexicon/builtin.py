"""The English list: words, names and phrases, scored 1 to 99."""

from __future__ import annotations

import hashlib
from array import array
from functools import cache
from importlib import resources

from crosswright.support import cache as disk
from crosswright.words.lexicon import packing
from crosswright.words.table import read_only
from crosswright.words.tokens import Alphabet
from crosswright.words.wordlist import Rows, WordList

DATA = "english.xz"
# The spelling of the other side of the Atlantic scores no more than this: a last resort.
OTHER_SPELLING_LIMIT = 45
TO_CODES = bytes.maketrans(bytes(range(65, 91)), bytes(range(26)))


class Bases:
    """Look up base forms; the table is read when the first one is asked for."""

    def __call__(self, word: str) -> str | None:
        """Return the word that `word` is a form of; None when it is none."""
        return bases().get(word)

    def __reduce__(self) -> str | tuple[type, tuple[()]]:
        """Travel to another process by name: it has the table itself."""
        return Bases, ()


@cache
def bases() -> dict[str, str]:
    return table().bases()


def data() -> bytes:
    """Return the shipped file's bytes."""
    return resources.files("crosswright.words.lexicon").joinpath(DATA).read_bytes()


def table() -> packing.Table:
    """Read the shipped columns."""
    return packing.unpack(data())


def english(
    min_score: int | None = None, british: bool = False, offensive: bool = False
) -> WordList:
    """Return the English list.

    American spellings count in full and British ones as a last resort; `british` turns that round.
    What is offensive is left out at every score, unless asked for.
    """
    return read(min_score, british, offensive)


@cache
def read(min_score: int | None, british: bool, offensive: bool) -> WordList:
    """Read the list from the cache, or else from the shipped file."""
    shipped = data()
    options = f"{min_score} {british} {offensive}"
    key = disk.key("english", hashlib.sha256(shipped).digest(), options)
    found = WordList.from_cache(key, name="english", bases=Bases())
    if found is not None:
        return found
    columns = packing.unpack(shipped)
    made = WordList(Alphabet(), rows(columns, british, offensive), name="english", bases=Bases())
    if min_score is not None:
        made = made.filter(min_score=min_score)
    made.to_cache(key)
    return made


def rows(columns: packing.Table, british: bool, offensive: bool) -> dict[int, Rows]:
    """Return the rows of every length, with the scores that the options ask for."""
    lowered = packing.AMERICAN if british else packing.BRITISH
    scores = array("i", list(columns.scores))
    gone = []
    for row, flags in enumerate(columns.flags):
        if flags:
            if flags & lowered:
                scores[row] = min(scores[row], OTHER_SPELLING_LIMIT)
            if flags & packing.OFFENSIVE and not offensive:
                gone.append(row)
    codes = columns.letters.translate(TO_CODES)
    found: dict[int, Rows] = {}
    for length, first, last, at in columns.blocks():
        kept = bytearray(codes[at : at + (last - first) * length])
        kept_scores = scores[first:last]
        for row in reversed([row - first for row in gone if first <= row < last]):
            del kept[row * length : (row + 1) * length]
            del kept_scores[row]
        found[length] = (read_only(kept), read_only(kept_scores))
    return found
