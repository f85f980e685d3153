"""Puzzles as PDF: the solver's sheet, the answer key, large print, and submissions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import geometry, submission
from crosswright.rendering.captions import (
    credits_of,
    description,
    draft_mark,
    instructions_of,
    squeeze,
    student_lines,
    title_of,
)
from crosswright.rendering.cluelists import (
    ClueLine,
    WordBank,
    clue_lists,
    entry_lists,
    printed_answer,
    word_banks,
)
from crosswright.rendering.columns import Flow, Paragraph, Setting
from crosswright.rendering.document import MARGIN, Document, label_indent, temporary_directory
from crosswright.rendering.lines import Word, break_lines, even_lines, line_width
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.result import Rendering
from crosswright.rendering.sheet import (
    ABOVE_GRID,
    Area,
    Choice,
    PageSizes,
    SheetLayout,
    choose,
    fewest_pages,
)

BYLINE_SIZE: Final = 10.0
NOTE_SIZE: Final = 9.0
LARGE_NOTE_SIZE: Final = 18.0  # in large print: no text for the solver is smaller
LONE_BANK_SIZE: Final = 14.0  # of words that the page has in place of clues
SHORT_NOTE: Final = 3  # lines; a longer note goes after the clues
SHORT_BANK: Final = 6  # lines; a longer word bank goes after the clues
TITLE_SIZES: Final = (19.0, 16.0, 13.0, 10.0)  # the first at which a title fits on two lines
MAX_TITLE, MAX_BYLINE = 12, 6  # lines

SHEET: Final = PageSizes()
WORD_LIST: Final = PageSizes(sizes=(12.0, 18.0), roomy_sizes=(13.0, 18.0))  # without clues
LARGE_PRINT: Final = PageSizes(
    sizes=(18.0, 22.0), roomy_sizes=(18.0, 22.0), min_cell=36.0, good_cell=44.0
)
LARGE_COLUMNS: Final = 2
LONE_GRID: Final = 0.35  # of what is left of a page is above a grid alone on it
SPARSE: Final = 0.45  # from this blank share of a page with a grid alone, clues follow below it
STUDENT_SHARES: Final = {"name": 5, "class": 2, "date": 3}  # of the width of the page
STUDENT_GAP: Final = 1.2  # ems between these lines
CREDITS_SPACE: Final = " · "
BANK_SPACE: Final = "     "


def draw(puzzle: Puzzle, options: RenderOptions) -> Rendering:
    """Draw the pages that `options.kind` asks for."""
    with temporary_directory() as directory:
        document = Document(puzzle, options, Path(directory))
        if options.kind == "submission":
            submission.draw(document, puzzle, options)
        elif options.kind == "key":
            _Sheet(document, puzzle, options).draw_key()
        else:
            sheet = _Sheet(document, puzzle, options)
            sheet.draw()
            if options.key and not options.solution and puzzle.solution:
                sheet.draw_key()
        return Rendering.of(document.output(), document.notices)


class _Sheet:
    """The pages for a solver: the puzzle, and the answers."""

    def __init__(self, document: Document, puzzle: Puzzle, options: RenderOptions) -> None:
        self.document, self.puzzle, self.options = document, puzzle, options
        self.strings = document.catalogue
        self.width = document.width - 2 * MARGIN
        self.note_size = LARGE_NOTE_SIZE if options.large_print else NOTE_SIZE
        self.byline_size = LARGE_NOTE_SIZE if options.large_print else BYLINE_SIZE
        self.has_clues = options.clues and any(map(str, puzzle.clues.values()))
        self.page_sizes = SHEET if self.has_clues else WORD_LIST
        self.bank_size = self.byline_size
        if not self.has_clues:
            self.bank_size = max(LONE_BANK_SIZE, self.byline_size)
        if options.large_print:
            self.page_sizes = LARGE_PRINT
        self.note = self._short_note()
        self.bank = self._short_bank()

    def draw(self) -> None:
        """Draw the grid with its clues, or alone where there are none."""
        self.document.add_page()
        self.document.bookmark(title_of(self.puzzle, self.strings))
        area = self.document.area(self._bank_box(self._header(self._student_lines())))
        picture = geometry.picture(self.puzzle, replace(self.options, highlight=()))
        self._page(picture, area, self._paragraphs(), self.options.solution)

    def draw_key(self) -> None:
        """Draw the filled grid, and list the answers."""
        self.document.add_page()
        self.document.bookmark(self.strings["solution"])
        area = self.document.area(self._header(MARGIN, self.strings["solution"]))
        options = replace(self.options, solution=True, highlight=())
        self._page(geometry.picture(self.puzzle, options), area, self._answers(), True)

    def _page(
        self, picture: geometry.Picture, area: Area, paragraphs: list[Paragraph], filled: bool
    ) -> None:
        flow = Flow(paragraphs, label_indent(paragraphs))
        first = self.document.pages
        choice = self._choice(picture, area, flow) if paragraphs else None
        layout = choice.layout if choice else _alone(picture, area, self.page_sizes)
        alt = description(self.puzzle, filled, self.strings)
        self.document.grid(picture, layout.x, layout.y, layout.cell, alt)
        if choice:
            self.document.flowed(choice.placed(flow), flow.indent, first)

    def _choice(self, picture: geometry.Picture, area: Area, flow: Flow) -> Choice:
        if not self.options.large_print:
            return choose(picture, area, flow, self.page_sizes)
        choice = choose(picture, area, flow, self.page_sizes)
        if choice.pages == 1:
            return choice
        layout = _alone(picture, area, self.page_sizes)
        grid = layout.cell**2 * picture.width * picture.height
        if 1 - grid / (area.width * area.height) > SPARSE:
            return choice
        return _after_grid(layout, flow, self.page_sizes.sizes)

    # -- the parts of a page ----------------------------------------------------------------

    def _student_lines(self) -> float:
        """Draw the lines for name, class and date across the page; return where they end."""
        lines = student_lines(self.options, self.strings)
        if not lines:
            return MARGIN
        size = self.byline_size + 1
        room = self.width - (len(lines) - 1) * STUDENT_GAP * size
        total = sum(STUDENT_SHARES[name] for name, _ in lines)
        baseline, start = MARGIN + 1.5 * size, 0.0
        for name, label in lines:
            width = room * STUDENT_SHARES[name] / total
            self._student_line(start, start + width, baseline, label, size)
            start += width + STUDENT_GAP * size
        return baseline + 1.2 * size

    def _student_line(
        self, start: float, end: float, baseline: float, label: str, size: float
    ) -> None:
        """Write a label, and a line after it, between two distances from where lines start."""
        document = self.document
        words = document.words(label)
        ahead = -1 if document.mirrored else 1
        with document.tagged("P"):
            document.line(document.edge + ahead * start, baseline, words, size)
        after = start + (line_width(words) + 0.5) * size
        ends = sorted(document.edge + ahead * distance for distance in (after, end))
        document.rule(ends[0], ends[1], baseline + 0.2 * size)

    def _header(self, y: float, suffix: str = "") -> float:
        """Write title, author and a short note from y on; return where the page goes on."""
        document, top = self.document, y
        title = " – ".join(part for part in (squeeze(self.puzzle.title), suffix) if part)
        size, lines = title_lines(document, title, self.width)
        if lines:
            with document.tagged("H1"):
                for words in lines:
                    y += size
                    document.line(document.edge, y, words, size)
                    y += size * 0.2
        texts = document.words(CREDITS_SPACE.join(credits_of(self.puzzle, self.strings)))
        if texts:
            lines = break_lines(texts, self.width / self.byline_size)
            y = self._lines(y, document.cut("author", lines, MAX_BYLINE), self.byline_size)
        if not suffix:
            y = self._instructions(y)
        if self.note and not suffix:
            y = self._lines(y, self.note, self.note_size)
        return y + ABOVE_GRID if y > top else y

    def _instructions(self, y: float) -> float:
        document, size = self.document, self.byline_size
        words = document.words(instructions_of(self.puzzle, self.options, self.strings))
        if not words:
            return y
        lines = document.cut("instructions", break_lines(words, self.width / size), MAX_BYLINE)
        return self._lines(y + 0.3 * size, lines, size)

    def _lines(self, y: float, lines: list[list[Word]], size: float) -> float:
        with self.document.tagged("P"):
            for words in lines:
                y += size * 1.25
                self.document.line(self.document.edge, y, words, size)
        return y

    def _short_note(self) -> list[list[Word]]:
        """Break the notes into lines if they are short enough to go above the grid."""
        lines = [
            line
            for text in self.puzzle.notes.splitlines()
            if text.strip()
            for line in break_lines(self.document.words(text, "I"), self.width / self.note_size)
        ]
        return lines if len(lines) <= SHORT_NOTE else []

    def _short_bank(self) -> list[list[Word]]:
        """Break the word bank into lines; none if it is not requested or too long for a box."""
        below = self.options.bank_order == "length" or self.puzzle.kind == "word-search"
        if not self.options.word_bank or below:
            return []
        room = self.document.measure(BANK_SPACE)
        words = [
            Word(answer, "", self.document.measure(answer) + room)
            for bank in self._banks()
            for answer in map(self.document.fonts.printable, bank.words)
        ]
        lines = even_lines(words, self.width / self.bank_size - 2)
        return lines if len(lines) <= SHORT_BANK else []

    def _banks(self) -> list[WordBank]:
        return word_banks(self.puzzle, self.strings, self.options.bank_order)

    def _bank_box(self, top: float) -> float:
        """Write a short word bank in a box across the page; return where the box ends."""
        if not self.bank:
            return top
        document, size = self.document, self.bank_size
        height = (len(self.bank) + 1) * 1.5 * size + 6
        document.outline(MARGIN, top, self.width, height)
        y = top + 1.4 * size
        with document.tagged("H2"):
            document.text(document.width / 2, y, self.strings["word_bank"], size, "B", "C")
        with document.tagged("P"):
            for words in self.bank:
                y += 1.5 * size
                text = BANK_SPACE.join(word.text for word in words)
                document.text(document.width / 2, y, text, size, "", "C")
        return top + height + 1.5 * ABOVE_GRID

    # -- what flows through the columns -------------------------------------------------------

    def _paragraphs(self) -> list[Paragraph]:
        """Return the clues, then a long note and a long word bank."""
        document, paragraphs = self.document, []
        options = self.options
        lists = clue_lists(self.puzzle, self.strings, options.enumerations) if options.clues else []
        for clues in lists:
            paragraphs += self._headings(clues.heading)
            paragraphs += [self._clue(clue) for clue in clues.lines]
        if self.puzzle.notes.strip() and not self.note:
            paragraphs += self._headings(self.strings["notes"])
            paragraphs += [
                Paragraph(document.words(text))
                for text in self.puzzle.notes.splitlines()
                if text.strip()
            ]
        if self.options.word_bank and not self.bank:
            for bank in self._banks():
                paragraphs += self._headings(bank.heading)
                paragraphs += [Paragraph(document.words(word)) for word in bank.words]
        return paragraphs

    def _headings(self, text: str) -> list[Paragraph]:
        """Return a heading, or nothing for a list without a title."""
        words = self.document.words(text, "B")
        return [Paragraph(words, heading=True)] if words else []

    def _clue(self, clue: ClueLine) -> Paragraph:
        document = self.document
        words = document.clue_words(clue.markup, clue.enumeration)
        if clue.draft:
            words += document.words(draft_mark(self.strings), "I")
        return document.labelled(words, clue.number)

    def _answers(self) -> list[Paragraph]:
        """Return the answers, grouped as the clues are; one that runs on is listed once.

        There are none if the grid does not have their numbers.
        """
        paragraphs: list[Paragraph] = []
        if not self.options.numbers:
            return paragraphs
        for _, heading, entries in entry_lists(self.puzzle, self.strings):
            answers = [
                self.document.labelled(self.document.words(answer), entry.number)
                for entry in entries
                if self.puzzle.link(entry.label)[0] == entry.label
                and (answer := printed_answer(self.puzzle, entry.label))
            ]
            if answers:
                paragraphs += [*self._headings(heading), *answers]
        return paragraphs


def title_lines(document: Document, title: str, width: float) -> tuple[float, list[list[Word]]]:
    """Return the lines of a title, and the size at which they are short."""
    words = document.words(title, "B")
    if not words:
        return TITLE_SIZES[0], []
    for size in TITLE_SIZES:
        lines = break_lines(words, width / size)
        if len(lines) <= 2:
            break
    return size, document.cut("title", lines, MAX_TITLE)


def _alone(picture: geometry.Picture, area: Area, page_sizes: PageSizes) -> SheetLayout:
    """Return a page with nothing but a grid."""
    cell = min(page_sizes.max_cell, area.width / picture.width, area.height / picture.height)
    x = (area.left + area.right - cell * picture.width) / 2
    y = area.top + LONE_GRID * (area.height - cell * picture.height)
    nothing = replace(area.columns(1)[0], height=0.0)
    columns = tuple(area.columns(LARGE_COLUMNS, area.margin))
    return SheetLayout(cell, x, y, (nothing,), columns)


def _after_grid(layout: SheetLayout, flow: Flow, sizes: tuple[float, float]) -> Choice:
    """Set clues on the pages after that of the grid, as large as fits on the fewest of them."""
    layout = replace(
        layout, columns=tuple(replace(column, height=0.0) for column in layout.following)
    )
    pages = fewest_pages(flow, layout, sizes[0])
    size = flow.largest(layout.pages(pages), sizes) or sizes[0]
    setting: Setting = flow.airiest(layout.pages(pages), size)
    return Choice(layout, setting, pages)
