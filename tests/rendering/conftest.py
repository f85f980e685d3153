"""Puzzles to draw."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle

HERE = Path(__file__).parent
SHORT = ("Not yes", "Opera solo", "Olive genus", "Pub pour", "Cheer", "Mine find")
LONG = (
    "It might be drawn by someone who has been slighted",
    "What the impatient conductor said to the brass section when it came in eight bars early "
    "during the slow movement, and what it answered",
)


def filled(path: str, **details: Any) -> Puzzle:
    """Fill a pattern with letters and number its clues, so that each can be found again."""
    rng = random.Random(path)
    grid = Grid.parse((HERE / path).read_text("utf-8"))
    letters = grid.with_letters({cell: rng.choice("AEINORST") for cell in grid.open_cells})
    clues = {
        slot.label: f"{rng.choice(SHORT if rng.random() < 0.8 else LONG)} {slot.label}"
        for slot in grid.slots
    }
    return Puzzle.from_filled(letters, clues, author="Ada Lovelace", **details)


@pytest.fixture(scope="session")
def tiny() -> Puzzle:
    """Three words, one clue a draft."""
    return Puzzle.from_filled(
        Grid.parse("CAT\nO#O\nWHO"),
        {"1A": Clue("Purring pet"), "1D": "Milk giver", "2D": "Also", "3A": Clue("Dr. –", True)},
        title="Tiny <Puzzle>",
        author="Ada & Co",
        copyright="© 2025 Ada",
        notes="For a start.",
    )


@pytest.fixture(scope="session")
def daily() -> Puzzle:
    """A puzzle of 15 by 15."""
    return filled("daily.txt", title="Daily", copyright="© 2025 Ada Lovelace")


@pytest.fixture(scope="session")
def sunday() -> Puzzle:
    """A puzzle of 21 by 21."""
    return filled("sunday.txt", title="Sunday")


@pytest.fixture(scope="session")
def odd() -> Puzzle:
    """Bars, circles, a void, a rebus, an extra slot."""
    grid = Grid.parse(
        "ABCD\nEFHI\nJK#L\nMN~O\n\ncircles: 1,1 2,2\nbars right: 1,2\nbars below: 2,4\n"
        "rebus: 2,3=HEART\nextra: 1,1 2,2"
    )
    return Puzzle.from_filled(grid, {"X1": "Diagonal"}, given=[(0, 3)])


@pytest.fixture(scope="session")
def hebrew() -> Puzzle:
    """Letters that run from right to left."""
    grid = Grid.parse("שלום\nל#ב#\nוהיד\n\nbars right: 1,2")
    return Puzzle.from_filled(grid, {"1A": "ברכה", "1D": "מקום"}, title="תשבץ", author="דנה")
