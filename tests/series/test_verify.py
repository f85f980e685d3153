"""Verifying: every planted fault is found, and nothing else is."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.seasons import START, season_on_disk

from crosswright.errors import SeriesError
from crosswright.formats.files import to_bytes
from crosswright.puzzles.puzzle import Puzzle
from crosswright.series.inputs import Inputs
from crosswright.series.ledger import LedgerEntry
from crosswright.series.planfile import read_plan
from crosswright.series.verify import Verification, VerifyRun, content_findings

FIRST = "2027/02/2027-02-26"

Fault = Callable[[Path], object]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return season_on_disk(tmp_path_factory.mktemp("season"))


@pytest.fixture
def folder(season: Path, tmp_path: Path) -> Path:
    """Return a copy of the season, to plant faults in."""
    shutil.copytree(season.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / season.name


def verified(folder: Path, rebuild: bool = False) -> Verification:
    return VerifyRun(folder, rebuild=rebuild).result()


def lines(folder: Path, rebuild: bool = False) -> list[str]:
    return [*map(str, verified(folder, rebuild).findings)]


def sql(statement: str) -> Fault:
    def change(folder: Path) -> None:
        database = sqlite3.connect(folder / "ledger.sqlite")
        with database:
            database.execute(statement)
        database.close()

    return change


def written(path: str, text: str) -> Fault:
    return lambda folder: (folder / path).write_text(text)


def moved_away(folder: Path) -> None:
    """Put a file elsewhere, and a link in its place."""
    path, elsewhere = folder / f"{FIRST}.txt", folder.parent / "elsewhere.txt"
    path.replace(elsewhere)
    path.symlink_to(elsewhere)


def test_a_season_without_faults(folder: Path) -> None:
    result = verified(folder, rebuild=True)
    assert result.findings == () and result.is_faultless and result.has_inputs
    assert (len(result.entries), result.holes, result.files) == (5, 1, 12)


def test_an_interrupted_season_has_no_faults(folder: Path) -> None:
    ahead = folder / "2027/03/2027-03-03.ipuz"
    ahead.write_text("written before the crash")
    (folder / f"{FIRST[:8]}.x.ipuz.0123456789ab.tmp").touch()
    assert verified(folder).is_faultless
    assert lines(folder) == [
        f"warning: files: {FIRST[:8]}.x.ipuz.0123456789ab.tmp was left by a crash; resume removes "
        "it",
        "warning: files: 2027/03/2027-03-03.ipuz is written, but not committed: resume writes it "
        "again",
    ]


@pytest.mark.parametrize(
    ("fault", "findings"),
    [
        (
            lambda folder: (folder / f"{FIRST}.txt").unlink(),
            [f"error: files: {FIRST}.txt is missing"],
        ),
        (
            written(f"{FIRST}.csv", ""),
            [f"error: files: {FIRST}.csv has 0 bytes; the ledger says 32"],
        ),
        (
            lambda folder: (folder / f"{FIRST}.txt").replace(folder / "2027/02/2027-02-27.txt"),
            [
                f"error: files: {FIRST}.txt is missing",
                "error: files: 2027/02/2027-02-27.txt has changed: its SHA-256 is not that of the "
                "ledger",
            ],
        ),
        (
            written("notes.txt", "who put this here?"),
            ["error: files: notes.txt is not part of the season; nobody knows it"],
        ),
        (
            written(f"{FIRST}.ipuz.changed", "kept by resume"),
            [
                f"warning: files: {FIRST}.ipuz.changed is what resume found in place of a file; "
                "look at it, then remove it"
            ],
        ),
        (
            written("plan.toml", "version = 1"),
            ["error: ledger: plan.toml is not the plan that the season was made from"],
        ),
        (
            sql("UPDATE files SET sha256 = 'abc' WHERE path LIKE '%02-26.ipuz'"),
            [
                f"error: files: {FIRST}.ipuz has changed: its SHA-256 is not that of the ledger",
            ],
        ),
        (
            sql("UPDATE files SET size = 7 WHERE path LIKE '%02-26.ipuz'"),
            [f"error: files: {FIRST}.ipuz has 411 bytes; the ledger says 7"],
        ),
        (
            sql("DELETE FROM files WHERE path LIKE '%02-26.ipuz'"),
            [
                f"error: files: {FIRST}.ipuz is not in the ledger's row of number 1",
                f"error: files: {FIRST}.ipuz is not part of the season; nobody knows it",
            ],
        ),
        (
            sql("INSERT INTO files VALUES ('../secret', 1, 'abc', 3)"),
            ["error: files: ../secret is in the ledger, but the plan names no such file"],
        ),
        (
            sql("INSERT INTO files VALUES ('x.puz', 77, 'abc', 3)"),
            ["error: ledger: ledger.sqlite: files of number 77, which has no puzzle"],
        ),
        (
            sql("UPDATE meta SET value = 'abc' WHERE key = 'plan digest'"),
            ["error: ledger: the plan in the ledger is not the one that its digest belongs to"],
        ),
        (
            sql("UPDATE meta SET value = replace(value, 'Small', 'Large') WHERE key = 'plan'"),
            ["error: ledger: the plan in the ledger is not the one that its digest belongs to"],
        ),
        (
            sql("UPDATE meta SET value = 'abc' WHERE key = 'inputs digest'"),
            ["error: inputs: the plan's lists, history, patterns or clue tables have changed"],
        ),
        (
            sql("UPDATE puzzles SET date = '2027-02-25' WHERE number = 1"),
            ["error: calendar: number 1 has the date 2027-02-25, but the plan 2027-02-26"],
        ),
        (
            sql("UPDATE puzzles SET number = 9 WHERE number = 4"),
            [
                "error: calendar: number 9 (2027-03-01) is not in the plan: a row too many",
                *(f"error: calendar: number {n} is missing" for n in (4, 6, 7, 8)),
                "error: ledger: ledger.sqlite: timings of number 4, which has no puzzle",
            ],
        ),
        (
            sql('UPDATE puzzles SET answers = \'["CAT","CUT","TIE","TEA"]\' WHERE number = 1'),
            [
                "error: grid: 2027-02-26: the answers of the ledger are not those of its grid; it "
                "has TEE",
                "error: scores: 2027-02-26: TEA is not in the lists",
                "error: scores: 2027-02-26: the mean score is 51; the ledger says 51.50",
                f"error: answers: {FIRST}.ipuz has other answers than the ledger",
            ],
        ),
        (
            sql("UPDATE puzzles SET grid = replace(grid, '#', 'X') WHERE number = 1"),
            ["error: grid: 2027-02-26: the grid of the ledger does not have the blocks", "error: "],
        ),
        (
            sql("UPDATE puzzles SET grid = 'CA' || char(10) || 'T' WHERE number = 1"),
            ["error: grid: 2027-02-26: the grid of the ledger cannot be read: "],
        ),
        (
            sql("UPDATE puzzles SET pattern = '...' WHERE number = 1"),
            [
                "error: grid: 2027-02-26: the grid of the ledger does not have the blocks",
                "error: grid: 2027-02-26: the pattern is not the one that the plan chooses",
            ],
        ),
        (
            sql("UPDATE puzzles SET min_score = 52, mean = 60, lowest = 9 WHERE number = 1"),
            [
                "error: scores: 2027-02-26: CAT has a score of 50, below the floor of 52",
                "error: scores: 2027-02-26: CUT has a score of 51, below the floor of 52",
                "error: scores: 2027-02-26: the lowest score is 50; the ledger says 9",
                "error: scores: 2027-02-26: the mean score is 51.50; the ledger says 60",
            ],
        ),
        (
            sql("UPDATE puzzles SET mean = NULL, lowest = NULL WHERE number = 1"),
            [
                "error: scores: 2027-02-26: the lowest score is 50; the ledger says none",
                "error: scores: 2027-02-26: the mean score is 51.50; the ledger says none",
            ],
        ),
        (
            sql("UPDATE puzzles SET difficulty = 99 WHERE number = 1"),
            ["error: scores: 2027-02-26: the difficulty is "],
        ),
        (
            sql("UPDATE puzzles SET status = 'odd' WHERE number = 1"),
            ["error: ledger: 2027-02-26: 'odd' is neither a puzzle nor a hole"],
        ),
        (
            lambda folder: (folder / "plan.toml").unlink(),
            ["warning: files: plan.toml, the copy of the plan, is missing; resume writes it"],
        ),
        (
            moved_away,
            [f"warning: files: {FIRST}.txt is a link to another file; copy that file here"],
        ),
        (
            sql("UPDATE puzzles SET min_score = 20 WHERE number = 1"),
            ["error: scores: 2027-02-26: a floor of 20 is lower than the plan allows"],
        ),
        (
            sql("UPDATE puzzles SET grid = 'CAT' WHERE number = 4"),
            ["error: grid: 2027-03-01: a hole has a grid or answers"],
        ),
        (
            lambda folder: (folder.parent / "my.dict").write_text("CAT;50\n"),
            ["error: inputs: the plan's lists, history, patterns or clue tables have changed"],
        ),
        (
            lambda folder: (folder.parent / "my.dict").unlink(),
            ["warning: inputs: the lists are not at hand, so answers were not looked up: "],
        ),
    ],
)
def test_planted_faults(folder: Path, fault: Fault, findings: list[str]) -> None:
    fault(folder)
    found = lines(folder)
    for expected in findings:
        assert any(line.startswith(expected) for line in found), (expected, found)
    assert len(found) == len(findings) or findings[-1] == "error: "
    assert all(line.isprintable() for line in found)


def test_an_answer_that_comes_again_too_soon(folder: Path) -> None:
    copy_row = (
        "UPDATE puzzles SET (grid, answers, mean, lowest) = "
        "(SELECT grid, answers, mean, lowest FROM puzzles WHERE number = 1) WHERE number = 3"
    )
    sql(copy_row)(folder)
    found = [line for line in lines(folder) if line.startswith("error: windows")]
    assert found[0] == (
        "error: windows: CAT is in the puzzle of 2027-02-28 and was in that of 2027-02-26: its "
        "window is 4 puzzles"
    )
    assert len(found) == 4


def test_an_answer_of_the_history(folder: Path) -> None:
    (folder.parent / "published.txt").write_text("CUT\nEVER\n")
    digest = Inputs.of(read_plan(folder.parent / "plan.toml")).digest
    sql(f"UPDATE meta SET value = '{digest}' WHERE key = 'inputs digest'")(folder)
    (line,) = lines(folder)
    assert "CUT is in the puzzle of 2027-02-26 and is in a list of the history" in line


def test_a_puzzle_with_other_answers_and_a_digest_to_match(folder: Path) -> None:
    path = folder / f"{FIRST}.ipuz"
    data = path.read_bytes().replace(b'"C"', b'"B"')
    assert data != path.read_bytes()
    path.write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()
    sql(f"UPDATE files SET sha256 = '{digest}' WHERE path LIKE '%02-26.ipuz'")(folder)
    assert lines(folder) == [f"error: answers: {FIRST}.ipuz has other answers than the ledger"]


def test_a_sheet_with_a_digest_to_match_is_found_by_making_it_again(folder: Path) -> None:
    path = folder / f"{FIRST}.txt"
    data = b"#" + path.read_bytes()[1:]
    path.write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()
    sql(f"UPDATE files SET sha256 = '{digest}' WHERE path LIKE '%02-26.txt'")(folder)
    assert lines(folder, rebuild=True) == [
        f"error: files: {FIRST}.txt is not what the plan and the ledger give"
    ]


def test_a_format_that_drops_bars_is_not_at_fault() -> None:
    grid = "CAT\nOWE\nTIN\n\nbars right: 1,1"
    puzzle = Puzzle.from_filled(grid)
    entry = LedgerEntry(1, START, "done", "", grid, tuple(puzzle.answers.values()))
    data, losses = to_bytes(puzzle, "puz")
    assert [loss.what for loss in losses] == ["bars"]
    assert [*content_findings(None, entry, "x.puz", data)] == []
    other, _ = to_bytes(Puzzle.from_filled(grid.replace("OWE", "ONE")), "puz")
    assert len([*content_findings(None, entry, "x.puz", other)]) == 1


@pytest.mark.parametrize(
    "fault",
    [
        lambda folder: (folder / "ledger.sqlite").unlink(),
        lambda folder: (folder / "ledger.sqlite").write_bytes(b"not a database" * 100),
        sql("UPDATE puzzles SET date = 'yesterday' WHERE number = 1"),
        sql("UPDATE puzzles SET answers = '{' WHERE number = 1"),
        sql("UPDATE puzzles SET min_score = 'high' WHERE number = 1"),
        sql("UPDATE files SET size = 'large'"),
        sql("UPDATE meta SET value = CAST(x'ff' AS TEXT)"),
        sql("DROP TABLE puzzles"),
        sql("DELETE FROM meta"),
        sql("UPDATE meta SET value = '{}' WHERE key = 'plan'"),
    ],
)
def test_a_ledger_that_cannot_be_read(folder: Path, fault: Fault) -> None:
    fault(folder)
    with pytest.raises(SeriesError) as caught:
        verified(folder)
    assert str(caught.value).isprintable() and str(folder) in str(caught.value)


def test_it_can_be_stopped(folder: Path) -> None:
    run = VerifyRun(folder)
    next(run)
    run.stop()
    assert run.result().files <= 3
