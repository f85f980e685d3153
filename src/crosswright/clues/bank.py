"""The clue bank: the clues of the user's own puzzles, by answer.

It is a SQLite file, `clues.sqlite` beside the personal list. Whoever changes it holds `clues.lock`,
and a change is there whole or not at all. A bank of a newer format is left alone.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

from crosswright.errors import ClueError
from crosswright.grids.letters import normalise_answer
from crosswright.support.databases import Steps, upgrade, upgraded_copy
from crosswright.support.folders import user_folder
from crosswright.support.locks import locked
from crosswright.support.log import log
from crosswright.support.records import Record
from crosswright.support.versions import problem_with
from crosswright.support.wording import reason

NAME: Final = "clues.sqlite"
FORMAT: Final = 1
"""The version of the tables; banks of a higher one were made by a newer Crosswright."""

STEPS: Final[Steps] = {}
"""How banks of older formats come to this one."""

APPLICATION: Final = 0x43574342  # "CWCB", which marks the file as a clue bank
SCHEMA: Final = f"""
BEGIN;
CREATE TABLE puzzle (
    id INTEGER PRIMARY KEY, path TEXT UNIQUE, size INTEGER, modified INTEGER, digest TEXT,
    title TEXT, author TEXT, date TEXT
);
CREATE TABLE clue (puzzle INTEGER, answer TEXT, label TEXT, text TEXT);
CREATE INDEX clue_answer ON clue (answer);
CREATE INDEX clue_puzzle ON clue (puzzle);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
COMMIT;
"""
REFERENCE: Final = re.compile(r"\b\d+[- ]?(?:across|down|a|d)\b|\bsee \d", re.IGNORECASE)
"""What refers to another clue of the same puzzle, and means nothing elsewhere."""


class EarlierClue(Record):
    """A clue that an answer had in an earlier puzzle, and in which."""

    answer: str
    text: str
    label: str = ""
    title: str = ""
    author: str = ""
    date: str = ""
    """As in 2024-01-15; "" when it is not known."""
    path: str = ""

    @property
    def source(self) -> str:
        """Where it was used: the puzzle and the date."""
        return ", ".join(text for text in (self.title or Path(self.path).name, self.date) if text)


class BankedPuzzle(Record):
    """A puzzle file as the bank knows it."""

    path: str
    size: int
    modified: int
    """The time of its last change, in nanoseconds."""
    digest: str
    title: str = ""
    author: str = ""
    date: str = ""
    clues: tuple[tuple[str, str, str], ...] = ()
    """The answer, the label and the text of each clue."""


class BankFigures(Record):
    """How much is in a bank."""

    puzzles: int
    clues: int
    answers: int
    first: str
    last: str


T = TypeVar("T")


def distinct(clues: Iterable[T], text: Callable[[T], str]) -> list[T]:
    """Return clues without those that say the same as one before, whatever their capitals."""
    kept: dict[str, T] = {}
    for clue in clues:
        kept.setdefault(text(clue).casefold(), clue)
    return [*kept.values()]


def storable(text: str) -> str:
    """Return a text as the database can hold it: names of files may not be Unicode.

    >>> storable("caf\\udce9")
    'caf\\\\udce9'
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def is_alone(text: str) -> bool:
    """Return whether a clue means something without the other clues of its puzzle."""
    return REFERENCE.search(text) is None


class ClueBank:
    """The clue bank of the user; it need not exist yet. Changes are written at once."""

    def __init__(self, path: Path | None = None) -> None:
        folder = user_folder("config")
        self.path = path or (Path(folder, NAME) if folder else None)

    @property
    def exists(self) -> bool:
        """Whether anything was ever put into it: a process that was killed may leave it empty."""
        if self.path is None or not self.path.exists():
            return False
        status = self.path.stat()
        return status.st_size > 0 or not stat.S_ISREG(status.st_mode)

    # -- looking up -------------------------------------------------------------------------------

    def find(self, answer: str) -> list[EarlierClue]:
        """Return the clues that an answer had, the newest first, each text once."""
        return distinct(self.uses(answer), lambda clue: clue.text)

    def uses(self, answer: str) -> list[EarlierClue]:
        """Return every use of every clue that an answer had, the newest first."""
        rows = self._rows(
            "SELECT answer, text, label, title, author, date, path FROM clue "
            "JOIN puzzle ON puzzle.id = clue.puzzle WHERE answer = ? "
            "ORDER BY date DESC, modified DESC, path, clue.rowid",
            storable(normalise_answer(answer)),
        )
        return [EarlierClue(*map(str, row)) for row in rows]

    def suggestions(self, answer: str) -> list[EarlierClue]:
        """Return the clues that may be used again: those that refer to no other clue."""
        return [clue for clue in self.find(answer) if is_alone(clue.text)]

    def puzzles(self) -> list[BankedPuzzle]:
        """Return the puzzles, without their clues, by path."""
        rows = self._rows(
            "SELECT path, size, modified, digest, title, author, date FROM puzzle ORDER BY path"
        )
        return [BankedPuzzle(*row) for row in rows]

    def figures(self) -> BankFigures:
        """Return how much is in the bank; files without a clue do not count."""
        counts = self._rows("SELECT COUNT(*), COUNT(DISTINCT answer) FROM clue")
        dates = self._rows(
            "SELECT COUNT(*), COALESCE(MIN(NULLIF(date, '')), ''), COALESCE(MAX(date), '') "
            "FROM puzzle WHERE id IN (SELECT puzzle FROM clue)"
        )
        [clues, answers] = counts[0] if counts else (0, 0)
        [puzzles, first, last] = dates[0] if dates else (0, "", "")
        return BankFigures(int(puzzles), int(clues), int(answers), str(first), str(last))

    def _rows(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        if not self.exists:
            return []
        with self._errors(), contextlib.closing(self._open(create=False)) as database:
            return database.execute(query, values).fetchall()

    # -- changing ---------------------------------------------------------------------------------

    def put(self, puzzles: Iterable[BankedPuzzle]) -> None:
        """Put puzzles in, in place of what was there of the same files; all of them or none."""
        with self._writing() as database:
            for puzzle in puzzles:
                path = storable(puzzle.path)
                _delete(database, "path = ?", path)
                row = (path, puzzle.size, puzzle.modified, puzzle.digest)
                texts = map(storable, (puzzle.title, puzzle.author, puzzle.date))
                cursor = database.execute(
                    "INSERT INTO puzzle (path, size, modified, digest, title, author, date) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (*row, *texts),
                )
                database.executemany(
                    "INSERT INTO clue VALUES (?, ?, ?, ?)",
                    ((cursor.lastrowid, *map(storable, clue)) for clue in puzzle.clues),
                )

    def forget(self, path: str | None = None) -> int:
        """Remove a puzzle file, all those in a folder, or everything; return how many puzzles."""
        if not self.exists:
            return 0
        with self._writing() as database:
            return _delete(database, *_which(path))

    def count(self, path: str | None = None) -> int:
        """Return how many puzzles `forget` would remove."""
        where, *values = _which(path)
        rows = self._rows(f"SELECT COUNT(*) FROM puzzle WHERE {where}", *values)
        return int(rows[0][0]) if rows else 0

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Keep other processes from writing; what the block does happens whole or not at all."""
        if self.path is None:
            raise ClueError("no home folder for a clue bank; set CROSSWRIGHT_CONFIG")
        with self._errors():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with (
                locked(self.path.with_suffix(".lock")),
                contextlib.closing(self._open(create=True)) as database,
                database,
            ):
                yield database

    def _open(self, create: bool) -> sqlite3.Connection:
        """Open the bank; ClueError if it is not one, or of a newer format."""
        assert self.path is not None
        if self.path.exists() and not stat.S_ISREG(self.path.stat().st_mode):
            raise ClueError(f"{self.path}: not a regular file")
        is_new = create and not self.exists
        # Reading, too, may have to roll back what a process that was killed left half done.
        can_write = create or os.access(self.path.parent, os.W_OK)
        mode = "rwc" if is_new else "rw" if can_write and os.access(self.path, os.W_OK) else "ro"
        uri = f"{self.path.absolute().as_uri()}?mode={mode}"
        database = sqlite3.connect(uri, uri=True, timeout=30)
        try:
            if is_new:
                database.executescript(SCHEMA)
            [[application]] = database.execute("PRAGMA application_id").fetchall()
            [[version]] = database.execute("PRAGMA user_version").fetchall()
            if application != APPLICATION:
                raise ClueError(f"{self.path}: not a clue bank; move it elsewhere")
            if problem := problem_with(version, FORMAT, self.path):
                raise ClueError(problem)
            if version < FORMAT and create:
                upgrade(database, version, FORMAT, STEPS)
            elif version < FORMAT:
                database = upgraded_copy(database, version, FORMAT, STEPS)
        except BaseException:
            database.close()
            raise
        log(f"clue bank {self.path}")
        return database

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        """Say in one line what is wrong with the file."""
        try:
            yield
        except UnicodeDecodeError:  # not even what SQLite says about it can be read
            raise ClueError(f"{self.path}: damaged; move it elsewhere") from None
        except sqlite3.Error as error:
            hint = "; move it elsewhere" if isinstance(error, sqlite3.DatabaseError) else ""
            if isinstance(error, sqlite3.OperationalError):
                hint = ""
            raise ClueError(f"{self.path}: cannot be used: {reason(error)}{hint}") from None
        except OSError as error:
            raise ClueError(f"{self.path}: {error.strerror or error}") from None


def _which(path: str | None) -> tuple[str, *tuple[str | int, ...]]:
    """Return the condition for a puzzle file, or those in a folder, or all, and its values."""
    if path is None:
        return ("1",)
    path = storable(path)
    inside = path.rstrip(os.sep) + os.sep
    return "path = ? OR substr(path, 1, ?) = ?", path, len(inside), inside


def _delete(database: sqlite3.Connection, where: str, *values: object) -> int:
    """Delete puzzles and their clues; return how many puzzles."""
    chosen = f"SELECT id FROM puzzle WHERE {where}"
    database.execute(f"DELETE FROM clue WHERE puzzle IN ({chosen})", values)
    return database.execute(f"DELETE FROM puzzle WHERE {where}", values).rowcount
