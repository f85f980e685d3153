"""Traces as documents: files, limits, and what cannot be traced."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers.fills import HARD, HARD_LIST

from crosswright.errors import CrosswrightError, RuleError
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.tracing.trace import Trace, trace
from crosswright.words.wordlist import WordList


def test_save_and_load(tmp_path: Path, structure: Grid, words: WordList) -> None:
    run = trace(structure, words, algorithm="textbook")
    run.save(tmp_path / "run.jsonl")
    assert Trace.load(tmp_path / "run.jsonl") == run
    assert (tmp_path / "run.jsonl").read_text("utf-8").count("\n") == len(run)


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.jsonl"
    old, new = trace("...", ["CAT"]), trace("...", ["DOG"])
    old.save(path)

    def full(descriptor: int) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        new.save(path)
    assert Trace.load(path) == old
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: not an event"),
        ("{}\n", "line 1: not an event"),
        ('{"event":"start","version":1}\n', "finish with `end`"),
        ('{"event":"start","version":99}\n{"event":"end"}\n', "newer version"),
        ('{"event":"start"}\nnonsense\n', "line 2: not an event"),
    ],
)
def test_what_is_not_a_trace(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.jsonl").write_text(text, "utf-8")
    with pytest.raises(CrosswrightError, match=message):
        Trace.load(tmp_path / "bad.jsonl")
    with pytest.raises(CrosswrightError, match="No such file"):
        Trace.load(tmp_path / "none.jsonl")


@pytest.mark.parametrize("algorithm", ["engine", "textbook"])
def test_limits(knotty: list[tuple[Grid, WordList]], algorithm: str) -> None:
    grid, words = knotty[-1]
    run = trace(grid, words, algorithm=algorithm, events=50)
    assert run.status is Status.LIMIT
    assert len(run) == 51
    run = trace(grid, words, algorithm=algorithm, limit=Limit(nodes=3))
    assert run.status is Status.LIMIT
    assert sum(event["event"] == "assign" for event in run) == 3
    run = trace(grid, words, algorithm=algorithm, limit=Limit(seconds=0))
    assert run.status is Status.LIMIT
    assert run.end["event"] == "end"
    budget = Budget()
    budget.stop()
    run = trace(grid, words, algorithm=algorithm, limit=budget)
    assert run.status is Status.CANCELLED


def test_what_cannot_be_traced() -> None:
    with pytest.raises(RuleError, match="takes no rules"):
        trace("...", ["CAT"], algorithm="textbook", min_score=3)
    with pytest.raises(RuleError, match="unknown algorithm 'magic'; choose from engine, textbook"):
        trace("...", ["CAT"], algorithm="magic")
    with pytest.raises(RuleError, match="longer than any word"):
        trace("." * 70, ["CAT"])
    with pytest.raises(TypeError, match=r"trace\(\) got .* 'ban'. Did you mean 'banned'\?"):
        trace("...", ["CAT"], ban=["CAT"])  # type: ignore[call-arg]


@pytest.mark.parametrize("algorithm", ["engine", "textbook"])
def test_processor_time_is_limited_too(algorithm: str) -> None:
    limit = Limit(cpu_seconds=0.001)
    assert len(trace(HARD, HARD_LIST, algorithm=algorithm, limit=limit)) < 50_000
