"""Words with clues: read from text, and taken apart into the letters that go into cells."""

from __future__ import annotations

import csv
import os
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from crosswright.errors import LayoutError
from crosswright.grids.letters import joins_previous, normalise_token
from crosswright.support.wording import quote

MAX_BYTES: Final = 4 << 20  # far beyond any list that makes one layout
SEPARATORS: Final = "\t;,"
WORD_COLUMNS: Final = frozenset({"word", "words", "answer", "answers", "term"})
CLUE_COLUMNS: Final = frozenset({"clue", "clues", "hint", "definition", "question"})

# Vowel signs that are letters by their category, yet stand in the cell of the letter before them.
_AM: Final = "\u0e33\u0eb3"
# A consonant after one of these joins the one before it to a conjunct (Unicode's rule GB9c):
# Devanagari, Bengali, Gujarati, Oriya, Telugu, Malayalam.
_LINKERS: Final = "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d"


@dataclass(frozen=True)
class Entry:
    """A word as its author wrote it, and its clue."""

    text: str
    clue: str = ""

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters, one a cell; spaces and punctuation have none."""
        return tuple(clusters(self.text))

    @property
    def word(self) -> str:
        """The word as it stands in the grid."""
        return "".join(self.letters)


def clusters(text: str) -> list[str]:
    """Split a text into capitals, one grapheme cluster each, without what is no letter or digit.

    >>> clusters("d'être"), clusters("हिन्दी")
    (['D', 'Ê', 'T', 'R', 'E'], ['हि', 'न्दी'])
    """
    found: list[str] = []
    for character in normalise_token(text):
        category = unicodedata.category(character)[0]
        if category == "M" and not found:
            continue  # a mark without its letter
        if found and _joins(found[-1], character):
            found[-1] += character
        elif category in "LN":
            found.append(character)
    return [unicodedata.normalize("NFC", cluster) for cluster in found]


def _joins(cluster: str, character: str) -> bool:
    if joins_previous(character) or character in _AM:
        return True
    # A nukta or a joiner may stand between the linker and the end of the cluster.
    linked = cluster[-1] in _LINKERS or (len(cluster) > 1 and cluster[-2] in _LINKERS)
    return linked and unicodedata.category(character) == "Lo" and not _vowel_ends(cluster)


def _vowel_ends(cluster: str) -> bool:
    """Tell whether a cluster ends in a vowel sign, after which nothing joins."""
    return cluster[-1] not in _LINKERS and unicodedata.combining(cluster[-1]) == 0


def read_words(path: str | os.PathLike[str]) -> list[Entry]:
    """Read words and clues from a file: CSV, TSV, or one word a line."""
    name = os.fspath(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise LayoutError(f"{name}: cannot be read: {reason}") from None
    return parse_words(decode_words(data, name), name)


def decode_words(data: bytes, name: str) -> str:
    """Decode a list: UTF-8, or UTF-16 with its mark; `name` is for errors."""
    if len(data) > MAX_BYTES:
        raise LayoutError(f"{name}: larger than {MAX_BYTES >> 20} MiB; give fewer words")
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LayoutError(f"{name}, line {line}: not UTF-8; save the list as UTF-8") from None


def parse_words(text: str, name: str = "words") -> list[Entry]:
    """Read words and clues from text: `WORD,CLUE` (or tab, or semicolon), or one word a line.

    A heading such as `word,clue` names the columns; without it the word comes first. Lines that
    begin with # are left out.
    """
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    rows = list(_rows(lines, name))
    if not rows:
        raise LayoutError(f"{name}: no words in it; write one a line, as in WORD,CLUE")
    word_column, clue_column, headed = _columns(rows[0][1])
    entries = []
    for line, row in rows[headed:]:
        word = row[word_column].strip() if word_column < len(row) else ""
        clue = row[clue_column].strip() if clue_column < len(row) else ""
        entry = Entry(word, " ".join(clue.split()))
        if not entry.letters:
            raise LayoutError(f"{name}, line {line}: no word in {quote(','.join(row))}")
        entries.append(entry)
    return entries


def _rows(lines: list[str], name: str) -> Iterable[tuple[int, list[str]]]:
    """Yield each row that is neither blank nor a comment, with the number of its last line."""
    separator = _separator(lines)
    kept = ("\n" if line.lstrip().startswith("#") else line for line in lines)
    reader = csv.reader(kept, delimiter=separator, strict=True, skipinitialspace=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
    except csv.Error as error:
        raise LayoutError(
            f'{name}, line {reader.line_num}: {error}; quote a clue as in WORD,"So, what?"'
        ) from None


def _separator(lines: list[str]) -> str:
    """Return the separator that comes first in most lines."""
    counts = dict.fromkeys(SEPARATORS, 0)
    for line in lines:
        places = [line.find(sign) for sign in SEPARATORS if sign in line]
        if places and not line.lstrip().startswith("#"):
            counts[line[min(places)]] += 1
    return max(SEPARATORS, key=lambda sign: counts[sign])


def _columns(row: list[str]) -> tuple[int, int, bool]:
    """Return the columns of word and clue, and whether this row is a heading that names them."""
    names = [cell.strip().casefold() for cell in row]
    word = next((n for n, name in enumerate(names) if name in WORD_COLUMNS), None)
    clue = next((n for n, name in enumerate(names) if name in CLUE_COLUMNS), None)
    if word is None or clue is None:
        return 0, 1, False
    return word, clue, True
