"""`crosswright cache`: what is kept, and clearing it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.cli import Run

from crosswright.cli.exits import Exit
from crosswright.support import cache
from crosswright.words.wordlist import WordList


@pytest.fixture
def kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with a list in it."""
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(folder / "cache"))
    assert WordList.parse("CAT;50").to_cache(cache.key("a list"))
    return folder / "cache"


def test_show(run: Run, kept: Path) -> None:
    lines = run("cache", "show").stdout.splitlines()
    assert lines[0] == str(kept)
    assert lines[1].endswith("kB  word lists, 1 file")
    assert lines[-1].endswith("in all, of at most 500 MB")
    shown = json.loads(run("cache", "show", "--json").stdout)
    assert (shown["folder"], shown["files"]) == (str(kept), 1)
    assert shown["kinds"] == {"word lists": {"files": 1, "bytes": shown["bytes"]}}


def test_clear(run: Run, kept: Path) -> None:
    (kept / "notes.txt").write_text("mine")
    done = run("cache", "clear", "--dry-run")
    assert done.stderr.startswith("would remove 1 file, ")
    assert len([*kept.iterdir()]) == 2
    cleared = json.loads(run("cache", "clear", "--json").stdout)
    assert (cleared["removed"], cleared["left"], cleared["dry_run"]) == (1, [], False)
    assert [path.name for path in kept.iterdir()] == ["notes.txt"]
    assert run("cache", "clear").stderr == f"removed 0 files, 0.0 kB, from {kept}\n"


@pytest.mark.parametrize("value", ["off", "/dev/null", "nowhere"])
def test_no_cache_at_all(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", value)
    for command in ("show", "clear"):
        assert run("cache", command).exit_code == Exit.DONE
    assert json.loads(run("cache", "clear", "--json").stdout)["removed"] == 0
    assert (value == "off") == ("CROSSWRIGHT_CACHE is off" in run("cache", "show").stdout)
