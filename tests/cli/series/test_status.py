"""`crosswright series status`: how far a season is."""

from __future__ import annotations

import json
from pathlib import Path

from helpers.cli import Run
from helpers.seasons import EXPLANATION

from crosswright.cli.exits import Exit
from crosswright.series.ledger import Ledger


def test_status(run: Run, season: Path) -> None:
    done = run("series", "status", "season")
    assert done.exit_code == Exit.DONE
    assert done.stdout.splitlines() == [
        "Small: 4 of 6 puzzles, up to 2027-03-02 · 1 hole · mean score 58.5, lowest 50",
        "next: number 6, Wednesday 2027-03-03",
        "hole: 2027-03-01: No fill was found.",
    ]
    assert done.stderr == "go on with: crosswright series resume season\n"


def test_status_names_a_command_that_can_be_copied(run: Run, season: Path) -> None:
    season.rename("my season")
    done = run("series", "status", "my season")
    assert done.stderr == "go on with: crosswright series resume 'my season'\n"


def test_status_as_json(run: Run, season: Path) -> None:
    report = json.loads(run("series", "status", "plan.toml", "--json").stdout)
    assert report["name"] == "Small" and report["folder"] == "season"
    assert (report["puzzles"], report["committed"], report["done"]) == (6, 5, 4)
    assert report["next"] == "2027-03-03" and not report["running"]
    assert report["holes"] == [{"number": 4, "date": "2027-03-01", "explanation": EXPLANATION}]


def test_status_knows_whether_it_is_being_made(run: Run, season: Path) -> None:
    with Ledger.open(season, write=True):
        done = run("series", "status", "season")
        assert done.stderr == "it is being made right now\n"
    assert not json.loads(run("series", "status", "season", "--json").stdout)["running"]


def test_what_is_not_a_season_ends_with_2(run: Run, season: Path) -> None:
    Path("empty").mkdir()
    for name in ("empty", "nowhere", "my.dict"):
        done = run("series", "status", name)
        assert done.exit_code == Exit.BAD_INPUT
        assert name in done.stderr and len(done.stderr.splitlines()) == 1
