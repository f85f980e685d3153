"""`crosswright compare`: the table, files and statuses."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from crosswright.cli.app import app
from crosswright.limits import Status
from crosswright.tracing.textbook import Textbook


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


def test_ctrl_c_gives_the_variants_so_far(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search = Textbook.run

    def interrupted(textbook: Textbook) -> Status:
        if not textbook.variant.inference:
            os.kill(os.getpid(), signal.SIGINT)
        return search(textbook)

    monkeypatch.setattr(Textbook, "run", interrupted)
    done = run("compare", "grid.txt", "words.txt", "-o", "chart.svg", "--json")
    assert done.exit_code == 130
    assert [entry["inference"] for entry in json.loads(done.stdout)["variants"]] == [True] * 9
    assert (folder / "chart.svg").exists()
