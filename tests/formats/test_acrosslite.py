"""Across Lite text, versions 1 and 2."""

from dataclasses import replace

import puz
import pytest
from helpers.puzzles import CLUES, SMALL, texts

from crosswright.errors import FormatWarning
from crosswright.formats.files import from_bytes, to_bytes

ACROSS = """\
<ACROSS PUZZLE>
<TITLE>
    Small
<AUTHOR>
    Setter
<COPYRIGHT>
    2024
<SIZE>
    3x3
<GRID>
    CAT
    A.O
    RUN
<ACROSS>
    Feline
    Hurry
<DOWN>
    Vehicle
    Weight
"""


def test_across_lite_text() -> None:
    assert from_bytes(ACROSS.encode()) == SMALL
    data, losses = to_bytes(SMALL, "acrosslite")
    assert losses == []
    assert data.decode() == ACROSS.replace("    ", "\t")


def test_across_lite_text_is_what_puzpy_reads() -> None:
    file = puz.load_text(to_bytes(SMALL, "acrosslite")[0].decode())
    assert (file.solution, file.clues) == ("CATA.ORUN", list(CLUES.values()))


def test_across_lite_version_2() -> None:
    text = ACROSS.replace("PUZZLE>", "PUZZLE V2>").replace("CAT", "1aT").replace("A.O", "A:O")
    text = text.replace("<ACROSS>", "<REBUS>\nMARK;\n1:HEART:H\n<ACROSS>") + "<NOTEPAD>\nA\n\nB\n"
    puzzle = from_bytes(text.encode())
    assert puzzle.answers["1A"] == "HEARTAT"
    assert puzzle.grid.circles == {(0, 1)}
    assert puzzle.notes == "A\n\nB"


def test_across_lite_in_the_encoding_of_windows() -> None:
    data = ACROSS.replace("Feline", "l’été").encode("cp1252")
    puzzle = from_bytes(data)
    assert str(puzzle.clue("1A")) == "l’été"
    assert "l’été".encode("cp1252") in to_bytes(replace(puzzle, title="Other"), "acrosslite")[0]


def test_across_lite_with_odd_clues_and_size() -> None:
    with pytest.warns(FormatWarning, match="the grid is 3x3, not 4x3"):
        from_bytes(ACROSS.replace("3x3", "4x3").encode())
    spaced = ACROSS.replace("    Hurry", "\n    Hurry\n")
    assert from_bytes(spaced.encode()) == SMALL
    empty = from_bytes(ACROSS.replace("    Feline\n", "\n").encode())
    assert texts(empty) == {key: value for key, value in CLUES.items() if key != "1A"}
    with pytest.warns(FormatWarning, match="3 clues for 2 slots across"):
        from_bytes(ACROSS.replace("Hurry", "Hurry\nMore").encode())
