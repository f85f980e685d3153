"""Word lists as the cache keeps them; what has the right checksum may still make no sense."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from crosswright.support import cache
from crosswright.support.records import Record
from crosswright.support.sizes import MAX_LENGTH
from crosswright.words import index
from crosswright.words.spelling import Alphabet
from crosswright.words.table import Rows

DIGEST: Final = "[0-9a-f]{40}"


class CachedWords(Record):
    """What the cache keeps of a word list."""

    alphabet: Alphabet
    rows: Mapping[int, Rows]
    skipped: Sequence[tuple[int, str]]
    skipped_count: int
    digest: str

    @classmethod
    def fetch(cls, key: str) -> CachedWords | None:
        """Read what is kept under a key; None when that is nothing, or makes no sense."""
        file = cache.fetch(key)
        if file is None:
            return None
        try:
            return cls._read(file.meta, file.sections)
        except (ValueError, TypeError, LookupError):
            file.discard()
            return None

    def store(self, key: str) -> bool:
        """Keep this under a key; return whether it was kept."""
        meta = {
            "alphabet": self.alphabet.tokens,
            "lengths": [*self.rows],
            "skipped": self.skipped,
            "skipped_count": self.skipped_count,
            "digest": self.digest,
        }
        return cache.store(key, meta, self._sections())

    def _sections(self) -> Iterator[tuple[str, memoryview]]:
        for length, (codes, scores) in self.rows.items():
            yield f"codes {length}", codes
            yield f"scores {length}", scores

    @classmethod
    def _read(cls, meta: Mapping[str, Any], sections: Mapping[str, memoryview]) -> CachedWords:
        """Read meta and sections; ValueError, TypeError or LookupError for anything odd."""
        alphabet = Alphabet(meta["alphabet"])
        check(list(alphabet.tokens) == meta["alphabet"])
        check(all(type(token) is str and token for token in alphabet.tokens))
        check(len(sections) == 2 * len(meta["lengths"]))
        rows = {}
        for length in meta["lengths"]:
            check(type(length) is int and 1 <= length <= MAX_LENGTH)
            codes, scores = sections[f"codes {length}"], sections[f"scores {length}"].cast("i")
            check(index.is_arranged(codes, scores, length, len(alphabet)))
            rows[length] = (codes, scores)
        skipped = [(line, reason) for line, reason in meta["skipped"]]
        check(all(type(line) is int and type(reason) is str for line, reason in skipped))
        check(type(meta["skipped_count"]) is int and meta["skipped_count"] >= len(skipped))
        check(re.fullmatch(DIGEST, meta["digest"]) is not None)
        return cls(alphabet, rows, skipped, meta["skipped_count"], meta["digest"])


def check(makes_sense: bool) -> None:
    """Raise ValueError unless something makes sense."""
    if not makes_sense:
        raise ValueError
