"""The personal list: your own scores and bans, which take precedence over every list.

It is a text file, `personal.txt` in the platform's configuration directory, with the lines
`WORD;SCORE` and `WORD;ban`; comments and the order of the lines stay as they are.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from crosswright.errors import WordListError
from crosswright.support.files import write_atomically
from crosswright.words import listfile
from crosswright.words.spelling import Normaliser
from crosswright.words.wordlist import WordList

FILE = "personal.txt"
BAN = "ban"
HEADING = "# Your own scores: WORD;SCORE, or WORD;ban for a word you never want to see."
SPELLING = Normaliser("keep")  # each list folds the accents as it folds those of its own words


def directory() -> Path:
    """Return where settings are: CROSSWRIGHT_CONFIG or the platform's directory for them."""
    named = os.environ.get("CROSSWRIGHT_CONFIG", "")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData/Roaming") / "crosswright"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/crosswright"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "crosswright"


@dataclass
class PersonalList:
    """The personal list, read from its file; every change is written at once."""

    path: Path
    lines: list[str] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)
    banned: set[str] = field(default_factory=set)

    @classmethod
    def load(cls, path: Path | None = None) -> PersonalList:
        """Read the personal list; an empty one when there is no file yet."""
        personal = cls(path or directory() / FILE)
        try:
            personal.lines = personal.path.read_text(encoding="utf-8-sig").splitlines()
        except FileNotFoundError:
            return personal
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or "not UTF-8"
            raise WordListError(f"{personal.path}: {reason}") from None
        for number, line in enumerate(personal.lines, 1):
            try:
                personal._read(line)
            except WordListError as error:
                raise WordListError(f"{personal.path}, line {number}: {error}") from None
        return personal

    def _read(self, line: str) -> None:
        fields = listfile.split_line(line)
        if fields is None:
            return
        word = spelling(fields[0])
        if fields[1].lower() == BAN:
            self.banned.add(word)
            self.scores.pop(word, None)
        else:
            self.scores[word] = listfile.read_score(fields[1])
            self.banned.discard(word)

    def __len__(self) -> int:
        return len(self.scores) + len(self.banned)

    def score(self, word: str, score: int) -> str:
        """Give a word a score; return it as the list writes it."""
        word = spelling(word)
        self._put(word, str(listfile.whole_score(score)))
        return word

    def ban(self, word: str) -> str:
        """Never let a word in; return it as the list writes it."""
        word = spelling(word)
        self._put(word, BAN)
        return word

    def forget(self, word: str) -> bool:
        """Leave a word to the other lists again; return whether it was here."""
        word = spelling(word)
        was_here = word in self.scores or word in self.banned
        self._put(word, None)
        return was_here

    def _put(self, word: str, value: str | None) -> None:
        """Replace the lines of a word by one, or by none, and write the file."""
        fresh = type(self).load(self.path)  # another process may have written meanwhile
        kept = [line for line in fresh.lines if not is_about(line, word)]
        if value is not None:
            kept.append(f"{word};{value}")
        if kept != fresh.lines:
            self._write(kept if fresh.lines else [HEADING, *kept])
        again = type(self).load(self.path)
        self.lines, self.scores, self.banned = again.lines, again.scores, again.banned

    def _write(self, lines: list[str]) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path, "".join(f"{line}\n" for line in lines).encode())
        except OSError as error:
            raise WordListError(f"{self.path}: {error.strerror or error}") from None

    def apply(self, words: WordList) -> WordList:
        """Return a list with the personal scores, and without the banned words.

        Words with letters that the list lacks (of another language) stay out of it.
        """
        if not self:
            return words
        scores = {w: s for w, s in self.scores.items() if words.codes(w) is not None}
        return words.without(self.banned).with_scores(scores)


def spelling(word: str) -> str:
    """Return a word as the personal list writes it: letters only, accents kept."""
    return "".join(SPELLING.answer(word))


def is_about(line: str, word: str) -> bool:
    """Return whether a line is about a word."""
    fields = listfile.split_line(line)
    return fields is not None and spelling(fields[0]) == word


def apply(words: WordList) -> WordList:
    """Return a list as the personal list would have it."""
    return PersonalList.load().apply(words)
