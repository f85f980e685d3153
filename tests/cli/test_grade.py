"""`crosswright grade`: a report, a table, JSON and statuses."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from helpers.cli import Run
from helpers.planted_faults import FAULTS, SUBMISSIONS

from crosswright.cli.commands import grade as options
from crosswright.cli.jobs import grade as job
from crosswright.grading import grade as grading

[UNIQUENESS] = [fault for fault in FAULTS if fault.name == "consistent forgets that words differ"]
ONE = ("--function", "consistent")


def submit(name: str, source: str) -> None:
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(source, "utf-8")


def test_a_solution_passes(run: Run, folder: Path) -> None:
    submit("generate.py", (SUBMISSIONS / "whole.py").read_text("utf-8"))
    done = run("grade", "generate.py")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1] == "41 of 41 checks passed"
    assert [line.split()[0] for line in done.stdout.splitlines()[:-1]] == ["ok"] * 10


def test_a_failure_is_a_line_and_an_example(run: Run, folder: Path) -> None:
    submit("generate.py", UNIQUENESS.source())
    done = run("grade", "generate.py", *ONE)
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert lines[0] == "ok       file"
    assert lines[1] == "FAILED   consistent should refuse a word that is used twice"
    assert [line.split()[0] for line in lines[2:-1] if line[11] != " "] == [
        *("structure", "words", "call", "expected", "got")
    ]
    assert lines[-1] == "7 of 8 checks passed"


def test_json_has_everything(run: Run, folder: Path) -> None:
    submit("generate.py", UNIQUENESS.source())
    data = json.loads(run("grade", "generate.py", *ONE, "--json").stdout)
    assert (data["file"], data["passed"], data["points"]) == ("generate.py", False, 7)
    assert data["functions"] == {"file": "ok", "consistent": "failed"}
    [failure] = data["failures"]
    assert failure["check"] == "refuse a word that is used twice"
    assert failure["example"]["expected"] == "False"
    assert failure["example"]["call"].startswith("consistent({")


def test_remarks_count_if_they_are_to(run: Run, folder: Path) -> None:
    submit("generate.py", "print('hello')\n" + (SUBMISSIONS / "plain.py").read_text("utf-8"))
    done = run("grade", "generate.py", *ONE)
    assert done.exit_code == 0
    assert "remark   prints on import: 'hello'" in done.stdout
    assert run("grade", "generate.py", *ONE, "--strict").exit_code == 1


def test_a_folder_gets_a_table(run: Run, folder: Path) -> None:
    submit("all/alice.py", (SUBMISSIONS / "plain.py").read_text("utf-8"))
    submit("all/bob.py", "while True print('hello')")
    done = run("grade", "all", *ONE)
    assert done.exit_code == 1
    _, alice, bob = done.stdout.splitlines()
    assert alice.split()[:2] == ["alice.py", "8/8"]
    assert bob.split()[:2] == ["bob.py", "0/8"]
    data = json.loads(run("grade", "all", *ONE, "--json").stdout)
    assert [entry["passed"] for entry in data["submissions"]] == [True, False]


def test_ctrl_c_gives_the_grades_so_far(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("alice", "bob", "carol"):
        submit(f"all/{name}.py", (SUBMISSIONS / "plain.py").read_text("utf-8"))

    def interrupted(path: Path, **settings: Any) -> grading.Grade:
        if path.name == "bob.py":
            signal.raise_signal(signal.SIGINT)
        return grading.grade(path, **settings)

    monkeypatch.setattr(job, "grade", interrupted)
    done = run("grade", "all", *ONE, "--json")
    assert done.exit_code == 130
    assert [entry["file"] for entry in json.loads(done.stdout)["submissions"]] == ["all/alice.py"]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["nowhere.py"], "nowhere.py: No such file"),
        (["empty"], "empty: no submissions"),
        (["generate.py", "--time", "0"], "--time 0 leaves no time"),
        (["generate.py", "--function", "solver"], "unknown function 'solver'; choose from"),
    ],
)
def test_bad_input_is_refused(run: Run, folder: Path, arguments: list[str], message: str) -> None:
    Path("empty").mkdir()
    submit("generate.py", "")
    done = run("grade", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_the_default_is_that_of_the_package() -> None:
    assert options.SECONDS == grading.SECONDS
