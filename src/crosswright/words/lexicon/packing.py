"""The file format of the built-in list: sorted columns, compressed together.

Words are sorted by length and letters, without separators, so that they turn into a `WordList`
without a loop over them. A base form is written as an edit: how many letters to take off the end
of the word, and what to put there; the different edits are numbered, the commonest first.

Words that are forms of one another, or have one inside, share a key: a number. Most words have one
or none; phrases have one for each of their words. The keys of families come first; those from
`family_count` on are shared by words that merely look alike.
"""

from __future__ import annotations

import lzma
import struct
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from crosswright.words.lexicon.bases import edit_to, split_edit

BRITISH, AMERICAN, OFFENSIVE, COARSE, RISQUE = 1, 2, 4, 8, 16  # flags of an entry

MARK = b"CWL4"
LENGTHS = 32  # counted in the header: from 0 up
# Mark, number of words by length, size of the edits, number of edits that are not in one byte,
# number of keys of all words, number of families.
HEADER = struct.Struct(f"<4s{LENGTHS}I4I")
ESCAPE = 255  # instead of an edit's number: it follows in the last column, in two bytes


@dataclass(frozen=True)
class WordColumns:
    """The columns: letters, scores, flags, and the base forms as numbered edits."""

    counts: tuple[int, ...]
    letters: bytes
    scores: bytes
    flags: bytes
    edits: tuple[str, ...]
    numbers: tuple[int, ...]
    key_counts: array[int]
    """How many keys each word has."""
    keys: array[int]
    """The keys of all words, one after another."""
    lively: bytes
    """How lively each word is: 0 to 99."""
    family_count: int
    """How many keys are of families."""

    @classmethod
    def from_rows(
        cls,
        rows: Iterable[tuple[str, int, int, str, int]],
        keys: Mapping[str, Sequence[int]],
        family_count: int,
    ) -> WordColumns:
        """Make columns of (word, score, flags, base, liveliness), sorted by length and letters."""
        words, scores, flags, bases, lively = zip(*rows, strict=True)
        counts = [0] * LENGTHS
        for length, group in groupby(words, key=len):
            counts[length] = sum(1 for _ in group)
        edits = [edit_to(base, word) for base, word in zip(bases, words, strict=True)]
        common = sorted(Counter(edits).items(), key=lambda pair: (-pair[1], pair[0]))
        number = {edit: index for index, (edit, _) in enumerate(common)}
        return cls(
            tuple(counts),
            "".join(words).encode("ascii"),
            bytes(scores),
            bytes(flags),
            tuple(number),
            tuple(map(number.__getitem__, edits)),
            array("H", [len(keys.get(word, ())) for word in words]),
            array("I", [key for word in words for key in keys.get(word, ())]),
            bytes(lively),
            family_count,
        )

    def __len__(self) -> int:
        return len(self.scores)

    def blocks(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield each length, its first row, the row after its last, and where its letters begin."""
        row = at = 0
        for length, count in enumerate(self.counts):
            if count:
                yield length, row, row + count, at
            row, at = row + count, at + count * length

    @cached_property
    def words(self) -> list[str]:
        """All words, in order."""
        text = self.letters.decode("ascii")
        return [
            text[i : i + length]
            for length, first, last, at in self.blocks()
            for i in range(at, at + (last - first) * length, length)
        ]

    def bases(self) -> dict[str, str]:
        """Map every word that is a form of another to that other."""
        cuts = [split_edit(edit) for edit in self.edits]
        plain = self.edits.index("")
        return {
            word: word[: len(word) - cuts[number][0]] + cuts[number][1]
            for word, number in zip(self.words, self.numbers, strict=True)
            if number != plain
        }


def pack(columns: WordColumns) -> bytes:
    """Return the bytes of the file."""
    edits = "\n".join(columns.edits).encode("ascii")
    rest = array("H", [number for number in columns.numbers if number >= ESCAPE])
    sizes = (len(edits), len(rest), len(columns.keys), columns.family_count)
    body = b"".join(
        (
            HEADER.pack(MARK, *columns.counts, *sizes),
            columns.letters,
            columns.scores,
            columns.flags,
            edits,
            bytes(min(number, ESCAPE) for number in columns.numbers),
            _little_endian(rest),
            _little_endian(columns.key_counts),
            _little_endian(columns.keys),
            columns.lively,
        )
    )
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}]
    return lzma.compress(body, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=filters)


def unpack(data: bytes) -> WordColumns:
    """Read the bytes of the file."""
    body = lzma.decompress(data)
    mark, *counts, edits_size, rest_size, keys_size, family_count = HEADER.unpack_from(body)
    if mark != MARK:
        raise ValueError("not a word list of this version")
    total = sum(counts)
    letters_size = sum(n * c for n, c in enumerate(counts))
    texts = (letters_size, total, total, edits_size, total)
    sizes = (*texts, 2 * rest_size, 2 * total, 4 * keys_size, total)
    at = HEADER.size
    parts = []
    for size in sizes:
        parts.append(body[at : at + size])
        at += size
    letters, scores, flags, edits, low, rest, key_counts, keys, lively = parts
    return WordColumns(
        tuple(counts),
        letters,
        scores,
        flags,
        tuple(edits.decode("ascii").split("\n")),
        numbers_of(low, _numbers("H", rest)),
        _numbers("H", key_counts),
        _numbers("I", keys),
        lively,
        family_count,
    )


def numbers_of(low: bytes, rest: Iterable[int]) -> tuple[int, ...]:
    """Put the two columns of edit numbers together."""
    more = iter(rest)
    return tuple(next(more) if number == ESCAPE else number for number in low)


def _numbers(typecode: str, data: bytes) -> array[int]:
    """Read numbers as the file has them, low bytes first."""
    numbers = array(typecode, data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _little_endian(numbers: array[int]) -> bytes:
    return _numbers(numbers.typecode, numbers.tobytes()).tobytes()
