"""xd, with and without its section names."""

from dataclasses import replace

import pytest
from helpers.puzzles import CLUES, SMALL, texts

from crosswright.errors import FormatWarning
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.grids.grid import Grid

XD = """\
Title: Small
Author: Setter
Editor: Ed
Copyright: 2024
Date: 1955-01-01


CAT
A#O
RUN


A1. Feline ~ CAT
A3. Hurry ~ RUN

D1. Vehicle ~ CAR
D1 ^Refs: A3
D2. Weight ~ TON
"""


def test_xd_with_and_without_section_names() -> None:
    assert from_bytes(XD.encode()) == SMALL
    head, grid, below = XD.split("\n\n\n")
    named = f"## Grid\n{grid}\n## Clues\n{below}\n## metadata\n{head}\n## Design\n<x>"
    puzzle = from_bytes(named.encode(), "xd")
    assert puzzle == SMALL
    data, losses = to_bytes(replace(puzzle, title="Other"), "xd")
    assert losses == []
    assert b"Date: 1955-01-01\n" in data
    assert b"Editor: Ed\n" in data
    assert data.endswith(b"## Design\n<x>\n")
    assert from_bytes(XD.replace("\n", "\r\n").encode()) == SMALL


def test_xd_without_metadata_and_with_notes() -> None:
    text = XD.partition("\n\n\n")[2] + "\n\nA note.\n\nMore.\n\n\nEnd.\n"
    puzzle = from_bytes(text.encode(), "xd")
    assert texts(puzzle) == CLUES
    assert puzzle.notes == "A note.\n\nMore.\n\n\nEnd."


def test_xd_with_dots_for_blocks() -> None:
    assert from_bytes(XD.replace("A#O", "A.O").encode()) == SMALL
    partial = XD.replace("CAT\n", "C.T\n").replace("~ CAT", "~ C.T")
    assert from_bytes(partial.encode()).filled_grid == Grid.parse("C.T\nA#O\nRUN")


def test_xd_rebus_special_and_markup() -> None:
    text = """\
Title: T
Rebus: 1=HEART x=QU
Special: shaded


1aT
_#x
B.N


A1. {/Sad/} {*news*} ~ HEARTAT
D2. Two\\lines ~ TQUN
A9. Nowhere ~ X
"""
    with pytest.warns(FormatWarning, match="1 clue without a slot"):
        puzzle = from_bytes(text.encode())
    assert puzzle.answers["1A"] == "HEARTAT"
    assert puzzle.grid.circles == {(0, 1), (1, 2)}
    assert puzzle.grid.voids == {(1, 0)}
    assert puzzle.solution[1, 2] == "QU"
    assert (2, 1) not in puzzle.solution
    assert texts(puzzle) == {"1A": "Sad news", "2D": "Two\nlines"}
    again = to_bytes(replace(puzzle, title="Other"), "xd")[0].decode()
    assert "A1. Sad news ~ HEARTAT\n" in again
    assert "D2. Two\\lines ~ TQUN\n" in again
