"""Crossword Compiler's XML, bare and zipped: what real files do."""

from dataclasses import replace
from pathlib import Path

import pytest
from helpers.puzzles import SMALL, texts

from crosswright.errors import FormatWarning
from crosswright.formats.files import from_bytes, read, to_bytes, write

JPZ = """<?xml version="1.0" encoding="UTF-8"?>
<crossword-compiler-applet xmlns="http://crossword.info/xml/crossword-compiler">
<applet-settings width="720"/>
<rectangular-puzzle xmlns="http://crossword.info/xml/rectangular-puzzle" alphabet="ABC">
<metadata><title>Small</title><creator>Setter</creator><copyright>2024</copyright>
<description></description><editor>Ed</editor></metadata>
<crossword><grid width="3" height="3"><grid-look numbering-scheme="normal"/>
<cell x="1" y="1" solution="C" number="1"/><cell x="2" y="1" solution="A"/>
<cell x="3" y="1" solution="T" number="2" background-color="#FF0000"/>
<cell x="1" y="2" solution="A"/><cell x="2" y="2" type="block"/><cell x="3" y="2" solution="O"/>
<cell x="1" y="3" solution="R" number="3"/><cell x="2" y="3" solution="U"/>
<cell x="3" y="3" solution="N"/></grid>
<word id="1" x="1-3" y="1"/>
<word id="2"><cells x="1" y="3"/><cells x="2-3" y="3"/></word>
<word id="3" x="1" y="1-3"/><word id="4" x="3" y="1-3"/>
<clues ordering="normal"><title><b>Across</b></title>
<clue word="1" number="1" format="3">Fel<i>in</i>e</clue>
<clue word="2" number="3" format="3">Hurry</clue></clues>
<clues ordering="normal"><title><b>Down</b></title>
<clue word="3" number="1" format="3">Vehicle</clue>
<clue word="4" number="2" format="3">Weight</clue></clues>
</crossword></rectangular-puzzle></crossword-compiler-applet>
"""


def test_jpz_bare_or_zipped(tmp_path: Path) -> None:
    puzzle = from_bytes(JPZ.encode())
    assert puzzle == SMALL
    (tmp_path / "bare.jpz").write_text(JPZ)
    assert read(tmp_path / "bare.jpz") == SMALL
    write(SMALL, tmp_path / "a.jpz")
    assert (tmp_path / "a.jpz").read_bytes()[:2] == b"PK"
    assert read(tmp_path / "a.jpz") == SMALL
    _, losses = to_bytes(replace(puzzle, title="Other"), "xml")
    assert [str(loss) for loss in losses] == [
        "details that only xml holds: the player's settings, editor, colours of cells, "
        "bold and italic text in clues"
    ]


def test_jpz_in_other_encodings() -> None:
    text = JPZ.replace("Small", "Été")
    for encoding in ("utf-16", "iso-8859-1", "windows-1252"):
        data = text.replace("UTF-8", encoding).encode(encoding)
        assert from_bytes(data, "xml").title == "Été"


def test_jpz_word_lengths_show_when_some_have_several_words() -> None:
    british = JPZ.replace('number="3" format="3"', 'number="3" format="1,2"')
    assert texts(from_bytes(british.encode())) == {
        "1A": "Feline (3)",
        "1D": "Vehicle (3)",
        "2D": "Weight (3)",
        "3A": "Hurry (1,2)",
    }


def test_jpz_bars_voids_hints_and_circles() -> None:
    text = JPZ.replace('y="2" type="block"', 'y="2" type="void"')
    text = text.replace('solution="U"', 'solution="U" hint="true" background-shape="circle"')
    text = text.replace('number="3"/>', 'number="3" right-bar="true" top-bar="true"/>')
    puzzle = from_bytes(text.encode())
    assert puzzle.grid.voids == {(1, 1)}
    assert puzzle.grid.letters == {(2, 1): "U"}
    assert puzzle.grid.circles == {(2, 1)}
    assert puzzle.grid.bars == {((2, 0), "right"), ((1, 0), "below")}
    # The words that the bars cut through are still words of the file.
    assert {cells[0] for cells in puzzle.grid.extra} == {(2, 0), (0, 0)}
    assert texts(puzzle)["X1"] == "Hurry"


def test_jpz_clues_and_words_astray() -> None:
    text = JPZ.replace('<clue word="4"', '<clue word="77"').replace(
        'x="3" y="1-3"', 'x="2" y="1-3"'
    )
    with pytest.warns(FormatWarning) as caught:
        puzzle = from_bytes(text.encode())
    assert [str(warning.message) for warning in caught] == [
        "1 word not on open cells of the grid",
        "1 clue without a word",
    ]
    assert "2D" not in texts(puzzle)
