"""Known answers: each file in tests/known holds a grid, words, and the number of fills."""

from __future__ import annotations

from pathlib import Path

import pytest

from crosswright.filling.fill import count, fill
from crosswright.grids.grid import Grid
from crosswright.limits import Status
from crosswright.words.wordlist import WordList

KNOWN = sorted((Path(__file__).parent.parent / "known").glob("*.txt"))


def read(path: Path) -> tuple[Grid, WordList, int]:
    parts = dict.fromkeys(("grid", "words", "fills"), "")
    current = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            current = line[3:].strip()
        else:
            parts[current] += line + "\n"
    grid = Grid.parse(parts["grid"].strip("\n"))
    return grid, WordList.from_words(parts["words"].split()), int(parts["fills"])


@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.stem)
def test_known_number_of_fills(path: Path) -> None:
    grid, words, fills = read(path)
    assert count(grid, words) == fills
    assert fill(grid, words).status is (Status.FILLED if fills else Status.IMPOSSIBLE)


def test_there_are_known_answers() -> None:
    assert len(KNOWN) >= 6


def test_ten_thousand_fills_are_counted() -> None:
    letters = "ABCDEFGHIJ"
    words = WordList.from_words(a + b for a in letters for b in letters)
    grid = Grid.parse("..#..\n#####\n..#..")
    assert count(grid, words, most=10_000) == 10_000
