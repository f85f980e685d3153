"""The ledger: what is committed of a season, in one SQLite file that survives any crash.

A puzzle's files are written first, its row last: what has a row is done, and is never done again.
All but the times is the same for the same plan, whoever works on it: `Ledger.dump` shows that part.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeAlias

from crosswright._version import __version__
from crosswright.errors import SeriesError
from crosswright.series.plan import Plan, PuzzleNumber
from crosswright.support.databases import Steps, upgrade, upgraded_copy
from crosswright.support.locks import locked
from crosswright.support.records import Record
from crosswright.support.versions import problem_with
from crosswright.support.wording import quote, reason

LEDGER: Final = "ledger.sqlite"
LEDGER_LOCK: Final = "ledger.lock"

VERSION: Final = 1
"""The version of the ledger's format, kept as SQLite's `user_version`."""

STEPS: Final[Steps] = {}
"""How ledgers of older formats come to this one."""

PATIENCE: Final = 1.0
"""Seconds to wait for another writer: one that was killed has let go by then."""

READ_PATIENCE: Final = 30.0
"""Seconds to wait for a writer, who holds the file for milliseconds."""

DONE: Final = "done"
HOLE: Final = "hole"

SCHEMA: Final = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE puzzles (number INTEGER PRIMARY KEY, date TEXT NOT NULL UNIQUE, "
    "status TEXT NOT NULL, pattern TEXT NOT NULL, grid TEXT NOT NULL, answers TEXT NOT NULL, "
    "min_score INTEGER NOT NULL, mean REAL, lowest INTEGER, difficulty REAL, "
    "collisions INTEGER NOT NULL, repair TEXT NOT NULL, explanation TEXT NOT NULL)",
    "CREATE TABLE files (path TEXT PRIMARY KEY, number INTEGER NOT NULL REFERENCES puzzles, "
    "sha256 TEXT NOT NULL, size INTEGER NOT NULL)",
    "CREATE TABLE local (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE timings (number INTEGER PRIMARY KEY, draft REAL NOT NULL, "
    "repair REAL NOT NULL, files REAL NOT NULL, worker TEXT NOT NULL, committed TEXT NOT NULL)",
)
"""What a ledger holds; `local` and `timings` differ from run to run."""

PUZZLE_COLUMNS: Final = (
    "number",
    "date",
    "status",
    "pattern",
    "grid",
    "answers",
    "min_score",
    "mean",
    "lowest",
    "difficulty",
    "collisions",
    "repair",
    "explanation",
)

_COLUMN_TYPES: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(("status", "pattern", "grid", "repair", "explanation"), (str,)),
    **dict.fromkeys(("number", "min_score", "collisions"), (int,)),
    **dict.fromkeys(("mean", "difficulty"), (int, float, type(None))),
    "lowest": (int, type(None)),
}
"""What columns hold, unless the file is damaged: SQLite lets them hold anything."""

_DAMAGE: Final = (
    *(sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, RecursionError),
)
"""What values raise that make no sense, JSON nested a thousand deep among them."""

Row: TypeAlias = tuple[Any, ...]


class LedgerFile(Record):
    """A file of a puzzle, by its path within the season's folder (with "/")."""

    path: str
    sha256: str
    size: int


class LedgerEntry(Record):
    """One committed number: a puzzle, or a hole with its explanation."""

    number: PuzzleNumber
    date: datetime.date
    status: str
    """`DONE` or `HOLE`."""
    pattern: str
    """The blocks, in the text notation."""
    grid: str = ""
    """The filled grid, in the text notation."""
    answers: tuple[str, ...] = ()
    """The answers as the list spells them, in the order of the slots."""
    min_score: int = 0
    """The floor that it was filled with."""
    mean: float | None = None
    lowest: int | None = None
    difficulty: float | None = None
    collisions: int = 0
    """The answers of the draft that other puzzles had taken meanwhile."""
    repair: str = "none"
    """What that took: none, region, rings, whole or lowered."""
    explanation: str = ""
    files: tuple[LedgerFile, ...] = ()

    @property
    def is_hole(self) -> bool:
        """Whether there is no puzzle."""
        return self.status == HOLE


class Timing(Record):
    """What a puzzle took, in seconds of processor time, and where and when."""

    draft: float = 0.0
    repair: float = 0.0
    files: float = 0.0
    worker: str = ""
    """Where the draft was made: host and process."""
    committed: str = ""


class Ledger:
    """The ledger of a season's folder; one process at a time may write to it, any may read.

    A reader undoes what a writer was killed in the middle of; without `recover`, it touches nothing
    at all, and such a ledger cannot be read. Use it in a `with` block, or `close()` it.
    """

    def __init__(
        self, folder: str | os.PathLike[str], *, write: bool = False, recover: bool = True
    ) -> None:
        self.folder = Path(folder)
        with contextlib.ExitStack() as stack:
            if write:
                stack.enter_context(self._locked())
            self._database = stack.enter_context(contextlib.closing(self._connect(write, recover)))
            self._open = stack.pop_all()

    @classmethod
    def create(
        cls,
        folder: str | os.PathLike[str],
        plan: Plan,
        inputs_digest: str,
        plan_text: str = "",
    ) -> Self:
        """Begin the ledger of a season, and open it to write; SeriesError if there is one.

        `plan_text` is the plan file, to be kept with its comments.
        """
        Path(folder).mkdir(parents=True, exist_ok=True)
        ledger = cls(folder, write=True)
        try:
            if ledger._is_begun():
                raise SeriesError(
                    f"{folder} already holds a season with {ledger.committed} of "
                    f"{ledger.plan.calendar.puzzles} puzzles; resume it, or choose another folder"
                )
            ledger._begin(plan, inputs_digest, plan_text)
        except BaseException:
            ledger.close()
            raise
        return ledger

    @classmethod
    def open(
        cls, folder: str | os.PathLike[str], *, write: bool = False, recover: bool = True
    ) -> Self:
        """Open the ledger of a season that has begun; SeriesError if there is none."""
        if not Path(folder, LEDGER).is_file():
            raise SeriesError(f"{folder} is not a season's folder: it has no {LEDGER}")
        ledger = cls(folder, write=write, recover=recover)
        try:
            if not ledger._is_begun():
                raise SeriesError(f"{folder}: nothing was committed before the run ended; run it")
        except BaseException:
            ledger.close()
            raise
        return ledger

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(locked(self.folder / LEDGER_LOCK, PATIENCE))
            except TimeoutError:
                message = f"{self.folder}: another process is running this season"
                raise SeriesError(message) from None
            yield

    def _connect(self, write: bool, recover: bool) -> sqlite3.Connection:
        path = self.folder / LEDGER
        # With "ro", a reader cannot undo what a writer was killed in the middle of.
        mode = "rwc" if write else "rw" if recover else "ro"
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        patience = READ_PATIENCE if recover else PATIENCE
        with contextlib.ExitStack() as stack:
            try:
                database = sqlite3.connect(
                    uri,
                    timeout=patience,
                    isolation_level=None,
                    check_same_thread=False,
                    uri=True,
                )
                stack.callback(database.close)
                pragma = "synchronous = FULL" if write else "query_only = ON"
                database.execute(f"PRAGMA {pragma}")
                version = database.execute("PRAGMA user_version").fetchone()[0]
            except (sqlite3.Error, UnicodeDecodeError) as error:
                why = reason(error)
                if not recover and Path(f"{path}-journal").exists():
                    why = "a run was killed while it wrote; `crosswright series status` mends it"
                raise SeriesError(f"{path} cannot be read: {why}") from None
            if problem := problem_with(version, VERSION, path):
                raise SeriesError(problem)
            if 0 < version < VERSION and write:
                upgrade(database, version, VERSION, STEPS)
            elif 0 < version < VERSION:
                database = upgraded_copy(database, version, VERSION, STEPS)
            stack.pop_all()
        return database

    def _is_begun(self) -> bool:
        with self._damage_named():
            return bool(self._read("PRAGMA user_version").fetchone()[0])

    def _begin(self, plan: Plan, inputs_digest: str, plan_text: str) -> None:
        meta = {
            "crosswright": __version__,
            "plan": _json({**plan.as_object(), "outputs": _portable_outputs(plan)}),
            "plan digest": plan.digest,
            "inputs digest": inputs_digest,
        }
        with self._transaction():
            for statement in SCHEMA:
                self._database.execute(statement)
            self._database.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
            local = {
                "base": _relative(plan.base, self.folder),
                "folder": plan.outputs.folder,
                "plan file": plan_text,
            }
            self._database.executemany("INSERT INTO local VALUES (?, ?)", local.items())
            self._database.execute(f"PRAGMA user_version = {VERSION}")

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._database.execute("BEGIN IMMEDIATE")
            yield
            self._database.execute("COMMIT")
        except BaseException as error:
            with contextlib.suppress(sqlite3.Error):  # a full disk has undone it already
                self._database.execute("ROLLBACK")
            if not isinstance(error, sqlite3.Error):
                raise
            message = f"{self.folder / LEDGER} cannot be written: {error}"
            raise SeriesError(message) from None

    def close(self) -> None:
        """Close the file, and let others write to it."""
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- what it is the ledger of ---------------------------------------------------------------

    @property
    def plan(self) -> Plan:
        """The plan as it is run."""
        with self._damage_named():
            values = json.loads(self._value("meta", "plan"))
            values["outputs"]["folder"] = self._value("local", "folder")
            base = os.path.normpath(self.folder / self._value("local", "base"))
            return Plan.from_object(values, base)

    @property
    def plan_text(self) -> str:
        """The plan file that the season was begun with."""
        return self._value("local", "plan file")

    @property
    def plan_digest(self) -> str:
        """The digest of the plan."""
        return self._value("meta", "plan digest")

    @property
    def inputs_digest(self) -> str:
        """The digest of what the plan's files held when the season began."""
        return self._value("meta", "inputs digest")

    @property
    def crosswright(self) -> str:
        """The version that began the season."""
        return self._value("meta", "crosswright")

    def _value(self, table: str, key: str) -> str:
        query = f"SELECT value FROM {table} WHERE key = ?"
        with self._damage_named():
            row = self._read(query, (key,)).fetchone()
            if row is None:
                raise LookupError(f"it lacks the {key}")
            return str(row[0])

    @contextlib.contextmanager
    def _damage_named(self) -> Iterator[None]:
        """Say of what cannot be read, or makes no sense, which file it is in."""
        try:
            yield
        except SeriesError:
            raise
        except _DAMAGE as error:
            message = f"{self.folder / LEDGER} is damaged ({reason(error)}); restore it from a copy"
            raise SeriesError(message) from None

    def _read(self, query: str, values: Row = ()) -> sqlite3.Cursor:
        try:
            return self._database.execute(query, values)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise SeriesError(f"{self.folder / LEDGER} cannot be read: {reason(error)}") from None

    # -- what is committed ----------------------------------------------------------------------

    @property
    def committed(self) -> int:
        """How many numbers are committed: always the first ones."""
        with self._damage_named():
            return int(self._read("SELECT count(*) FROM puzzles").fetchone()[0])

    def entries(self) -> list[LedgerEntry]:
        """Return what is committed, in order."""
        with self._damage_named():
            files: dict[PuzzleNumber, list[LedgerFile]] = {}
            query = "SELECT number, path, sha256, size FROM files ORDER BY number, path"
            for number, path, digest, size in self._read(query):
                if not isinstance(path, str) or not isinstance(size, int):
                    raise ValueError(f"a file of number {number} makes no sense")
                files.setdefault(number, []).append(LedgerFile(path, str(digest), size))
            columns = ", ".join(PUZZLE_COLUMNS)
            rows = self._read(f"SELECT {columns} FROM puzzles ORDER BY number")
            return [_entry(row, tuple(files.get(row[0], ()))) for row in rows]

    def problems(self) -> list[str]:
        """Return what is wrong with the file itself, or with rows that belong to no number."""
        with self._damage_named():
            checks = [str(row[0]) for row in self._read("PRAGMA integrity_check")]
            problems = [] if checks == ["ok"] else checks
            for table in ("files", "timings"):
                known = "SELECT number FROM puzzles"
                query = f"SELECT DISTINCT number FROM {table} WHERE number NOT IN ({known})"
                problems += [
                    f"{table} of number {number}, which has no puzzle"
                    for (number,) in self._read(f"{query} ORDER BY number")
                ]
            return problems

    def timings(self) -> dict[PuzzleNumber, Timing]:
        """Return what the puzzles took, by number."""
        query = "SELECT number, draft, repair, files, worker, committed FROM timings"
        with self._damage_named():
            return {number: Timing(*values) for number, *values in self._read(query)}

    def commit(self, entry: LedgerEntry, timing: Timing | None = None) -> None:
        """Add a number, whose files are there; SeriesError if it is not the next one.

        No date and no path appear twice.
        """
        if timing is None:
            timing = Timing()
        with self._transaction():
            next_number = self.committed + 1
            if entry.number != next_number:
                raise SeriesError(
                    f"number {entry.number} cannot be committed now: {next_number} is the next"
                )
            try:
                self._insert(entry, timing)
            except sqlite3.IntegrityError as error:
                raise SeriesError(
                    f"number {entry.number} ({entry.date}) cannot be committed: {error}"
                ) from None

    def _insert(self, entry: LedgerEntry, timing: Timing) -> None:
        execute = self._database.execute
        marks = ", ".join("?" * len(PUZZLE_COLUMNS))
        execute(f"INSERT INTO puzzles VALUES ({marks})", _row(entry))
        for file in entry.files:
            values = file.path, entry.number, file.sha256, file.size
            execute("INSERT INTO files VALUES (?, ?, ?, ?)", values)
        execute(
            "INSERT INTO timings VALUES (?, ?, ?, ?, ?, ?)",
            (entry.number, *vars(timing).values()),
        )

    def dump(self) -> str:
        """Return all that does not depend on where and when the season was made, as text."""
        tables = {
            "meta": "key, value FROM meta ORDER BY key",
            "puzzles": f"{', '.join(PUZZLE_COLUMNS)} FROM puzzles ORDER BY number",
            "files": "number, path, sha256, size FROM files ORDER BY number, path",
        }
        lines = []
        with self._damage_named():
            for table, query in tables.items():
                lines += [f"{table} {_json(row)}\n" for row in self._read(f"SELECT {query}")]
        return "".join(lines)


def is_running(folder: str | os.PathLike[str]) -> bool:
    """Return whether a process is working on the season in a folder."""
    lock = Path(folder, LEDGER_LOCK)
    if not lock.exists():
        return False
    try:
        with locked(lock, 0):
            return False
    except TimeoutError:
        return True
    except OSError:  # a folder that we may only read, so that nobody of us runs anything there
        return False


def check_same(ledger: Ledger, plan: Plan, inputs_digest: str) -> None:
    """Raise SeriesError if a season was begun with other inputs, another plan or version."""
    folder = quote(str(ledger.folder))
    if ledger.crosswright != __version__:
        raise SeriesError(
            f"{folder} was begun with crosswright {ledger.crosswright}, and this is {__version__}; "
            f"finish it with that version, or run the plan in another folder"
        )
    if ledger.plan_digest != plan.digest:
        raise SeriesError(
            f"{folder} was begun with another plan; run this one in another folder, "
            f"or resume the season as it was planned"
        )
    if ledger.inputs_digest != inputs_digest:
        raise SeriesError(
            f"{folder}: the plan's lists, history, patterns or clue tables have changed since the "
            f"season was begun; put them back, or run the plan in another folder"
        )


def _portable_outputs(plan: Plan) -> dict[str, Any]:
    """Return what is written, without the folder, which decides nothing."""
    outputs: dict[str, Any] = plan.as_object()["outputs"]
    return {**outputs, "folder": ""}


def _relative(base: str, folder: Path) -> str:
    """Return the plan's folder as seen from the season's, so that both can be moved together."""
    try:
        return Path(os.path.relpath(base or os.curdir, folder)).as_posix()
    except ValueError:  # on another drive
        return Path(base).absolute().as_posix()


def _row(entry: LedgerEntry) -> Row:
    values = vars(entry) | {
        "date": entry.date.isoformat(),
        "answers": _json(entry.answers),
    }
    return tuple(values[column] for column in PUZZLE_COLUMNS)


def _entry(row: Row, files: tuple[LedgerFile, ...]) -> LedgerEntry:
    values = dict(zip(PUZZLE_COLUMNS, row, strict=True))
    for column, kinds in _COLUMN_TYPES.items():
        if not isinstance(values[column], kinds):
            raise ValueError(f"the {column} of number {values['number']} makes no sense")
    values["date"] = datetime.date.fromisoformat(values["date"])
    values["answers"] = tuple(json.loads(values["answers"]))
    return LedgerEntry(**values, files=files)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
