"""A grid of real size and the built-in list."""

from __future__ import annotations

from pathlib import Path

import pytest

from crosswright import lexicon
from crosswright.grid import Grid
from crosswright.words import WordList


@pytest.fixture(scope="session")
def english() -> WordList:
    return lexicon.english()


@pytest.fixture(scope="session")
def open15() -> Grid:
    return Grid.parse(Path(__file__).with_name("open15.txt").read_text("utf-8"))
