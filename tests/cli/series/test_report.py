"""`crosswright series report`: the page of a season, by its folder or its plan."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.cli import Run
from helpers.seasons import season_on_disk

from crosswright.cli.exits import Exit


@pytest.fixture
def season(folder: Path) -> Path:
    return season_on_disk(folder).relative_to(folder)


def test_the_report_is_in_the_folder_of_the_season(run: Run, season: Path) -> None:
    done = run("series", "report", season)
    assert done.exit_code == 0, done.stderr
    assert done.stderr == "wrote season/report.html: 4 of 6 puzzles, 1 hole\n"
    page = (season / "report.html").read_text("utf-8")
    assert "1 puzzle still to be made" in page and 'id="hole-4"' in page


def test_the_plan_means_its_season(run: Run, season: Path) -> None:
    assert run("series", "report", "plan.toml", "-o", "here.html").exit_code == 0
    assert run("series", "report", season, "-o", "there.html").exit_code == 0
    assert Path("here.html").read_bytes() == Path("there.html").read_bytes()


def test_the_figures_as_json(run: Run, season: Path) -> None:
    report = json.loads(run("series", "report", season, "--json").stdout)
    assert report == {
        "puzzles": 6,
        "done": 4,
        "holes": 1,
        "mean": report["mean"],
        "lowest": 50,
        "repeats_too_soon": 0,
        "files": [{"file": "season/report.html"}],
    }


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("empty", "empty: there is no season here yet; crosswright series run makes it"),
        ("nowhere", "nowhere: there is no such season: neither a folder nor a plan file"),
    ],
)
def test_what_is_not_a_season(run: Run, folder: Path, name: str, message: str) -> None:
    Path("empty").mkdir()
    done = run("series", "report", name)
    assert done.exit_code == Exit.BAD_INPUT
    assert done.stderr == f"crosswright: {message}\n"
