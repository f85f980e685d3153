"""The first page of a solver's sheet: where the grid is, and which columns hold the clues."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from crosswright.rendering.columns import Column, Paragraph, fit, place
from crosswright.rendering.document import MARGIN, Document
from crosswright.rendering.geometry import Picture

CLUE_SIZES: Final = (7.0, 12.0)  # points, on one page
ROOMY_SIZES: Final = (8.5, 10.5)  # when it takes more than one page
COLUMNS: Final = (2, 3, 4, 5)
MEASURE: Final = 13.0  # ems; narrower columns break clues too often
BESIDE_BONUS: Final = 1.03  # for few clues, all next to the grid
GOOD_CELL: Final = 20.0  # a larger one is not better
GRID_SHARE: Final = 0.6  # of the page's height that a grid above clues may take
MIN_CELL, MAX_CELL = 14.0, 30.0  # on a sheet
GUTTER: Final = 12.0
FOOTER: Final = 14.0
ABOVE_GRID: Final = 10.0


@dataclass(frozen=True)
class SheetLayout:
    """A first page: where the grid is, and which columns are for clues."""

    cell: float
    x: float
    y: float
    columns: tuple[Column, ...]
    following: tuple[Column, ...]
    """The columns of a page without a grid."""
    beside: bool = False
    """Whether the space below the grid is left free."""

    def pages(self, count: int) -> list[Column]:
        """Return the columns of the first `count` pages."""
        later = [
            replace(column, page=page) for page in range(1, count) for column in self.following
        ]
        return [*self.columns, *later]


def choose(
    document: Document,
    picture: Picture,
    top: float,
    paragraphs: list[Paragraph],
    indent: float,
) -> tuple[SheetLayout, float, int]:
    """Return the layout that reads best, its font size and the number of its pages."""
    layouts = list(_layouts(document, picture, top))
    for pages, sizes in ((1, CLUE_SIZES), (2, ROOMY_SIZES)):
        fitting = [
            (_merit(layout, size), layout, size)
            for layout in layouts
            if (size := fit(paragraphs, layout.pages(pages), sizes, indent)) is not None
        ]
        if fitting:
            _, layout, size = max(fitting, key=lambda choice: choice[0])
            return layout, size, pages
    size = ROOMY_SIZES[1]
    layout = max(layouts, key=lambda layout: _merit(layout, size))
    while not place(paragraphs, layout.pages(pages), size, indent):
        pages *= 2
    return layout, size, pages


def _merit(layout: SheetLayout, size: float) -> float:
    """Rate the type size, the size of the cells, the length of the lines, and a clear bottom."""
    cell = min(layout.cell, GOOD_CELL) / GOOD_CELL
    measure = min(layout.following[0].width / size, MEASURE) / MEASURE
    return size * cell * measure * (BESIDE_BONUS if layout.beside else 1)


def _layouts(document: Document, picture: Picture, top: float) -> Iterator[SheetLayout]:
    """Yield first pages with some number of columns, and the grid above the last few of them."""
    bottom = document.height - MARGIN - FOOTER
    candidates = []
    for count in COLUMNS:
        columns = columns_of(document, count, top)
        for span in range(1, count + 1):
            width = span * columns[0].width + (span - 1) * GUTTER
            height = GRID_SHARE * (bottom - top)
            cell = min(MAX_CELL, width / picture.width, height / picture.height)
            candidates.append((cell, count, span))
    enough = min(MIN_CELL, max(candidates)[0])
    for cell, count, span in candidates:
        if cell < enough:
            continue
        layout = _layout(document, picture, top, cell, count, span)
        yield layout
        if span < count:
            yield replace(layout, columns=layout.columns[: count - span], beside=True)


def _layout(
    document: Document,
    picture: Picture,
    top: float,
    cell: float,
    count: int,
    span: int,
) -> SheetLayout:
    columns = columns_of(document, count, top)
    width, height = cell * picture.width, cell * picture.height
    covered = columns[count - span :]
    left = min(column.x for column in covered)
    right = max(column.x + column.width for column in covered)
    below = top + height + 1.5 * ABOVE_GRID
    shortened = [
        replace(column, top=below, height=max(0.0, column.bottom - below)) for column in covered
    ]
    return SheetLayout(
        cell=cell,
        x=(left + right - width) / 2,
        y=top,
        columns=(*columns[: count - span], *shortened),
        following=columns_of(document, count, MARGIN),
    )


def columns_of(document: Document, count: int, top: float) -> tuple[Column, ...]:
    """Divide a page below `top` into columns, in reading order."""
    width = (document.width - 2 * MARGIN - (count - 1) * GUTTER) / count
    height = document.height - MARGIN - FOOTER - top
    columns = [Column(0, MARGIN + n * (width + GUTTER), top, width, height) for n in range(count)]
    return tuple(reversed(columns) if document.mirrored else columns)
