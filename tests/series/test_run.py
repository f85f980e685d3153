"""A season under way: the same whoever works, stopped and resumed, and mended after a crash."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from helpers.small_plans import InlineExecutor, LateExecutor, contents, small_plan

from crosswright.errors import SeriesError
from crosswright.series.ledger import LEDGER, Ledger
from crosswright.series.plan import Day, Plan
from crosswright.series.run import resume, start
from crosswright.series.workers import Pool
from crosswright.support.records import replace


@pytest.fixture
def plan(tmp_path) -> Plan:
    return small_plan(tmp_path)


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """The folder of a season that nobody disturbed."""
    folder = tmp_path_factory.mktemp("made")
    with start(small_plan(folder), executor=InlineExecutor()) as run:
        assert run.result().is_finished
    return folder / "season"


@pytest.fixture(scope="module")
def expected(made) -> dict[str, bytes]:
    """What the season holds, whoever makes it, and wherever."""
    return contents(made)


@pytest.fixture
def finished(plan, made, tmp_path) -> Path:
    """A copy of the season beside its plan."""
    return Path(shutil.copytree(made, tmp_path / "finished"))


def test_a_season_is_committed_in_order(plan, tmp_path, expected):
    with start(plan, executor=InlineExecutor()) as run:
        events = [
            (progress.number, progress.committed, str(progress.date))
            for progress in run
            if progress.event == "committed"
        ]
        result = run.result()
    assert events == [(n, n, f"2027-03-{n:02}") for n in range(1, 11)]
    assert result.folder == str(tmp_path / "season")
    assert (result.total, result.committed, result.holes, result.resumed) == (10, 10, (), 0)
    assert contents(tmp_path / "season") == expected
    assert sum(name.endswith(".puz") for name in expected) == 10


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_in_which_tasks_are_done_does_not_matter(plan, tmp_path, expected, seed):
    executor = LateExecutor(seed)
    with start(plan, tmp_path / "late", executor=executor) as run:
        for _ in run:
            executor.hurry()
    assert contents(tmp_path / "late") == expected


def test_neither_does_the_number_of_workers(plan, tmp_path, expected):
    with (
        ThreadPoolExecutor(8) as executor,
        start(plan, tmp_path / "threads", executor=executor) as run,
    ):
        run.result()
    assert contents(tmp_path / "threads") == expected


def test_processes_may_die_meanwhile(plan, tmp_path, expected, monkeypatch):
    pools = []

    def pool(workers: int) -> Pool:
        pools.append(Pool(workers))
        return pools[-1]

    monkeypatch.setattr("crosswright.series.run.Pool", pool)
    with start(plan, tmp_path / "pool", workers=2) as run:
        for progress in run:
            if progress.event == "drafted" and len(pools) == 1 and progress.drafted == 2:
                os.kill(next(iter(pools[0]._processes)), signal.SIGKILL)
        assert run.result().is_finished
    assert len(pools) == 2
    assert contents(tmp_path / "pool") == expected


@pytest.mark.parametrize("event", ["drafted", "decided", "files", "committed"])
def test_what_is_stopped_is_resumed(plan, tmp_path, expected, event):
    folder = tmp_path / "stopped"
    with start(plan, folder, executor=InlineExecutor()) as run:
        for progress in run:
            if progress.event == event and progress.number == 5:
                run.stop()
        result = run.result()
    assert not result.is_finished
    with Ledger.open(folder) as ledger:
        assert ledger.committed == result.committed >= 1
    with resume(folder, executor=InlineExecutor()) as run:
        second = run.result()
    assert second.resumed == result.committed
    assert second.is_finished
    assert contents(folder) == expected


def test_a_finished_season_has_nothing_to_resume(finished):
    with resume(finished, executor=InlineExecutor()) as run:
        result = run.result()
    assert (result.is_finished, result.resumed, result.mended) == (True, 10, ())


def test_files_and_ledger_agree_after_any_crash(plan, tmp_path, expected):
    folder = tmp_path / "crashed"
    with start(plan, folder, executor=InlineExecutor()) as run:
        for progress in run:
            if progress.committed == 4:
                run.stop()
    changed, missing, half = (folder / f"2027/03/2027-03-0{n}.puz" for n in (1, 2, 3))
    changed.write_bytes(b"something else")
    missing.unlink()
    half.write_bytes(half.read_bytes()[:50])
    (folder / "2027/03/2027-03-05.puz").write_bytes(b"written, but not committed")
    (folder / "2027/03/.2027-03-06.puz.0123456789ab.tmp").write_bytes(b"left behind")
    with resume(folder, executor=InlineExecutor()) as run:
        result = run.result()
    assert result.mended == tuple(f"2027/03/2027-03-0{n}.puz" for n in (1, 2, 3))
    kept = [folder / f"2027/03/2027-03-0{n}.puz.changed" for n in (1, 3)]
    assert kept[0].read_bytes() == b"something else"
    for path in kept:
        path.unlink()
    assert contents(folder) == expected


def test_a_plan_that_stops_at_a_hole_goes_on_when_it_is_resumed(tmp_path):
    plan = small_plan(tmp_path, puzzles=6, at_hole="stop")
    day = Day(9, 9, 60, goal=None)  # no pattern of this size
    plan = replace(plan, days=(*plan.days[:2], day, *plan.days[3:]))
    with start(plan, executor=InlineExecutor()) as run:
        result = run.result()
    assert (result.committed, result.holes, result.is_finished) == (3, (3,), False)
    assert result.stopped_at.explanation == "no pattern of 9 rows and 9 columns in patterns"
    with resume(tmp_path / "season", executor=InlineExecutor()) as run:
        result = run.result()
    assert (result.committed, result.holes, result.is_finished) == (6, (3,), True)


def test_a_season_is_neither_begun_twice_nor_over_other_files(plan, tmp_path, finished):
    with pytest.raises(SeriesError, match="already holds a season with 10 of 10 puzzles"):
        start(plan, finished)
    other = tmp_path / "other/2027/03/2027-03-07.txt"
    other.parent.mkdir(parents=True)
    other.touch()
    with pytest.raises(SeriesError, match=r"2027-03-07\.txt already exists"):
        start(plan, tmp_path / "other")
    assert not (tmp_path / "other" / LEDGER).exists()


def test_what_has_changed_since_is_refused(tmp_path, finished):
    (tmp_path / "words.dict").write_text("CAT;50\n")
    with pytest.raises(SeriesError, match="lists, history, patterns or clue tables have changed"):
        resume(finished)


def test_a_file_that_cannot_be_written_is_named(plan, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full/2027").touch()
    with (
        start(plan, tmp_path / "full", executor=InlineExecutor()) as run,
        pytest.raises(SeriesError, match=r"2027-03-01\.(puz|txt) cannot be written: "),
    ):
        run.result()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            "UPDATE files SET path = '../victim' WHERE path LIKE '%01.puz'",
            "'../victim' is not a file of",
        ),
        (
            "UPDATE meta SET value = replace(value, '{year}/{month}', '../../x')",
            "is not a name in the folder of the season",
        ),
    ],
)
def test_a_ledger_reaches_nothing_outside_of_its_folder(tmp_path, finished, change, message):
    victim = tmp_path / "victim"
    victim.write_bytes(b"untouched")
    with closing(sqlite3.connect(finished / LEDGER)) as database, database:
        database.execute(change)
        plan = database.execute("SELECT value FROM meta WHERE key = 'plan'").fetchone()[0]
        digest = (Plan.from_object(json.loads(plan)).digest,)
        database.execute("UPDATE meta SET value = ? WHERE key = 'plan digest'", digest)
    with pytest.raises(SeriesError, match=message):
        resume(finished, executor=InlineExecutor())
    assert victim.read_bytes() == b"untouched"
