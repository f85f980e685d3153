"""A PDF document with built-in fonts: text and grids at given positions, in points."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import fonts, geometry
from crosswright.rendering.captions import printed_texts, squeeze
from crosswright.rendering.catalogue import catalogue
from crosswright.rendering.columns import (
    HEADING_SCALE,
    LEADING,
    SPACE,
    Paragraph,
    PlacedLines,
    Word,
    break_lines,
)
from crosswright.rendering.geometry import Box, Picture
from crosswright.rendering.options import RenderOptions

if TYPE_CHECKING:
    from fpdf import FPDF

PAPER_SIZES: Final = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
MARGIN: Final = 34.0
GREY: Final = 110
FOOTER_SIZE: Final = 6.5
_STYLES: Final = {"": fonts.REGULAR, "B": fonts.BOLD, "I": fonts.ITALIC}
LABEL_ROOM: Final = 0.45  # between a clue's number and its text, in ems
_FAMILY: Final = "text"
_EM: Final = 100.0  # the size at which words are measured

# Scripts whose letters join or move; the letters of all others are printed as they come.
_SHAPED: Final = ("ARABIC", "SYRIAC", "DEVANAGARI", "BENGALI", "TAMIL", "TELUGU", "THAI", "THAANA")


class Document:
    """A PDF under construction; in a mirrored one, text starts on the right."""

    def __init__(self, puzzle: Puzzle, options: RenderOptions, directory: Path) -> None:
        from fpdf import FPDF

        self.width, self.height = PAPER_SIZES[options.page]
        self.mirrored = geometry.is_mirrored(puzzle, options)
        self.catalogue = catalogue(puzzle, options.sheet_language)
        self.fonts = fonts.Fonts(options.fonts)
        texts = [*printed_texts(puzzle), ("contact", options.contact)]
        self.notices = self.fonts.missing(texts)
        self._pdf = FPDF(unit="pt", format=(self.width, self.height))
        self._pdf.set_auto_page_break(False)
        self._pdf.c_margin = 0
        self._pdf.set_title(squeeze(puzzle.title) or self.catalogue["crossword"])
        self._pdf.set_author(squeeze(puzzle.author))
        self._pdf.set_creator("Crosswright")
        # The same puzzle must give the same bytes; the file system knows when it was written.
        self._pdf.creation_date = datetime(2000, 1, 1, tzinfo=UTC)
        shaped = any(map(_needs_shaping, (text for _, text in texts)))
        _add_fonts(self._pdf, self.fonts, directory, shaped)
        if shaped:
            self._pdf.set_text_shaping(True, direction="rtl" if self.mirrored else None)
        self.measure = cache(self._measure)
        width = (self.width - 2 * MARGIN) / FOOTER_SIZE
        self._footer = break_lines(self.words(puzzle.copyright), width)[0]

    @property
    def pages(self) -> int:
        """The number of pages so far."""
        return self._pdf.page

    def add_page(self) -> None:
        """Start a page."""
        self._finish_page()
        self._pdf.add_page()

    def _finish_page(self) -> None:
        """Print the copyright at the bottom, last, so that screen readers read it last."""
        if self._footer and self.pages:
            edge = self.width - MARGIN if self.mirrored else MARGIN
            self._pdf.set_text_color(GREY)
            self.line(edge, self.height - MARGIN + FOOTER_SIZE, self._footer, FOOTER_SIZE)
            self._pdf.set_text_color(0)

    def to_page(self, number: int) -> None:
        """Go to page `number`, from 1, starting pages as needed."""
        while self.pages < number:
            self.add_page()

    def output(self) -> bytes:
        """Return the file."""
        # fontTools reports every table that it leaves out of a subset; nobody needs to know.
        self._finish_page()
        chatter = logging.getLogger("fontTools")
        level = chatter.level
        chatter.setLevel(logging.ERROR)
        try:
            return bytes(self._pdf.output())
        finally:
            chatter.setLevel(level)

    # -- text -----------------------------------------------------------------------------------

    def _measure(self, text: str, style: str = "") -> float:
        self._pdf.set_font(_FAMILY, style, _EM)
        return float(self._pdf.get_string_width(text)) / _EM

    def words(self, text: str, style: str = "") -> tuple[Word, ...]:
        """Split text into measured words."""
        words = self.fonts.printable(squeeze(text)).split()
        return tuple(Word(word, style, self.measure(word, style)) for word in words)

    def text(
        self, x: float, baseline: float, text: str, size: float, style: str = "", align: str = "L"
    ) -> None:
        """Write text to the right of x, to its left ("R"), or centred on it ("C")."""
        self._write(x, baseline, self.fonts.printable(text), size, style, align)

    def _write(
        self, x: float, baseline: float, text: str, size: float, style: str, align: str
    ) -> None:
        width = self.measure(text, style) * size
        left = x - {"L": 0.0, "C": width / 2, "R": width}[align]
        self._pdf.set_font(_FAMILY, style, size)
        self._pdf.set_xy(left, baseline - 0.8 * size)  # where fpdf2 puts a cell's baseline
        self._pdf.cell(width, size, text)

    def line(self, x: float, baseline: float, words: list[Word], size: float) -> None:
        """Write a line of words from x: to the right, or to the left when mirrored."""
        ahead = -1 if self.mirrored else 1
        align = "R" if self.mirrored else "L"
        start = 0
        while start < len(words):
            style = words[start].style
            end = start
            while end < len(words) and words[end].style == style:
                end += 1
            text = " ".join(word.text for word in words[start:end])
            self._write(x, baseline, text, size, style, align)
            x += ahead * (self.measure(text, style) + SPACE) * size
            start = end

    def flowed(self, parts: Iterable[PlacedLines], size: float, indent: float, page: int) -> None:
        """Write lines that were placed in columns; their page 0 is page `page` of the document."""
        for part in parts:
            self.to_page(page + part.column.page)
            self._paragraph(part, size, indent)

    def _paragraph(self, part: PlacedLines, size: float, indent: float) -> None:
        paragraph, column = part.paragraph, part.column
        ahead = -1 if self.mirrored else 1
        edge = column.x + column.width if self.mirrored else column.x
        scale = HEADING_SCALE if paragraph.heading else 1.0
        inset = 0.0 if paragraph.heading else indent * size
        if paragraph.label and part.first:
            at = edge + ahead * (inset - LABEL_ROOM * size)
            align = "L" if self.mirrored else "R"
            self._write(at, part.baseline, paragraph.label, size, "B", align)
        for number, words in enumerate(part.lines):
            baseline = part.baseline + number * LEADING * scale * size
            self.line(edge + ahead * inset, baseline, words, size * scale)

    # -- grids ----------------------------------------------------------------------------------

    def grid(self, picture: Picture, x: float, y: float, cell: float, number_size: float) -> None:
        """Draw a grid with its top left corner at (x, y)."""
        pdf = self._pdf
        for box in picture.boxes:
            if box.block or box.highlighted:
                pdf.set_fill_color(17 if box.block else 225)
                pdf.rect(x + box.x * cell, y + box.y * cell, cell, cell, "F")
        pdf.set_fill_color(17)
        for stroke in picture.strokes:
            half = geometry.WIDTHS[stroke.kind] * cell / 2
            pdf.rect(
                x + stroke.x0 * cell - half,
                y + stroke.y0 * cell - half,
                (stroke.x1 - stroke.x0) * cell + 2 * half,
                (stroke.y1 - stroke.y0) * cell + 2 * half,
                "F",
            )
        for box in picture.boxes:
            self._marks(box, x + box.x * cell, y + box.y * cell, cell, number_size)

    def _marks(self, box: Box, x: float, y: float, cell: float, number_size: float) -> None:
        if box.circled:
            radius = geometry.CIRCLE_RADIUS * cell
            self._pdf.set_draw_color(128)
            self._pdf.set_line_width(0.03 * cell)
            self._pdf.ellipse(x + cell / 2 - radius, y + cell / 2 - radius, 2 * radius, 2 * radius)
        if box.number:
            inset = geometry.NUMBER_INSET * cell
            at = x + cell - inset if self.mirrored else x + inset
            size = number_size * cell
            baseline = y + inset + size * geometry.CAPITAL
            self._write(at, baseline, box.number, size, "", "R" if self.mirrored else "L")
        if box.letter:
            text = self.fonts.printable(box.letter)
            size = geometry.letter_size(text)
            size *= min(1.0, geometry.LETTER_ROOM / max(self.measure(text) * size, 1e-6))
            baseline = y + geometry.letter_baseline(size) * cell
            self._write(x + cell / 2, baseline, text, size * cell, "", "C")

    def outline(self, x: float, y: float, width: float, height: float) -> None:
        """Draw a thin rectangle."""
        self._pdf.set_draw_color(GREY)
        self._pdf.set_line_width(0.6)
        self._pdf.rect(x, y, width, height)


def label_indent(document: Document, paragraphs: Iterable[Paragraph]) -> float:
    """Return how far clues are indented so that the widest number fits, in ems."""
    labels = (paragraph.label for paragraph in paragraphs if paragraph.label)
    widest = max((document.measure(label, "B") for label in labels), default=0.0)
    return widest + LABEL_ROOM if widest else 0.0


def _add_fonts(pdf: FPDF, stack: fonts.Fonts, directory: Path, shaped: bool) -> None:
    """Give fpdf2 the fonts, which it only takes from files."""

    def path(name: str, file: bytes | Path) -> Path:
        if isinstance(file, Path):
            return file.resolve()
        target = directory / f"{name}.ttf"
        target.write_bytes(file)
        return target

    for style, name in _STYLES.items():
        file = fonts.built_in(name) if shaped else fonts.without_layout(name)
        pdf.add_font(_FAMILY, style, path(name, file))
    others = [name for name in stack.files if name != fonts.REGULAR]
    for name in others:
        pdf.add_font(name.lower(), "", path(name, stack.files[name]))
    pdf.set_fallback_fonts([name.lower() for name in others], exact_match=False)


def _needs_shaping(text: str) -> bool:
    return not text.isascii() and any(
        unicodedata.bidirectional(c) in ("R", "AL") or unicodedata.name(c, "").startswith(_SHAPED)
        for c in text
    )


def temporary_directory() -> TemporaryDirectory[str]:
    """Make a directory for the font files that a document needs until it is finished."""
    return TemporaryDirectory(prefix="crosswright-fonts-")
