"""`crosswright series verify` and `series status`: what is known of a season."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.cli import Run
from helpers.seasons import EXPLANATION, season_on_disk

from crosswright.cli.exits import Exit


@pytest.fixture
def season(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    season_on_disk(tmp_path)
    return Path("season")


def test_a_season_without_faults(run: Run, season: Path) -> None:
    for name in ("season", "plan.toml"):
        done = run("series", "verify", name, "--rebuild")
        assert done.exit_code == Exit.DONE and done.stdout == ""
        assert done.stderr == "5 of 6 puzzles · 1 hole · 12 files · no faults found\n"
    report = json.loads(run("series", "verify", "season", "--json").stdout)
    assert report == {
        "puzzles": 6,
        "committed": 5,
        "holes": 1,
        "files": 12,
        "looked_up": True,
        "rebuilt": False,
        "findings": [],
    }


def test_faults_end_with_1(run: Run, season: Path) -> None:
    (season / "2027/02/2027-02-26.ipuz").unlink()
    done = run("series", "verify", "season")
    assert done.exit_code == Exit.IMPOSSIBLE
    assert done.stdout == "error: files: 2027/02/2027-02-26.ipuz is missing\n"
    assert done.stderr.endswith("11 files · 1 error\n")
    (finding,) = json.loads(run("series", "verify", "season", "--json").stdout)["findings"]
    assert finding["rule"] == "files" and finding["where"] == "2027/02/2027-02-26.ipuz"


@pytest.mark.parametrize("command", ["verify", "status"])
def test_what_is_not_a_season_ends_with_2(run: Run, season: Path, command: str) -> None:
    Path("empty").mkdir()
    for name in ("empty", "nowhere", "my.dict"):
        done = run("series", command, name)
        assert done.exit_code == Exit.BAD_INPUT
        assert name in done.stderr and len(done.stderr.splitlines()) == 1


def test_status(run: Run, season: Path) -> None:
    done = run("series", "status", "season")
    assert done.exit_code == Exit.DONE
    assert done.stdout.splitlines() == [
        "Small: 5 of 6 puzzles, up to 2027-03-02 · 1 hole · mean score 58.5, lowest 50",
        "next: number 6, Wednesday 2027-03-03",
        "hole: 2027-03-01: No fill was found.",
    ]
    assert done.stderr == "go on with: crosswright series resume season\n"


def test_status_as_json(run: Run, season: Path) -> None:
    report = json.loads(run("series", "status", "plan.toml", "--json").stdout)
    assert report["name"] == "Small" and report["folder"] == "season"
    assert (report["puzzles"], report["committed"], report["done"]) == (6, 5, 4)
    assert report["next"] == "2027-03-03" and not report["running"]
    assert report["holes"] == [{"number": 4, "date": "2027-03-01", "explanation": EXPLANATION}]


def test_status_knows_whether_it_is_being_made(run: Run, season: Path) -> None:
    from crosswright.series.ledger import Ledger

    with Ledger.open(season, write=True):
        done = run("series", "status", "season")
        assert done.stderr == "it is being made right now\n"
    assert not json.loads(run("series", "status", "season", "--json").stdout)["running"]
