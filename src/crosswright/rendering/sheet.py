"""A page with a grid and clues: where the grid is, which columns hold the clues, and their size."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from crosswright.rendering.columns import Column, Flow, PlacedLines, Setting
from crosswright.rendering.geometry import Picture
from crosswright.rendering.lines import line_width

COLUMNS: Final = range(1, 7)
SIDE_COLUMNS: Final = (1, 2, 3)  # next to a tall grid, with nothing below it
SIDE_SHARES: Final = (0.3, 0.4, 0.5, 0.6)  # of the width, for a tall grid
TALL: Final = 0.6  # of the page, from where a grid stands alone at its side
TOP_SCALES: Final = tuple(1 - 0.03 * step for step in range(14))  # of a grid above all columns
MEASURE: Final = (13.0, 34.0)  # ems; narrower columns break clues too often, wider ones are hard
GROUPED_BONUS: Final = 1.06  # for a column of its own for each list
SHORT_BONUS: Final = 1.15  # the same for up to `SHORT` paragraphs, where a broken list looks odd
SHORT: Final = 16
BLANK_WEIGHT: Final = 1.5  # how much a blank share counts, compared with smaller type or cells
BROKEN_WORD: Final = 0.6  # for columns that are narrower than a word
TYPE_WEIGHT: Final = 1.4  # the power to which the size of the type counts
LARGER_CELL: Final = 0.15  # the power to which cells count that are larger than a good one
RAGGED: Final = 3.0  # ems after the end of a line that do not look blank: its number and some air
MIN_LINES: Final = 4  # of a column below a grid; a shorter one is left out
MORE_AIR: Final = (1.6, 1.4, 1.2)  # for clues that leave much of the page blank
GUTTER: Final = 14.0
ABOVE_GRID: Final = 10.0
BELOW_GRID: Final = 15.0


@dataclass(frozen=True)
class PageSizes:
    """What a page should give: sizes of type in points, on one page and on more, and of cells."""

    sizes: tuple[float, float] = (7.0, 12.0)
    roomy_sizes: tuple[float, float] = (8.5, 12.0)
    min_cell: float = 14.0
    good_cell: float = 24.0
    """From this size, a larger cell is hardly better."""
    max_cell: float = 100.0


@dataclass(frozen=True)
class Area:
    """The part of a page below its header; pages that follow begin at `margin`."""

    left: float
    right: float
    top: float
    bottom: float
    margin: float
    mirrored: bool = False

    @property
    def width(self) -> float:
        """The width between the margins."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height above the footer."""
        return self.bottom - self.top

    def columns(self, count: int, top: float | None = None) -> list[Column]:
        """Divide the page below `top` into columns, in reading order."""
        start = self.top if top is None else top
        width = (self.width - (count - 1) * GUTTER) / count
        columns = [
            Column(0, self.left + n * (width + GUTTER), start, width, self.bottom - start)
            for n in range(count)
        ]
        return columns[::-1] if self.mirrored else columns


@dataclass(frozen=True)
class SheetLayout:
    """A first page: where the grid is, and which columns are for clues."""

    cell: float
    x: float
    y: float
    columns: tuple[Column, ...]
    following: tuple[Column, ...]
    """The columns of a page without a grid."""
    grouped: bool = False
    """Whether every list has a column of its own."""

    def pages(self, count: int) -> list[Column]:
        """Return the columns of the first `count` pages."""
        later = [
            replace(column, page=page) for page in range(1, count) for column in self.following
        ]
        return [*self.columns, *later]


@dataclass(frozen=True)
class Choice:
    """A layout, and how the clues are set in it."""

    layout: SheetLayout
    setting: Setting
    pages: int
    blank: float = field(default=0.0)

    def placed(self, flow: Flow) -> list[PlacedLines]:
        """Place the clues, in columns that end level."""
        columns = self.layout.pages(self.pages)
        if self.layout.grouped:
            return flow.place(columns, self.setting, grouped=True) or []
        return flow.balance(columns, self.setting)

    def aired(self, flow: Flow) -> Choice:
        """Return this choice with more air, if that is all that could fill the page."""
        if self.setting.air < 1:
            return self
        columns = self.layout.pages(self.pages)
        for air in MORE_AIR:
            setting = replace(self.setting, air=air)
            if flow.place(columns, setting, grouped=self.layout.grouped):
                return replace(self, setting=setting)
        return self


def choose(picture: Picture, area: Area, flow: Flow, page_sizes: PageSizes) -> Choice:
    """Return the layout that reads best and leaves the least of the page blank."""
    layouts = list(_layouts(picture, area, flow, page_sizes))
    pages, sizes = 1, page_sizes.sizes
    while True:
        best = _best(picture, area, flow, page_sizes, layouts, pages, sizes)
        if best:
            return best.aired(flow)
        pages, sizes = pages + max(pages // 2, 1), page_sizes.roomy_sizes


def fewest_pages(flow: Flow, layout: SheetLayout, size: float) -> int:
    """Return how many pages the clues need at a font size."""
    pages = 1
    while (placed := flow.place(layout.pages(pages), Setting(size))) is None:
        pages *= 2
    return placed[-1].column.page + 1 if placed else 1


def _best(
    picture: Picture,
    area: Area,
    flow: Flow,
    page_sizes: PageSizes,
    layouts: Sequence[SheetLayout],
    pages: int,
    sizes: tuple[float, float],
) -> Choice | None:
    """Return the best of the layouts that hold everything, or None."""
    best: tuple[float, Choice] | None = None
    bounds = [(_merit(layout, sizes[1], flow, page_sizes), layout) for layout in layouts]
    for bound, layout in sorted(bounds, key=lambda pair: -pair[0]):
        if best and bound <= best[0]:
            break
        columns = layout.pages(pages)
        size = flow.largest(columns, sizes, grouped=layout.grouped)
        if size is None:
            continue
        setting = flow.airiest(columns, size, grouped=layout.grouped)
        placed = flow.place(columns, setting, grouped=layout.grouped) or []
        blank = _blank(picture, area, layout, placed, pages)
        merit = _merit(layout, size, flow, page_sizes) * (1 - blank) ** BLANK_WEIGHT
        if best is None or merit > best[0]:
            best = merit, Choice(layout, setting, pages, blank)
    return best[1] if best else None


def _merit(layout: SheetLayout, size: float, flow: Flow, page_sizes: PageSizes) -> float:
    """Rate the size of the type and the cells, and the length of the lines."""
    cell = layout.cell / page_sizes.good_cell
    cell = math.pow(cell, LARGER_CELL) if cell > 1 else cell
    width = layout.columns[0].width / size
    needed = min(MEASURE[0], flow.widest)
    measure = min(width / needed, 1.0) * (BROKEN_WORD if width < flow.longest_word else 1.0)
    measure *= math.sqrt(min(MEASURE[1] / width, 1.0))
    if layout.grouped:
        measure *= SHORT_BONUS if len(flow.paragraphs) <= SHORT else GROUPED_BONUS
    return math.pow(size, TYPE_WEIGHT) * cell * measure


def _blank(
    picture: Picture, area: Area, layout: SheetLayout, placed: list[PlacedLines], pages: int
) -> float:
    """Return the share of the pages that neither the grid nor the clues cover."""
    grid = (layout.cell * picture.width + GUTTER) * (layout.cell * picture.height + BELOW_GRID)
    clues = sum(map(_covered, placed))
    total = area.height + (pages - 1) * (area.bottom - area.margin)
    return max(0.0, 1 - (grid + clues) / ((area.width + GUTTER) * total))


def _covered(part: PlacedLines) -> float:
    """Return the area that lines cover, with some space after the longest."""
    setting, paragraph = part.setting, part.paragraph
    longest = max(map(line_width, part.lines)) * setting.size * paragraph.scale
    width = min(longest + RAGGED * setting.size, part.column.width) + GUTTER
    return width * (len(part.lines) * setting.leading(paragraph.scale) + setting.gap)


# -- layouts ------------------------------------------------------------------------------------


def _layouts(
    picture: Picture, area: Area, flow: Flow, page_sizes: PageSizes
) -> Iterator[SheetLayout]:
    """Yield first pages with cells that are large enough, or else those with the largest cells."""
    layouts = [*_above(picture, area, flow, page_sizes), *_beside(picture, area, page_sizes)]
    enough = min(page_sizes.min_cell, max(layout.cell for layout in layouts))
    yield from (layout for layout in layouts if layout.cell >= enough)


def _above(
    picture: Picture, area: Area, flow: Flow, page_sizes: PageSizes
) -> Iterator[SheetLayout]:
    """Yield pages with the grid above the last few of their columns, or above all of them."""
    for count in COLUMNS:
        column = area.columns(count)[0]
        for span in range(1, count + 1):
            width = span * column.width + (span - 1) * GUTTER
            cell = min(page_sizes.max_cell, width / picture.width, area.height / picture.height)
            for scale in TOP_SCALES if span == count else (1.0,):
                layout = _layout(picture, area, cell * scale, count, span, page_sizes)
                if layout is None:
                    continue
                yield layout
                if span == count == flow.groups:
                    yield replace(layout, grouped=True)


def _layout(
    picture: Picture, area: Area, cell: float, count: int, span: int, page_sizes: PageSizes
) -> SheetLayout | None:
    columns = area.columns(count)
    width, height = cell * picture.width, cell * picture.height
    covered = columns[count - span :]
    left = min(column.x for column in covered)
    right = max(column.x + column.width for column in covered)
    below = area.top + height + BELOW_GRID
    shortened = [
        replace(column, top=below, height=column.bottom - below)
        for column in covered
        if column.bottom - below >= MIN_LINES * page_sizes.sizes[0]
    ]
    if span == count and not shortened:
        return None
    return SheetLayout(
        cell=cell,
        x=(left + right - width) / 2,
        y=area.top,
        columns=(*columns[: count - span], *shortened),
        following=tuple(area.columns(count, area.margin)),
    )


def _beside(picture: Picture, area: Area, page_sizes: PageSizes) -> Iterator[SheetLayout]:
    """Yield pages with a tall grid on one side, and columns in the rest of the width."""
    tallest = area.height / picture.height
    cells = {
        min(page_sizes.max_cell, share * area.width / picture.width, tallest)
        for share in SIDE_SHARES
    }
    for cell in sorted(cells):
        width = cell * picture.width
        if cell * picture.height < TALL * area.height:
            continue
        rest = (
            replace(area, left=area.left + width + 1.5 * GUTTER)
            if area.mirrored
            else replace(area, right=area.right - width - 1.5 * GUTTER)
        )
        x = area.left if area.mirrored else area.right - width
        for count in SIDE_COLUMNS:
            columns = tuple(rest.columns(count))
            yield SheetLayout(cell, x, area.top, columns, tuple(rest.columns(count, area.margin)))
