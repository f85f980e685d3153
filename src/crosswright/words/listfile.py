"""Word-list files: lines into words and scores, and the line of everything that is wrong.

A line is `WORD;SCORE`, with a tab or a comma as well, or a bare word; `#` begins a comment. What is
broken (undecodable, a score that is not a number) raises; an entry that no grid can hold (digits,
symbols) is left out and noted.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator

from crosswright.errors import WordListError
from crosswright.support.hints import TypeAlias
from crosswright.support.log import log
from crosswright.support.records import Record, field
from crosswright.support.sizes import MAX_LENGTH, MAX_SCORE
from crosswright.support.wording import quote
from crosswright.words import index
from crosswright.words.spelling import Alphabet, Normaliser, Unusable

SCORE = r"(?a)[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?"
MAX_BYTES = 128 << 20  # the largest published lists have a tenth of that
MAX_NOTED = 100  # this many of the entries left out are listed; the rest are counted

Groups: TypeAlias = dict[int, tuple[bytearray, "array[int]"]]
"""Codes and scores by length."""

Span: TypeAlias = tuple[int, int, int]
"""The number of a line, and where it begins and ends in the text."""


class ParsedWords(Record, frozen=False):
    """The words of a text by length, arranged, and what was left out of it."""

    alphabet: Alphabet = field(default_factory=Alphabet)
    groups: Groups = field(default_factory=dict)
    skipped: list[tuple[int, str]] = field(default_factory=list)
    skipped_count: int = 0

    def skip(self, line: int, reason: str) -> None:
        """Note an entry that was left out."""
        self.skipped_count += 1
        if len(self.skipped) < MAX_NOTED:
            self.skipped.append((line, reason))

    def add(self, entries: Iterable[tuple[tuple[str, ...], int]]) -> None:
        """Add entries in tokens to groups of plain letters, widening the alphabet as needed."""
        listed = list(entries)
        if not listed:
            return
        self.alphabet = Alphabet({token for tokens, _ in listed for token in tokens})
        changed: Groups = {}
        for tokens, score in listed:
            codes, scores = changed.setdefault(len(tokens), (bytearray(), array("i")))
            codes += bytes(map(self.alphabet.code, tokens))
            scores.append(score)
        for length, (codes, scores) in changed.items():
            if length in self.groups:
                codes = self.groups[length][0] + codes
                scores = self.groups[length][1] + scores
            self.groups[length] = index.arrange(codes, scores, length)


def read(path: str | os.PathLike[str], encoding: str = "utf-8") -> bytes:
    """Return the bytes of a file, recoded in UTF-8."""
    from crosswright.support.files import read_limited  # here: a cached list needs none

    try:
        data = read_limited(path, MAX_BYTES)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise WordListError(f"{path}: cannot be read: {reason}") from None
    log(f"read {path}: {len(data):,} bytes")
    return to_utf8(data, encoding, os.fspath(path))


def size(path: str | os.PathLike[str]) -> int:
    """Return the size of a file; 0 for what cannot be read, which its reader says best."""
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0


def check_size(data: bytes, source: str) -> None:
    """Refuse what is too large for a list."""
    if len(data) > MAX_BYTES:
        raise WordListError(f"{source}: larger than {MAX_BYTES >> 20} MiB, which no word list is")


def to_utf8(data: bytes, encoding: str, source: str) -> bytes:
    """Recode a file that is not in UTF-8; an error names the line."""
    check_size(data, source)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    if encoding.lower().replace("_", "-") in ("utf-8", "utf8", "utf-8-sig"):
        return data
    try:
        return data.decode(encoding).encode()
    except LookupError:
        raise WordListError(f"{source}: unknown encoding {quote(encoding)}") from None
    except UnicodeError as error:
        line = data.count(b"\n", 0, getattr(error, "start", 0)) + 1
        raise WordListError(f"{source}, line {line}: not {encoding} ({error})") from None


def parse(data: bytes, source: str, normaliser: Normaliser, default_score: int) -> ParsedWords:
    """Read the lines of a UTF-8 text; `source` names it in errors."""
    check_size(data, source)
    data = one_line_ending(data)
    parsed = ParsedWords()
    if normaliser.plain:
        parsed.groups, odd = index.scan(data, default_score)
    else:
        odd = list(every_line(data))
    parsed.add(read_odd(data, odd, source, normaliser, default_score, parsed))
    return parsed


def read_odd(
    data: bytes,
    odd: Iterable[Span],
    source: str,
    normaliser: Normaliser,
    default_score: int,
    parsed: ParsedWords,
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the entries of the lines that need a closer look, noting those left out."""
    for number, start, end in odd:
        try:
            entry = read_line(decode_line(data[start:end]), default_score)
        except UnicodeDecodeError as error:
            byte = data[start + error.start]
            raise WordListError(
                f"{source}, line {number}: byte 0x{byte:02X} is not UTF-8; "
                "save the list as UTF-8, which crosswright words merge --encoding can do"
            ) from None
        except WordListError as error:
            raise WordListError(f"{source}, line {number}: {error}") from None
        if entry is None:
            continue
        try:
            yield normaliser(entry[0]), entry[1]
        except Unusable as reason:
            parsed.skip(number, f"{quote(entry[0])} has {reason}")


def decode_line(line: bytes) -> str:
    """Decode a line; a comment may be in any encoding."""
    return "" if line.lstrip(b" \t").startswith(b"#") else line.decode()


def read_line(line: str, default_score: int) -> tuple[str, int] | None:
    """Return a line's entry as it is written and its score; None for a blank or a comment."""
    fields = split_line(line)
    if fields is None:
        return None
    return fields[0], read_score(fields[1]) if fields[1] else default_score


def split_line(line: str) -> tuple[str, str] | None:
    """Return a line's entry and its score as text; None for a blank or a comment."""
    line = line.strip()
    if not line or line.startswith("#"):
        return None
    if "#" in line:
        import re  # here: a cached list needs none

        line = re.split(r"\s#", line, maxsplit=1)[0]
    separator = next((s for s in ";\t," if s in line), None)
    word, _, rest = line.partition(separator) if separator else (line, "", "")
    return word.strip(), rest.partition(separator)[0].strip() if separator else ""


def read_score(text: str) -> int:
    """Return a score as an integer, halves rounded up."""
    import re  # here: a cached list needs none

    if not re.fullmatch(SCORE, text):
        raise WordListError(
            f"the score {quote(text)} is not a number; write WORD;SCORE, for example OBOE;50"
        )
    return whole_score(float(text), quote(text))


def whole_score(score: float, text: str = "") -> int:
    """Round a score, which an error quotes as `text`, and check its size."""
    if not abs(score) <= MAX_SCORE:
        raise WordListError(
            f"the score {text or score} is not within -{MAX_SCORE:,} to {MAX_SCORE:,}"
        )
    return int((score + 0.5) // 1)  # the floor, without loading math


def every_line(data: bytes) -> Iterator[Span]:
    """Yield the number, start and end of each line."""
    start = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        yield number, start, start + len(line)
        start += len(line) + 1


def one_line_ending(data: bytes) -> bytes:
    """Let every line end in a newline alone, and drop a byte order mark."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def _require_entry(entry: object, error: Exception) -> None:
    """Refuse what is neither a word nor a word with a number."""
    match entry:
        case str() | (str(), int() | float()):
            return
    message = f"expected a word, or a pair of word and score, not {entry!r}"
    raise WordListError(message) from error


def collect(
    entries: Iterable[str | tuple[str, int]], normaliser: Normaliser, default_score: int
) -> ParsedWords:
    """Read words and (word, score) pairs; what is left out is noted by its number, from 1."""
    parsed = ParsedWords()
    simple: list[str] = []
    others: list[tuple[tuple[str, ...], int]] = []
    plain = normaliser.plain
    for number, entry in enumerate(entries, 1):
        try:
            word, score = (entry, default_score) if isinstance(entry, str) else entry
            score = whole_score(score)
            if (
                plain
                and len(word) <= MAX_LENGTH
                and word.isascii()
                and word.isalpha()
                and abs(score) < MAX_SCORE
            ):
                simple.append(f"{word};{score}")
            else:
                others.append((normaliser(word), score))
        except Unusable as reason:
            parsed.skip(number, f"{quote(word)} has {reason}")
        except WordListError as error:
            raise WordListError(f"{quote(word)}: {error}") from None
        except (AttributeError, TypeError, ValueError) as error:
            _require_entry(entry, error)
            raise
    parsed.groups, _ = index.scan("\n".join(simple).encode(), default_score)
    parsed.add(others)
    return parsed
