"""`crosswright doctor`: what is wrong with an installation, and what to do."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from helpers.cli import Run

from crosswright import engine
from crosswright.cli.exits import Exit
from crosswright.cli.jobs import doctor


@pytest.fixture
def healthy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation with nothing wrong, whatever is compiled here."""
    monkeypatch.setenv("CROSSWRIGHT_ENGINE", engine.name)
    return folder


def checks(run: Run) -> tuple[int, dict[str, dict[str, Any]]]:
    done = run("doctor", "--json")
    return done.exit_code, {each["name"]: each for each in json.loads(done.stdout)["checks"]}


def test_a_healthy_installation(run: Run, healthy: Path) -> None:
    status, found = checks(run)
    assert status == Exit.DONE
    assert not [each for each in found.values() if each["state"] == doctor.BAD]
    names = {"version", "Python", "engine", "cache", "English list", "personal list", "clue bank"}
    names |= {"configuration", "fonts", "browser", *(f"extra {name}" for name in doctor.EXTRAS)}
    assert set(found) == names
    done = run("doctor")
    assert done.stderr == "no problems found\n"
    assert len(done.stdout.splitlines()) == len(names)


def test_every_problem_is_named_with_advice(
    run: Run, healthy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = healthy / "config"
    config.mkdir()
    (config / "config.toml").write_text("tast = 1\n")
    (config / "personal.txt").write_text("# Crosswright personal list, format 9\n")
    database = sqlite3.connect(config / "clues.sqlite")
    database.executescript("PRAGMA application_id = 0x43574342; PRAGMA user_version = 9; "
                           "CREATE TABLE t (a)")  # fmt: skip
    database.close()
    (healthy / "file").touch()
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(healthy / "file" / "cache"))
    monkeypatch.setattr(doctor, "find_spec", lambda name: None if name != "wordfreq" else "")
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    status, found = checks(run)
    assert status == Exit.IMPOSSIBLE
    texts = {name: f"{each['state']} {each['text']}; {each['advice']}"
             for name, each in found.items()}  # fmt: skip
    assert "problem" in texts["cache"] and "CROSSWRIGHT_CACHE" in texts["cache"]
    assert "line 1: tast: unknown key; did you mean taste?" in texts["configuration"]
    assert "made by a newer Crosswright (format 9" in texts["word lists"]
    assert "made by a newer Crosswright (format 9" in texts["clue bank"]
    assert "pip install --force-reinstall pymupdf-fonts" in texts["fonts"]
    assert texts["browser"].startswith("optional none found")
    assert "half installed: simplemma is missing" in texts["extra languages"]
    assert texts["extra clues"] == (
        "optional draft clues: not installed; pip install 'crosswright[clues]'"
    )
    assert run("doctor").stderr.endswith("problems found\n")


def test_a_plain_engine_is_a_problem_unless_it_is_asked_for(
    run: Run, healthy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "name", "python")
    monkeypatch.setenv("CROSSWRIGHT_ENGINE", "python")
    assert checks(run)[1]["engine"]["state"] == doctor.GOOD
    monkeypatch.delenv("CROSSWRIGHT_ENGINE")
    assert "install a C compiler" in checks(run)[1]["engine"]["advice"]


def test_values_are_checked_and_not_only_keys(run: Run, healthy: Path) -> None:
    (healthy / "config").mkdir()
    (healthy / "config" / "config.toml").write_text(
        '[fill]\ntime = "soon"\n[render]\npage = "a5"\n'
    )
    done = run("doctor")
    assert done.exit_code == Exit.IMPOSSIBLE
    assert "config.toml, line 2: fill.time: 'soon' is not a number of seconds" in done.stdout
    assert "config.toml, line 4: render.page: 'a5' is not one of 'a4', 'letter'" in done.stdout
