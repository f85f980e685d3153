"""SQLite files of older formats."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from crosswright.support.databases import upgrade, upgraded_copy

STEPS = {1: ["ALTER TABLE t ADD COLUMN b"], 2: ["UPDATE t SET b = a", "CREATE TABLE u (c)"]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with contextlib.closing(sqlite3.connect(tmp_path / "a.sqlite")) as database:
        database.executescript("CREATE TABLE t (a); INSERT INTO t VALUES (7); "
                               "PRAGMA user_version = 1")  # fmt: skip
    return tmp_path / "a.sqlite"


def rows(database: sqlite3.Connection) -> list[tuple[int, int]]:
    assert database.execute("PRAGMA user_version").fetchone() == (3,)
    return database.execute("SELECT a, b FROM t").fetchall()


@pytest.mark.parametrize("level", [None, ""])
def test_all_steps_are_taken(path: Path, level: str | None) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=level)) as database:
        upgrade(database, 1, 3, STEPS)
        assert rows(database) == [(7, 7)]
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert rows(database) == [(7, 7)]


def test_a_copy_leaves_the_file_alone(path: Path) -> None:
    before = path.read_bytes()
    database = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    with contextlib.closing(upgraded_copy(database, 1, 3, STEPS)) as copy:
        assert rows(copy) == [(7, 7)]
    assert path.read_bytes() == before
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        database.execute("SELECT 1")


def test_a_step_that_fails_undoes_them_all(path: Path) -> None:
    before = path.read_bytes()
    broken = {**STEPS, 2: ["DROP TABLE t", "DROP TABLE missing"]}
    with (
        contextlib.closing(sqlite3.connect(path)) as database,
        pytest.raises(sqlite3.OperationalError, match="missing"),
    ):
        upgrade(database, 1, 3, broken)
    assert path.read_bytes() == before
    with pytest.raises(sqlite3.OperationalError, match="missing"):
        upgraded_copy(sqlite3.connect(path), 1, 3, broken)
