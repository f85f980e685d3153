"""Problems small enough to watch, and one of real size."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from crosswright.grids.grid import Grid
from crosswright.words.wordlist import WordList

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def structure() -> Grid:
    return Grid.parse((ROOT / "data" / "structure1.txt").read_text("utf-8"))


@pytest.fixture(scope="session")
def words() -> WordList:
    return WordList.load(ROOT / "data" / "words1.txt")


@pytest.fixture(scope="session")
def knotty() -> list[tuple[Grid, WordList]]:
    """Small problems that take more than fifty failures, so that the engine restarts."""
    grid = Grid.parse("....\n....\n....\n....")
    lists = []
    for seed in (16, 20, 26):
        chance = random.Random(seed)
        words = ["".join(chance.choice("ABCDEFG") for _ in range(4)) for _ in range(60)]
        lists.append((grid, WordList.from_words(words)))
    return lists
