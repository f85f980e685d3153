"""Grids: the text notation, slots, crossings, numbers, symmetry, and clear errors."""

import copy
import doctest
import pickle
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import GridError
from crosswright.grids import grid as grid_module
from crosswright.grids.grid import Crossing, Grid, Slot
from crosswright.grids.letters import joins_previous, normalise_token
from crosswright.grids.symmetry import SYMMETRIES

MINI = """\
AB.#
.#..
~..E"""

LETTERS = st.sampled_from(["A", "Z", "É", "Ñ", "ẞ", "Σ", "Ж", "7", "Q̈", "각", "א"])
TOKENS = LETTERS | st.text(st.characters(codec="utf-8"), min_size=1, max_size=4).map(
    normalise_token
).filter(lambda text: text.isprintable() and " " not in text and not joins_previous(text[0]))


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    signs = st.sampled_from([".", ".", ".", "#", "~"]) | TOKENS
    rows = [[draw(signs) for _ in range(width)] for _ in range(height)]
    grid = Grid.from_rows(rows)
    cells = list(grid.open_cells)
    edges = [((y, x), "right") for y in range(height) for x in range(width - 1)]
    edges += [((y, x), "below") for y in range(height - 1) for x in range(width)]
    if edges:
        grid = grid.with_bars(draw(st.sets(st.sampled_from(edges), max_size=5)))
    if cells:
        grid = grid.with_circles(draw(st.sets(st.sampled_from(cells), max_size=5)))
    if len(cells) > 1:
        run = st.lists(st.sampled_from(cells), min_size=2, max_size=4, unique=True).map(tuple)
        grid = grid.with_extra(draw(st.lists(run, max_size=2, unique=True)))
    return grid


def test_examples_in_the_documentation() -> None:
    assert doctest.testmod(grid_module) == (0, 3)


# -- from what people have at hand -------------------------------------------------------------


def test_a_grid_is_taken_as_it_is() -> None:
    grid = Grid.parse(MINI)
    assert Grid.of(grid) is grid


def test_text_is_read_in_the_notation() -> None:
    assert Grid.of(MINI) == Grid.parse(MINI)


@pytest.mark.parametrize("name", ["mini.txt", "21.01.puz", "puzzles/mini.ipuz"])
def test_a_file_name_is_refused_with_advice(name: str) -> None:
    with pytest.raises(GridError, match=r"file name.*crosswright\.read"):
        Grid.of(name)


@pytest.mark.parametrize("value", [["AB", "CD"], 15, None, Path("mini.txt")])
def test_what_is_not_a_grid_is_refused_with_advice(value: object) -> None:
    with pytest.raises(TypeError, match=type(value).__name__ + r".*crosswright\.read"):
        Grid.of(value)  # type: ignore[arg-type]


# -- the notation -------------------------------------------------------------------------------


@given(grids())
def test_text_round_trips(grid: Grid) -> None:
    again = Grid.parse(str(grid))
    assert again == grid
    assert hash(again) == hash(grid)
    assert str(again) == str(grid)
    assert eval(repr(grid), {"Grid": Grid}) == grid


@given(grids())
def test_copies_and_pickles_are_equal(grid: Grid) -> None:
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert copy.deepcopy(grid) == grid


@given(st.text(), st.integers(0, 3))
def test_any_text_parses_or_is_refused(text: str, rows: int) -> None:
    for candidate in (text, "AB.\n" * rows + "\n" + text):
        try:
            grid = Grid.parse(candidate)
        except GridError as error:
            assert "\n" not in str(error)
        else:
            assert Grid.parse(str(grid)) == grid


def test_signs() -> None:
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


def test_underscore_in_a_rebus_is_no_course_structure() -> None:
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
        ("", "g: a grid of 0 rows and 0 columns: both must be from 1 to 255"),
        ("AB\nABC", "g: row 2 has 3 cells, row 1 has 2: 'ABC'"),
        ("A B\n...", "g: row 1, column 2: ' ' is no cell of a grid in 'A B'; use . for"),
        ("...\n.-.", "g: row 2, column 2: '-' is no cell"),
        ("...\n\n...", "g: '...' after the rows is no annotation"),
        ("..\n\nrebus: 1,1", "g: '1,1' is no rebus"),
        ("B.\n\nrebus: 1,1=HEART", "g: row 1, column 1 shows B, but its rebus is HEART"),
        ("..\n\ncircles: 1;1", "g: '1;1' is no place; write row,column"),
        ("..\n\ncircles: 1,3", "g: row 1, column 3 (circle) is outside the grid of 1 rows"),
        ("..\n\ncircles: 0,1", "g: row 0, column 1 (circle) is outside"),
        (".#\n\ncircles: 1,2", "g: row 1, column 2 is a block and cannot hold a circle"),
        (".~\n\nrebus: 1,2=AB", "g: row 1, column 2 is a void and cannot hold a letter"),
        ("...\n...\n\nextra: 1,1-2,3", "g: '1,1-2,3' is no straight run"),
        ("..\n\nextra: 1,1", "g: extra slot X1 has fewer than two cells"),
        ("..\n\nextra: 1,1 1,2 1,1", "g: extra slot X1 goes through a cell twice"),
        ("..\n\nextra: 1,1 1,2\nextra: 1,1 1,2", "g: the same extra slot is given twice"),
        ("..\n\nbars right: 1,2", "g: row 1, column 2: a bar right here would lie on the"),
        (".\n" * 256, "g: 256 rows are too many; a grid has at most 255"),
        ("." * 300, "g: a grid of 1 rows and 300 columns"),
        ("." * 10_000_000, "g: row 1 has 10000000 characters; a grid has at most 255"),
        ("é" * 10_000_000, "g: row 1 has 10000000 characters; a grid has at most 255"),
        ("_\n" + "#" * 10_000_000, "g: row 2 has 10000000 characters; a grid has at most"),
        ("_\n" * 1_000_000, "g: 1000000 lines are too many; a grid has at most 255 rows"),
    ],
)
def test_errors_name_the_place(text: str, message: str) -> None:
    with pytest.raises(GridError) as caught:
        Grid.parse(text, "g")
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 250


def test_bad_parts_are_refused() -> None:
    with pytest.raises(GridError, match="both a block and a void"):
        Grid(2, 2, blocks=[(0, 0)], voids=[(0, 0)])
    with pytest.raises(GridError, match='"right" or "below", not \'left\''):
        Grid(2, 2, bars=[((0, 0), "left")])
    with pytest.raises(GridError, match="empty string"):
        Grid(2, 2, letters={(0, 0): ""})
    with pytest.raises(GridError, match="row 1, column 1: 'A B' has a space"):
        Grid(2, 2, letters={(0, 0): "A B"})
    with pytest.raises(GridError, match="begins with a mark"):
        Grid(2, 2, letters={(0, 0): "\u0301"})
    with pytest.raises(GridError, match="row 1, column 2: '-'"):
        Grid.from_rows(["A-"])


def test_grids_do_not_change() -> None:
    grid = Grid.empty(2, 2)
    with pytest.raises(AttributeError, match="does not change"):
        grid.height = 3
    with pytest.raises(TypeError):
        grid.letters[0, 0] = "A"  # type: ignore[index]


@pytest.mark.parametrize("token", [".", "#", "~", "_", "-", "A.", ".A", "=", "1,1=B"])
def test_signs_as_letters_round_trip(token: str) -> None:
    grid = Grid(1, 3, letters={(0, 1): token})
    assert Grid.parse(str(grid)) == grid


# -- slots --------------------------------------------------------------------------------------


def naive_slots(grid: Grid) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    """Find slots and labels as a person does: walk the cells and look around each."""

    def joined(cell: tuple[int, int], down: int, right: int) -> bool:
        other = cell[0] + down, cell[1] + right
        side = "right" if right else "below"
        return {cell, other} <= set(grid.open_cells) and (cell, side) not in grid.bars

    found, number = [], 0
    for y, x in grid.open_cells:
        starts = []
        for letter, down, right in (("A", 0, 1), ("D", 1, 0)):
            if joined((y - down, x - right), down, right) or not joined((y, x), down, right):
                continue
            run = [(y, x)]
            while joined(run[-1], down, right):
                run.append((run[-1][0] + down, run[-1][1] + right))
            starts.append((letter, tuple(run)))
        number += bool(starts)
        found += [(f"{number}{letter}", run) for letter, run in starts]
    return found + [(f"X{n}", cells) for n, cells in enumerate(grid.extra, 1)]


@given(grids())
def test_slots_are_what_a_person_finds(grid: Grid) -> None:
    assert [(slot.label, slot.cells) for slot in grid.slots] == naive_slots(grid)
    assert all(grid.slot(slot.label) is slot for slot in grid.slots)
    assert all(grid.slots[grid.index(slot.label)] is slot for slot in grid.slots)
    assert set(grid.numbers) == {s.cells[0] for s in grid.slots if s.direction != "extra"}


@given(grids())
def test_crossings_are_all_shared_cells(grid: Grid) -> None:
    expected = Counter(
        (first, a, second, b)
        for first, one in enumerate(grid.slots)
        for second, two in enumerate(grid.slots)
        if first < second
        for a, cell in enumerate(one.cells)
        for b, other in enumerate(two.cells)
        if cell == other
    )
    found = Counter(
        (c.first, c.first_position, c.second, c.second_position) for c in grid.crossings
    )
    assert found == expected
    for crossing in grid.crossings:
        assert grid.slots[crossing.first].cells[crossing.first_position] == crossing.cell
        assert grid.slots[crossing.second].cells[crossing.second_position] == crossing.cell
    for cell in grid.open_cells:
        assert grid.slots_at(cell) == tuple(
            index for index, slot in enumerate(grid.slots) if cell in slot.cells
        )
    assert grid.checked_cells == {crossing.cell for crossing in grid.crossings}
    assert grid.checked_cells | grid.unchecked_cells == set(grid.open_cells)


def test_small_grid_in_full() -> None:
    grid = Grid.parse("..#\n...\n#..")
    assert grid.slots == (
        Slot(((0, 0), (0, 1)), "across", 1),
        Slot(((0, 0), (1, 0)), "down", 1),
        Slot(((0, 1), (1, 1), (2, 1)), "down", 2),
        Slot(((1, 0), (1, 1), (1, 2)), "across", 3),
        Slot(((1, 2), (2, 2)), "down", 4),
        Slot(((2, 1), (2, 2)), "across", 5),
    )
    assert [slot.label for slot in grid.slots] == ["1A", "1D", "2D", "3A", "4D", "5A"]
    assert [len(slot) for slot in grid.slots] == [2, 2, 3, 3, 2, 2]
    assert grid.crossings[0] == Crossing(0, 0, 1, 0, (0, 0))
    assert len(grid.crossings) == 7
    assert grid.numbers == {(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 2): 4, (2, 1): 5}


def test_bars_end_slots() -> None:
    grid = Grid.parse("....\n....\n\nbars right: 1,2\nbars below: 1,1")
    assert [(slot.label, len(slot)) for slot in grid.slots] == [
        ("1A", 2),
        ("2D", 2),
        ("3A", 2),
        ("3D", 2),
        ("4D", 2),
        ("5A", 4),
    ]


def test_three_slots_through_a_cell() -> None:
    grid = Grid.parse("...\n...\n...\n\nextra: 1,1-3,3")
    assert len(grid.slots_at((1, 1))) == 3
    assert [c for c in grid.crossings if c.cell == (1, 1)] == [
        Crossing(2, 1, 4, 1, (1, 1)),
        Crossing(2, 1, 6, 1, (1, 1)),
        Crossing(4, 1, 6, 1, (1, 1)),
    ]


@pytest.mark.parametrize("text", [".", "#", "~", "#.#\n###\n.#."])
def test_single_cells_are_no_slots(text: str) -> None:
    grid = Grid.parse(text)
    assert grid.slots == ()
    assert grid.crossings == ()
    assert grid.numbers == {}


def test_missing_slot_names_near_ones() -> None:
    grid = Grid.parse("..#\n...\n#..")
    assert grid.slot(" 2d ") == grid.slots[2]
    with pytest.raises(GridError, match="no slot 5D; there are 2D, 3A, 4D, 5A"):
        grid.slot("5D")
    with pytest.raises(GridError, match="no slot fish; there are 1A, 1D"):
        grid.slot("fish")
    with pytest.raises(GridError, match="no slot 1A; there are no slots at all"):
        Grid.parse("#").slot("1A")


# -- changes ------------------------------------------------------------------------------------


def test_letters_come_and_go() -> None:
    grid = Grid.parse("..#\n...\n#..")
    assert grid.slots
    filled = grid.with_word("3a", "cat").with_letters({(0, 0): "heart"})
    assert filled.slots is grid.slots
    assert filled.pattern("1D") == ("HEART", "C")
    assert filled.pattern("2D") == (None, "A", None)
    assert filled.pattern_text("2D") == ".A."
    assert (filled.word("3A"), filled.word("1A")) == ("CAT", None)
    assert filled.with_word("5A", ["QU", "E"]).word("5A") == "QUE"
    assert filled.without_letters([(0, 0), (1, 0)]).rows() == ["..#", ".AT", "#.."]
    assert filled.without_letters() == grid
    assert not filled.is_filled
    assert Grid.parse("A#").is_filled
    with pytest.raises(GridError, match="3A has 3 cells, 'FOUR' 4"):
        grid.with_word("3A", "FOUR")


def test_blocks_come_and_go() -> None:
    grid = Grid.parse("AB\n.~\n\ncircles: 1,1 1,2").with_blocks([(0, 0), (1, 1)])
    assert str(grid) == "#B\n.#\n\ncircles: 1,2"
    assert str(grid.without_blocks([(1, 1)])) == "#B\n..\n\ncircles: 1,2"
    assert grid.without_blocks().rows() == [".B", ".."]
    with pytest.raises(GridError, match="row 1, column 1 is a block and cannot hold a letter of"):
        Grid.parse("..\n..\n\nextra: 1,1 2,2").with_blocks([(0, 0)])


def test_bars_and_extra_slots_change_the_slots() -> None:
    grid = Grid.empty(2, 4)
    assert len(grid.slots) == 6
    assert len(grid.with_bars([((0, 1), "right")]).slots) == 7
    assert len(grid.with_extra([[(0, 0), (1, 3)]]).slots) == 7


# -- shape --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("...\n...\n...", set(SYMMETRIES)),
        ("...\n...", {"180", "left-right", "up-down"}),
        ("#..\n...\n..#", {"180", "diagonal", "antidiagonal"}),
        ("#..\n#..\n...", set()),
        ("#.#\n...\n...", {"left-right"}),
        ("#..\n...\n#..", {"up-down"}),
        (".#..\n...#\n#...\n..#.", {"180", "90"}),
        ("~..\n...\n..#", {"diagonal"}),
        ("..\n..\n\nbars right: 1,1", {"left-right"}),
        ("..\n..\n\nbars right: 1,1 2,1", {"180", "left-right", "up-down"}),
        ("..\n..\n\nbars right: 1,1\nbars below: 1,1", {"diagonal"}),
        ("..\n..\n\nbars right: 1,1 2,1\nbars below: 1,1 1,2", set(SYMMETRIES)),
    ],
)
def test_symmetries(text: str, kinds: set[str]) -> None:
    assert set(Grid.parse(text).symmetries()) == kinds


def test_unknown_symmetry() -> None:
    with pytest.raises(GridError, match="no symmetry 'odd'; there are 180, 90, left-right"):
        Grid.empty(2, 2).is_symmetric("odd")


def test_components() -> None:
    grid = Grid.parse("..#.\n####\n..#.")
    assert len(grid.components()) == 4
    assert grid.components()[0] == {(0, 0), (0, 1)}
    assert not grid.is_connected()
    assert Grid.parse("..\n#.").is_connected()
    assert Grid.parse("##").is_connected()
    assert not Grid.parse("..\n..\n\nbars below: 1,1 1,2").is_connected()
    assert Grid.parse("..\n..\n\nbars below: 1,1 1,2\nextra: 1,1 2,2").is_connected()
