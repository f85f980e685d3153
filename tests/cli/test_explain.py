"""`crosswright explain` as it is used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.cli import interrupt_when

from crosswright.cli.app import app


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.txt").write_text("C.Q\n.##\n", "utf-8")
    (tmp_path / "good.txt").write_text("C.T\n.##\n", "utf-8")
    (tmp_path / "words.txt").write_text("CAT\nCOT\nCO\nCUE\n", "utf-8")
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["explain", *arguments, "--no-own"])


def test_statuses(folder: Path) -> None:
    done = run("good.txt", "-w", "words.txt")
    assert (done.exit_code, done.stdout) == (0, "This grid can be filled.\n")
    done = run("bad.txt", "-w", "words.txt")
    assert done.exit_code == 1
    assert done.stdout.startswith(
        "1-Across C_Q needs a word, but none of the 3 three-letter words fits. "
    )
    assert run("missing.txt", "-w", "words.txt").exit_code == 2
    (folder / "open.txt").write_text("......\n" * 6, "utf-8")
    assert run("open.txt", "--time", "0").exit_code == 3


def test_json(folder: Path) -> None:
    done = run("bad.txt", "-w", "words.txt", "--json")
    assert done.exit_code == 1
    data = json.loads(done.stdout)
    assert data["repairs"][0]["changes"][0]["kind"] == "free"
    assert data["conflict"][0]["slot"] == "1A"


def test_rules_are_taken_into_account(folder: Path) -> None:
    done = run("good.txt", "-w", "words.txt", "--ban", "CAT", "--ban", "COT")
    assert done.exit_code == 1
    assert "Allow the banned word CAT." in done.stdout


def test_preview(folder: Path) -> None:
    done = run("good.txt", "-w", "words.txt", "--preview", "-o", "heat.svg", "-o", "heat.json")
    assert done.exit_code == 0
    assert done.stdout == ""
    assert "<svg" in (folder / "heat.svg").read_text("utf-8")
    assert json.loads((folder / "heat.json").read_text("utf-8"))["slots"][0]["candidates"] == 2
    done = run("bad.txt", "-w", "words.txt", "--preview")
    assert done.exit_code == 1
    assert "Propagation alone proves" in done.stdout
    done = run("good.txt", "-w", "words.txt", "--preview", "--json")
    assert json.loads(done.stdout)["status"] == "OPEN"


def test_outputs_are_checked_first(folder: Path) -> None:
    done = run("bad.txt", "-w", "words.txt", "-o", "why.svg")
    assert done.exit_code == 2
    assert "why.svg: this command writes .txt or .json, and .svg with --preview" in done.stderr
    done = run("bad.txt", "-w", "words.txt", "-o", "none/why.txt")
    assert "there is no folder none; make it first" in done.stderr
    done = run("bad.txt", "-w", "words.txt", "-o", "why.txt")
    assert done.exit_code == 1
    assert (folder / "why.txt").read_text("utf-8").startswith("1-Across")


def test_ctrl_c_gives_what_there_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_when(monkeypatch, lambda progress: progress.repairs)
    done = run("bad.txt", "-w", "words.txt", "--json")
    assert done.exit_code == 130
    explanation = json.loads(done.stdout)
    assert explanation["status"] == "IMPOSSIBLE"
    assert explanation["conflict"]
    assert explanation["cut_short_by"] == "CANCELLED"


def test_ctrl_c_before_anything_is_known(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_when(monkeypatch, lambda progress: True)
    (folder / "open.txt").write_text("......\n" * 6, "utf-8")
    done = run("open.txt", "--time", "600")
    assert done.exit_code == 130
    assert done.stdout.startswith("Stopped")
