"""Where the parts of a grid are drawn, in cells from the top left: for SVG, PNG and PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from crosswright.errors import GridError, RenderError
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.captions import is_right_to_left, printed
from crosswright.rendering.options import RenderOptions

INK: Final = "#111111"
PAPER: Final = "#ffffff"
HIGHLIGHT: Final = "#ffe08a"
CIRCLE_INK: Final = "#808080"

# Lengths are relative to the side of a cell.
WIDTHS: Final = {"line": 0.025, "frame": 0.06, "bar": 0.11}
MARGIN: Final = 0.06  # around the grid, so that the frame is not cut in half
CIRCLE_RADIUS: Final = 0.455
CAPITAL: Final = 0.69  # the height of a capital letter, relative to the font size
LETTER_SIZE: Final = 0.62
LETTER_CENTRE: Final = 0.57  # a little low, to leave room for the number
LETTER_ROOM: Final = 0.9  # the width that a rebus may have
NUMBER_SIZE: Final = 0.3
NUMBER_INSET: Final = 0.06
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


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line, horizontal or vertical, of a kind in `WIDTHS`."""

    kind: str
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True)
class Picture:
    """A drawn grid: its boxes row by row, then the strokes on top of them."""

    width: int
    height: int
    mirrored: bool
    boxes: tuple[Box, ...]
    strokes: tuple[Stroke, ...]


def picture(puzzle: Puzzle, options: RenderOptions) -> Picture:
    """Lay out the grid of a puzzle."""
    mirrored = is_mirrored(puzzle, options)
    grid = puzzle.grid
    if hides_diagram(puzzle, options):
        boxes, bars = tuple(_blank_boxes(puzzle, options, mirrored)), []
    else:
        boxes, bars = tuple(_boxes(puzzle, options, mirrored)), [*_bars(puzzle, mirrored)]
    edges = _edges(boxes, grid.width * grid.height)
    strokes = [*_merge(edges), *bars]
    order = list(WIDTHS)
    strokes.sort(key=lambda stroke: order.index(stroke.kind))
    return Picture(grid.width, grid.height, mirrored, boxes, tuple(strokes))


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
    """Return the font size for the content of a cell: smaller for a rebus."""
    count = max(len(split_letters(token)), 1)
    return min(LETTER_SIZE, LETTER_ROOM / (count * CAPITAL_WIDTH)) if count > 1 else LETTER_SIZE


def letter_baseline(size: float) -> float:
    """Return the baseline of a letter of this font size, from the top of its cell."""
    return LETTER_CENTRE + size * CAPITAL / 2


def highlighted_cells(puzzle: Puzzle, labels: Iterable[str]) -> frozenset[Cell]:
    """Return the cells of the entries with these labels."""
    try:
        return frozenset(cell for label in labels for cell in puzzle.grid.slot(label).cells)
    except GridError as error:
        raise RenderError(f"highlight: {error}") from None


def _boxes(puzzle: Puzzle, options: RenderOptions, mirrored: bool) -> Iterator[Box]:
    grid = puzzle.filled_grid if options.solution else puzzle.grid
    highlighted = highlighted_cells(puzzle, options.highlight)
    labels = puzzle.cell_labels if options.numbers else {}
    for y in range(grid.height):
        for column in range(grid.width):
            cell = (y, column)
            x = grid.width - 1 - column if mirrored else column
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


def _edges(boxes: tuple[Box, ...], cells: int) -> dict[_Edge, str]:
    """Return the sides of all boxes; a side of only one box belongs to the frame."""
    outline = "frame" if len(boxes) >= (1 - LOOSE) * cells else "line"
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
