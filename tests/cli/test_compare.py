"""`crosswright compare`: the table, files and statuses."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers.cli import Run

from crosswright.limits import Status
from crosswright.tracing.textbook import Textbook


def test_a_table_and_files(run: Run, folder: Path) -> None:
    Path("structure.txt").write_text("___\n_#_\n___\n")
    done = run("compare", "structure.txt", "my.dict", "-o", "chart.svg", "-o", "all.json")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].split()[:4] == ["inference", "variable", "value", "assignments"]
    assert len(lines) == 1 + 18
    data = json.loads((folder / "all.json").read_text("utf-8"))
    assert {entry["status"] for entry in data["variants"]} == {"FILLED"}
    root = ElementTree.fromstring((folder / "chart.svg").read_text("utf-8"))
    assert len(root.findall("{http://www.w3.org/2000/svg}rect")) == 1 + 18


def test_statuses(run: Run, folder: Path) -> None:
    (folder / "few.txt").write_text("CAT\n", "utf-8")
    assert run("compare", "grid.txt", "few.txt").exit_code == 1
    assert run("compare", "grid.txt", "my.dict", "--time", "0").exit_code == 3


def test_ctrl_c_gives_the_variants_so_far(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Textbook.run

    def interrupted(textbook: Textbook) -> Status:
        if not textbook.variant.inference:
            signal.raise_signal(signal.SIGINT)
        return search(textbook)

    monkeypatch.setattr(Textbook, "run", interrupted)
    done = run("compare", "grid.txt", "my.dict", "-o", "chart.svg", "--json")
    assert done.exit_code == 130
    assert [entry["inference"] for entry in json.loads(done.stdout)["variants"]] == [True] * 9
    assert (folder / "chart.svg").exists()
