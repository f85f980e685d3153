"""Families of words that come with a built-in list: forms of one word, and what has it inside."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence

from crosswright.support.cache import CacheFile
from crosswright.support.hints import TYPE_CHECKING
from crosswright.support.records import Record
from crosswright.words import index
from crosswright.words.cached import ByLength, check
from crosswright.words.index.checks import MAX_KEY
from crosswright.words.stems import Families, KeyRows

if TYPE_CHECKING:
    from crosswright.words.wordlist import WordList

SIZE, FAMILY_COUNT = "size", "family count"

NO_KEYS = KeyRows(array("i", [0]), array("i"), ())
"""The keys of no rows at all."""


class FamilyRows(Record):
    """The families of every word in a list, by length."""

    rows: Mapping[int, KeyRows]
    size: int
    family_count: int
    """How many of the keys are of families: those from there on only join what looks alike."""

    @classmethod
    def from_cache(
        cls, file: CacheFile, words: WordList, make: Callable[[], FamilyRows] | None = None
    ) -> FamilyRows:
        """Read what the cache has; ValueError, TypeError or LookupError for anything odd.

        With `make`, which makes them anew, the families of a length are read when they are needed.
        """

        def read(length: int) -> KeyRows:
            starts = file.sections[f"starts {length}"].cast("i")
            keys = file.sections[f"keys {length}"].cast("i")
            size = words.size(length)
            rows = KeyRows(starts, keys, ())
            check(len(starts) == size + 1)
            rows.owners(())  # raises ValueError unless the starts divide the keys
            return rows

        size, count = (int(bytes(file.sections[name])) for name in (SIZE, FAMILY_COUNT))
        check(0 <= count <= size <= MAX_KEY + 1)
        if make is None:
            return cls({length: read(length) for length in words.lengths}, size, count)
        rows = ByLength(file, words.lengths, read, lambda: make().rows, NO_KEYS)
        return cls(rows, size, count)

    def sections(self) -> Iterator[tuple[str, bytes | memoryview]]:
        """Return what the cache keeps."""
        yield SIZE, b"%d" % self.size
        yield FAMILY_COUNT, b"%d" % self.family_count
        for length, own in self.rows.items():
            yield f"starts {length}", memoryview(own.starts).cast("B")
            yield f"keys {length}", memoryview(own.keys).cast("B")


class ListFamilies(Families):
    """The families of a built-in list; they are read when the first one is needed."""

    def words(self) -> WordList:
        """Return the list."""
        raise NotImplementedError

    def families(self) -> FamilyRows:
        """Return the families of all its words."""
        raise NotImplementedError

    @property
    def tokens(self) -> Sequence[str]:
        """The alphabet that rows of codes are in."""
        return self.words().alphabet.tokens

    def keys(self, word: str, *, look_alikes: bool = False) -> Sequence[int] | None:
        """Return the keys of a word, perhaps of what it looks like; None if it is not listed."""
        found = self.words().find(word)
        if found is None:
            return None
        length, row = found
        families = self.families()
        known = families.rows[length]
        count = families.size if look_alikes else families.family_count
        keys = known.keys[known.starts[row] : known.starts[row + 1]].tolist()
        return [key for key in keys if key < count]

    def keys_of_rows(self, length: int, codes: memoryview) -> KeyRows:
        """Return the keys of words of one length."""
        known_codes = self.words().codes_of(length)
        known = self.families().rows.get(length, NO_KEYS)
        if codes is known_codes:
            return known
        return KeyRows(*index.keys_of(codes, length, known_codes, known.starts, known.keys))

    def name(self, key: int) -> str:
        """Return the shortest word of a family, or its base form if that belongs to it, too."""
        for length, rows in self.families().rows.items():
            owners = [self.words().table(length).word(row) for row in rows.owners((key,))]
            if owners:
                own = next((word for word in owners if self(word) is None), "")
                base = self(owners[0]) or ""
                return own or (base if key in (self.keys(base) or ()) else owners[0])
        return ""

    def size(self) -> int:
        """Return how many keys there are."""
        return self.families().size

    def family_count(self) -> int:
        """Return how many of them are of families."""
        return self.families().family_count
