"""Puzzles as PDF: the solver's sheet, the answer key, large print, and submissions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from crosswright.puzzles.puzzle import DRAFT_MARK, Puzzle
from crosswright.rendering import flow, geometry, submission
from crosswright.rendering.cluelists import byline, clue_lists, headings, squeeze, word_bank
from crosswright.rendering.flow import Frame, Item
from crosswright.rendering.options import Options, Rendering
from crosswright.rendering.page import MARGIN, Document, label_indent, temporary_directory

GUTTER: Final = 12.0
FOOTER: Final = 14.0
BYLINE_SIZE: Final = 10.0
NOTE_SIZE: Final = 8.5
LARGE_NOTE_SIZE: Final = 14.0
SHORT_NOTE: Final = 3  # lines; a longer one goes after the clues
SHORT_BANK: Final = 6
TITLE_SIZES: Final = (19.0, 16.0, 13.0)  # the first at which a title takes two lines at most
ABOVE_GRID: Final = 10.0

CLUE_SIZES: Final = (7.0, 12.0)  # on one page
ROOMY_SIZES: Final = (8.5, 10.5)  # when there must be more pages
LARGE_SIZE: Final = 18.0
COLUMNS: Final = (2, 3, 4, 5)
MEASURE: Final = 13.0  # ems; narrower columns break clues too often
CELLS: Final = (14.0, 30.0)  # the smallest and the largest cell on a sheet
LARGE_CELL: Final = 44.0
BESIDE_BONUS: Final = 1.03  # for clues beside the grid only, when there are few
GOOD_CELL: Final = 20.0  # a larger one is no better
GRID_PART: Final = 0.6  # of the page's height that a grid above clues may take
LARGE_NUMBERS: Final = 0.33
BANK: Final = "Word bank"
BANK_SPACE: Final = "     "


def draw(puzzle: Puzzle, options: Options) -> Rendering:
    """Draw the pages that `options.kind` asks for."""
    with temporary_directory() as directory:
        document = Document(puzzle, options, Path(directory))
        if options.kind == "submission":
            submission.draw(document, puzzle, options)
        elif options.kind == "key":
            _key(document, puzzle, options)
        else:
            _sheet(document, puzzle, options)
            if options.key and not options.solution and puzzle.solution:
                _key(document, puzzle, options)
        return Rendering.of(document.output(), document.notices)


# -- parts of pages -----------------------------------------------------------------------------


def _header(document: Document, puzzle: Puzzle, options: Options, suffix: str = "") -> float:
    """Write title, author and a short note; return where the rest of the page begins."""
    width = document.width - 2 * MARGIN
    edge = document.width - MARGIN if document.mirrored else MARGIN
    y = MARGIN
    title = squeeze(puzzle.title)
    if suffix:
        title = f"{title} – {suffix}" if title else suffix
    size, lines = _title_lines(document, title, width)
    for words in lines:
        y += size
        document.line(edge, y, words, size)
        y += size * 0.2
    author = document.words(byline(puzzle, options.language))
    if author:
        size = LARGE_NOTE_SIZE if options.large_print else BYLINE_SIZE
        y += size * 1.1
        document.line(edge, y, flow.break_lines(author, width / size)[0], size)
    if not suffix:
        size = LARGE_NOTE_SIZE if options.large_print else NOTE_SIZE
        for words in _short_note(document, puzzle, size):
            y += size * 1.3
            document.line(edge, y, words, size)
    return y + ABOVE_GRID if y > MARGIN else y


def _title_lines(
    document: Document, title: str, width: float
) -> tuple[float, list[list[flow.Word]]]:
    words = document.words(title, "B")
    if not words:
        return TITLE_SIZES[0], []
    for size in TITLE_SIZES:
        lines = flow.break_lines(words, width / size)
        if len(lines) <= 2:
            break
    return size, lines[:6]


def _short_note(document: Document, puzzle: Puzzle, size: float) -> list[list[flow.Word]]:
    """Break the notes into lines where they are short enough to go above the grid."""
    words = document.words(puzzle.notes, "I")
    width = (document.width - 2 * MARGIN) / size
    lines = flow.break_lines(words, width) if words else []
    return lines if len(lines) <= SHORT_NOTE else []


def _bank_box(document: Document, puzzle: Puzzle, options: Options, top: float) -> float:
    """Write the word bank in a box across the page, if it is short; return where the box ends."""
    size = LARGE_NOTE_SIZE if options.large_print else BYLINE_SIZE
    lines = _bank_lines(document, puzzle, options, size)
    if not lines:
        return top
    height = (len(lines) + 1) * 1.5 * size + 6
    document.outline(MARGIN, top, document.width - 2 * MARGIN, height)
    y = top + 1.4 * size
    document.text(document.width / 2, y, BANK, size, "B", "C")
    for words in lines:
        y += 1.5 * size
        text = BANK_SPACE.join(word.text for word in words)
        document.text(document.width / 2, y, text, size, "", "C")
    return top + height + ABOVE_GRID


def _bank_lines(
    document: Document, puzzle: Puzzle, options: Options, size: float
) -> list[list[flow.Word]]:
    """Break the word bank into lines; none if there is none or it is too long for a box."""
    if not options.word_bank:
        return []
    room = document.measure(BANK_SPACE)
    words = [
        word._replace(width=word.width + room)
        for answer in word_bank(puzzle)
        for word in document.words(answer)
    ]
    lines = flow.break_lines(words, (document.width - 2 * MARGIN) / size - 2)
    return lines if len(lines) <= SHORT_BANK else []


def _items(document: Document, puzzle: Puzzle, options: Options) -> list[Item]:
    """Return what flows through the columns: clues, then a long note and a long word bank."""
    items: list[Item] = []
    for direction, clues in clue_lists(puzzle).items() if options.clues else ():
        items.append(Item(document.words(headings(options.language)[direction], "B"), heading=True))
        for clue in clues:
            mark = document.words(DRAFT_MARK, "I") if clue.draft else ()
            items.append(Item(document.words(clue.text) + mark, clue.number))
    note = document.words(puzzle.notes)
    size = LARGE_NOTE_SIZE if options.large_print else NOTE_SIZE
    if note and not _short_note(document, puzzle, size):
        items += [Item(document.words("Notes", "B"), heading=True), Item(note)]
    size = LARGE_NOTE_SIZE if options.large_print else BYLINE_SIZE
    if options.word_bank and not _bank_lines(document, puzzle, options, size):
        items.append(Item(document.words(BANK, "B"), heading=True))
        items += [Item(document.words(word)) for word in word_bank(puzzle)]
    return items


# -- pages --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Layout:
    """A first page: where the grid is and which columns are for clues."""

    columns: int
    cell: float
    x: float
    y: float
    frames: tuple[Frame, ...]
    following: tuple[Frame, ...]  # the columns of a page without a grid
    beside: bool = False  # whether the space below the grid is left free

    def pages(self, count: int) -> list[Frame]:
        """Return the columns of the first `count` pages."""
        later = (replace(f, page=page) for page in range(1, count) for f in self.following)
        return [*self.frames, *later]


def _sheet(document: Document, puzzle: Puzzle, options: Options) -> None:
    document.add_page()
    top = _bank_box(document, puzzle, options, _header(document, puzzle, options))
    items = _items(document, puzzle, options)
    picture = geometry.picture(puzzle, replace(options, highlight=()))
    if options.large_print or not items:
        cell = _cell_to_fill(document, picture, top, LARGE_CELL if items else CELLS[1])
        _centred_grid(document, picture, top, cell, options)
        if items:
            _large_clues(document, items)
        return
    indent = label_indent(document, items)
    layout, size, pages = _choose(document, picture, top, items, indent)
    document.grid(picture, layout.x, layout.y, layout.cell, geometry.NUMBER_SIZE)
    parts = flow.balance(items, layout.pages(pages), size, indent)
    document.flowed(parts, size, indent, page=1)


def _key(document: Document, puzzle: Puzzle, options: Options) -> None:
    document.add_page()
    top = _header(document, puzzle, options, "Solution")
    picture = geometry.picture(puzzle, replace(options, solution=True, highlight=()))
    largest = LARGE_CELL if options.large_print else CELLS[1]
    cell = _cell_to_fill(document, picture, top, largest)
    _centred_grid(document, picture, top, cell, options)


def _cell_to_fill(
    document: Document, picture: geometry.Picture, top: float, largest: float
) -> float:
    return min(
        largest,
        (document.width - 2 * MARGIN) / picture.width,
        (document.height - top - MARGIN - FOOTER) / picture.height,
    )


def _centred_grid(
    document: Document, picture: geometry.Picture, top: float, cell: float, options: Options
) -> None:
    x = (document.width - cell * picture.width) / 2
    numbers = LARGE_NUMBERS if options.large_print else geometry.NUMBER_SIZE
    document.grid(picture, x, top, cell, numbers)


def _large_clues(document: Document, items: list[Item]) -> None:
    indent = label_indent(document, items)
    frames = _columns(document, 2, MARGIN)
    pages = 1
    while not flow.place(items, _repeat(frames, pages), LARGE_SIZE, indent):
        pages *= 2
    parts = flow.balance(items, _repeat(frames, pages), LARGE_SIZE, indent)
    document.flowed(parts, LARGE_SIZE, indent, page=document.pages + 1)


def _repeat(frames: tuple[Frame, ...], pages: int) -> list[Frame]:
    return [replace(frame, page=page) for page in range(pages) for frame in frames]


def _choose(
    document: Document,
    picture: geometry.Picture,
    top: float,
    items: list[Item],
    indent: float,
) -> tuple[Layout, float, int]:
    """Return the layout that reads best, its font size and the pages at its disposal."""
    layouts = list(_layouts(document, picture, top))
    for pages, sizes in ((1, CLUE_SIZES), (2, ROOMY_SIZES)):
        found = [
            (_merit(layout, size), layout, size)
            for layout in layouts
            if (size := flow.fit(items, layout.pages(pages), sizes, indent)) is not None
        ]
        if found:
            _, layout, size = max(found, key=lambda choice: choice[0])
            return layout, size, pages
    size = ROOMY_SIZES[1]
    layout = max(layouts, key=lambda layout: _merit(layout, size))
    while not flow.place(items, layout.pages(pages), size, indent):
        pages *= 2
    return layout, size, pages


def _merit(layout: Layout, size: float) -> float:
    """Weigh the size of the type, of the cells, the length of the lines, and a clear foot."""
    cell = min(layout.cell, GOOD_CELL) / GOOD_CELL
    measure = min(layout.following[0].width / size, MEASURE) / MEASURE
    return size * cell * measure * (BESIDE_BONUS if layout.beside else 1)


def _layouts(document: Document, picture: geometry.Picture, top: float) -> Iterator[Layout]:
    """Yield first pages: so many columns, the grid over the last few of them at the top."""
    bottom = document.height - MARGIN - FOOTER
    candidates = []
    for count in COLUMNS:
        columns = _columns(document, count, top)
        for span in range(1, count + 1):
            width = span * columns[0].width + (span - 1) * GUTTER
            cell = min(CELLS[1], width / picture.width, GRID_PART * (bottom - top) / picture.height)
            candidates.append((cell, count, span))
    enough = min(CELLS[0], max(candidates)[0])
    for cell, count, span in candidates:
        if cell < enough:
            continue
        layout = _layout(document, picture, top, cell, count, span)
        yield layout
        if span < count:
            yield replace(layout, frames=layout.frames[: count - span], beside=True)


def _layout(
    document: Document,
    picture: geometry.Picture,
    top: float,
    cell: float,
    count: int,
    span: int,
) -> Layout:
    columns = _columns(document, count, top)
    width, height = cell * picture.width, cell * picture.height
    covered = columns[count - span :]
    left = min(frame.x for frame in covered)
    right = max(frame.x + frame.width for frame in covered)
    below = top + height + 1.5 * ABOVE_GRID
    frames = columns[: count - span] + tuple(
        replace(frame, top=below, height=max(0.0, frame.bottom - below)) for frame in covered
    )
    return Layout(
        count, cell, (left + right - width) / 2, top, frames, _columns(document, count, MARGIN)
    )


def _columns(document: Document, count: int, top: float) -> tuple[Frame, ...]:
    width = (document.width - 2 * MARGIN - (count - 1) * GUTTER) / count
    height = document.height - MARGIN - FOOTER - top
    columns = [Frame(0, MARGIN + n * (width + GUTTER), top, width, height) for n in range(count)]
    return tuple(reversed(columns) if document.mirrored else columns)
