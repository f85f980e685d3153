"""What real files do: each quirk as a small file made here."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import puz
import pytest

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats import cluetable as clues
from crosswright.formats import registry as formats
from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle

GRID = Grid.parse("CAT\nA#O\nRUN")
CLUES = {"1A": "Feline", "1D": "Vehicle", "2D": "Weight", "3A": "Hurry"}
SMALL = Puzzle.from_filled(GRID, CLUES, title="Small", author="Setter", copyright="2024")


def texts(puzzle: Puzzle) -> dict[str, str]:
    return {label: str(clue) for label, clue in puzzle.clues.items()}


# -- .puz ---------------------------------------------------------------------------------------


def puz_file(change: Callable[[puz.Puzzle], None] = lambda file: None) -> bytes:
    file = puz.Puzzle()
    file.width = file.height = 3
    file.solution, file.fill = "CATA.ORUN", "----.----"
    file.title, file.author, file.copyright = "Small", "Setter", "2024"
    file.clues = list(CLUES.values())
    change(file)
    return bytes(file.tobytes())


def test_puz_as_puzpy_writes_it() -> None:
    data = puz_file()
    assert formats.from_bytes(data) == SMALL
    assert formats.to_bytes(SMALL, "puz") == (data, [])


def test_puz_untouched_is_the_same_to_the_byte() -> None:
    def change(file: puz.Puzzle) -> None:
        file.preamble = b"mail header\r\n"
        file.postscript = b"\r\n"
        file.unk1, file.unk2 = b"ab", b"0123456789ab"
        file.fill = "CA--.----"
        file.extensions = {b"LTIM": b"12,1", b"RUSR": b"\0" * 9, b"ZZZZ": b"what?"}

    data = puz_file(change)
    puzzle = formats.from_bytes(data)
    assert puzzle == SMALL
    assert formats.to_bytes(puzzle, "puz") == (data, [])
    # A changed title leaves everything else in place.
    changed, losses = formats.to_bytes(replace(puzzle, title="Other"), "puz")
    assert losses == []
    file = puz.load(changed)
    assert (file.title, file.fill, file.preamble) == ("Other", "CA--.----", b"mail header\r\n")
    assert file.extensions[b"ZZZZ"] == b"what?"
    assert list(file.extensions) == [b"LTIM", b"RUSR", b"ZZZZ"]
    # Another format says what it leaves behind.
    _, losses = formats.to_bytes(puzzle, "ipuz")
    assert [str(loss) for loss in losses] == [
        "what only puz holds: timer, the solver's rebus entries, section ZZZZ, the solver's letters"
    ]


def test_puz_with_a_wrong_checksum_is_read_with_a_warning() -> None:
    data = bytearray(puz_file())
    data[0] ^= 0xFF
    with pytest.warns(FormatWarning, match="global checksum does not match"):
        puzzle = formats.from_bytes(bytes(data))
    assert puzzle == SMALL
    assert formats.to_bytes(puzzle, "puz") == (bytes(data), [])


def test_puz_rebus_and_circles() -> None:
    def change(file: puz.Puzzle) -> None:
        file.rebus().add_rebus_squares([0], "HEART")
        file.markup().set_markup_squares([2], puz.GridMarkup.Circled)

    puzzle = formats.from_bytes(puz_file(change))
    assert puzzle.answers["1A"] == "HEARTAT"
    assert puzzle.grid.circles == {(0, 2)}
    again = puz.load(formats.to_bytes(replace(puzzle, extras={}), "puz")[0])
    assert again.rebus().get_rebus_solution(0) == "HEART"
    assert again.markup().get_markup_squares(puz.GridMarkup.Circled) == [2]


def test_puz_rebus_table_with_gaps() -> None:
    def change(file: puz.Puzzle) -> None:
        file.extensions = {b"GRBS": bytes([18, 3, 0, 0, 0, 0, 0, 0, 0]), b"RTBL": b"17:CLUB;x:y;"}

    assert formats.from_bytes(puz_file(change)).answers["1A"] == "CLUBAT"


def test_puz_windows_quotes() -> None:
    data = puz_file(lambda file: setattr(file, "title", "Don\x92t \x93go\x94"))
    assert formats.from_bytes(data).title == "Don’t “go”"


def test_puz_letters_beyond_latin_need_version_2() -> None:
    puzzle = Puzzle.from_filled(Grid.parse("ЖÉ"), {"1A": "Clue"}, title="Ж")
    data, losses = formats.to_bytes(puzzle, "puz")
    assert losses == []
    assert puz.load(data).version == b"2.0"
    assert formats.from_bytes(data) == puzzle
    latin = Puzzle.from_filled(Grid.parse("ÉA"), title="Été")
    data, _ = formats.to_bytes(latin, "puz")
    assert puz.load(data).version == b"1.3"
    assert puz.load(data).solution == "ÉA"


def test_puz_diagramless() -> None:
    def change(file: puz.Puzzle) -> None:
        file.solution, file.fill = "CATA:ORUN", "----:----"
        file.puzzletype = puz.PuzzleType.Diagramless

    puzzle = formats.from_bytes(puz_file(change))
    assert puzzle == SMALL
    changed = puz.load(formats.to_bytes(replace(puzzle, title="Other"), "puz")[0])
    assert changed.solution == "CATA:ORUN"
    assert changed.puzzletype == puz.PuzzleType.Diagramless


def test_puz_locked() -> None:
    data = puz_file(lambda file: file.lock_solution(1234))
    with pytest.warns(FormatWarning, match="solution is locked"):
        puzzle = formats.from_bytes(data)
    assert puzzle.solution == {}
    assert texts(puzzle) == CLUES
    assert formats.to_bytes(puzzle, "puz") == (data, [])
    changed = puz.load(formats.to_bytes(replace(puzzle, title="Other"), "puz")[0])
    assert changed.unlock_solution(1234)
    assert changed.solution == "CATA.ORUN"


def test_puz_locked_with_bytes_that_utf_8_cannot_hold() -> None:
    def change(file: puz.Puzzle) -> None:
        file.lock_solution(1234)
        file.fill = "É---.----"

    with pytest.warns(FormatWarning, match="solution is locked"):
        puzzle = formats.from_bytes(puz_file(change))
    data, losses = formats.to_bytes(replace(puzzle, title="Ж"), "puz")
    assert [str(loss) for loss in losses] == ["what the file held besides, in ISO-8859-1"]
    assert formats.from_bytes(data) == replace(puzzle, title="Ж")


def test_puz_with_clues_missing() -> None:
    data = puz_file(lambda file: setattr(file, "clues", ["Feline"]))
    with pytest.warns(FormatWarning, match="1 clues for 4 slots"):
        assert texts(formats.from_bytes(data)) == {"1A": "Feline"}


def test_puz_with_too_many_rebus_tokens() -> None:
    tokens = [f"A{number}" for number in range(110)]
    grid = Grid(1, 110, letters={(0, x): token for x, token in enumerate(tokens)})
    data, losses = formats.to_bytes(Puzzle.from_filled(grid), "puz")
    assert str(losses[0]).startswith("rebus, cut to its first letter: row 1, column 100;")
    assert formats.from_bytes(data).solution[0, 98] == "A98"
    assert formats.from_bytes(data).solution[0, 99] == "A"


# -- ipuz ---------------------------------------------------------------------------------------

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
    return formats.from_bytes(json.dumps(IPUZ | changes).encode())


def test_ipuz_plain() -> None:
    assert ipuz() == SMALL
    assert json.loads(formats.to_bytes(SMALL, "ipuz")[0]) == IPUZ


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
    again = formats.from_bytes(formats.to_bytes(replace(puzzle, title="Other"), "ipuz")[0])
    assert again == replace(SMALL, title="Other")


def test_ipuz_wrapped_for_javascript() -> None:
    data = b"\xef\xbb\xbf ipuz(" + json.dumps(IPUZ).encode() + b");\n"
    assert formats.from_bytes(data) == SMALL


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
    data, _ = formats.to_bytes(puzzle.with_clues({"1A": "Pet"}), "ipuz")
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
    with pytest.warns(FormatWarning, match="1 clues belong to no slot"):
        puzzle = formats.from_bytes(json.dumps(document).encode())
    assert json.loads(formats.to_bytes(puzzle, "ipuz")[0]) == document
    changed = puzzle.with_clues({"1A": "Pet"})
    again = json.loads(formats.to_bytes(changed, "ipuz")[0])
    document["clues"]["Across"][0]["clue"] = "Pet"
    assert again == document


def test_ipuz_enumerations_show_when_the_file_says_so() -> None:
    items = [{"number": 1, "clue": "Feline", "enumeration": "2,1"}]
    shown = ipuz(showenumerations=True, clues={"Across": items, "Down": []})
    assert texts(shown) == {"1A": "Feline (2,1)"}
    assert texts(ipuz(clues={"Across": items, "Down": []})) == {"1A": "Feline"}


def test_ipuz_plain_text_that_looks_like_html() -> None:
    puzzle = Puzzle.from_filled(GRID, {"1A": "R&B, <i>not</i> &amp;", "1D": "5 < 6 & 7 > 2"})
    data, _ = formats.to_bytes(puzzle, "ipuz")
    assert formats.from_bytes(data) == puzzle
    assert json.loads(data)["clues"]["Down"] == [[1, "5 < 6 & 7 > 2"]]


# -- Crossword Compiler -------------------------------------------------------------------------

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
    puzzle = formats.from_bytes(JPZ.encode())
    assert puzzle == SMALL
    (tmp_path / "bare.jpz").write_text(JPZ)
    assert formats.read(tmp_path / "bare.jpz") == SMALL
    formats.write(SMALL, tmp_path / "a.jpz")
    assert (tmp_path / "a.jpz").read_bytes()[:2] == b"PK"
    assert formats.read(tmp_path / "a.jpz") == SMALL
    _, losses = formats.to_bytes(replace(puzzle, title="Other"), "xml")
    assert [str(loss) for loss in losses] == [
        "what only xml holds: the player's settings, editor, colours of cells, "
        "bold and italic text in clues"
    ]


def test_jpz_in_other_encodings() -> None:
    text = JPZ.replace("Small", "Été")
    for encoding in ("utf-16", "iso-8859-1", "windows-1252"):
        data = text.replace("UTF-8", encoding).encode(encoding)
        assert formats.from_bytes(data, "xml").title == "Été"


def test_jpz_word_lengths_show_when_some_have_several_words() -> None:
    british = JPZ.replace('number="3" format="3"', 'number="3" format="1,2"')
    assert texts(formats.from_bytes(british.encode())) == {
        "1A": "Feline (3)",
        "1D": "Vehicle (3)",
        "2D": "Weight (3)",
        "3A": "Hurry (1,2)",
    }


def test_jpz_bars_voids_hints_and_circles() -> None:
    text = JPZ.replace('y="2" type="block"', 'y="2" type="void"')
    text = text.replace('solution="U"', 'solution="U" hint="true" background-shape="circle"')
    text = text.replace('number="3"/>', 'number="3" right-bar="true" top-bar="true"/>')
    puzzle = formats.from_bytes(text.encode())
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
        puzzle = formats.from_bytes(text.encode())
    assert [str(warning.message) for warning in caught] == [
        "1 words do not lie on open cells of the grid",
        "1 clues belong to no word",
    ]
    assert "2D" not in texts(puzzle)


# -- xd -----------------------------------------------------------------------------------------

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
    assert formats.from_bytes(XD.encode()) == SMALL
    head, grid, below = XD.split("\n\n\n")
    named = f"## Grid\n{grid}\n## Clues\n{below}\n## metadata\n{head}\n## Design\n<x>"
    puzzle = formats.from_bytes(named.encode(), "xd")
    assert puzzle == SMALL
    data, losses = formats.to_bytes(replace(puzzle, title="Other"), "xd")
    assert losses == []
    assert b"Date: 1955-01-01\n" in data
    assert b"Editor: Ed\n" in data
    assert data.endswith(b"## Design\n<x>\n")
    assert formats.from_bytes(XD.replace("\n", "\r\n").encode()) == SMALL


def test_xd_without_metadata_and_with_notes() -> None:
    text = XD.partition("\n\n\n")[2] + "\n\nA note.\n\nMore.\n\n\nEnd.\n"
    puzzle = formats.from_bytes(text.encode(), "xd")
    assert texts(puzzle) == CLUES
    assert puzzle.notes == "A note.\n\nMore.\n\n\nEnd."


def test_xd_with_dots_for_blocks() -> None:
    assert formats.from_bytes(XD.replace("A#O", "A.O").encode()) == SMALL
    partial = XD.replace("CAT\n", "C.T\n").replace("~ CAT", "~ C.T")
    assert formats.from_bytes(partial.encode()).filled_grid == Grid.parse("C.T\nA#O\nRUN")


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
    with pytest.warns(FormatWarning, match="1 clues belong to no slot"):
        puzzle = formats.from_bytes(text.encode())
    assert puzzle.answers["1A"] == "HEARTAT"
    assert puzzle.grid.circles == {(0, 1), (1, 2)}
    assert puzzle.grid.voids == {(1, 0)}
    assert puzzle.solution[1, 2] == "QU"
    assert (2, 1) not in puzzle.solution
    assert texts(puzzle) == {"1A": "Sad news", "2D": "Two\nlines"}
    again = formats.to_bytes(replace(puzzle, title="Other"), "xd")[0].decode()
    assert "A1. Sad news ~ HEARTAT\n" in again
    assert "D2. Two\\lines ~ TQUN\n" in again


# -- Across Lite text ---------------------------------------------------------------------------

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
    assert formats.from_bytes(ACROSS.encode()) == SMALL
    data, losses = formats.to_bytes(SMALL, "acrosslite")
    assert losses == []
    assert data.decode() == ACROSS.replace("    ", "\t")


def test_across_lite_text_is_what_puzpy_reads() -> None:
    file = puz.load_text(formats.to_bytes(SMALL, "acrosslite")[0].decode())
    assert (file.solution, file.clues) == ("CATA.ORUN", list(CLUES.values()))


def test_across_lite_version_2() -> None:
    text = ACROSS.replace("PUZZLE>", "PUZZLE V2>").replace("CAT", "1aT").replace("A.O", "A:O")
    text = text.replace("<ACROSS>", "<REBUS>\nMARK;\n1:HEART:H\n<ACROSS>") + "<NOTEPAD>\nA\n\nB\n"
    puzzle = formats.from_bytes(text.encode())
    assert puzzle.answers["1A"] == "HEARTAT"
    assert puzzle.grid.circles == {(0, 1)}
    assert puzzle.notes == "A\n\nB"


def test_across_lite_in_the_encoding_of_windows() -> None:
    data = ACROSS.replace("Feline", "l’été").encode("cp1252")
    puzzle = formats.from_bytes(data)
    assert str(puzzle.clue("1A")) == "l’été"
    assert (
        "l’été".encode("cp1252")
        in formats.to_bytes(replace(puzzle, title="Other"), "acrosslite")[0]
    )


def test_across_lite_with_odd_clues_and_size() -> None:
    with pytest.warns(FormatWarning, match="the grid is 3x3, not 4x3"):
        formats.from_bytes(ACROSS.replace("3x3", "4x3").encode())
    spaced = ACROSS.replace("    Hurry", "\n    Hurry\n")
    assert formats.from_bytes(spaced.encode()) == SMALL
    empty = formats.from_bytes(ACROSS.replace("    Feline\n", "\n").encode())
    assert texts(empty) == {key: value for key, value in CLUES.items() if key != "1A"}
    with pytest.warns(FormatWarning, match="3 clues for 2 slots across"):
        formats.from_bytes(ACROSS.replace("Hurry", "Hurry\nMore").encode())


# -- text ---------------------------------------------------------------------------------------


def test_text_grids_and_course_files(tmp_path: Path) -> None:
    (tmp_path / "structure.txt").write_text("#___#\n#_##_\n#_\n")
    assert formats.read(tmp_path / "structure.txt").grid.rows() == ["#...#", "#.##.", "#.###"]
    (tmp_path / "a.txt").write_bytes("\ufeffCA\r\n.#\r\n".encode())
    assert formats.read(tmp_path / "a.txt").filled_grid == Grid.parse("CA\n.#")
    formats.write(SMALL, tmp_path / "a.structure")
    assert (tmp_path / "a.structure").read_text() == "___\n_#_\n___\n"
    (tmp_path / "b.txt").write_bytes("CÄ".encode("utf-16"))
    assert formats.read(tmp_path / "b.txt").solution[0, 1] == "Ä"


# -- tables of clues ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "CAT,Feline\nNEW YORK,\"City, big\"\n"),
        ("a.csv", "Clue,Answer\r\nFeline,cat\r\n\"City, big\",New York\r\n"),
        ("a.csv", "answer;clue\ncat;Feline\nnew-york;City, big\n"),
        ("a.tsv", "cat\tFeline\n\nnew york\tCity, big\ncat\tAnother\n"),
        ("a.tab", "number\tword\thint\n1\tcat\tFeline\n2\tnew york\tCity, big\n"),
    ],
)  # fmt: skip
def test_tables_of_clues(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text("\ufeff" + text, newline="")
    assert clues.read_clues(tmp_path / name) == {"CAT": "Feline", "NEWYORK": "City, big"}


def test_tables_are_written_and_read_back(tmp_path: Path) -> None:
    table = {"CAT": 'Says "meow", often', "ÉTÉ": "Summer\tabroad"}
    for name in ("a.csv", "a.tsv"):
        clues.write_clues(table, tmp_path / name)
        assert clues.read_clues(tmp_path / name) == table
    losses = formats.write(SMALL, tmp_path / "b.csv")
    assert "the grid" in map(str, losses)
    assert clues.read_clues(tmp_path / "b.csv") == {
        "CAT": "Feline", "CAR": "Vehicle", "TON": "Weight", "RUN": "Hurry"
    }  # fmt: skip
    puzzle = Puzzle.from_filled(GRID).with_clues_for(clues.read_clues(tmp_path / "b.csv"))
    assert texts(puzzle) == CLUES


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"CAT\n", "a.csv: line 1 has no clue after its answer"),
        (b"A,b\n!!,c\n", "a.csv: line 2 has no answer"),
        (b"A,\xe9\n", "a.csv: line 1 is not UTF-8; save it as UTF-8"),
        (b"A," + b"x" * 200_000, "a.csv: line 1: field larger than field limit"),
        (b"x" * 9_000_000, "a.csv: larger than 8 MiB"),
    ],
)
def test_bad_tables(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "a.csv").write_bytes(data)
    with pytest.raises(FormatError) as caught:
        clues.read_clues(tmp_path / "a.csv")
    assert said in str(caught.value)
    with pytest.raises(FormatError, match="cannot be read: No such file"):
        clues.read_clues(tmp_path / "none.csv")
