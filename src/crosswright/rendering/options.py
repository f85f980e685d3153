"""The options of a drawing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypedDict

from crosswright.errors import RenderError
from crosswright.puzzles.aids import BANK_ORDERS
from crosswright.rendering.catalogue import check_language

KINDS: Final = ("sheet", "key", "submission")
PAGES: Final = ("a4", "letter")
CHECKS: Final = ("letters", "words", "grid", "none")
DIRECTIONS: Final = ("auto", "ltr", "rtl")
STUDENT_LINES: Final = ("name", "class", "date")
CELL_SIZES: Final = range(8, 201)


class RenderFields(TypedDict, total=False):
    """The fields of `RenderOptions` as keywords, for functions that take them."""

    solution: bool
    numbers: bool
    hide_blocks: bool
    direction: str
    clues: bool
    word_bank: bool
    bank_order: str
    worksheet: bool
    student_lines: tuple[str, ...]
    instructions: str
    enumerations: bool | None
    boxed: bool
    highlight: tuple[str, ...]
    cell_size: int
    kind: str
    key: bool
    page: str
    large_print: bool
    contact: str
    fonts: tuple[Path, ...]
    sheet_language: str
    checks: str


@dataclass(frozen=True, kw_only=True)
class RenderOptions:
    """How a puzzle is drawn; each format uses the options that concern it.

    All formats:
        solution: show the letters; without it, only those given to the solver.
        numbers: number the cells where slots start.
        hide_blocks: leave blocks out, as in a criss-cross; voids are never drawn.
        direction: "auto" goes by the letters; "rtl" puts the first column on the right.
        clues: print the clues next to the grid (text, PDF, HTML).
        word_bank: list the answers, as on a worksheet (text, PDF, HTML).
        bank_order: "sorted" lists them as a dictionary of the puzzle's language would, "shuffled"
            in any order, always the same, "length" under headings by length.
        worksheet: print lines for the student's name, class and date, and a line of instructions
            that fits the sheet (text, PDF, HTML).
        student_lines: which lines for the student to print, such as ("name", "date").
        instructions: instructions in your own words.
        enumerations: print the lengths of answers after the clues, as in "(3,5,4)"; None does so
            for British puzzles and for those that state them (text, PDF, HTML).
        sheet_language: the language of everything that the puzzle does not say itself, such as
            "de" or "pt-BR"; by default, that of the puzzle.
    Text:
        boxed: draw lines and numbers; without it, print one symbol per cell.
    SVG and PNG:
        highlight: labels of entries to highlight, such as ("17A", "3D").
        cell_size: the side of a cell in pixels.
    PDF:
        kind: "sheet" for solvers, "key" for the answers, "submission" as dailies ask for it.
        key: print the answers on a page of their own after the sheet.
        page: "a4" or "letter".
        large_print: print large cells, and clues of 18 points or more.
        contact: the author's address, for submissions; may have several lines.
    HTML:
        checks: what the page can check: "letters" and "words" one by one, the whole "grid", or
            "none". Only with "letters" is the solution in the page.
    PNG and PDF:
        fonts: font files for letters that the built-in fonts lack.
    """

    solution: bool = False
    numbers: bool = True
    hide_blocks: bool = False
    direction: str = "auto"
    clues: bool = True
    word_bank: bool = False
    bank_order: str = "sorted"
    worksheet: bool = False
    student_lines: tuple[str, ...] = ()
    instructions: str = ""
    enumerations: bool | None = None
    boxed: bool = True
    highlight: tuple[str, ...] = ()
    cell_size: int = 40
    kind: str = "sheet"
    key: bool = True
    page: str = "a4"
    large_print: bool = False
    contact: str = ""
    fonts: tuple[Path, ...] = ()
    sheet_language: str = ""
    checks: str = "letters"

    def __post_init__(self) -> None:
        if isinstance(self.highlight, str):
            object.__setattr__(self, "highlight", (self.highlight,))
        if isinstance(self.student_lines, str):
            object.__setattr__(self, "student_lines", (self.student_lines,))
        object.__setattr__(self, "page", self.page.lower())
        check_language(self.sheet_language)
        for name, choices in (
            ("kind", KINDS),
            ("page", PAGES),
            ("direction", DIRECTIONS),
            ("checks", CHECKS),
            ("bank_order", BANK_ORDERS),
        ):
            value = getattr(self, name)
            if value not in choices:
                raise RenderError(f"unknown {name} {value!r}; choose from {', '.join(choices)}")
        for line in self.student_lines:
            if line not in STUDENT_LINES:
                known = ", ".join(STUDENT_LINES)
                raise RenderError(f"unknown line for students {line!r}; choose from {known}")
        if self.cell_size not in CELL_SIZES:
            raise RenderError(
                f"a cell size of {self.cell_size} pixels is not possible; "
                f"choose {CELL_SIZES[0]} to {CELL_SIZES[-1]}"
            )
