"""`crosswright trace`: events, files, statuses and wrong usage."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from helpers.cli import Run

from crosswright.engine import RUNNING
from crosswright.limits import Status
from crosswright.tracing.replay import replay
from crosswright.tracing.trace import Trace
from crosswright.tracing.tracer import TracingSolver


def test_events_are_printed(run: Run, folder: Path) -> None:
    done = run("trace", "grid.txt", "-w", "my.dict")
    assert done.exit_code == 0
    trace = Trace.of(done.stdout.splitlines())
    assert trace.status is Status.FILLED
    assert len(replay(trace).answers()) == 4
    assert trace.start["algorithm"] == "engine"


def test_files(run: Run, folder: Path) -> None:
    done = run(
        "trace", "grid.txt", "-w", "my.dict", "--run", "degree,random",
        "-o", "run.jsonl", "-o", "run.html", "--json",
    )  # fmt: skip
    assert done.exit_code == 0
    trace = Trace.load(folder / "run.jsonl")
    assert trace.start["variant"] == {"inference": True, "variable": "degree", "value": "random"}
    assert json.loads(done.stdout)["runs"][0]["events"] == len(trace)
    assert "most crossings first" in (folder / "run.html").read_text("utf-8")


def test_events_are_numbered_as_in_the_player(run: Run, folder: Path) -> None:
    done = run("trace", "grid.txt", "-w", "my.dict", "--run", "textbook", "-o", "run.jsonl")
    assert f"; events 0 to {len(Trace.load(folder / 'run.jsonl')) - 1}, " in done.stderr


def test_statuses(run: Run, folder: Path) -> None:
    assert run("trace", "grid.txt", "-w", "my.dict", "--events", "5").exit_code == 3
    (folder / "few.txt").write_text("CAT\n", "utf-8")
    assert run("trace", "grid.txt", "-w", "few.txt").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--run", "magic"], "unknown 'magic'; choose from engine, textbook"),
        (["--run", "mrv,fixed"], "fixed contradicts a word before it"),
        (["--run", "mrv", "--run", "fixed"], "two runs need an .html output"),
        (["--run", "mrv", "--run", "fixed", "--run", "lcv"], "at most 2 times"),
        (["--run", "mrv", "--ban", "CAT"], "takes no rules"),
        (["-o", "run.txt"], "this command writes .jsonl or .html"),
    ],
)
def test_wrong_usage(run: Run, folder: Path, arguments: list[str], message: str) -> None:
    done = run("trace", "grid.txt", "-w", "my.dict", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_ctrl_c_gives_the_events_so_far(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(solver: TracingSolver, nodes: int, failures: int) -> int:
        signal.raise_signal(signal.SIGINT)
        return RUNNING

    monkeypatch.setattr(TracingSolver, "run", interrupted)
    done = run("trace", "grid.txt", "-w", "my.dict")
    assert done.exit_code == 130
    assert Trace.of(done.stdout.splitlines()).status is Status.CANCELLED
