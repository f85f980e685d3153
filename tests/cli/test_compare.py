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

ROOT = Path(__file__).parents[2]


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


def test_compare_and_trace_take_the_same_arguments(run: Run, folder: Path) -> None:
    for arguments in (["my.dict"], ["-w", "my.dict"]):
        common = ["grid.txt", *arguments, "--run", "degree,random", "--seed", "3", "--time", "60"]
        compared = json.loads(run("compare", *common, "--min-score", "1", "--json").stdout)
        traced = json.loads(
            run("trace", *common, "--min-score", "1", "-o", "x.html", "--json").stdout
        )
        [variant], [search] = compared["variants"], traced["runs"]
        assert (variant["variable"], variant["value"]) == ("degree", "random")
        for counter in ("status", "assignments", "backtracks", "revisions", "removed"):
            assert variant[counter] == search[counter]


def test_the_shipped_example_shows_differences(run: Run) -> None:
    files = ROOT / "docs" / "examples" / "square.txt", ROOT / "data" / "words2.txt"
    names = "textbook", "no-inference", "no-inference,fixed", "no-inference,fixed,alphabetical"
    runs = [part for name in names for part in ("--run", name)]
    done = run("compare", *files, *runs, "--no-own", "--json", "--time", "600")
    outcomes = json.loads(done.stdout)["variants"]
    assert {outcome["status"] for outcome in outcomes} == {"FILLED"}
    assert [outcome["assignments"] for outcome in outcomes] == [6, 32, 122, 861]


def test_wrong_usage(run: Run, folder: Path) -> None:
    done = run("compare", "grid.txt", "my.dict", "--run", "magic")
    assert done.exit_code == 2
    assert "unknown 'magic'; choose from textbook, inference" in done.stderr


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
    assert "stopped after 9 of 18 runs" in done.stderr
