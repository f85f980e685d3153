"""The ledger: each number, date and path once, one writer, and readers at any time."""

from __future__ import annotations

import contextlib
import datetime
import sqlite3

import pytest

from crosswright._version import __version__
from crosswright.errors import SeriesError
from crosswright.series import ledger as ledgers
from crosswright.series.ledger import (
    DONE,
    HOLE,
    LEDGER,
    VERSION,
    Ledger,
    LedgerEntry,
    LedgerFile,
    Timing,
    check_same,
)
from crosswright.series.plan import Calendar, Outputs, Plan

START = datetime.date(2027, 1, 1)
PLAN = Plan(calendar=Calendar(START, 9), name="Täglich", base="/nowhere")


def entry(number: int, **fields: object) -> LedgerEntry:
    date = START + datetime.timedelta(days=number - 1)
    values = {
        "status": DONE,
        "pattern": "...\n...",
        "grid": "CAT\nÉTÉ",
        "answers": ("CAT", "ÉTÉ"),
        "min_score": 50,
        "mean": 81.25,
        "lowest": 50,
        "difficulty": 12.5,
        "collisions": 2,
        "repair": "region",
        "files": (LedgerFile(f"{date}.puz", "ab" * 32, 12),),
    }
    return LedgerEntry(number, date, **{**values, **fields})


def test_what_is_committed_is_read_back(tmp_path):
    timing = Timing(1.5, 0.25, 0.5, "host:12", "2027-01-01T00:00:00Z")
    hole = entry(2, status=HOLE, grid="", answers=(), mean=None, files=(), explanation="No…")
    with Ledger.create(tmp_path, PLAN, "digest") as ledger:
        ledger.commit(entry(1), timing)
        ledger.commit(hole)
    with Ledger.open(tmp_path) as ledger:
        assert ledger.entries() == [entry(1), hole]
        assert [item.is_hole for item in ledger.entries()] == [False, True]
        assert ledger.timings() == {1: timing, 2: Timing()}
        assert ledger.committed == 2


def test_the_plan_is_kept_and_found_from_the_season_s_folder(tmp_path):
    plan = Plan(
        calendar=Calendar(START, 9), base=str(tmp_path), outputs=Outputs(folder="out/season")
    )
    with Ledger.create(tmp_path / "out/season", plan, "digest"):
        pass
    (tmp_path / "moved").mkdir()
    (tmp_path / "out").rename(tmp_path / "moved/out")
    with Ledger.open(tmp_path / "moved/out/season") as ledger:
        assert ledger.plan == plan
        assert ledger.plan.base == str(tmp_path / "moved")
        assert ledger.plan_digest == ledger.plan.digest == plan.digest


@pytest.mark.parametrize("number", [1, 3])
def test_numbers_are_committed_once_and_in_order(tmp_path, number):
    with Ledger.create(tmp_path, PLAN, "digest") as ledger:
        ledger.commit(entry(1))
        with pytest.raises(SeriesError, match=rf"number {number} cannot .*: 2 is the next"):
            ledger.commit(entry(number))
        assert ledger.entries() == [entry(1)]


@pytest.mark.parametrize("field", ["date", "files"])
def test_no_date_and_no_path_appears_twice(tmp_path, field):
    with Ledger.create(tmp_path, PLAN, "digest") as ledger:
        ledger.commit(entry(1))
        with pytest.raises(SeriesError, match=r"number 2 .* cannot be committed"):
            ledger.commit(LedgerEntry(**{**vars(entry(2)), field: getattr(entry(1), field)}))
        assert ledger.entries() == [entry(1)]  # none of it was kept
        ledger.commit(entry(2))


def test_a_season_has_one_writer_and_any_readers(tmp_path, monkeypatch):
    monkeypatch.setattr("crosswright.series.ledger.PATIENCE", 0.0)
    with Ledger.create(tmp_path, PLAN, "digest") as ledger:
        with Ledger.open(tmp_path) as reader:
            ledger.commit(entry(1))
            assert reader.committed == 1
            with pytest.raises(SeriesError, match="cannot be written: attempt to write a readonly"):
                reader.commit(entry(2))
        with pytest.raises(SeriesError, match="another process is running this season"):
            Ledger.open(tmp_path, write=True)
    with Ledger.open(tmp_path, write=True) as ledger:
        ledger.commit(entry(2))


def test_a_season_is_begun_once(tmp_path):
    with Ledger.create(tmp_path, PLAN, "digest") as ledger:
        ledger.commit(entry(1))
    with pytest.raises(SeriesError, match="already holds a season with 1 of 9 puzzles; resume it"):
        Ledger.create(tmp_path, PLAN, "digest")


def test_a_run_that_was_killed_before_it_began_leaves_nothing_in_the_way(tmp_path):
    (tmp_path / LEDGER).touch()
    with pytest.raises(SeriesError, match="nothing was committed"):
        Ledger.open(tmp_path)
    Ledger.create(tmp_path, PLAN, "digest").close()
    Ledger.open(tmp_path).close()


def test_other_files_are_refused_in_one_line(tmp_path):
    with pytest.raises(SeriesError, match=r"not a season's folder: it has no ledger\.sqlite"):
        Ledger.open(tmp_path)
    (tmp_path / LEDGER).write_bytes(b"not a database" * 100)
    with pytest.raises(SeriesError, match=r"ledger\.sqlite cannot be read: file is not a database"):
        Ledger.open(tmp_path)


def test_a_newer_ledger_is_refused_politely(tmp_path):
    Ledger.create(tmp_path, PLAN, "digest").close()
    database = sqlite3.connect(tmp_path / LEDGER)
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    with pytest.raises(SeriesError, match=r"newer Crosswright \(format 2; this one knows 1\)"):
        Ledger.open(tmp_path)


def test_an_older_ledger_is_migrated(tmp_path, monkeypatch):
    with Ledger.create(tmp_path, PLAN, "digest") as ledger:
        ledger.commit(entry(1))
        before = ledger.dump()
    monkeypatch.setattr(ledgers, "VERSION", 3)
    steps = {1: ["ALTER TABLE timings ADD COLUMN host TEXT"], 2: ["CREATE TABLE extra (a TEXT)"]}
    monkeypatch.setattr(ledgers, "STEPS", steps)
    file = (tmp_path / LEDGER).read_bytes()
    with Ledger.open(tmp_path) as ledger:
        assert ledger.dump() == before
        assert ledger._read("SELECT host FROM timings").fetchall() == [(None,)]
    assert (tmp_path / LEDGER).read_bytes() == file, "reading changes nothing"
    with Ledger.open(tmp_path, write=True) as ledger:
        assert ledger.dump() == before
    with contextlib.closing(sqlite3.connect(tmp_path / LEDGER)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (3,)
        assert database.execute("SELECT host FROM timings").fetchall() == [(None,)]


def test_a_dump_has_all_but_times_and_places(tmp_path):
    dumps = []
    for folder, seconds in (("one", 1.0), ("two", 2.0)):
        plan = Plan(
            calendar=PLAN.calendar, base=str(tmp_path / folder), outputs=Outputs(folder=folder)
        )
        with Ledger.create(tmp_path / folder, plan, "digest") as ledger:
            ledger.commit(entry(1), Timing(seconds, worker=folder))
            dumps.append(ledger.dump())
    assert dumps[0] == dumps[1]
    for text in ("ÉTÉ", "2027-01-01.puz", "ab" * 32, "81.25", "region", __version__):
        assert text in dumps[0]


def test_what_the_season_depends_on_must_not_have_changed(tmp_path, monkeypatch):
    with Ledger.create(tmp_path, PLAN, "digest") as ledger:
        check_same(ledger, PLAN, "digest")
        with pytest.raises(SeriesError, match="begun with another plan"):
            check_same(ledger, Plan(calendar=PLAN.calendar, seed=2), "digest")
        with pytest.raises(SeriesError, match="lists, history, patterns or clue tables have"):
            check_same(ledger, PLAN, "another")
        monkeypatch.setattr("crosswright.series.ledger.__version__", "99.9")
        with pytest.raises(SeriesError, match=r"begun with crosswright .*, and this is 99\.9"):
            check_same(ledger, PLAN, "digest")


def test_a_full_disk_is_said_in_one_line_and_loses_nothing(tmp_path):
    with Ledger.create(tmp_path, PLAN, "digest") as ledger:
        ledger.commit(entry(1))
        pages = ledger._database.execute("PRAGMA page_count").fetchone()[0]
        ledger._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(SeriesError, match=r"ledger\.sqlite cannot be written: .* is full"):
            ledger.commit(entry(2, explanation="x" * 100_000))
    with Ledger.open(tmp_path, write=True) as ledger:
        assert ledger.entries() == [entry(1)]
        ledger.commit(entry(2))


@pytest.mark.parametrize("value", [b"\xff", b"A\n\xff", "[" * 50_000])
@pytest.mark.parametrize(
    ("table", "column"),
    [("meta", "value"), ("puzzles", "date"), ("puzzles", "answers"), ("timings", "worker")],
)
def test_bytes_and_nests_in_the_place_of_text_are_damage(tmp_path, table, column, value):
    with Ledger.create(tmp_path, PLAN, "digest") as ledger:
        ledger.commit(entry(1))
    with contextlib.closing(sqlite3.connect(tmp_path / LEDGER)) as database, database:
        cast = "CAST(? AS TEXT)" if value == b"A\n\xff" else "?"
        database.execute(f"UPDATE {table} SET {column} = {cast}", (value,))
    with Ledger.open(tmp_path) as ledger:
        for read in (ledger.dump, ledger.entries, ledger.timings, lambda: ledger.plan):
            try:
                read()
            except SeriesError as error:
                assert str(error).endswith("; restore it from a copy")
                message = str(error).removeprefix(str(tmp_path))
                assert message.isprintable() and len(message) < 300
