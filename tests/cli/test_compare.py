"""`crosswright compare`: the table, files and statuses."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from crosswright.cli.app import app


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grid.txt").write_text("___\n_#_\n___\n", "utf-8")
    (tmp_path / "words.txt").write_text("CAT\nCUT\nTIE\nTEE\nCOT\nTOE\n", "utf-8")
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments, "--no-own"])


def test_a_table_and_files(folder: Path) -> None:
    done = run("compare", "grid.txt", "words.txt", "-o", "chart.svg", "-o", "all.json")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].split()[:4] == ["inference", "variable", "value", "assignments"]
    assert len(lines) == 1 + 18
    data = json.loads((folder / "all.json").read_text("utf-8"))
    assert {entry["status"] for entry in data["variants"]} == {"FILLED"}
    root = ElementTree.fromstring((folder / "chart.svg").read_text("utf-8"))
    assert len(root.findall("{http://www.w3.org/2000/svg}rect")) == 1 + 18


def test_statuses(folder: Path) -> None:
    (folder / "few.txt").write_text("CAT\n", "utf-8")
    assert run("compare", "grid.txt", "few.txt").exit_code == 1
    assert run("compare", "grid.txt", "words.txt", "--time", "0").exit_code == 3
