"""What the tests of the command line share: a way to run it, and a folder with files to work on."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.cli import CLUES, GRID, PUZZLE, WORDS, Run

from crosswright.cli.app import app
from crosswright.formats.files import write


@pytest.fixture
def run() -> Run:
    """Return a function that runs the command line on its arguments, in this process."""

    def run_it(*arguments: object, input: str | bytes | None = None) -> Result:
        return CliRunner().invoke(app, [*map(str, arguments)], input=input)

    return run_it


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, new, with a grid, a list, clues and a puzzle in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROSSWRIGHT_CONFIG", str(tmp_path / "config"))
    for name, text in {
        "grid.txt": GRID,
        "my.dict": WORDS,
        "mine.txt": WORDS,
        "big.txt": "CAT;60\nDOG;5\n",
        "clues.csv": CLUES,
        "words.csv": CLUES,
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    write(PUZZLE, tmp_path / "puzzle.ipuz")
    return tmp_path
