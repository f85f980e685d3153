"""SQLite files of older formats, brought to the present one without losing anything."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Steps: TypeAlias = Mapping[int, Sequence[str]]
"""For each old format, the statements that lead to the next one."""


def upgrade(database: sqlite3.Connection, found: int, known: int, steps: Steps) -> None:
    """Take a file from one format to another, step by step; all of it happens, or nothing.

    The caller keeps others from writing meanwhile.
    """
    database.commit()
    database.execute("BEGIN IMMEDIATE")
    try:
        for version in range(found, known):
            for statement in steps[version]:
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {known}")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise


def upgraded_copy(
    database: sqlite3.Connection, found: int, known: int, steps: Steps
) -> sqlite3.Connection:
    """Return a copy in memory in the present format, for those who only read; close the file."""
    copy = sqlite3.connect(
        ":memory:", isolation_level=database.isolation_level, check_same_thread=False
    )
    try:
        database.backup(copy)
        upgrade(copy, found, known, steps)
    except BaseException:
        copy.close()
        raise
    finally:
        database.close()
    return copy
