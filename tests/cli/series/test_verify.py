"""`crosswright series verify`: what is wrong with a season, if anything."""

from __future__ import annotations

import json
from pathlib import Path

from helpers.cli import Run

from crosswright.cli.exits import Exit


def test_a_season_without_faults(run: Run, season: Path) -> None:
    for name in ("season", "plan.toml"):
        done = run("series", "verify", name, "--rebuild")
        assert done.exit_code == Exit.DONE and done.stdout == ""
        assert done.stderr == "4 of 6 puzzles · 1 hole · 12 files · no faults found\n"
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


def test_what_is_not_a_season_ends_with_2(run: Run, season: Path) -> None:
    Path("empty").mkdir()
    for name in ("empty", "nowhere", "my.dict"):
        done = run("series", "verify", name)
        assert done.exit_code == Exit.BAD_INPUT
        assert name in done.stderr and len(done.stderr.splitlines()) == 1
