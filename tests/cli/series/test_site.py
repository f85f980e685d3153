"""`crosswright series site`: a folder of pages, up to a date if there is one."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest
from helpers.cli import Run
from helpers.seasons import season_on_disk
from helpers.small_plans import InlineExecutor, write_plan

from crosswright.cli.exits import Exit
from crosswright.cli.jobs.series.site import read_date


@pytest.fixture
def season(folder: Path) -> Path:
    return season_on_disk(folder).relative_to(folder)


def test_the_site_is_in_the_folder_of_the_season(run: Run, season: Path) -> None:
    done = run("series", "site", season)
    assert done.exit_code == 0, done.stderr
    assert done.stderr == "wrote season/site: 4 puzzles; open season/site/index.html\n"
    assert b'"solution"' in (season / "site" / "puzzles" / "2027-02-26.html").read_bytes()


def test_a_dry_run_and_no_clobber(run: Run, season: Path) -> None:
    done = run("series", "site", season, "--dry-run")
    assert done.stderr.startswith("would write season/site: 4 puzzles, ")
    assert not (season / "site").exists()
    files = json.loads(run("series", "site", season, "--dry-run", "--json").stdout)["files"]
    assert {"file": "season/site/index.html", "would": "create"} in files
    run("series", "site", season)
    assert "season/site: exists already" in run("series", "site", season, "--no-clobber").stderr
    files = json.loads(run("series", "site", season, "--dry-run", "--json").stdout)["files"]
    assert {"file": "season/site/index.html", "would": "replace"} in files


def test_later_puzzles_and_solutions_are_left_out(run: Run, season: Path) -> None:
    flags = ("--until", "2027-02-27", "--no-solutions", "-o", "public")
    done = run("series", "site", "plan.toml", *flags)
    assert "wrote public: 2 puzzles, 2 of later dates left out; open" in done.stderr
    pages = sorted(path.name for path in Path("public", "puzzles").iterdir())
    assert pages == ["2027-02-26.html", "2027-02-27.html"]
    assert b'"solution"' not in Path("public", "puzzles", pages[0]).read_bytes()
    report = json.loads(run("series", "site", season, *flags, "--json").stdout)
    assert (report["puzzles"], report["left_out"], report["solutions"]) == (2, 2, False)
    assert {"file": "public/index.html"} in report["files"]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--until", "tomorrow"), "--until 'tomorrow' is not a date; write one such as 2027-03-14"),
        (("-o", "-"), "a site is a folder of pages; name one with -o"),
        (("-o", "plan.toml"), "plan.toml"),
        (("-o", "taken"), "taken/index.html is not the page of such a site; choose another folder"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    run: Run, season: Path, flags: tuple[str, ...], message: str
) -> None:
    Path("taken").mkdir()
    Path("taken/index.html").write_text("<h1>Mine</h1>")
    done = run("series", "site", season, *flags)
    assert done.exit_code == Exit.BAD_INPUT
    assert message in done.stderr and "Traceback" not in done.stderr
    assert Path("taken/index.html").read_text() == "<h1>Mine</h1>"


def test_a_plan_may_ask_for_a_site(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crosswright.series.run.Pool", lambda workers: InlineExecutor())
    plan = write_plan(tmp_path, 2)
    text = plan.read_text().replace("[output]\n", "[output]\nsite = true\nsolutions = false\n")
    plan.write_text(text)
    assert run("series", "run", plan).exit_code == Exit.DONE
    pages = [*(tmp_path / "season" / "site").rglob("*.html")]
    assert len(pages) == 4
    assert not any(b'"solution"' in page.read_bytes() for page in pages)


def test_today_is_the_day_of_the_machine() -> None:
    before, today, after = datetime.date.today(), read_date("today"), datetime.date.today()
    assert today is not None and before <= today <= after
