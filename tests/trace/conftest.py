"""Problems small enough to watch, and one of real size."""

from __future__ import annotations

from pathlib import Path

import pytest

from crosswright import lexicon
from crosswright.grid import Grid
from crosswright.words import WordList

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def structure() -> Grid:
    return Grid.parse((ROOT / "data" / "structure1.txt").read_text("utf-8"))


@pytest.fixture(scope="session")
def words() -> WordList:
    return WordList.load(ROOT / "data" / "words1.txt")


@pytest.fixture(scope="session")
def english() -> WordList:
    return lexicon.english()


@pytest.fixture(scope="session")
def open15() -> Grid:
    return Grid.parse((ROOT / "tests" / "explain" / "open15.txt").read_text("utf-8"))
