"""The personal list: scores and bans of one's own, which go before those of every list.

It is a text file, `personal.txt` in the platform's configuration directory, with the lines
`WORD;SCORE` and `WORD;ban`; comments and the order of the lines stay as they are.
"""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

from crosswright.errors import WordListError
from crosswright.words import listfile as wordfile
from crosswright.words.tokens import Normaliser, Unusable
from crosswright.words.wordlist import WordList

FILE = "personal.txt"
BAN = "ban"
HEADING = "# Scores of your own: WORD;SCORE, or WORD;ban for a word you never want to see.\n"


def directory() -> Path:
    """Return where settings are: CROSSWRIGHT_CONFIG or the platform's place."""
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
        made = cls(path or directory() / FILE)
        try:
            made.lines = made.path.read_text(encoding="utf-8-sig").splitlines()
        except FileNotFoundError:
            return made
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or "not UTF-8"
            raise WordListError(f"{made.path}: {reason}") from None
        for number, line in enumerate(made.lines, 1):
            try:
                made._read(line)
            except WordListError as error:
                raise WordListError(f"{made.path}, line {number}: {error}") from None
        return made

    def _read(self, line: str) -> None:
        fields = wordfile.split_line(line)
        if fields is None:
            return
        word = spelling(fields[0])
        if fields[1].lower() == BAN:
            self.banned.add(word)
            self.scores.pop(word, None)
        else:
            self.scores[word] = wordfile.read_score(fields[1])
            self.banned.discard(word)

    def __len__(self) -> int:
        return len(self.scores) + len(self.banned)

    def score(self, word: str, score: int) -> str:
        """Give a word a score; return it as the list writes it."""
        word = spelling(word)
        self._put(word, str(wordfile.whole_score(score)))
        return word

    def ban(self, word: str) -> str:
        """Never let a word come in; return it as the list writes it."""
        word = spelling(word)
        self._put(word, BAN)
        return word

    def forget(self, word: str) -> bool:
        """Leave a word to the other lists again; say whether it was here."""
        word = spelling(word)
        known = word in self.scores or word in self.banned
        self._put(word, None)
        return known

    def _put(self, word: str, value: str | None) -> None:
        """Replace the lines of a word by one, or by none, and write the file."""
        fresh = type(self).load(self.path)  # another process may have written meanwhile
        kept = [line for line in fresh.lines if not is_of(line, word)]
        if value is not None:
            kept.append(f"{word};{value}")
        if kept != fresh.lines:
            self._write(kept if fresh.lines else [HEADING.rstrip(), *kept])
        again = type(self).load(self.path)
        self.lines, self.scores, self.banned = again.lines, again.scores, again.banned

    def _write(self, lines: list[str]) -> None:
        temporary = self.path.with_name(f"{FILE}.{os.getpid()}.{threading.get_ident()}.tmp")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text("\n".join(lines) + "\n", encoding="utf-8")
            temporary.replace(self.path)
        except OSError as error:
            raise WordListError(f"{self.path}: {error.strerror or error}") from None

    def apply(self, words: WordList) -> WordList:
        """Return a list with the personal scores, and without the banned words.

        Words in letters that the list has not (of another language) stay out of it.
        """
        if not self:
            return words
        scores = {w: s for w, s in self.scores.items() if words.codes(w) is not None}
        return words.without(self.banned).with_scores(scores)


def spelling(word: str) -> str:
    """Return a word as the personal list writes it: letters only, accents kept."""
    try:
        return "".join(Normaliser("keep")(word))
    except Unusable as reason:
        raise WordListError(f"{word!r} cannot be an answer: it has {reason}") from None


def is_of(line: str, word: str) -> bool:
    """Tell whether a line is about a word."""
    fields = wordfile.split_line(line)
    return fields is not None and spelling(fields[0]) == word


def apply(words: WordList) -> WordList:
    """Return a list as the personal list would have it."""
    return PersonalList.load().apply(words)
