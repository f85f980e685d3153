"""`crosswright series run` and `resume`: what they say, and how they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.cli import Run
from helpers.small_plans import InlineExecutor, contents, write_plan

from crosswright.cli.exits import Exit
from crosswright.series.run import SeriesRun


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a plan in the current folder, for one who works here."""
    monkeypatch.setattr("crosswright.series.run.Pool", lambda workers: InlineExecutor())
    monkeypatch.chdir(tmp_path)
    return write_plan(tmp_path, 6).relative_to(tmp_path)


def test_a_season_is_made_in_the_plan_s_folder(run: Run, plan: Path) -> None:
    result = run("series", "run", plan)
    assert result.exit_code == Exit.DONE
    assert "season: 6 of 6 puzzles · 0 holes · in " in result.stderr
    files = contents(Path("season"))
    assert "2027/03/2027-03-06.puz" in files
    assert files["plan.toml"] == plan.read_bytes()
    assert b"<html" in files["report.html"]


def test_machines_get_a_line_for_each_event(run: Run, plan: Path) -> None:
    result = run("series", "run", plan, "--json", "--output", "spring", "--workers", 3)
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert [event["number"] for event in events if event["event"] == "committed"] == [*range(1, 7)]
    last = events[-1]
    assert (last["event"], last["folder"], last["committed"]) == ("finished", "spring", 6)
    assert last["holes"] == last["mended"] == []


def test_holes_are_named_and_show_in_the_exit_status(run: Run, plan: Path) -> None:
    plan.write_text(plan.read_text() + "[days.tuesday]\nsize = 9\n")
    result = run("series", "run", plan)
    assert result.exit_code == Exit.LIMIT
    reason = "no pattern of 9 rows and 9 columns in patterns"
    assert f"hole: number 2 (2027-03-02): {reason}" in result.stderr
    assert "5 of 6 puzzles · 1 hole · in " in result.stderr
    again = run("series", "resume", "season", "--json")
    assert json.loads(again.stdout)["holes"][0]["explanation"] == reason


def test_what_is_stopped_says_how_to_go_on(
    run: Run, plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = SeriesRun._commit

    def commit_and_stop(season: SeriesRun, number: int) -> object:
        if number == 3:
            season.stop()
        return commit(season, number)

    monkeypatch.setattr(SeriesRun, "_commit", commit_and_stop)
    result = run("series", "run", plan)
    assert "4 of 6 puzzles · 0 holes" in result.stderr
    assert "what is committed stays; go on with: crosswright series resume season" in result.stderr
    assert not Path("season/report.html").exists()
    monkeypatch.setattr(SeriesRun, "_commit", commit)
    Path("season/2027/03/2027-03-02.puz").unlink()
    result = run("series", "resume", plan)
    assert "2027/03/2027-03-02.puz was missing or changed, and was made anew" in result.stderr
    assert "6 of 6 puzzles (4 dates done before) · 0 holes" in result.stderr


def test_a_plan_that_has_changed_is_not_taken_for_that_of_the_season(run: Run, plan: Path) -> None:
    run("series", "run", plan)
    plan.write_text(plan.read_text().replace("puzzles = 6", "puzzles = 7"))
    result = run("series", "resume", plan)
    assert result.exit_code == Exit.BAD_INPUT
    assert "plan.toml is not the plan that season was begun with" in result.stderr
    assert run("series", "resume", "season").exit_code == Exit.DONE


def test_mistakes_are_said_in_one_line(run: Run, plan: Path) -> None:
    run("series", "run", plan)
    result = run("series", "run", plan)
    assert result.exit_code == Exit.BAD_INPUT
    assert "already holds a season with 6 of 6 puzzles; resume it" in result.stderr
    result = run("series", "resume", plan.parent)
    assert "not a season's folder" in result.stderr
    assert run("series", "run", "-").exit_code == Exit.BAD_INPUT


@pytest.mark.parametrize("workers", [0, 257, 100_000])
def test_a_machine_has_only_so_many_workers(run: Run, plan: Path, workers: int) -> None:
    result = run("series", "run", plan, "--workers", workers)
    assert result.exit_code == Exit.BAD_INPUT
    assert "1<=x<=256" in result.stderr
