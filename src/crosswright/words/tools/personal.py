"""The personal list: your own scores and bans, which take precedence over every list.

It is a text file, `personal.txt` in the platform's configuration folder, with the lines
`WORD;SCORE` and `WORD;ban`; comments and the order of the lines stay as they are. Whoever changes
it holds `personal.lock` and reads it again first, so that processes lose no changes of one another.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from crosswright.errors import WordListError
from crosswright.support.files import check_writable, read_regular, write_atomically
from crosswright.support.folders import personal_list
from crosswright.support.locks import locked
from crosswright.support.versions import problem_with
from crosswright.words import listfile
from crosswright.words.spelling import Normaliser
from crosswright.words.wordlist import WordList

if TYPE_CHECKING:
    from crosswright.words.tools.history import History, WordChange

BAN = "ban"
FORMAT = 1
"""The version of the file's format; one without a number is older than all of them."""

FORMAT_LINE = f"# Crosswright personal list, format {FORMAT}"
HEADING = "# Your own scores: WORD;SCORE, or WORD;ban for a word you never want to see."
_ANY_FORMAT = re.compile(r"# Crosswright personal list, format (\d+)\s*")
SPELLING = Normaliser("keep")  # each list folds the accents as it folds those of its own words


@dataclass
class PersonalList:
    """The personal list, read from its file; every change is written at once.

    A user without a home folder has no path, and no list.
    """

    path: Path | None
    lines: list[str] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)
    banned: set[str] = field(default_factory=set)

    @classmethod
    def load(cls, path: Path | None = None) -> PersonalList:
        """Read the personal list; an empty one when there is no file yet."""
        own = personal_list()
        personal = cls(path or (Path(own) if own else None))
        personal._read_file()
        return personal

    def _read_file(self) -> None:
        """Read the file anew."""
        self.lines, self.scores, self.banned = [], {}, set()
        if self.path is None:
            return
        try:
            data = read_regular(self.path, listfile.MAX_BYTES)
            listfile.check_size(data, str(self.path))
            self.lines = data.decode("utf-8-sig").splitlines()
        except (FileNotFoundError, NotADirectoryError):
            return
        except (OSError, UnicodeError) as error:
            if isinstance(error, PermissionError) and not os.access(self.path.parent, os.X_OK):
                return  # a folder of somebody else, which holds no list of this user
            reason = getattr(error, "strerror", None) or "not UTF-8"
            raise WordListError(f"{self.path}: {reason}") from None
        if problem := problem_with(self.format, FORMAT, self.path):
            raise WordListError(problem)
        for number, line in enumerate(self.lines, 1):
            try:
                self._read(line)
            except WordListError as error:
                raise WordListError(f"{self.path}, line {number}: {error}") from None

    @property
    def format(self) -> int:
        """The version of the format that the file says it has; 0 if it says none."""
        found = map(_ANY_FORMAT.fullmatch, self.lines)
        return max((int(match[1][:18]) for match in found if match), default=0)

    def _migrate(self, history: History) -> None:
        """Bring a file of an older format to this one: format 0 has no line that says so."""
        if self.lines and self.format < FORMAT:
            self.lines.insert(0, FORMAT_LINE)
            self._write()
            history.move_lines(1)

    def _write(self) -> None:
        assert self.path is not None  # as `writing` has made sure
        write_atomically(self.path, "".join(f"{line}\n" for line in self.lines))

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
        self._put("score", word, f"{word};{listfile.whole_score(score)}")
        return word

    def ban(self, word: str) -> str:
        """Never let a word in; return it as the list writes it."""
        word = spelling(word)
        self._put("ban", word, f"{word};{BAN}")
        return word

    def forget(self, word: str) -> bool:
        """Leave a word to the other lists again; return whether it was here."""
        word = spelling(word)
        return self._put("forget", word, None)

    def _put(self, command: str, word: str, line: str | None) -> bool:
        """Replace the lines of a word by one, or by none; return whether there were any."""
        from crosswright.words.tools.history import WordChange  # here: no fill needs it

        with self.writing() as history:
            before = self.lines_of(word)
            after = [] if line is None else [line]
            if [text for _, text in before] != after:
                history.add(WordChange(command, word, before, line))
                self.lines = self.lines or [FORMAT_LINE, HEADING]
                self._replace(word, [(len(self.lines), text) for text in after])
        return bool(before)

    def undo(self, change: WordChange) -> None:
        """Give a word the lines again that it had before a change; only while writing."""
        self._replace(change.word, change.before)

    def lines_of(self, word: str) -> tuple[tuple[int, str], ...]:
        """Return the lines about a word, with their numbers from 0."""
        return tuple(
            (number, line) for number, line in enumerate(self.lines) if is_about(line, word)
        )

    def _replace(self, word: str, numbered_lines: Iterable[tuple[int, str]]) -> None:
        """Put lines in place of those about a word, and write the file."""
        self.lines = [line for line in self.lines if not is_about(line, word)]
        for number, line in numbered_lines:
            self.lines.insert(number, line)
        self._write()
        self._read_file()

    @contextmanager
    def writing(self) -> Iterator[History]:
        """Keep all other processes from writing, and read what they have written so far."""
        from crosswright.words.tools.history import History

        if self.path is None:
            raise WordListError("no home folder for a personal list; set CROSSWRIGHT_CONFIG")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with locked(self.path.with_suffix(".lock")):
                check_writable(self.path)
                self._read_file()
                history = History(self.path)
                self._migrate(history)
                yield history
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
