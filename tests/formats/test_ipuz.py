"""ipuz: every spelling is read, every key is kept."""

import json
from dataclasses import replace

import pytest
from helpers.puzzles import GRID, SMALL, texts

from crosswright.errors import FormatWarning
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.puzzles.puzzle import Puzzle

IPUZ = {
    "version": "http://ipuz.org/v2",
    "kind": ["http://ipuz.org/crossword#1"],
    "dimensions": {"width": 3, "height": 3},
    "puzzle": [[1, 0, 2], [0, "#", 0], [3, 0, 0]],
    "solution": [["C", "A", "T"], ["A", "#", "O"], ["R", "U", "N"]],
    "clues": {
        "Across": [[1, "Feline"], [3, "Hurry"]],
        "Down": [[1, "Vehicle"], [2, "Weight"]],
    },
    "title": "Small",
    "author": "Setter",
    "copyright": "2024",
}


def ipuz(**changes: object) -> Puzzle:
    return from_bytes(json.dumps(IPUZ | changes).encode())


def test_ipuz_plain() -> None:
    assert ipuz() == SMALL
    assert json.loads(to_bytes(SMALL, "ipuz")[0]) == IPUZ


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "http://ipuz.org/crossword/crypticcrossword#1"},
        {"puzzle": [["1", "0", "2"], ["0", "#", "0"], ["3", "0", "0"]]},
        {"block": "@", "puzzle": [[1, 0, 2], [0, "@", 0], [3, 0, 0]]},
        {"empty": "", "puzzle": [[1, "", 2], ["", "#", ""], [3, "", ""]]},
        {"puzzle": [[{"cell": 1}, {}, 2], [0, {"cell": "#"}, 0], [3, 0, 0]]},
        {"solution": [[{"value": "C"}, "a", "T"], ["A", None, "O"], ["R", "U", "N"]]},
        {"title": "<b>Small</b>"},
        {"clues": {"Across:Horizontal": IPUZ["clues"]["Across"], "down": IPUZ["clues"]["Down"]}},
        {"clues": {"Across": [{"number": "1", "clue": "Feline"}, {"cells": [[1, 3], [2, 3], [3, 3]],
            "clue": "<i>Hurry</i>"}], "Down": IPUZ["clues"]["Down"]}},
    ],
)  # fmt: skip
def test_ipuz_spellings(changes: dict[str, object]) -> None:
    puzzle = ipuz(**changes)
    assert puzzle == SMALL
    again = from_bytes(to_bytes(replace(puzzle, title="Other"), "ipuz")[0])
    assert again == replace(SMALL, title="Other")


def test_ipuz_wrapped_for_javascript() -> None:
    data = b"\xef\xbb\xbf ipuz(" + json.dumps(IPUZ).encode() + b");\n"
    assert from_bytes(data) == SMALL


def test_ipuz_cells() -> None:
    puzzle = ipuz(
        styles={"round": {"shapebg": "circle"}},
        puzzle=[
            [{"cell": 1, "style": {"shapebg": "circle", "barred": "TRL"}}, 0, 2],
            [{"style": "round", "value": "A"}, "#", {"style": {"barred": "B"}}],
            [3, None, {"cell": 0, "style": {"color": "FF0000"}}],
        ],
        clues={"Across": [], "Diagonal": [{"number": 1, "clue": "D", "cells": [[1, 1], [3, 3]]}]},
    )
    assert puzzle.grid.circles == {(0, 0), (1, 0)}
    assert puzzle.grid.bars == {((0, 0), "right"), ((1, 2), "below")}
    assert puzzle.grid.letters == {(1, 0): "A"}
    assert puzzle.grid.voids == {(2, 1)}
    assert puzzle.grid.extra == (((0, 0), (2, 2)),)
    assert texts(puzzle) == {"X1": "D"}


def test_ipuz_own_numbers_stay() -> None:
    puzzle = ipuz(
        puzzle=[[7, 0, "ii"], [0, "#", 0], [9, 0, 0]],
        clues={"Across": [[7, "Feline"], [9, "Hurry"]], "Down": [[7, "Vehicle"], ["ii", "Weight"]]},
    )
    assert puzzle == SMALL
    data, _ = to_bytes(puzzle.with_clues({"1A": "Pet"}), "ipuz")
    again = json.loads(data)
    assert again["puzzle"] == [[7, 0, "ii"], [0, "#", 0], [9, 0, 0]]
    assert again["clues"]["Down"] == [[7, "Vehicle"], ["ii", "Weight"]]
    assert again["clues"]["Across"] == [[7, "Pet"], [9, "Hurry"]]


def test_ipuz_keeps_every_key() -> None:
    document = IPUZ | {
        "publisher": "P",
        "saved": [["C", 0, 0], [0, "#", 0], [0, 0, 0]],
        "http://example.org:own": {"deep": [1, {"x": None}]},
        "dimensions": {"width": 3, "height": 3, "depth": 1},
        "puzzle": [
            [{"cell": 1, "own": 5, "style": {"color": "red"}}, 0, 2],
            [0, "#", 0],
            [3, 0, 0],
        ],
        "clues": {
            "Across": [{"number": 1, "clue": "Feline", "enumeration": "3", "own": 1}, [3, "Hurry"]],
            "Down": [[1, "Vehicle"], [2, "Weight"], [99, "Nowhere"]],
        },
    }
    with pytest.warns(FormatWarning, match="1 clue without a slot"):
        puzzle = from_bytes(json.dumps(document).encode())
    assert json.loads(to_bytes(puzzle, "ipuz")[0]) == document
    changed = puzzle.with_clues({"1A": "Pet"})
    again = json.loads(to_bytes(changed, "ipuz")[0])
    document["clues"]["Across"][0]["clue"] = "Pet"
    assert again == document


def test_ipuz_enumerations_show_when_the_file_says_so() -> None:
    items = [{"number": 1, "clue": "Feline", "enumeration": "2,1"}]
    puzzle = ipuz(showenumerations=True, clues={"Across": items, "Down": []})
    assert texts(puzzle) == {"1A": "Feline (2,1)"}
    assert texts(ipuz(clues={"Across": items, "Down": []})) == {"1A": "Feline"}


def test_ipuz_plain_text_that_looks_like_html() -> None:
    puzzle = Puzzle.from_filled(GRID, {"1A": "R&B, <i>not</i> &amp;", "1D": "5 < 6 & 7 > 2"})
    data, _ = to_bytes(puzzle, "ipuz")
    assert from_bytes(data) == puzzle
    assert json.loads(data)["clues"]["Down"] == [[1, "5 < 6 & 7 > 2"]]
