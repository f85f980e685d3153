"""A lint for word-list files: everything that is wrong or odd, with its line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from crosswright.errors import WordListError
from crosswright.support.wording import quote
from crosswright.words import listfile
from crosswright.words.spelling import Fold, Normaliser, Unusable
from crosswright.words.wordlist import DEFAULT_SCORE

USUAL_LENGTH = 23  # letters that usual grids have room for
RARE_SHARE = 0.001  # a score that this few words have, far from the others, is likely a slip


@dataclass(frozen=True)
class ListFinding:
    """Something about a line: an "error" stops a load, a "skipped" entry is left out of it."""

    line: int
    kind: str  # error, skipped, duplicate, score, entry
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass(frozen=True)
class ListEntry:
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
) -> list[ListFinding]:
    """Check a word-list file; findings come in the order of the lines."""
    return check_text(listfile.read(Path(path), encoding), fold=fold, digraphs=digraphs)


def check_text(
    data: bytes, *, fold: Fold = "strip", digraphs: Sequence[str] = ()
) -> list[ListFinding]:
    """Check a text as `check` does a file."""
    findings: list[ListFinding] = []
    normaliser = Normaliser(fold, digraphs)
    entries = list(read_entries(listfile.one_line_ending(data), normaliser, findings))
    findings += duplicates(entries)
    findings += suspicious_scores(entries)
    findings += suspicious_entries(entries)
    return sorted(findings, key=lambda finding: finding.line)


def read_entries(
    data: bytes, normaliser: Normaliser, findings: list[ListFinding]
) -> Iterator[ListEntry]:
    """Yield the usable lines; note what is wrong with the others."""
    for number, start, end in listfile.every_line(data):
        try:
            fields = listfile.split_line(listfile.decode_line(data[start:end]))
            if fields is None:
                continue
            text, score = fields
            value = listfile.read_score(score) if score else None
            tokens = normaliser(text)
            yield ListEntry(number, text, "".join(tokens), len(tokens), value)
        except UnicodeDecodeError as error:
            byte = data[start + error.start]
            findings.append(ListFinding(number, "error", f"byte 0x{byte:02X} is not UTF-8"))
        except WordListError as error:
            findings.append(ListFinding(number, "error", str(error)))
        except Unusable as reason:
            garbled = " (garbled in some earlier copy)" if is_garbled(text) else ""
            message = f"{quote(text)} has {reason}{garbled}; it is left out"
            findings.append(ListFinding(number, "skipped", message))


def duplicates(entries: Sequence[ListEntry]) -> Iterator[ListFinding]:
    """Find words that appear twice, however they are written."""
    first: dict[str, ListEntry] = {}
    for entry in entries:
        earlier = first.setdefault(entry.word, entry)
        if earlier is entry:
            continue
        old, new = (DEFAULT_SCORE if e.score is None else e.score for e in (earlier, entry))
        scores = "the same score" if new == old else f"{old}, not {new}; the higher counts"
        message = f"{entry.word} is in line {earlier.line} already, with {scores}"
        yield ListFinding(entry.line, "duplicate", message)


def suspicious_scores(entries: Sequence[ListEntry]) -> Iterator[ListFinding]:
    """Find scores that are missing among others, negative, beyond 100, or far from all others."""
    counts = Counter(entry.score for entry in entries if entry.score is not None)
    within = [score for score in counts if 0 <= score <= 100]
    usual = [score for score in within if counts[score] > RARE_SHARE * counts.total()]
    for entry in entries:
        if entry.score is None:
            if counts:
                message = f"{entry.word} has no score, unlike others; it counts as {DEFAULT_SCORE}"
                yield ListFinding(entry.line, "score", message)
        elif not 0 <= entry.score <= 100:
            message = f"{entry.word} has the score {entry.score}, outside 0 to 100"
            yield ListFinding(entry.line, "score", message)
        elif usual and not min(usual) <= entry.score <= max(usual):
            message = (
                f"{entry.word} has the score {entry.score}; nearly all others are within "
                f"{min(usual)} to {max(usual)}"
            )
            yield ListFinding(entry.line, "score", message)


def suspicious_entries(entries: Sequence[ListEntry]) -> Iterator[ListFinding]:
    """Find entries of one letter, too long for usual grids, or garbled in some earlier copy."""
    for entry in entries:
        if is_garbled(entry.text):
            message = f"{quote(entry.text)} looks garbled: UTF-8 once read in another encoding"
            yield ListFinding(entry.line, "entry", message)
        elif entry.length == 1:
            message = f"{entry.word} is one letter: no slot is that short"
            yield ListFinding(entry.line, "entry", message)
        elif entry.length > USUAL_LENGTH:
            message = f"{entry.word} has {entry.length} letters: more than usual grids hold"
            yield ListFinding(entry.line, "entry", message)


def is_garbled(text: str) -> bool:
    """Return whether a text looks like UTF-8 that was read as Latin-1 or Windows-1252."""
    if text.isascii():
        return False
    for encoding in ("latin-1", "cp1252"):
        try:
            text.encode(encoding).decode()
        except UnicodeError:
            continue
        return True
    return False
