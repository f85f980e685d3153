"""Grids: their cells, slots, crossings and numbers, and the grids made from them."""

import copy
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from helpers.grids import grids
from hypothesis import given

from crosswright.errors import GridError
from crosswright.grids.grid import Crossing, Grid, Slot

MINI = """\
AB.#
.#..
~..E"""


# -- from what people have at hand ------------------------------------------------------------


def test_a_grid_is_taken_as_it_is() -> None:
    grid = Grid.parse(MINI)
    assert Grid.of(grid) is grid


@pytest.mark.parametrize("width", [0, 256, 2.5, "3", None])
def test_odd_sides_are_refused(width: Any) -> None:
    with pytest.raises(GridError, match="a grid has 1 to 255 rows and columns, not 3 × "):
        Grid(3, width)


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


# -- slots ------------------------------------------------------------------------------------


def naive_slots(grid: Grid) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    """Find slots and labels as a person does: walk the cells and look around each."""

    def joined(cell: tuple[int, int], down: int, right: int) -> bool:
        other = cell[0] + down, cell[1] + right
        side = "right" if right else "below"
        return {cell, other} <= set(grid.open_cells) and (cell, side) not in grid.bars

    slots, number = [], 0
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
        slots += [(f"{number}{letter}", run) for letter, run in starts]
    return slots + [(f"X{n}", cells) for n, cells in enumerate(grid.extra, 1)]


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
    actual = Counter(
        (c.first, c.first_position, c.second, c.second_position) for c in grid.crossings
    )
    assert actual == expected
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
    with pytest.raises(GridError, match="no slot 5D; the nearest are 2D, 3A, 4D, 5A"):
        grid.slot("5D")
    with pytest.raises(GridError, match="no slot fish; the nearest are 1A, 1D"):
        grid.slot("fish")
    with pytest.raises(GridError, match="no slot 1A; the grid has no slots"):
        Grid.parse("#").slot("1A")


# -- changes ----------------------------------------------------------------------------------


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
    with pytest.raises(GridError, match="3A has 3 cells, 'FOUR' needs 4"):
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


def test_grids_do_not_change() -> None:
    grid = Grid.empty(2, 2)
    with pytest.raises(AttributeError, match="never changes"):
        grid.height = 3
    with pytest.raises(TypeError):
        grid.letters[0, 0] = "A"  # type: ignore[index]


@given(grids())
def test_copies_and_pickles_are_equal(grid: Grid) -> None:
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert copy.deepcopy(grid) == grid


# -- shape ------------------------------------------------------------------------------------


def test_components() -> None:
    grid = Grid.parse("..#.\n####\n..#.")
    assert len(grid.components()) == 4
    assert grid.components()[0] == {(0, 0), (0, 1)}
    assert not grid.is_connected()
    assert Grid.parse("..\n#.").is_connected()
    assert Grid.parse("##").is_connected()
    assert not Grid.parse("..\n..\n\nbars below: 1,1 1,2").is_connected()
    assert Grid.parse("..\n..\n\nbars below: 1,1 1,2\nextra: 1,1 2,2").is_connected()
