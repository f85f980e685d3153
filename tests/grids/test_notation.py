"""The text notation: it round-trips, and an error quotes the row."""

import pytest
from helpers.grids import grids
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import GridError
from crosswright.grids.grid import Grid

MINI = """\
AB.#
.#..
~..E"""


@given(grids())
def test_text_round_trips(grid: Grid) -> None:
    again = Grid.parse(str(grid))
    assert again == grid
    assert hash(again) == hash(grid)
    assert str(again) == str(grid)
    assert eval(repr(grid), {"Grid": Grid}) == grid


@given(st.text(), st.integers(0, 3))
def test_any_text_parses_or_is_refused(text: str, rows: int) -> None:
    for candidate in (text, "AB.\n" * rows + "\n" + text):
        try:
            grid = Grid.parse(candidate)
        except GridError as error:
            assert "\n" not in str(error)
        else:
            assert Grid.parse(str(grid)) == grid


def test_symbols() -> None:
    grid = Grid.parse(MINI)
    assert (grid.height, grid.width) == (3, 4)
    assert grid.blocks == {(0, 3), (1, 1)}
    assert grid.voids == {(2, 0)}
    assert grid.letters == {(0, 0): "A", (0, 1): "B", (2, 3): "E"}
    assert grid.rows() == ["AB.#", ".#..", "~..E"]
    assert str(grid) == MINI
    assert repr(grid) == "Grid.parse('AB.#\\n.#..\\n~..E')"


def test_annotations() -> None:
    text = """\
        AH..
        .#..

        circles: 1,1 2,4
        bars right: 1,3
        bars below: 1,1-1,2
        rebus: 1,2=HEART 2,3=&
        extra: 1,1 1,2 2,3
        """.replace("        ", "")
    grid = Grid.parse(text)
    assert grid.circles == {(0, 0), (1, 3)}
    assert grid.bars == {((0, 2), "right"), ((0, 0), "below"), ((0, 1), "below")}
    assert grid.letters == {(0, 0): "A", (0, 1): "HEART", (1, 2): "&"}
    assert grid.extra == (((0, 0), (0, 1), (1, 2)),)
    assert grid.rows() == ["AH..", ".#.."]
    assert grid.word("X1") == "AHEART&"
    assert grid.pattern_text("1A") == "A(HEART)."


def test_diagonal_run_as_extra_slot() -> None:
    grid = Grid.parse("...\n...\n...\n\nextra: 1,3-3,1")
    assert grid.slot("X1").cells == ((0, 2), (1, 1), (2, 0))


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffAB\r\n.#\r\n",
        "ab\n.#",
        "AB  \n.#\t\n\n\n",
        "\n\nAB\n.#\n",
        "AB\r.#\r",
    ],
)
def test_tolerated_spellings(text: str) -> None:
    assert str(Grid.parse(text)) == "AB\n.#"


def test_course_structure() -> None:
    grid = Grid.parse("#___#\n#_##_\n#_\n\n____\n")
    assert grid.rows() == ["#...#", "#.##.", "#.###", "#####", "....#"]


def test_course_structure_takes_anything_for_a_block() -> None:
    assert Grid.parse("A _x\n.~__").rows() == ["##.#", "##.."]


def test_an_underscore_in_a_rebus_is_not_a_course_structure() -> None:
    assert Grid.parse("..\n\nrebus: 1,2=_").letters == {(0, 1): "_"}


@pytest.mark.parametrize(
    ("typed", "held"),
    [
        ("ß", "ẞ"),
        ("é", "É"),
        ("e\u0301", "É"),
        ("q\u0308", "Q\u0308"),
        ("ĳ", "Ĳ"),
        ("ǆ", "Ǆ"),
        ("ς", "Σ"),
        ("ﬁ", "FI"),
        ("\u1100\u1161\u11a8", "각"),
    ],
)
def test_letters_beyond_ascii(typed: str, held: str) -> None:
    grid = Grid.parse(f".{typed}#")
    assert grid.width == 3
    assert grid.letters == {(0, 1): held}


def test_hangul_pieces_do_not_join_across_cells() -> None:
    grid = Grid.from_rows([["\u1100", "가", "나"]])
    assert Grid.parse(str(grid)) == grid


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "g: a grid has 1 to 255 rows and columns, not 0 × 0"),
        ("AB\nABC", "g: row 2 has 3 cells, row 1 has 2: 'ABC'"),
        ("A B\n...", "g: row 1, column 2: ' ' in 'A B' is not a cell; use . for"),
        ("...\n.-.", "g: row 2, column 2: '-' in '.-.' is not a cell"),
        ("...\n\n...", "g: '...' after the rows is not an annotation"),
        ("..\n\nrebus: 1,1", "g: '1,1' is not a rebus"),
        ("B.\n\nrebus: 1,1=HEART", "g: row 1, column 1 shows B, but its rebus is HEART"),
        ("..\n\ncircles: 1;1", "g: '1;1' is not a position; write row,column"),
        ("..\n\ncircles: 1,3", "g: row 1, column 3 (circle) is outside the grid of 1 rows"),
        ("..\n\ncircles: 0,1", "g: row 0, column 1 (circle) is outside"),
        (".#\n\ncircles: 1,2", "g: row 1, column 2 is a block and cannot hold a circle"),
        (".~\n\nrebus: 1,2=AB", "g: row 1, column 2 is a void and cannot hold a letter"),
        ("...\n...\n\nextra: 1,1-2,3", "g: '1,1-2,3' is not a straight run"),
        ("..\n\nextra: 1,1", "g: extra slot X1 has fewer than two cells"),
        ("..\n\nextra: 1,1 1,2 1,1", "g: extra slot X1 passes through a cell twice"),
        ("..\n\nextra: 1,1 1,2\nextra: 1,1 1,2", "g: the same extra slot is given twice"),
        ("..\n\nbars right: 1,2", "g: row 1, column 2: a bar there would be on the"),
        (".\n" * 256, "g: 256 rows are too many; a grid has at most 255"),
        ("." * 300, "g: a grid has 1 to 255 rows and columns, not 1 × 300"),
        ("." * 10_000_000, "g: row 1 has 10000000 characters; a grid has at most 255"),
        ("é" * 10_000_000, "g: row 1 has 10000000 characters; a grid has at most 255"),
        ("_\n" + "#" * 10_000_000, "g: row 2 has 10000000 characters; a grid has at most"),
        ("_\n" * 1_000_000, "g: 1000000 lines are too many; a grid has at most 255 rows"),
    ],
)
def test_errors_name_the_cell(text: str, message: str) -> None:
    with pytest.raises(GridError) as caught:
        Grid.parse(text, "g")
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("token", [".", "#", "~", "_", "-", "A.", ".A", "=", "1,1=B"])
def test_symbols_as_letters_round_trip(token: str) -> None:
    grid = Grid(1, 3, letters={(0, 1): token})
    assert Grid.parse(str(grid)) == grid


@pytest.mark.parametrize(
    "text",
    [
        "CAT\n\nrebus: 1,1=" + "2,4=" * 300,
        "CAT\n\nrebus: 1,1=C" + "'\u202e\"" * 200,
        "CAT\n\nrebus: 1,1=C\u0301" + "\u2028" + "X" * 900,
    ],
)
def test_a_message_does_not_repeat_a_long_rebus(text: str) -> None:
    with pytest.raises(GridError) as caught:
        Grid.parse(text)
    assert len(str(caught.value)) < 200
