"""A PDF document with built-in fonts: text and grids at given positions, in points.

Everything on a page is tagged for screen readers: headings, paragraphs, grids as pictures with a
description. What repeats on every page, they skip.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

from crosswright.puzzles.markup import Markup
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import fonts, geometry
from crosswright.rendering.captions import imprint_of, kind_name, printed_texts, squeeze, title_of
from crosswright.rendering.catalogue import catalogue
from crosswright.rendering.columns import LABEL_ROOM, Paragraph, PlacedLines
from crosswright.rendering.geometry import Box, Picture
from crosswright.rendering.lines import SPACE, Word, break_lines
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.sheet import Area

if TYPE_CHECKING:
    from fpdf import FPDF

PAPER_SIZES: Final = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
MARGIN: Final = 34.0
FOOTER_SIZE: Final = 6.5
FOOTER_LINES: Final = 4
FOOTER_LEADING: Final = 1.25
NUMBER_SIZES: Final = (5.2, 11.0)  # points
LARGE_NUMBER: Final = 0.4  # of the side of a cell, in large print
LARGE_NUMBER_SIZES: Final = (8.0, 16.0)
LINE_WIDTHS: Final = {  # points
    "line": (0.35, 0.8),
    "frame": (0.9, 2.0),
    "heavy": (1.5, 3.2),
    "bar": (1.5, 3.2),
}
MAX_CIRCLE_WIDTH: Final = 1.2  # points
MAX_INDENT: Final = 2.4  # ems; a longer label pushes the first line of its clue
RAISED, LOWERED, SMALL = 0.35, -0.15, 0.68  # superscripts and subscripts, in ems
MAX_GLUED: Final = 12  # letters; a longer word may be on another line than its enumeration
_FONTS: Final = {
    "": fonts.REGULAR,
    "B": fonts.BOLD,
    "I": fonts.ITALIC,
    "BI": fonts.BOLD_ITALIC,
}
_FAMILY: Final = "text"
_EM: Final = 100.0  # the size at which words are measured
_UNDATED: Final = datetime(2000, 1, 1, tzinfo=UTC)
_ENUMERATION: Final = re.compile(r"\(([\d\s,\-–’'./]+)\)$")
_MARKUP_STYLES: Final = {
    "italic": "I",
    "bold": "B",
    "underline": "U",
    "strike": "S",
    "sub": "_",
    "sup": "^",
    "link": "U",
}

# Scripts whose letters join or move; the letters of all others are printed as they come.
_SHAPED: Final = ("ARABIC", "SYRIAC", "DEVANAGARI", "BENGALI", "TAMIL", "TELUGU", "THAI", "THAANA")


class Document:
    """A PDF under construction; in a mirrored one, text starts on the right."""

    def __init__(self, puzzle: Puzzle, options: RenderOptions, directory: Path) -> None:
        from fpdf import FPDF
        from fpdf.prefs import ViewerPreferences

        self.width, self.height = PAPER_SIZES[options.page]
        self.mirrored = geometry.is_mirrored(puzzle, options)
        self._is_large = options.large_print
        self.catalogue = catalogue(puzzle, options.sheet_language)
        self.fonts = fonts.Fonts(options.fonts)
        texts = list(printed_texts(puzzle, options))
        self.notices = self.fonts.missing(texts)
        self._pdf = FPDF(unit="pt", format=(self.width, self.height))
        self._pdf.set_auto_page_break(False)
        self._pdf.c_margin = 0
        self._pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)
        self._describe(puzzle)
        headings = (self.catalogue["across"], self.catalogue["down"])
        self._loader = _FontLoader(
            self._pdf,
            self.fonts,
            directory,
            characters=frozenset("".join(text for _, text in texts)) | {fonts.SUBSTITUTE},
            shaped=any(map(_needs_shaping, [*(text for _, text in texts), *headings])),
        )
        if self._loader.shaped:
            self._pdf.set_text_shaping(True, direction="rtl" if self.mirrored else None)
        self.measure = cache(self._measure)
        width = (self.width - 2 * MARGIN) / FOOTER_SIZE
        imprint = self.words(imprint_of(puzzle))
        footer = break_lines(imprint, width) if imprint else []
        self._footer = self.cut("copyright", footer, FOOTER_LINES)

    def _describe(self, puzzle: Puzzle) -> None:
        """Say in the file what it is, without anything that differs from run to run."""
        pdf = self._pdf
        kind = kind_name(puzzle, self.catalogue)
        pdf.set_title(title_of(puzzle, self.catalogue))
        pdf.set_author(squeeze(puzzle.author_name))
        pdf.set_subject(f"{kind}, {puzzle.grid.width} × {puzzle.grid.height}")
        pdf.set_creator("Crosswright")
        pdf.set_lang(puzzle.language or self.catalogue.tag)
        # The same puzzle must give the same bytes; the file system knows when it was written.
        pdf.creation_date = _creation_date(puzzle.date)

    @property
    def pages(self) -> int:
        """The number of pages so far."""
        return self._pdf.page

    @property
    def edge(self) -> float:
        """Where lines start between the margins."""
        return self.width - MARGIN if self.mirrored else MARGIN

    def area(self, top: float) -> Area:
        """Return the part of a page below its header."""
        bottom = self.height - MARGIN - self._footer_height
        return Area(MARGIN, self.width - MARGIN, top, bottom, MARGIN, self.mirrored)

    @property
    def _footer_height(self) -> float:
        lines = max(len(self._footer), 1)
        return 1.2 * FOOTER_SIZE + (lines - 1) * FOOTER_LEADING * FOOTER_SIZE

    def cut(self, name: str, lines: list[list[Word]], most: int) -> list[list[Word]]:
        """Return as many lines as there is room for; note when that is not all."""
        are, their = ("are", "their") if name.endswith("s") else ("is", "its")
        notice = f"the {name} {are} too long; only {their} beginning is printed"
        if len(lines) > most and notice not in self.notices:
            self.notices.append(notice)
        return lines[:most]

    def add_page(self) -> None:
        """Start a page."""
        self._finish_page()
        self._pdf.add_page()

    def _finish_page(self) -> None:
        """Print the copyright at the bottom, last, so that screen readers read it last."""
        if not self._footer or not self.pages:
            return
        first = self.height - MARGIN + FOOTER_SIZE
        leading = FOOTER_LEADING * FOOTER_SIZE
        with self.tagged("P") if self.pages == 1 else self.artifact():
            for index, words in enumerate(self._footer):
                baseline = first - (len(self._footer) - 1 - index) * leading
                self.line(self.edge, baseline, words, FOOTER_SIZE)

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

    # -- structure ------------------------------------------------------------------------------

    @contextmanager
    def tagged(self, kind: str, description: str | None = None) -> Iterator[None]:
        """Tag what is drawn as a heading (H1, H2), a paragraph (P) or a picture (Figure)."""
        # fpdf2 tags pictures only; this is its own way of doing that, for any kind.
        pdf = self._pdf
        mark = pdf.struct_builder.next_mcid_for_page(pdf.page)
        pdf._add_marked_content(struct_type=f"/{kind}", mcid=mark, alt_text=description)
        pdf._out(f"/{kind} <</MCID {mark}>> BDC")
        yield
        pdf._out("EMC")

    @contextmanager
    def artifact(self) -> Iterator[None]:
        """Mark what is drawn as something that screen readers skip."""
        self._pdf._out("/Artifact BMC")
        yield
        self._pdf._out("EMC")

    def bookmark(self, name: str, level: int = 0, *, y: float = 0.0) -> None:
        """Add a line to the outline that leads to a height of this page."""
        self._pdf.set_y(y)
        self._pdf.start_section(squeeze(name), level, strict=False)

    # -- text -----------------------------------------------------------------------------------

    def _measure(self, text: str, style: str = "") -> float:
        self._set_font(style, _EM)
        return float(self._pdf.get_string_width(text)) / _EM * _scale(style)

    def _set_font(self, style: str, size: float) -> None:
        self._loader.load("".join(letter for letter in "BI" if letter in style))
        style = "".join(letter for letter in style if letter in "BIUS")
        self._pdf.set_font(_FAMILY, style, size)

    def words(self, text: str, style: str = "") -> tuple[Word, ...]:
        """Split text into measured words."""
        return self.formatted((text,), style)

    def formatted(self, markup: Markup, style: str = "") -> tuple[Word, ...]:
        """Split formatted text into measured words, in parts where the style changes."""
        words: list[Word] = []
        is_glued = False
        for run in _runs(markup, style, ""):
            text = self.fonts.printable(re.sub(r"\s", " ", run.text))
            for index, part in enumerate(text.split()):
                glued = is_glued and index == 0 and not text[0].isspace()
                width = self.measure(part, run.style)
                words.append(Word(part, run.style, width, glued, run.target))
            is_glued = (bool(text) and not text[-1].isspace()) or (is_glued and not text)
        return tuple(words)

    def clue_words(self, markup: Markup, enumeration: str = "") -> tuple[Word, ...]:
        """Split a clue into measured words, with its enumeration, be it part of its text or not."""
        *others, last = markup or ("",)
        if isinstance(last, str) and not enumeration and (end := _ENUMERATION.search(last)):
            markup, enumeration = (*others, last[: end.start()]), end.group(1)
        words = self.formatted(markup)
        return self.enumerated(words, enumeration) if enumeration else words

    def enumerated(self, words: tuple[Word, ...], enumeration: str) -> tuple[Word, ...]:
        """Add an enumeration in brackets, on the line of the last word if that is not long."""
        glued = bool(words) and len(words[-1].text) <= MAX_GLUED
        text = f"{' ' if glued else ''}({squeeze(enumeration)})"
        return (*words, Word(text, "", self.measure(text), glued))

    def text(
        self, x: float, baseline: float, text: str, size: float, style: str = "", align: str = "L"
    ) -> None:
        """Write text to the right of x, to its left ("R"), or centred on it ("C")."""
        self._write(x, baseline, self.fonts.printable(text), size, style, align)

    def _write(
        self,
        x: float,
        baseline: float,
        text: str,
        size: float,
        style: str,
        align: str,
        *,
        target: str = "",
        spaced: bool = False,
    ) -> None:
        """Write text; when `spaced`, a space follows that only those who hear it notice."""
        width = self.measure(text, style) * size
        left = x - {"L": 0.0, "C": width / 2, "R": width}[align]
        is_lined = "U" in style or "S" in style
        if spaced and not is_lined:
            if self.mirrored and self._loader.shaped:
                left -= self.measure(" ", style) * size
            text += " "
        lifted = baseline - size * (RAISED if "^" in style else LOWERED if "_" in style else 0.0)
        self._cell(left, lifted, text, size * _scale(style), width, style, target)
        if spaced and is_lined:  # without a line under or through the space
            self._cell(left + width, baseline, " ", size, SPACE * size)

    def _cell(
        self,
        x: float,
        baseline: float,
        text: str,
        size: float,
        width: float,
        style: str = "",
        target: str = "",
    ) -> None:
        self._set_font(style, size)
        self._pdf.set_xy(x, baseline - 0.8 * size)  # where fpdf2 puts a cell's baseline
        self._pdf.cell(width, size, text, link=target)

    def line(self, x: float, baseline: float, words: Iterable[Word], size: float) -> None:
        """Write a line of words from x: to the right, or to the left when mirrored."""
        ahead = -1 if self.mirrored else 1
        align = "R" if self.mirrored else "L"
        groups = groupby(words, key=lambda word: (word.style, word.target))
        runs = [(style, target, list(run)) for (style, target), run in groups]
        used = 0.0
        for index, (style, target, run) in enumerate(runs):
            is_last = index == len(runs) - 1
            spaced = is_last or not runs[index + 1][2][0].glued
            if used and not run[0].glued:
                used += SPACE
            text = _joined(run)
            at = x + ahead * used * size
            self._write(at, baseline, text, size, style, align, target=target, spaced=spaced)
            used += self.measure(text, style)

    def flowed(self, parts: Iterable[PlacedLines], indent: float, page: int) -> None:
        """Write lines that were placed in columns; their page 0 is page `page` of the document."""
        for part in parts:
            self.to_page(page + part.column.page)
            if part.paragraph.heading:
                name = " ".join(word.text for word in part.paragraph.words)
                self.bookmark(name, 1, y=part.baseline - 2 * part.setting.size)
            with self.tagged("H2" if part.paragraph.heading else "P"):
                self._paragraph(part, indent)

    def _paragraph(self, part: PlacedLines, indent: float) -> None:
        paragraph, column, size = part.paragraph, part.column, part.setting.size
        ahead = -1 if self.mirrored else 1
        edge = column.x + column.width if self.mirrored else column.x
        inset = 0.0 if paragraph.heading else indent
        first = inset
        if paragraph.label and part.first:
            first = max(inset, paragraph.label_width + LABEL_ROOM)
            at = edge + ahead * (first - LABEL_ROOM) * size
            align = "L" if self.mirrored else "R"
            self._write(at, part.baseline, paragraph.label, size, "B", align, spaced=True)
        for number, words in enumerate(part.lines):
            baseline = part.baseline + number * part.setting.leading(paragraph.scale)
            start = edge + ahead * (inset if number else first) * size
            self.line(start, baseline, words, size * paragraph.scale)

    def labelled(self, words: tuple[Word, ...], label: str) -> Paragraph:
        """Return a paragraph with a label in front of it."""
        label = self.fonts.printable(label)
        return Paragraph(words, label, label_width=self.measure(label, "B"))

    # -- grids ----------------------------------------------------------------------------------

    def grid(self, picture: Picture, x: float, y: float, cell: float, description: str) -> None:
        """Draw a grid with its top left corner at (x, y)."""
        with self.tagged("Figure", description):
            self._squares(picture, x, y, cell)
            self._loops(picture, x, y, cell)
            self._pdf.set_fill_color(0)
            for stroke in picture.strokes:
                low, high = LINE_WIDTHS[stroke.kind]
                half = min(max(geometry.WIDTHS[stroke.kind] * cell, low), high) / 2
                self._pdf.rect(
                    x + stroke.x0 * cell - half,
                    y + stroke.y0 * cell - half,
                    (stroke.x1 - stroke.x0) * cell + 2 * half,
                    (stroke.y1 - stroke.y0) * cell + 2 * half,
                    "F",
                )
            for box in picture.boxes:
                self._marks(box, x + box.x * cell, y + box.y * cell, cell)

    def _squares(self, picture: Picture, x: float, y: float, cell: float) -> None:
        for box in picture.boxes:
            if box.block or box.hole:
                self._pdf.set_fill_color(0 if box.block else geometry.HOLE_GREY)
                self._pdf.rect(x + box.x * cell, y + box.y * cell, cell, cell, "F")

    def _loops(self, picture: Picture, x: float, y: float, cell: float) -> None:
        """Shade the words that are found, then draw a line around each."""
        if not picture.loops:
            return
        self._pdf.set_fill_color(geometry.LOOP_FILL_GREY)
        self._pdf.set_draw_color(geometry.LOOP_GREY)
        self._pdf.set_line_width(min(geometry.LOOP_WIDTH * cell, MAX_CIRCLE_WIDTH))
        for style in ("F", "D"):
            for loop in picture.loops:
                points = [(x + px * cell, y + py * cell) for px, py in loop.points]
                self._pdf.polygon(points, style=style)

    def _marks(self, box: Box, x: float, y: float, cell: float) -> None:
        share = LARGE_NUMBER if self._is_large else geometry.NUMBER_SIZE
        smallest, largest = LARGE_NUMBER_SIZES if self._is_large else NUMBER_SIZES
        size = min(max(share * cell, smallest), largest)
        width = self.measure(box.number) * size if box.number else 0.0
        shrink = min(1.0, geometry.LETTER_ROOM * cell / width) if width else 1.0
        size, width = size * shrink, width * shrink
        if box.circled:
            self._circle(box, x, y, cell, width / cell, size / cell)
        if box.number:
            inset = geometry.NUMBER_INSET * cell
            at = x + cell - inset if self.mirrored else x + inset
            baseline = y + inset + size * geometry.CAPITAL
            number = self.fonts.printable(box.number)
            self._write(at, baseline, number, size, "", "R" if self.mirrored else "L")
        for mark in box.marks:
            dx, dy, side = geometry.mark_position(mark.corner, size / cell)
            text = self.fonts.printable(mark.text)
            self._write(x + dx * cell, y + dy * cell, text, size, "", side)
        if box.letter:
            text = self.fonts.printable(box.letter)
            size = geometry.letter_size(text)
            size *= min(1.0, geometry.LETTER_ROOM / max(self.measure(text) * size, 1e-6))
            baseline = y + geometry.letter_baseline(text, size) * cell
            self._write(x + cell / 2, baseline, text, size * cell, "", "C")

    def _circle(self, box: Box, x: float, y: float, cell: float, width: float, size: float) -> None:
        arc = geometry.circle_points(width if box.number else 0.0, size, self.mirrored)
        self._pdf.set_draw_color(geometry.CIRCLE_GREY)
        self._pdf.set_line_width(min(geometry.CIRCLE_WIDTH * cell, MAX_CIRCLE_WIDTH))
        self._pdf.polyline([(x + px * cell, y + py * cell) for px, py in arc])

    def rule(self, left: float, right: float, y: float) -> None:
        """Draw a thin line across."""
        with self.artifact():
            self._pdf.set_draw_color(0)
            self._pdf.set_line_width(0.5)
            self._pdf.line(left, y, right, y)

    def outline(self, x: float, y: float, width: float, height: float) -> None:
        """Draw a thin rectangle."""
        with self.artifact():
            self._pdf.set_draw_color(0)
            self._pdf.set_line_width(0.5)
            self._pdf.rect(x, y, width, height)


def _joined(words: list[Word]) -> str:
    return "".join(
        f"{'' if word.glued or not index else ' '}{word.text}" for index, word in enumerate(words)
    )


class _Run(NamedTuple):
    """Text in one style."""

    text: str
    style: str
    target: str


def _runs(markup: Markup, style: str, target: str) -> Iterator[_Run]:
    for node in markup:
        if isinstance(node, str):
            yield _Run(node, style, target)
        else:
            added = _MARKUP_STYLES[node.style]
            inner = style if added in style else style + added
            yield from _runs(node.children, inner, node.target or target)


def _scale(style: str) -> float:
    return SMALL if "^" in style or "_" in style else 1.0


def label_indent(paragraphs: Iterable[Paragraph]) -> float:
    """Return how far clues are indented so that their numbers fit, in ems."""
    widths = [paragraph.label_width for paragraph in paragraphs if paragraph.label]
    return min(max(widths) + LABEL_ROOM, MAX_INDENT) if widths else 0.0


class _FontLoader:
    """Gives fpdf2 the fonts that it needs, which it only takes from files."""

    def __init__(
        self,
        pdf: FPDF,
        stack: fonts.Fonts,
        directory: Path,
        *,
        characters: frozenset[str],
        shaped: bool,
    ) -> None:
        self.shaped = shaped
        self._pdf = pdf
        self._directory = directory
        self._loaded: set[str] = set()
        used = {stack.find(character) for character in characters}
        others = [name for name in stack.files if name in used and name != fonts.REGULAR]
        for name in others:
            pdf.add_font(name.lower(), "", self._path(name, stack.as_truetype(name, characters)))
        self.load("")
        pdf.set_fallback_fonts([name.lower() for name in others], exact_match=False)

    def load(self, style: str) -> None:
        """Load the text font of a style, unless it is there."""
        if style in self._loaded:
            return
        self._loaded.add(style)
        name = _FONTS[style]
        file = fonts.built_in(name) if self.shaped else fonts.without_layout(name)
        self._pdf.add_font(_FAMILY, style, self._path(name, file))

    def _path(self, name: str, file: bytes | Path) -> Path:
        if isinstance(file, Path):
            return file.resolve()
        target = self._directory / f"{name}.ttf"
        target.write_bytes(file)
        return target


def _creation_date(date: str) -> datetime:
    """Return the date of a puzzle, if it is written as 2026-11-16 or 20261116."""
    try:
        return datetime.fromisoformat(date.strip()[:10]).replace(tzinfo=UTC)
    except ValueError:
        return _UNDATED


def _needs_shaping(text: str) -> bool:
    return not text.isascii() and any(
        unicodedata.bidirectional(c) in ("R", "AL") or unicodedata.name(c, "").startswith(_SHAPED)
        for c in text
    )


def temporary_directory() -> TemporaryDirectory[str]:
    """Make a folder for the font files that a document needs until it is finished."""
    return TemporaryDirectory(prefix="crosswright-fonts-")
