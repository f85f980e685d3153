"""Puzzles as PDF: the solver's sheet, the answer key, large print, and submissions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import geometry, submission
from crosswright.rendering.captions import byline, draft_mark, squeeze
from crosswright.rendering.cluelists import clue_lists, word_bank
from crosswright.rendering.columns import Column, Paragraph, Word, balance, break_lines, place
from crosswright.rendering.document import MARGIN, Document, label_indent, temporary_directory
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.result import Rendering
from crosswright.rendering.sheet import ABOVE_GRID, FOOTER, MAX_CELL, choose, columns_of

BYLINE_SIZE: Final = 10.0
NOTE_SIZE: Final = 8.5
LARGE_NOTE_SIZE: Final = 14.0
SHORT_NOTE: Final = 3  # lines; a longer note goes after the clues
SHORT_BANK: Final = 6  # lines; a longer word bank goes after the clues
TITLE_SIZES: Final = (19.0, 16.0, 13.0)  # the first at which a title fits on two lines

LARGE_SIZE: Final = 18.0
LARGE_CELL: Final = 44.0
LARGE_NUMBERS: Final = 0.33
BANK_SPACE: Final = "     "


def draw(puzzle: Puzzle, options: RenderOptions) -> Rendering:
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


def _header(document: Document, puzzle: Puzzle, options: RenderOptions, suffix: str = "") -> float:
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
    author = document.words(byline(puzzle, document.catalogue))
    if author:
        size = LARGE_NOTE_SIZE if options.large_print else BYLINE_SIZE
        y += size * 1.1
        document.line(edge, y, break_lines(author, width / size)[0], size)
    if not suffix:
        size = LARGE_NOTE_SIZE if options.large_print else NOTE_SIZE
        for words in _short_note(document, puzzle, size):
            y += size * 1.3
            document.line(edge, y, words, size)
    return y + ABOVE_GRID if y > MARGIN else y


def _title_lines(document: Document, title: str, width: float) -> tuple[float, list[list[Word]]]:
    words = document.words(title, "B")
    if not words:
        return TITLE_SIZES[0], []
    for size in TITLE_SIZES:
        lines = break_lines(words, width / size)
        if len(lines) <= 2:
            break
    return size, lines[:6]


def _short_note(document: Document, puzzle: Puzzle, size: float) -> list[list[Word]]:
    """Break the notes into lines if they are short enough to go above the grid."""
    words = document.words(puzzle.notes, "I")
    width = (document.width - 2 * MARGIN) / size
    lines = break_lines(words, width) if words else []
    return lines if len(lines) <= SHORT_NOTE else []


def _bank_box(document: Document, puzzle: Puzzle, options: RenderOptions, top: float) -> float:
    """Write a short word bank in a box across the page; return where the box ends."""
    size = LARGE_NOTE_SIZE if options.large_print else BYLINE_SIZE
    lines = _bank_lines(document, puzzle, options, size)
    if not lines:
        return top
    height = (len(lines) + 1) * 1.5 * size + 6
    document.outline(MARGIN, top, document.width - 2 * MARGIN, height)
    y = top + 1.4 * size
    document.text(document.width / 2, y, document.catalogue["word_bank"], size, "B", "C")
    for words in lines:
        y += 1.5 * size
        text = BANK_SPACE.join(word.text for word in words)
        document.text(document.width / 2, y, text, size, "", "C")
    return top + height + ABOVE_GRID


def _bank_lines(
    document: Document, puzzle: Puzzle, options: RenderOptions, size: float
) -> list[list[Word]]:
    """Break the word bank into lines; none if it is not requested or too long for a box."""
    if not options.word_bank:
        return []
    room = document.measure(BANK_SPACE)
    words = [
        word._replace(width=word.width + room)
        for answer in word_bank(puzzle)
        for word in document.words(answer)
    ]
    lines = break_lines(words, (document.width - 2 * MARGIN) / size - 2)
    return lines if len(lines) <= SHORT_BANK else []


def _paragraphs(document: Document, puzzle: Puzzle, options: RenderOptions) -> list[Paragraph]:
    """Return what flows through the columns: clues, then a long note and a long word bank."""
    strings = document.catalogue
    paragraphs: list[Paragraph] = []
    for clues in clue_lists(puzzle, strings, options.enumerations) if options.clues else ():
        paragraphs.append(Paragraph(document.words(clues.heading, "B"), heading=True))
        for clue in clues.lines:
            enumeration = document.words(f"({clue.enumeration})") if clue.enumeration else ()
            mark = document.words(draft_mark(strings), "I") if clue.draft else ()
            paragraphs.append(
                Paragraph(document.words(clue.text) + enumeration + mark, clue.number)
            )
    note = document.words(puzzle.notes)
    size = LARGE_NOTE_SIZE if options.large_print else NOTE_SIZE
    if note and not _short_note(document, puzzle, size):
        paragraphs += [
            Paragraph(document.words(strings["notes"], "B"), heading=True),
            Paragraph(note),
        ]
    size = LARGE_NOTE_SIZE if options.large_print else BYLINE_SIZE
    if options.word_bank and not _bank_lines(document, puzzle, options, size):
        paragraphs.append(Paragraph(document.words(strings["word_bank"], "B"), heading=True))
        paragraphs += [Paragraph(document.words(word)) for word in word_bank(puzzle)]
    return paragraphs


# -- pages --------------------------------------------------------------------------------------


def _sheet(document: Document, puzzle: Puzzle, options: RenderOptions) -> None:
    document.add_page()
    top = _bank_box(document, puzzle, options, _header(document, puzzle, options))
    paragraphs = _paragraphs(document, puzzle, options)
    picture = geometry.picture(puzzle, replace(options, highlight=()))
    if options.large_print or not paragraphs:
        cell = _cell_to_fill(document, picture, top, LARGE_CELL if paragraphs else MAX_CELL)
        _centred_grid(document, picture, top, cell, options)
        if paragraphs:
            _large_clues(document, paragraphs)
        return
    indent = label_indent(document, paragraphs)
    layout, size, pages = choose(document, picture, top, paragraphs, indent)
    document.grid(picture, layout.x, layout.y, layout.cell, geometry.NUMBER_SIZE)
    parts = balance(paragraphs, layout.pages(pages), size, indent)
    document.flowed(parts, size, indent, page=1)


def _key(document: Document, puzzle: Puzzle, options: RenderOptions) -> None:
    document.add_page()
    top = _header(document, puzzle, options, document.catalogue["solution"])
    picture = geometry.picture(puzzle, replace(options, solution=True, highlight=()))
    largest = LARGE_CELL if options.large_print else MAX_CELL
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
    document: Document, picture: geometry.Picture, top: float, cell: float, options: RenderOptions
) -> None:
    x = (document.width - cell * picture.width) / 2
    numbers = LARGE_NUMBERS if options.large_print else geometry.NUMBER_SIZE
    document.grid(picture, x, top, cell, numbers)


def _large_clues(document: Document, paragraphs: list[Paragraph]) -> None:
    indent = label_indent(document, paragraphs)
    columns = columns_of(document, 2, MARGIN)
    pages = 1
    while not place(paragraphs, _repeat(columns, pages), LARGE_SIZE, indent):
        pages *= 2
    parts = balance(paragraphs, _repeat(columns, pages), LARGE_SIZE, indent)
    document.flowed(parts, LARGE_SIZE, indent, page=document.pages + 1)


def _repeat(columns: tuple[Column, ...], pages: int) -> list[Column]:
    return [replace(column, page=page) for page in range(pages) for column in columns]
