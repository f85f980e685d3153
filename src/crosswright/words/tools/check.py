"""A lint for word-list files: everything that is wrong or odd, with its line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from crosswright.errors import WordListError
from crosswright.words import listfile as wordfile
from crosswright.words.tokens import Fold, Normaliser, Unusable
from crosswright.words.wordlist import DEFAULT_SCORE

LONGEST = 23  # letters that usual grids have room for
RARE = 0.001  # a share of the scores this small, far from the others, is likely a slip


@dataclass(frozen=True)
class Finding:
    """Something about a line: an "error" stops a load, a "skipped" entry is left out of it."""

    line: int
    kind: str  # error, skipped, duplicate, score, entry
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass(frozen=True)
class Entry:
    """A line that can be used."""

    line: int
    text: str
    word: str
    length: int
    score: int | None


def check(
    path: str | PathLike[str],
    *,
    fold: Fold = "strip",
    digraphs: Sequence[str] = (),
    encoding: str = "utf-8",
) -> list[Finding]:
    """Look a word-list file through; findings come in the order of the lines."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise WordListError(f"{path}: {error.strerror or error}") from None
    return check_text(wordfile.to_utf8(data, encoding, str(path)), fold=fold, digraphs=digraphs)


def check_text(data: bytes, *, fold: Fold = "strip", digraphs: Sequence[str] = ()) -> list[Finding]:
    """Look a text through as `check` does a file."""
    findings: list[Finding] = []
    entries = list(read(wordfile.one_line_ending(data), Normaliser(fold, digraphs), findings))
    findings += duplicates(entries)
    findings += suspicious_scores(entries)
    findings += suspicious_entries(entries)
    return sorted(findings, key=lambda finding: finding.line)


def read(data: bytes, normaliser: Normaliser, findings: list[Finding]) -> Iterator[Entry]:
    """Yield the usable lines; note what is wrong with the others."""
    for number, start, end in wordfile.every_line(data):
        try:
            fields = wordfile.split_line(wordfile.decode_line(data[start:end]))
            if fields is None:
                continue
            text, score = fields
            value = wordfile.read_score(score) if score else None
            tokens = normaliser(text)
            yield Entry(number, text, "".join(tokens), len(tokens), value)
        except UnicodeDecodeError as error:
            byte = data[start + error.start]
            findings.append(Finding(number, "error", f"byte 0x{byte:02X} is not UTF-8"))
        except WordListError as error:
            findings.append(Finding(number, "error", str(error)))
        except Unusable as reason:
            garbled = " (garbled in some earlier copy)" if is_garbled(text) else ""
            message = f"{text!r} has {reason}{garbled}; it is left out"
            findings.append(Finding(number, "skipped", message))


def duplicates(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Find words that stand twice, whatever their spelling."""
    first: dict[str, Entry] = {}
    for entry in entries:
        earlier = first.setdefault(entry.word, entry)
        if earlier is entry:
            continue
        scores = [DEFAULT_SCORE if e.score is None else e.score for e in (earlier, entry)]
        same = scores[0] == scores[1]
        counts = "the same score" if same else f"{scores[1]} against {scores[0]}; the higher counts"
        message = f"{entry.word} stands in line {earlier.line} already, with {counts}"
        yield Finding(entry.line, "duplicate", message)


def suspicious_scores(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Find scores that are missing among others, negative, beyond 100, or alone far out."""
    counts = Counter(entry.score for entry in entries if entry.score is not None)
    within = [score for score in counts if 0 <= score <= 100]
    usual = [score for score in within if counts[score] > RARE * counts.total()]
    for entry in entries:
        if entry.score is None:
            if counts:
                message = f"{entry.word} has no score, as others do; it counts as {DEFAULT_SCORE}"
                yield Finding(entry.line, "score", message)
        elif not 0 <= entry.score <= 100:
            message = f"{entry.word} has the score {entry.score}, outside 0 to 100"
            yield Finding(entry.line, "score", message)
        elif usual and not min(usual) <= entry.score <= max(usual):
            message = (
                f"{entry.word} has the score {entry.score}; nearly all others are within "
                f"{min(usual)} to {max(usual)}"
            )
            yield Finding(entry.line, "score", message)


def suspicious_entries(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Find entries of one letter, too long for usual grids, or garbled in some earlier copy."""
    for entry in entries:
        if is_garbled(entry.text):
            message = f"{entry.text!r} looks garbled: UTF-8 once read in another encoding"
            yield Finding(entry.line, "entry", message)
        elif entry.length == 1:
            yield Finding(entry.line, "entry", f"{entry.word} is one letter: no slot takes it")
        elif entry.length > LONGEST:
            message = f"{entry.word} has {entry.length} letters: more than usual grids hold"
            yield Finding(entry.line, "entry", message)


def is_garbled(text: str) -> bool:
    """Tell whether a text looks like UTF-8 that was read as Latin-1 or Windows-1252."""
    if text.isascii():
        return False
    for encoding in ("latin-1", "cp1252"):
        try:
            text.encode(encoding).decode()
        except UnicodeError:
            continue
        return True
    return False
