"""Geometry: boxes and strokes where they belong, each once."""

import pytest

from crosswright.grids.grid import Grid
from crosswright.puzzles.parts import CORNERS
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import geometry
from crosswright.rendering.geometry import CAPITAL, NUMBER_SIZE, Stroke, mark_position, picture
from crosswright.rendering.options import RenderOptions


def test_strokes_of_a_small_grid() -> None:
    drawn = picture(Puzzle(Grid.parse("..\n.#")), RenderOptions())
    assert set(drawn.strokes) == {
        Stroke("frame", 0, 0, 2, 0),
        Stroke("frame", 0, 2, 2, 2),
        Stroke("frame", 0, 0, 0, 2),
        Stroke("frame", 2, 0, 2, 2),
        Stroke("line", 0, 1, 2, 1),
        Stroke("line", 1, 0, 1, 2),
    }


def test_blocks_left_out_leave_no_trace() -> None:
    puzzle = Puzzle(Grid.parse("..#\n###\n##."))
    drawn = picture(puzzle, RenderOptions(hide_blocks=True))
    assert [box.cell for box in drawn.boxes] == [(0, 0), (0, 1), (2, 2)]
    assert {stroke.kind for stroke in drawn.strokes} == {"line"}
    assert len(picture(puzzle, RenderOptions()).boxes) == 9


def test_a_mirrored_grid(hebrew: Puzzle) -> None:
    drawn = picture(hebrew, RenderOptions())
    assert drawn.mirrored
    assert {box.cell: box.x for box in drawn.boxes}[0, 0] == 3
    assert [s for s in drawn.strokes if s.kind == "bar"] == [Stroke("bar", 2, 0, 2, 1)]
    assert not picture(hebrew, RenderOptions(direction="ltr")).mirrored


def test_a_rebus_is_set_smaller() -> None:
    sizes = [geometry.letter_size(token) for token in ("A", "É", "ABC", "HEART")]
    assert sizes[0] == sizes[1] == geometry.LETTER_SIZE
    assert sizes[1] > sizes[2] > sizes[3] > 0.2


def test_the_solver_of_a_diagramless_puzzle_gets_an_empty_grid() -> None:
    grid = Grid.parse("CAT\nA#~\nRUN\n\ncircles: 1,1\nbars right: 1,2")
    puzzle = Puzzle.from_filled(grid, given=[(2, 2)], kind="diagramless")
    blank = picture(puzzle, RenderOptions())
    assert [box.cell for box in blank.boxes if box.block or box.number or box.circled] == []
    assert [(box.cell, box.letter) for box in blank.boxes if box.letter] == [((2, 2), "N")]
    assert len(blank.boxes) == 8
    assert "bar" not in {stroke.kind for stroke in blank.strokes}
    key = picture(puzzle, RenderOptions(solution=True))
    assert [box.cell for box in key.boxes if box.block] == [(1, 1)]
    assert [box.number for box in key.boxes if box.number]


def test_cells_have_labels_and_marks_of_their_own() -> None:
    puzzle = Puzzle.from_filled(
        "CAT", labels={(0, 1): "B"}, marks={(0, 1): {"TL": "x", "TR": "7"}, (0, 2): {"TL": "y"}}
    )
    boxes = picture(puzzle, RenderOptions()).boxes
    assert [(box.number, box.marks) for box in boxes] == [
        ("", ()),
        ("B", (("TR", "7"),)),
        ("", (("TL", "y"),)),
    ]
    mirrored = picture(puzzle, RenderOptions(direction="rtl")).boxes
    assert mirrored[1].marks == (("TL", "7"),)
    assert all(not box.number for box in picture(puzzle, RenderOptions(numbers=False)).boxes)


def test_marks_are_inside_their_cells() -> None:
    for corner in CORNERS:
        x, baseline, side = mark_position(corner, NUMBER_SIZE)
        assert 0 < x < 1
        assert NUMBER_SIZE * CAPITAL < baseline < 1
        assert side in corner or side == "C"


def test_what_words_enclose_is_a_hole() -> None:
    grid = Grid.parse("ABC~\nD~E~\nFGHI")
    assert geometry.holes(grid, hide_blocks=False) == {(1, 1)}
    drawn = picture(Puzzle.from_filled(grid), RenderOptions())
    assert [box.cell for box in drawn.boxes if box.hole] == [(1, 1)]
    blocks = Grid.parse("ABC#\nD#E#\nFGHI")
    assert geometry.holes(blocks, hide_blocks=True) == {(1, 1)}
    assert geometry.holes(blocks, hide_blocks=False) == frozenset()


def test_a_barred_grid_has_a_heavy_frame(odd: Puzzle) -> None:
    kinds = {stroke.kind for stroke in picture(odd, RenderOptions()).strokes}
    assert kinds == {"line", "heavy", "bar"}


def test_a_circle_gives_way_to_a_number() -> None:
    whole = geometry.circle_points(0.0, 0.3, mirrored=False)
    assert whole[0] == pytest.approx(whole[-1])  # closed
    part = geometry.circle_points(0.3, 0.3, mirrored=False)
    assert len(part) < len(whole)
    assert not [(x, y) for x, y in part if x < 0.36 and y < 0.26]
    mirrored = geometry.circle_points(0.3, 0.3, mirrored=True)
    assert [1 - x for x, _ in mirrored] == pytest.approx([x for x, _ in part])
