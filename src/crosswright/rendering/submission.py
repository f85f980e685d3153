"""A submission to an American daily: the filled grid, then the clues with their answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from crosswright.puzzles.puzzle import Entry, Puzzle
from crosswright.rendering import geometry
from crosswright.rendering.captions import draft_mark, squeeze
from crosswright.rendering.catalogue import Catalogue
from crosswright.rendering.cluelists import entry_lists, printed_answer
from crosswright.rendering.columns import break_lines
from crosswright.rendering.document import MARGIN, Document
from crosswright.rendering.options import RenderOptions

SIZE: Final = 12.0
SPACING: Final = 24.0  # double-spaced
EDGE: Final = MARGIN + 20
CLUE_SHARE: Final = 0.62  # of the width; the answer gets the rest
NUMBER_WIDTH: Final = 32.0
MAX_CELL: Final = 28.0


def draw(document: Document, puzzle: Puzzle, options: RenderOptions) -> None:
    """Draw the page with the grid and the pages with the clues."""
    _grid_page(document, puzzle, options)
    _ClueList(document, puzzle, document.catalogue).draw()


def _grid_page(document: Document, puzzle: Puzzle, options: RenderOptions) -> None:
    document.add_page()
    y = EDGE
    for line in [puzzle.author, *options.contact.splitlines()]:
        if line.strip():
            y += 15
            document.text(EDGE, y, squeeze(line), SIZE)
    y += 20
    if puzzle.title.strip():
        document.text(document.width / 2, y + 14, squeeze(puzzle.title), 15, "B", "C")
        y += 24
    summary = document.catalogue.text(
        "summary",
        width=puzzle.grid.width,
        height=puzzle.grid.height,
        words=len(puzzle.grid.slots),
        blocks=len(puzzle.grid.blocks),
    )
    document.text(document.width / 2, y + 14, summary, 10, "", "C")
    y += 30
    picture = geometry.picture(puzzle, replace(options, solution=True, numbers=True, highlight=()))
    cell = min(
        MAX_CELL,
        (document.width - 2 * EDGE) / picture.width,
        (document.height - y - EDGE) / picture.height,
    )
    x = (document.width - cell * picture.width) / 2
    document.grid(picture, x, y, cell, geometry.NUMBER_SIZE)


class _ClueList:
    """Clues on one side, answers on the other, double-spaced, on as many pages as needed."""

    def __init__(self, document: Document, puzzle: Puzzle, strings: Catalogue) -> None:
        self.document = document
        self.puzzle = puzzle
        self.strings = strings
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
            words = list(self.document.words(heading.upper(), "B"))
            self.document.line(self.edge, self.y, words, SIZE)
            self.y += SPACING
            for entry in entries:
                self._entry(entry)

    def _new_page(self) -> None:
        self.document.add_page()
        self.page += 1
        page = self.strings.text("page", page=self.page)
        parts = [squeeze(self.puzzle.author), squeeze(self.puzzle.title), page]
        running = list(self.document.words(" – ".join(part for part in parts if part), "I"))
        self.document.line(self.edge, EDGE, running[:40], 9)
        self.y = EDGE + 1.5 * SPACING

    def _room(self, lines: int) -> None:
        if self.y + (lines - 1) * SPACING > self.document.height - EDGE:
            self._new_page()

    def _entry(self, entry: Entry) -> None:
        document = self.document
        mark = document.words(draft_mark(self.strings), "I") if entry.clue.draft else ()
        room = CLUE_SHARE * self.width - NUMBER_WIDTH
        text = self.strings.text("see", clue=entry.see) if entry.see else entry.clue.text
        clue = break_lines(document.words(text) + mark, room / SIZE)
        answer_words = document.words(_answer(self.puzzle, entry))
        answer = break_lines(answer_words, (1 - CLUE_SHARE) * self.width / SIZE - 1)
        rows = max(len(clue), len(answer))
        self._room(min(rows, 8))
        document.line(self.edge, self.y, list(document.words(entry.number)), SIZE)
        for row in range(rows):
            self._room(1)
            for lines, offset in ((clue, NUMBER_WIDTH), (answer, CLUE_SHARE * self.width + SIZE)):
                if row < len(lines):
                    document.line(self.edge + self.ahead * offset, self.y, lines[row], SIZE)
            self.y += SPACING


def _answer(puzzle: Puzzle, entry: Entry) -> str:
    """Return the answer as editors read it, with dashes for unknown letters."""
    letters = puzzle.filled_grid.letters
    if puzzle.link(entry.label) == (entry.label,) and (
        whole := printed_answer(puzzle, entry.label)
    ):
        return whole
    return entry.answer or "".join(letters.get(cell, "-") for cell in entry.slot.cells)
