"""What can be chosen about a drawing, and what comes back besides its bytes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from crosswright.errors import RenderError

KINDS: Final = ("sheet", "key", "submission")
PAGES: Final = ("a4", "letter")
DIRECTIONS: Final = ("auto", "ltr", "rtl")
CELL_SIZES: Final = range(8, 201)


class Rendering(bytes):
    """The content of a file; `notices` name what could not be drawn, and where."""

    notices: tuple[str, ...] = ()

    @classmethod
    def of(cls, data: bytes | str, notices: Iterable[str] = ()) -> Rendering:
        """Join a file's content and the notices about it."""
        made = cls(data.encode() if isinstance(data, str) else data)
        made.notices = tuple(notices)
        return made


@dataclass(frozen=True, kw_only=True)
class Options:
    """How a puzzle is drawn; each format takes the options that concern it.

    All formats:
        solution: show the letters; without it only those given to the solver.
        numbers: number the cells where a slot starts.
        hide_blocks: leave blocks out, as in a criss-cross; voids are never drawn.
        direction: "auto" looks at the letters; "rtl" puts the first column at the right.
        clues: set the clues beside the grid (text, PDF, HTML).
        word_bank: list the answers alphabetically, as on a worksheet (text, PDF, HTML).
        language: the tag of the puzzle's language, as in "de" or "pt-BR": for the headings of the
            clues and for screen readers.
    Text:
        boxed: draw lines and numbers; without it one sign a cell.
    SVG and PNG:
        highlight: labels of entries to set off, as in ("17A", "3D").
        cell_size: the side of a cell in pixels.
    PDF:
        kind: "sheet" for solvers, "key" for the answers, "submission" as dailies ask for it.
        key: put the answers on a page of their own after the sheet.
        page: "a4" or "letter".
        large_print: the grid on its own page, the clues in 18 points.
        contact: the author's address, for submissions; may have several lines.
    PNG and PDF:
        fonts: font files to turn to for letters that the built-in fonts lack.
    """

    solution: bool = False
    numbers: bool = True
    hide_blocks: bool = False
    direction: str = "auto"
    clues: bool = True
    word_bank: bool = False
    boxed: bool = True
    highlight: tuple[str, ...] = ()
    cell_size: int = 40
    kind: str = "sheet"
    key: bool = True
    page: str = "a4"
    large_print: bool = False
    contact: str = ""
    fonts: tuple[Path, ...] = ()
    language: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.highlight, str):
            object.__setattr__(self, "highlight", (self.highlight,))
        object.__setattr__(self, "page", self.page.lower())
        for name, choices in (("kind", KINDS), ("page", PAGES), ("direction", DIRECTIONS)):
            if getattr(self, name) not in choices:
                raise RenderError(
                    f"{name} {getattr(self, name)!r} does not exist; use {', '.join(choices)}"
                )
        if self.cell_size not in CELL_SIZES:
            raise RenderError(
                f"cells of {self.cell_size} pixels; use {CELL_SIZES[0]} to {CELL_SIZES[-1]}"
            )
