"""A submission to an American daily: the filled grid, then the clues with their answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from crosswright.puzzles.puzzle import Entry, Puzzle
from crosswright.rendering import geometry
from crosswright.rendering.captions import description, draft_mark, squeeze
from crosswright.rendering.cluelists import entry_lists, printed_answer
from crosswright.rendering.document import MARGIN, Document
from crosswright.rendering.lines import Word, break_lines, line_width
from crosswright.rendering.options import RenderOptions

SIZE: Final = 12.0
SPACING: Final = 24.0  # double-spaced
EDGE: Final = MARGIN + 20
CLUE_SHARE: Final = 0.62  # of the width; the answer gets the rest
NUMBER_WIDTH: Final = 32.0
TITLE_SIZE: Final = 15.0
RUNNING_SIZE: Final = 9.0
MAX_CELL: Final = 32.0
MAX_LINES: Final = 12  # of a title, and of an author with a contact


def draw(document: Document, puzzle: Puzzle, options: RenderOptions) -> None:
    """Draw the page with the grid and the pages with the clues."""
    _GridPage(document, puzzle, options).draw()
    _ClueList(document, puzzle).draw()


class _GridPage:
    """The first page: who sent the puzzle, its title and its grid."""

    def __init__(self, document: Document, puzzle: Puzzle, options: RenderOptions) -> None:
        self.document, self.puzzle, self.options = document, puzzle, options
        self.width = document.width - 2 * EDGE
        self.edge = document.width - EDGE if document.mirrored else EDGE
        self.y = EDGE

    def draw(self) -> None:
        """Write the texts above the grid, and draw it in the rest of the page."""
        document, grid = self.document, self.puzzle.grid
        document.add_page()
        document.bookmark(squeeze(self.puzzle.title) or document.catalogue["crossword"])
        self._sender()
        self.y += 20
        if self.puzzle.title.strip():
            self._title()
        summary = document.catalogue.text(
            "summary",
            width=grid.width,
            height=grid.height,
            words=len(grid.slots),
            blocks=len(grid.blocks),
        )
        with document.tagged("P"):
            document.text(document.width / 2, self.y + 14, summary, 10, "", "C")
        self.y += 30
        options = replace(self.options, solution=True, numbers=True, highlight=())
        picture = geometry.picture(self.puzzle, options)
        bottom = document.area(self.y).bottom
        cell = min(MAX_CELL, self.width / picture.width, (bottom - self.y) / picture.height)
        x = (document.width - cell * picture.width) / 2
        alt = description(self.puzzle, filled=True, strings=document.catalogue)
        document.grid(picture, x, self.y, cell, alt)

    def _sender(self) -> None:
        texts = [self.puzzle.author, *self.options.contact.splitlines()]
        lines = [
            line
            for text in texts
            if text.strip()
            for line in break_lines(self.document.words(text), self.width / SIZE)
        ]
        if not lines:
            return
        with self.document.tagged("P"):
            for words in self.document.cut("author", lines, MAX_LINES):
                self.y += 15
                self.document.line(self.edge, self.y, words, SIZE)

    def _title(self) -> None:
        words = self.document.words(self.puzzle.title, "B")
        lines = break_lines(words, self.width / TITLE_SIZE)
        with self.document.tagged("H1"):
            for line in self.document.cut("title", lines, MAX_LINES):
                text = " ".join(word.text for word in line)
                self.document.text(self.document.width / 2, self.y + 14, text, TITLE_SIZE, "B", "C")
                self.y += 1.25 * TITLE_SIZE
        self.y += 5


class _ClueList:
    """Clues on one side, answers on the other, double-spaced, on as many pages as needed."""

    def __init__(self, document: Document, puzzle: Puzzle) -> None:
        self.document, self.puzzle, self.strings = document, puzzle, document.catalogue
        self.width = document.width - 2 * EDGE
        self.ahead = -1 if document.mirrored else 1
        self.edge = document.width - EDGE if document.mirrored else EDGE
        self.page = 1
        self.y = 0.0

    def draw(self) -> None:
        """Write all entries under their headings."""
        self._new_page()
        for _, heading, entries in entry_lists(self.puzzle, self.strings):
            self._room(2)
            self.document.bookmark(heading, 1, y=self.y - SPACING)
            with self.document.tagged("H2"):
                words = self.document.words(heading.upper(), "B")
                self.document.line(self.edge, self.y, words, SIZE)
            self.y += SPACING
            for entry in entries:
                self._entry(entry)

    def _new_page(self) -> None:
        self.document.add_page()
        self.page += 1
        self.y = EDGE
        page = self.strings.text("page", page=self.page)
        parts = [squeeze(self.puzzle.author), squeeze(self.puzzle.title), page]
        running = self.document.words(" – ".join(part for part in parts if part), "I")
        with self.document.artifact():
            for words in break_lines(running, self.width / RUNNING_SIZE)[:MAX_LINES]:
                self.document.line(self.edge, self.y, words, RUNNING_SIZE)
                self.y += 1.25 * RUNNING_SIZE
        self.y += SPACING

    def _room(self, lines: int) -> None:
        if self.y + (lines - 1) * SPACING > self.document.height - EDGE:
            self._new_page()

    def _entry(self, entry: Entry) -> None:
        clue, answer = self._columns(entry)
        rows = max(len(clue), len(answer))
        self._room(min(rows, 8))
        for row in range(rows):
            self._room(1)
            with self.document.tagged("P"):
                if row == 0:
                    number = self.document.words(entry.number)
                    size = min(SIZE, (NUMBER_WIDTH - 4) / max(line_width(number), 1))
                    self.document.line(self.edge, self.y, number, size)
                for lines, offset in (
                    (clue, NUMBER_WIDTH),
                    (answer, CLUE_SHARE * self.width + SIZE),
                ):
                    if row < len(lines):
                        x = self.edge + self.ahead * offset
                        self.document.line(x, self.y, lines[row], SIZE)
            self.y += SPACING

    def _columns(self, entry: Entry) -> tuple[list[list[Word]], list[list[Word]]]:
        document = self.document
        see = (self.strings.text("see", clue=entry.see),) if entry.see else ()
        text = document.clue_words(see or entry.clue.tree)
        if entry.clue.draft:
            text += document.words(draft_mark(self.strings), "I")
        clue = break_lines(text, (CLUE_SHARE * self.width - NUMBER_WIDTH) / SIZE)
        words = document.words(_answer(self.puzzle, entry))
        return clue, break_lines(words, (1 - CLUE_SHARE) * self.width / SIZE - 1)


def _answer(puzzle: Puzzle, entry: Entry) -> str:
    """Return the answer as editors read it, with dashes for unknown letters."""
    if puzzle.link(entry.label) == (entry.label,) and (
        whole := printed_answer(puzzle, entry.label)
    ):
        return whole
    letters = puzzle.filled_grid.letters
    return entry.answer or "".join(letters.get(cell, "-") for cell in entry.slot.cells)
