"""Samples for the tests of the command line."""

from __future__ import annotations

from collections.abc import Callable

from click.testing import Result

from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle

Run = Callable[..., Result]

GRID = "...\n.#.\n...\n"
WORDS = "CAT;90\nCUT;80\nCOT;75\nTIE;70\nTEE;60\nTOE;55\nTOT;30\nTAT;20\n"
CLUES = "answer,clue\nCAT,It purrs\nTEE,Golfer's peg\n"
PUZZLE = Puzzle.from_filled(
    Grid.parse("#BET#\nBOARD\nANGER\nDELAY\n#SET#"),
    {
        "1A": "Wager",
        "4A": "Directors",
        "6A": "Wrath",
        "7A": "Hold-up",
        "8A": "Tennis unit",
        "1D": "Frame parts",
        "2D": "Large bird",
        "3D": "Cake",
        "4D": "Poor",
        "5D": "Like a martini",
    },
    title="Small",
    author="A. Setter",
)
