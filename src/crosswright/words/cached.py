"""Word lists as the cache keeps them; what has the right checksum may still make no sense."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from crosswright.support import cache
from crosswright.support.hints import Final, TypeVar
from crosswright.support.records import Record
from crosswright.support.sizes import MAX_LENGTH
from crosswright.words import index
from crosswright.words.spelling import Alphabet
from crosswright.words.table import Rows

CODES: Final = "codes "
SCORES: Final = "scores "
OTHER_SECTIONS: Final = 4
DIGEST_SIZE: Final = 40

ODD: Final = (ValueError, TypeError, LookupError)
"""What reading something raises that makes no sense."""

NO_ROWS: Final[Rows] = (memoryview(b""), memoryview(b"").cast("i"))
"""The words of a length that has none."""

Kept = TypeVar("Kept")


class ByLength(Mapping[int, Kept]):
    """What a file keeps for words of each length, read when it is first asked for.

    If that fails, `make` makes what was not read yet, and the file is removed if it is damaged.
    """

    def __init__(
        self,
        file: cache.CacheFile,
        lengths: Iterable[int],
        read: Callable[[int], Kept],
        make: Callable[[], Mapping[int, Kept]],
        nothing: Kept,
    ) -> None:
        """Take what stands for nothing: making may show that a length of the file has no more."""
        self._file = file
        self._lengths = dict.fromkeys(lengths)
        self._read = read
        self._make = make
        self._nothing = nothing
        self._known: dict[int, Kept] = {}

    def __getitem__(self, length: int) -> Kept:
        if length not in self._lengths:
            raise KeyError(length)
        if length not in self._known:
            try:
                self._known.setdefault(length, self._read(length))  # all threads have the same
            except ODD as error:
                if not isinstance(error.__cause__, OSError):  # then it may be sound
                    self._file.discard()
                for other, kept in self._make().items():
                    self._known.setdefault(other, kept)
                self._known.setdefault(length, self._nothing)
        return self._known[length]

    def __contains__(self, length: object) -> bool:
        return length in self._lengths

    def __iter__(self) -> Iterator[int]:
        return iter(self._lengths)

    def __len__(self) -> int:
        return len(self._lengths)


class CachedWords(Record):
    """What the cache keeps of a word list."""

    alphabet: Alphabet
    rows: Mapping[int, Rows]
    skipped: Sequence[tuple[int, str]]
    skipped_count: int
    digest: str

    @classmethod
    def fetch(
        cls, key: str, make: Callable[[], Mapping[int, Rows]] | None = None
    ) -> CachedWords | None:
        """Read what is kept under a key; None when that is nothing, or makes no sense.

        With `make`, which makes the rows anew, those of a length are read when they are needed.
        """
        file = cache.fetch(key, in_parts=make is not None)
        if file is None:
            return None
        try:
            return cls._read(file, make)
        except ODD:
            file.discard()
            return None

    def store(self, key: str) -> bool:
        """Keep this under a key; return whether it was kept."""
        return cache.store(key, self._sections(), in_parts=True)

    def _sections(self) -> Iterator[tuple[str, bytes | memoryview]]:
        yield "alphabet", joined(self.alphabet.tokens)
        yield "skipped", joined(f"{line} {reason}" for line, reason in self.skipped)
        yield "skipped count", b"%d" % self.skipped_count
        yield "digest", self.digest.encode()
        for length, (codes, scores) in self.rows.items():
            yield f"{CODES}{length}", codes
            yield f"{SCORES}{length}", scores

    @classmethod
    def _read(
        cls, file: cache.CacheFile, make: Callable[[], Mapping[int, Rows]] | None
    ) -> CachedWords:
        """Read the sections; ValueError, TypeError or LookupError for anything odd."""
        sections = file.sections
        tokens = parted(sections["alphabet"])
        alphabet = Alphabet(tokens)
        check(list(alphabet.tokens) == tokens and all(tokens))
        lengths = [int(name[len(CODES) :]) for name in sections if name.startswith(CODES)]
        check(all(1 <= length <= MAX_LENGTH for length in lengths))
        check(len(sections) == OTHER_SECTIONS + 2 * len({*lengths}))

        def read(length: int) -> Rows:
            codes, scores = sections[f"{CODES}{length}"], sections[f"{SCORES}{length}"].cast("i")
            check(index.is_arranged(codes, scores, length, len(alphabet)))
            return codes, scores

        rows: Mapping[int, Rows] = (
            {length: read(length) for length in lengths}
            if make is None
            else ByLength(file, sorted(lengths), read, make, NO_ROWS)
        )
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
