"""The English list: words, names and phrases, scored 1 to 99."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate

from crosswright.support import cache as disk
from crosswright.support.hints import TYPE_CHECKING
from crosswright.support.numbers import whole_number
from crosswright.support.records import Record
from crosswright.support.shipped import end_of_shipped, shipped_bytes
from crosswright.words import index
from crosswright.words.spelling import Alphabet
from crosswright.words.stems import Families, KeyRows
from crosswright.words.table import Rows, read_only
from crosswright.words.wordlist import WordList

if TYPE_CHECKING:  # else only where the list is not in the cache yet
    from crosswright.words.lexicon.packing import WordColumns

DATA = "english.xz"
XZ_END = 64  # bytes at the end of the file, with the checksum of all that it holds
# The spelling of the other side of the Atlantic scores no more than this: a last resort.
OTHER_SPELLING_LIMIT = 45
TO_CODES = bytes.maketrans(bytes(range(65, 91)), bytes(range(26)))


NO_KEYS = KeyRows(array("i", [0]), array("i"), ())
"""The keys of no rows at all."""


class EnglishBases(Families):
    """Look up base forms and families; they are read when the first one is needed."""

    def __call__(self, word: str) -> str | None:
        """Return the word that `word` is a form of; None when it is its own."""
        return bases().get(word)

    def keys(self, word: str) -> Sequence[int] | None:
        """Return the families that a word belongs to; None when it is not in the list."""
        found = english().find(word)
        if found is None:
            return None
        length, row = found
        known = families().rows[length]
        return known.keys[known.starts[row] : known.starts[row + 1]].tolist()

    def keys_of_rows(self, length: int, codes: memoryview) -> KeyRows:
        """Return the families of words of one length."""
        known_codes = english().codes_of(length)
        known = families().rows.get(length, NO_KEYS)
        if codes is known_codes:
            return known
        return KeyRows(*index.keys_of(codes, length, known_codes, known.starts, known.keys))

    def name(self, key: int) -> str:
        """Return the shortest word of a family, of several one that is its own base form."""
        for length, rows in families().rows.items():
            owners = [english().table(length).word(row) for row in rows.owners((key,))]
            if owners:
                return next((word for word in owners if self(word) is None), owners[0])
        return ""

    def size(self) -> int:
        """Return how many families there are."""
        return families().size

    def __reduce__(self) -> str | tuple[type, tuple[()]]:
        """Travel to another process by name: it has the table itself."""
        return EnglishBases, ()


@cache
def bases() -> dict[str, str]:
    """Map every form of another word to that word."""
    return columns().bases()


class EnglishFamilies(Record):
    """The families of every word in the list as it is by default, by length."""

    rows: Mapping[int, KeyRows]
    size: int

    @classmethod
    def from_cache(cls, sections: Mapping[str, memoryview], words: WordList) -> EnglishFamilies:
        """Read what the cache has; ValueError, TypeError or LookupError for anything odd."""
        rows = {}
        for length in words.lengths:
            starts, keys = (sections[f"{kind} {length}"].cast("i") for kind in ("starts", "keys"))
            size = words.size(length)
            if len(starts) != size + 1 or starts[size] != len(keys):
                raise ValueError
            rows[length] = KeyRows(starts, keys, ())
        return cls(rows, int(bytes(sections["size"])))

    @classmethod
    def from_columns(cls, columns: WordColumns, words: WordList) -> EnglishFamilies:
        """Take those of the list's words from the columns of all."""
        starts = array("i", accumulate(columns.key_counts, initial=0))
        rows = {}
        for length, first, last, at in columns.blocks():
            codes = columns.letters[at : at + (last - first) * length].translate(TO_CODES)
            own_starts = array("i", [start - starts[first] for start in starts[first : last + 1]])
            keys = array("i", columns.keys[starts[first] : starts[last]])
            own = index.keys_of(words.codes_of(length), length, codes, own_starts, keys)
            rows[length] = KeyRows(own[0], own[1], ())
        return cls(rows, 1 + max(columns.keys, default=-1))

    def sections(self) -> Iterator[tuple[str, bytes | memoryview]]:
        """Return what the cache keeps."""
        yield "size", b"%d" % self.size
        for length, own in self.rows.items():
            yield f"starts {length}", memoryview(own.starts).cast("B")
            yield f"keys {length}", memoryview(own.keys).cast("B")


@cache
def families() -> EnglishFamilies:
    """Read the families from the cache, or else from the shipped file."""
    key = disk.key("english families", end_of_shipped(__name__, DATA, XZ_END))
    file = disk.fetch(key)
    if file is not None:
        try:
            return EnglishFamilies.from_cache(file.sections, english())
        except (ValueError, TypeError, LookupError):
            file.discard()
    made = EnglishFamilies.from_columns(columns(), english())
    disk.store(key, made.sections())
    return made


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
