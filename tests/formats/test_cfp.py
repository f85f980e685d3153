"""CrossFire's files, which are read and not written."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats.files import from_bytes, read, to_bytes, write
from crosswright.formats.format import OriginalFile
from crosswright.grids.grid import Grid
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.markup import Span
from crosswright.puzzles.parts import UnplacedClue
from crosswright.puzzles.puzzle import Puzzle

CFP = """\
<?xml version="1.0" encoding="utf-8" standalone="no"?>
<CROSSFIRE>
<VERSION>1</VERSION>
<TITLE>Small &amp; more</TITLE>
<AUTHOR>Setter</AUTHOR>
<COPYRIGHT>© 2024</COPYRIGHT>
<GRID width="3">
C@T
A.O
R N
</GRID>
<CIRCLES>0,8</CIRCLES>
<REBUSES>
<REBUS display="AA" input="@" letters="aa"/>
</REBUSES>
<WORDS>
<WORD dir="ACROSS" id="0" isTheme="false" num="1">Big &lt;i&gt;cat&lt;/i&gt;</WORD>
<WORD dir="DOWN" id="1" isTheme="false" num="1">Vehicle</WORD>
<WORD dir="DOWN" id="2" isTheme="false" num="2">Weight</WORD>
<WORD dir="ACROSS" id="3" isTheme="false" num="3"></WORD>
</WORDS>
<NOTES>One
Two</NOTES>
</CROSSFIRE>
"""


def cfp(*changes: tuple[str, str]) -> bytes:
    text = CFP
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text.encode()


def test_all_of_a_file() -> None:
    puzzle = from_bytes(CFP.encode())
    assert puzzle == Puzzle.from_filled(
        Grid.parse("CAT\nA#O\nR.N\n\ncircles: 1,1 3,3\nrebus: 1,2=AA"),
        {
            "1A": Clue("Big cat", markup=("Big ", Span("italic", ("cat",)))),
            "1D": "Vehicle",
            "2D": "Weight",
        },
        title="Small & more",
        author="Setter",
        copyright="© 2024",
        notes="One\nTwo",
    )
    assert puzzle.extras["cfp"].details == ()


def test_rows_whose_spaces_were_cut_off() -> None:
    assert from_bytes(cfp(("C@T\nA.O\nR N", "C@T\nA.O\nR"))).filled_grid.width == 3
    assert from_bytes(cfp((' width="3"', ""))).filled_grid.width == 3
    assert from_bytes(CFP.replace("\n", "\r\n").encode()).answers["1D"] == "CAR"


def test_what_is_beyond_the_puzzle_is_named() -> None:
    theme = ('id="0" isTheme="false"', 'id="0" isTheme="true"')
    data = cfp(theme, ('display="AA"', 'display="1"'), ("<VERSION>", "<SHADES>1</SHADES><VERSION>"))
    puzzle = from_bytes(data)
    origin = puzzle.extras["cfp"]
    assert isinstance(origin, OriginalFile)
    assert origin.details == (
        "which answers are of the theme",
        "what rebus cells show",
        "element SHADES",
    )


def test_clues_without_a_slot() -> None:
    with pytest.warns(FormatWarning, match="1 clue without a slot"):
        puzzle = from_bytes(cfp(('num="2"', 'num="9"')))
    assert puzzle.unplaced == (UnplacedClue("Down", "9", Clue("Weight")),)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([("CROSSFIRE", "CROSSWATER")], "its outer element is not CROSSFIRE"),
        ([("GRID", "GRIT")], "it has no GRID"),
        ([("C@T", "C@TS")], "row 1 has more than 3 cells: 'C@TS'"),
        ([("C@T\nA.O\nR N\n", "")], "must have 1 to 255 rows and columns"),
        ([('width="3"', 'width="999"')], "must have 1 to 255 rows and columns"),
        ([("<VERSION>", "<VERSION")], "is not XML"),
    ],
)
def test_refusals(changes: list[tuple[str, str]], said: str) -> None:
    with pytest.raises(FormatError, match=said):
        from_bytes(cfp(*changes), "cfp")


def test_a_document_type_is_refused() -> None:
    with pytest.raises(FormatError, match="document type"):
        from_bytes(b'<!DOCTYPE x [<!ENTITY a "aa">]><CROSSFIRE>&a;</CROSSFIRE>', "cfp")


def test_writing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.cfp"
    path.write_bytes(CFP.encode())
    puzzle = read(path)
    assert to_bytes(puzzle, "cfp") == (CFP.encode(), [])  # as it came
    with pytest.raises(FormatError, match=r"CrossFire files can only be read; write \.ipuz"):
        write(Puzzle.from_filled("NO\nON"), tmp_path / "b.cfp")


@pytest.mark.filterwarnings("ignore::crosswright.errors.FormatWarning")
@settings(max_examples=80)
@given(
    st.integers(0, len(CFP)),
    st.integers(0, 30),
    st.sampled_from(["", "<", "&#60;", "999", "-1", "<GRID/>", "\ud7ff", ".", "é"]),
)
@example(CFP.index('1">Big'), 1, "999")  # a clue that belongs to no slot
def test_damaged_files(start: int, length: int, inserted: str) -> None:
    data = (CFP[:start] + inserted + CFP[start + length :]).encode()
    try:
        puzzle = from_bytes(data, "cfp")
    except FormatError as error:
        assert "\n" not in str(error)
        return
    written, losses = to_bytes(puzzle, "ipuz")
    again = from_bytes(written)
    assert again.filled_grid == puzzle.filled_grid
    if not losses:
        assert again == puzzle
