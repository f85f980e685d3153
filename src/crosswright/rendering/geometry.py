"""Where the parts of a grid are drawn, in cells from the top left: for SVG, PNG and PDF."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from crosswright.errors import GridError, RenderError
from crosswright.grids.grid import Grid
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.captions import is_right_to_left, printed
from crosswright.rendering.options import RenderOptions

INK: Final = "#000000"
PAPER: Final = "#ffffff"
HIGHLIGHT: Final = "#ffe08a"
CIRCLE_GREY: Final = 128
CIRCLE_INK: Final = f"#{CIRCLE_GREY:02x}{CIRCLE_GREY:02x}{CIRCLE_GREY:02x}"
HOLE_GREY: Final = 222
HOLE: Final = f"#{HOLE_GREY:02x}{HOLE_GREY:02x}{HOLE_GREY:02x}"
LOOP_GREY: Final = 90
LOOP_INK: Final = f"#{LOOP_GREY:02x}{LOOP_GREY:02x}{LOOP_GREY:02x}"
LOOP_FILL_GREY: Final = 232
LOOP_FILL: Final = f"#{LOOP_FILL_GREY:02x}{LOOP_FILL_GREY:02x}{LOOP_FILL_GREY:02x}"

# Lengths are relative to the side of a cell.
WIDTHS: Final = {"line": 0.025, "frame": 0.06, "heavy": 0.11, "bar": 0.11}
MARGIN: Final = 0.06  # around the grid, so that the frame is not cut in half
CIRCLE_RADIUS: Final = 0.455
CIRCLE_WIDTH: Final = 0.03
CIRCLE_STEPS: Final = 96  # straight lines that a circle is drawn with
LOOP_RADIUS: Final = 0.36  # around a word that is found
LOOP_WIDTH: Final = 0.035
LOOP_STEPS: Final = 16  # straight lines that each end of it is drawn with
CAPITAL: Final = 0.69  # the height of a capital letter, relative to the font size
LETTER_SIZE: Final = 0.62
LETTER_CENTRE: Final = 0.57  # a little low, to leave room for the number
LETTER_ROOM: Final = 0.9  # the width that a rebus may have
LETTER_TOP: Final = 0.14  # where the tallest letters end
LETTER_BOTTOM: Final = 0.95  # and the deepest

_EXTENTS: Final = (
    (0x0600, 0x08FF, 0.91, 0.37),  # Arabic
    (0x0900, 0x0DFF, 1.19, 0.3),  # Devanagari and its relatives
    (0x0E00, 0x0EFF, 1.05, 0.4),  # Thai and Lao
    (0x0F00, 0x109F, 1.05, 0.5),  # Tibetan and Burmese
    (0x1780, 0x17FF, 1.05, 0.5),  # Khmer
    (0xFB50, 0xFDFF, 0.91, 0.37),  # Arabic, joined
    (0xFE70, 0xFEFF, 0.91, 0.37),
)
"""How far the letters of a script go above and below the baseline, relative to the font size.

All letters of a script count, so that those of one puzzle have one size and one baseline.
"""
NUMBER_SIZE: Final = 0.3
NUMBER_INSET: Final = 0.06
NUMBER_AIR: Final = 0.04  # between a number and the circle that gives way to it
FIGURE_WIDTH: Final = 0.58  # the width of a figure, relative to the font size
CAPITAL_WIDTH: Final = 0.66  # the mean width of a capital letter, relative to the font size

_MIRROR: Final = str.maketrans("LR", "RL")

# When more than this share of the cells is left out (a criss-cross), a heavy frame would be all
# that one sees; the outline is then as thin as the other lines.
LOOSE: Final = 0.25


class Mark(NamedTuple):
    """A further small text in a cell, and where it is drawn: "TR" is the top right."""

    corner: str
    text: str


@dataclass(frozen=True, slots=True)
class Box:
    """A cell as it is drawn: x columns from the left, y rows from the top."""

    cell: Cell
    x: int
    y: int
    block: bool
    number: str = ""
    letter: str = ""
    circled: bool = False
    highlighted: bool = False
    marks: tuple[Mark, ...] = ()
    hole: bool = False
    """Whether nothing belongs here, although cells are all around."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line, horizontal or vertical, of a kind in `WIDTHS`."""

    kind: str
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Loop:
    """A line around the letters of a word, from the middle of the first to that of the last."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def points(self) -> list[tuple[float, float]]:
        """The line as points; the last one is the first again."""
        ahead = math.atan2(self.y1 - self.y0, self.x1 - self.x0)
        points = []
        for x, y, turn in ((self.x1, self.y1, -0.25), (self.x0, self.y0, 0.25)):
            for step in range(LOOP_STEPS + 1):
                angle = ahead + math.tau * (turn + step / LOOP_STEPS / 2)
                points.append(
                    (x + LOOP_RADIUS * math.cos(angle), y + LOOP_RADIUS * math.sin(angle))
                )
        return [*points, points[0]]


@dataclass(frozen=True)
class Picture:
    """A drawn grid: its boxes row by row, then the strokes on top of them."""

    width: int
    height: int
    mirrored: bool
    boxes: tuple[Box, ...]
    strokes: tuple[Stroke, ...]
    loops: tuple[Loop, ...] = ()


def picture(puzzle: Puzzle, options: RenderOptions) -> Picture:
    """Lay out the grid of a puzzle."""
    mirrored = is_mirrored(puzzle, options)
    grid = puzzle.grid
    if puzzle.kind == "word-search":
        return _search_picture(puzzle, options, mirrored)
    if hides_diagram(puzzle, options):
        boxes, bars = tuple(_blank_boxes(puzzle, options, mirrored)), []
    else:
        boxes, bars = tuple(_boxes(puzzle, options, mirrored)), [*_bars(puzzle, mirrored)]
    edges = _edges([box for box in boxes if not box.hole], _outline(grid, boxes, bool(bars)))
    strokes = [*_merge(edges), *bars]
    order = list(WIDTHS)
    strokes.sort(key=lambda stroke: order.index(stroke.kind))
    return Picture(grid.width, grid.height, mirrored, boxes, tuple(strokes))


def _search_picture(puzzle: Puzzle, options: RenderOptions, mirrored: bool) -> Picture:
    """Lay out a word search: letters in a frame, the words in loops if the solution is shown."""
    grid = puzzle.grid

    def middle(cell: Cell) -> tuple[float, float]:
        x = grid.width - 1 - cell[1] if mirrored else cell[1]
        return x + 0.5, cell[0] + LETTER_CENTRE

    boxes = tuple(
        Box(cell, grid.width - 1 - cell[1] if mirrored else cell[1], cell[0], False, letter=token)
        for cell, token in ((cell, printed(token)) for cell, token in puzzle.solution.items())
    )
    edges = _edges([*boxes], "frame")
    strokes = _merge({edge: kind for edge, kind in edges.items() if kind == "frame"})
    words = grid.extra if options.solution else ()
    loops = tuple(Loop(*middle(cells[0]), *middle(cells[-1])) for cells in words)
    return Picture(grid.width, grid.height, mirrored, boxes, tuple(strokes), loops)


def hides_diagram(puzzle: Puzzle, options: RenderOptions) -> bool:
    """Return whether the grid is drawn empty, for the solver of a diagramless puzzle."""
    return puzzle.kind == "diagramless" and not options.solution


def is_mirrored(puzzle: Puzzle, options: RenderOptions) -> bool:
    """Return whether the first column is on the right, as in Hebrew or Arabic."""
    if options.direction != "auto":
        return options.direction == "rtl"
    letters = "".join(puzzle.solution.values())
    return is_right_to_left(letters or " ".join(str(clue) for clue in puzzle.clues.values()))


def letter_size(token: str) -> float:
    """Return the font size for the content of a cell: smaller for a rebus and for tall scripts."""
    count = max(len(split_letters(token)), 1)
    size = min(LETTER_SIZE, LETTER_ROOM / (count * CAPITAL_WIDTH)) if count > 1 else LETTER_SIZE
    return min(size, (LETTER_BOTTOM - LETTER_TOP) / sum(_extents(token)))


def letter_baseline(token: str, size: float) -> float:
    """Return the baseline of a token in this font size, from the top of its cell."""
    return min(LETTER_CENTRE + size * CAPITAL / 2, LETTER_BOTTOM - size * _extents(token)[1])


@cache
def _extents(token: str) -> tuple[float, float]:
    """Return how far the script of a token goes above the baseline and below it."""
    extents = [
        (above, below)
        for letter in token
        for first, last, above, below in _EXTENTS
        if first <= ord(letter) <= last
    ]
    return max(extents, default=(CAPITAL, 0.0))


def highlighted_cells(puzzle: Puzzle, labels: Iterable[str]) -> frozenset[Cell]:
    """Return the cells of the entries with these labels."""
    try:
        return frozenset(cell for label in labels for cell in puzzle.grid.slot(label).cells)
    except GridError as error:
        raise RenderError(f"highlight: {error}") from None


@lru_cache(maxsize=8)
def holes(grid: Grid, hide_blocks: bool) -> frozenset[Cell]:
    """Return the cells that are left out but enclosed by words, so that they look like answers."""
    left_out = set(grid.voids)
    if hide_blocks:
        left_out |= set(grid.blocks)
    outside = [
        (row, column)
        for row, column in left_out
        if row in (0, grid.height - 1) or column in (0, grid.width - 1)
    ]
    left_out.difference_update(outside)
    while outside:
        row, column = outside.pop()
        for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if cell in left_out:
                left_out.remove(cell)
                outside.append(cell)
    return frozenset(left_out)


def number_width(number: str) -> float:
    """Estimate the width of a number in a cell."""
    return len(number) * FIGURE_WIDTH * number_size(number)


def number_size(number: str) -> float:
    """Return the font size of a number: smaller for a long label."""
    return min(NUMBER_SIZE, LETTER_ROOM / (max(len(number), 1) * FIGURE_WIDTH))


def circle_points(width: float, size: float, mirrored: bool) -> list[tuple[float, float]]:
    """Return the circle in a cell as points; it gives way to a number of this width and size."""
    right = NUMBER_INSET + width + NUMBER_AIR
    bottom = NUMBER_INSET + size * CAPITAL + NUMBER_AIR
    points = []
    for step in range(CIRCLE_STEPS + 1):
        angle = math.tau * (step / CIRCLE_STEPS - 3 / 8)  # from the corner with the number
        x, y = 0.5 + CIRCLE_RADIUS * math.cos(angle), 0.5 + CIRCLE_RADIUS * math.sin(angle)
        if not width or x > right or y > bottom:
            points.append((1 - x if mirrored else x, y))
    return points


def _boxes(puzzle: Puzzle, options: RenderOptions, mirrored: bool) -> Iterator[Box]:
    grid = puzzle.filled_grid if options.solution else puzzle.grid
    highlighted = highlighted_cells(puzzle, options.highlight)
    enclosed = holes(puzzle.grid, options.hide_blocks)
    labels = puzzle.cell_labels if options.numbers else {}
    for y in range(grid.height):
        for column in range(grid.width):
            cell = (y, column)
            x = grid.width - 1 - column if mirrored else column
            if cell in enclosed:
                yield Box(cell, x, y, block=False, hole=True)
                continue
            if cell in grid.voids or (cell in grid.blocks and options.hide_blocks):
                continue
            if cell in grid.blocks:
                yield Box(cell, x, y, block=True)
                continue
            yield Box(
                cell,
                x,
                y,
                block=False,
                number=labels.get(cell, ""),
                letter=printed(grid.letters.get(cell, "")),
                circled=cell in grid.circles,
                highlighted=cell in highlighted,
                marks=_marks(puzzle, cell, mirrored),
            )


def _blank_boxes(puzzle: Puzzle, options: RenderOptions, mirrored: bool) -> Iterator[Box]:
    """Lay out the grid of a diagramless puzzle: no blocks, no numbers, given letters alone."""
    grid, highlighted = puzzle.grid, highlighted_cells(puzzle, options.highlight)
    for y in range(grid.height):
        for column in range(grid.width):
            cell = (y, column)
            if cell not in grid.voids:
                x = grid.width - 1 - column if mirrored else column
                letter = printed(grid.letters.get(cell, ""))
                yield Box(cell, x, y, False, letter=letter, highlighted=cell in highlighted)


def _marks(puzzle: Puzzle, cell: Cell, mirrored: bool) -> tuple[Mark, ...]:
    """Return the marks of a cell; the first one gives way to a number in the same corner."""
    return tuple(
        Mark(corner.translate(_MIRROR) if mirrored else corner, text)
        for corner, text in puzzle.marks.get(cell, {}).items()
        if corner != "TL" or cell not in puzzle.cell_labels
    )


def mark_position(corner: str, size: float) -> tuple[float, float, str]:
    """Return where a small text of this font size goes: x, baseline, and how it is aligned.

    Both are from the top left of the cell; the text begins at x ("L"), ends there ("R"), or is
    centred on it ("C").
    """
    side = "L" if "L" in corner else "R" if "R" in corner else "C"
    x = {"L": NUMBER_INSET, "C": 0.5, "R": 1 - NUMBER_INSET}[side]
    if "T" in corner:
        return x, NUMBER_INSET + size * CAPITAL, side
    return x, 1 - NUMBER_INSET if "B" in corner else 0.5 + size * CAPITAL / 2, side


# An edge is (axis, line, position): "h" or "v", the line it is on, and where on that line.
_Edge = tuple[str, int, int]


def _outline(grid: Grid, boxes: tuple[Box, ...], is_barred: bool) -> str:
    """Return the kind of line around the grid: as heavy as the bars, where it has bars."""
    drawn = sum(not box.hole for box in boxes)
    if drawn < (1 - LOOSE) * grid.width * grid.height:
        return "line"
    return "heavy" if is_barred else "frame"


def _edges(boxes: list[Box], outline: str) -> dict[_Edge, str]:
    """Return the sides of all boxes; a side of only one box belongs to the outline."""
    edges: dict[_Edge, str] = {}
    for box in boxes:
        x, y = box.x, box.y
        for edge in (("h", y, x), ("h", y + 1, x), ("v", x, y), ("v", x + 1, y)):
            edges[edge] = "line" if edge in edges else outline
    return edges


def _merge(edges: dict[_Edge, str]) -> Iterator[Stroke]:
    def line(item: tuple[_Edge, str]) -> tuple[str, int, str]:
        (axis, number, _), kind = item
        return axis, number, kind

    for (axis, at, kind), run in groupby(sorted(edges.items(), key=lambda i: (line(i), i)), line):
        positions = [edge[2] for edge, _ in run]
        for start, end in _runs(positions):
            if axis == "h":
                yield Stroke(kind, start, at, end, at)
            else:
                yield Stroke(kind, at, start, at, end)


def _runs(positions: list[int]) -> Iterator[tuple[int, int]]:
    """Join neighbours: 2, 3, 4, 7 become (2, 5) and (7, 8)."""
    for _, group in groupby(enumerate(positions), lambda pair: pair[1] - pair[0]):
        run = [position for _, position in group]
        yield run[0], run[-1] + 1


def _bars(puzzle: Puzzle, mirrored: bool) -> Iterator[Stroke]:
    grid = puzzle.grid
    for (y, column), side in sorted(grid.bars):
        x = grid.width - 1 - column if mirrored else column
        if side == "below":
            yield Stroke("bar", x, y + 1, x + 1, y + 1)
        else:
            edge = x if mirrored else x + 1
            yield Stroke("bar", edge, y, edge, y + 1)
