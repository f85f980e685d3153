"""Word lists as the cache keeps them; what has the right checksum may still make no sense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from crosswright.support import cache
from crosswright.support.hints import Final
from crosswright.support.records import Record
from crosswright.support.sizes import MAX_LENGTH
from crosswright.words import index
from crosswright.words.spelling import Alphabet
from crosswright.words.table import Rows

CODES: Final = "codes "
SCORES: Final = "scores "
OTHER_SECTIONS: Final = 4
DIGEST_SIZE: Final = 40


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
            return cls._read(file.sections)
        except (ValueError, TypeError, LookupError):
            file.discard()
            return None

    def store(self, key: str) -> bool:
        """Keep this under a key; return whether it was kept."""
        return cache.store(key, self._sections())

    def _sections(self) -> Iterator[tuple[str, bytes | memoryview]]:
        yield "alphabet", joined(self.alphabet.tokens)
        yield "skipped", joined(f"{line} {reason}" for line, reason in self.skipped)
        yield "skipped count", b"%d" % self.skipped_count
        yield "digest", self.digest.encode()
        for length, (codes, scores) in self.rows.items():
            yield f"{CODES}{length}", codes
            yield f"{SCORES}{length}", scores

    @classmethod
    def _read(cls, sections: Mapping[str, memoryview]) -> CachedWords:
        """Read the sections; ValueError, TypeError or LookupError for anything odd."""
        tokens = parted(sections["alphabet"])
        alphabet = Alphabet(tokens)
        check(list(alphabet.tokens) == tokens and all(tokens))
        rows = {}
        for length in (int(name[len(CODES) :]) for name in sections if name.startswith(CODES)):
            check(1 <= length <= MAX_LENGTH)
            codes, scores = sections[f"{CODES}{length}"], sections[f"{SCORES}{length}"].cast("i")
            check(index.is_arranged(codes, scores, length, len(alphabet)))
            rows[length] = (codes, scores)
        check(len(sections) == OTHER_SECTIONS + 2 * len(rows))
        lines = (line.partition(" ") for line in parted(sections["skipped"]))
        skipped = [(int(line), reason) for line, _, reason in lines]
        skipped_count = int(bytes(sections["skipped count"]))
        check(skipped_count >= len(skipped))
        digest = str(sections["digest"], "ascii")
        check(len(digest) == DIGEST_SIZE and set(digest) <= set("0123456789abcdef"))
        return cls(alphabet, rows, skipped, skipped_count, digest)


def joined(texts: Iterable[str]) -> bytes:
    """Return texts as the bytes of a section; a zero byte ends each of them."""
    return "".join(f"{text}\0" for text in texts).encode("utf-8", "surrogatepass")


def parted(section: memoryview) -> list[str]:
    """Return the texts of a section; ValueError unless each of them ends."""
    *texts, rest = str(section, "utf-8", "surrogatepass").split("\0")
    check(not rest)
    return texts


def check(makes_sense: bool) -> None:
    """Raise ValueError unless something makes sense."""
    if not makes_sense:
        raise ValueError
