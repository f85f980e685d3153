"""Pages of a sheet: the grid and its clues use the page, whatever their shape."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crosswright.grids.grid import Grid
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.columns import Flow, Paragraph
from crosswright.rendering.geometry import Picture, picture
from crosswright.rendering.lines import Word
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.sheet import Area, Choice, PageSizes, choose

A4 = Area(34, 561, 80, 800, 34)
SIZES = PageSizes()


def drawn(height: int, width: int) -> Picture:
    return picture(Puzzle(Grid.from_rows(["." * width] * height)), RenderOptions())


def clues(count: int, words: int = 4) -> Flow:
    """Return two lists of clues of this many words each."""
    clue = Paragraph(tuple(Word("xxxx", "", 2.0) for _ in range(words)), "1", label_width=0.6)
    heading = Paragraph((Word("Across", "B", 3.0),), heading=True)
    half = [heading, *[clue] * (count // 2)]
    return Flow([*half, *half], 1.5)


def grid_share(choice: Choice, grid: Picture) -> float:
    return choice.layout.cell**2 * grid.width * grid.height / (A4.width * A4.height)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(
    ("height", "width", "count", "words"),
    [
        (5, 5, 10, 4),
        (9, 9, 30, 4),
        (12, 12, 36, 10),
        (15, 15, 76, 4),
        (15, 15, 76, 12),
        (21, 21, 140, 4),
        (21, 21, 140, 14),
        (7, 21, 60, 4),
        (21, 7, 60, 4),
        (15, 15, 400, 12),
    ],
)
def test_grid_and_clues_stay_on_the_page_and_apart(
    height: int, width: int, count: int, words: int, mirrored: bool
) -> None:
    area, grid, flow = replace(A4, mirrored=mirrored), drawn(height, width), clues(count, words)
    choice = choose(grid, area, flow, SIZES)
    layout = choice.layout
    right, bottom = layout.x + layout.cell * width, layout.y + layout.cell * height
    assert area.left - 1e-6 <= layout.x < right <= area.right + 1e-6
    assert area.top <= layout.y < bottom <= area.bottom + 1e-6
    placed = choice.placed(flow)
    assert [part.paragraph for part in placed if part.first] == list(flow.paragraphs)
    for part in placed:
        column = part.column
        assert area.left - 1e-6 <= column.x < column.x + column.width <= area.right + 1e-6
        assert part.bottom <= area.bottom + 1e-6
        is_beside = column.x + column.width <= layout.x + 1e-6 or column.x >= right - 1e-6
        assert column.page > 0 or is_beside or column.top > bottom


@pytest.mark.parametrize(("side", "count"), [(5, 10), (9, 26), (11, 30)])
def test_the_grid_of_a_short_puzzle_grows(side: int, count: int) -> None:
    grid = drawn(side, side)
    choice = choose(grid, A4, clues(count), SIZES)
    assert choice.pages == 1
    assert choice.setting.size == pytest.approx(12, abs=1.5)
    assert grid_share(choice, grid) > 0.4


def test_short_lists_have_a_column_each() -> None:
    letter = Area(34, 578, 120, 750, 34)
    layout = choose(drawn(12, 12), letter, clues(8), SIZES).layout
    assert layout.grouped and len(layout.columns) == 2


def test_type_is_as_large_as_fits_up_to_twelve_points() -> None:
    grid = drawn(15, 15)
    sizes = [choose(grid, A4, clues(count), SIZES).setting.size for count in (40, 76, 110, 150)]
    assert sizes[0] > 11.5
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] >= 7


def test_clues_that_do_not_fit_go_on_the_next_page() -> None:
    choice = choose(drawn(21, 21), A4, clues(140, 16), SIZES)
    assert choice.pages == 2
    assert choice.setting.size >= 8.5
    many = choose(drawn(15, 15), A4, clues(900, 16), SIZES)
    assert many.pages > 2


def test_no_word_is_broken_where_a_wider_column_would_do() -> None:
    answers = [Paragraph((Word("X" * 15, "", 10.0),), "1", label_width=0.6) for _ in range(76)]
    flow = Flow(answers, 1.5)
    choice = choose(drawn(15, 15), A4, flow, SIZES)
    assert all(len(part.lines) == 1 for part in choice.placed(flow))
