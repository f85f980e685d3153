"""Plain text: grids in Crosswright's own notation, and structure files of the course."""

from __future__ import annotations

import re
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.cleaning import decode
from crosswright.formats.content import is_binary, is_html
from crosswright.formats.format import Format, Loss
from crosswright.grids.grid import Grid
from crosswright.grids.notation import is_annotation
from crosswright.puzzles.puzzle import Puzzle

MAX_COURSE_BLOCKS: Final = 3
"""Kinds of characters that a structure file of the course may use for blocks."""

_ADVICE: Final = "a grid has . for empty cells, # for blocks, and letters"
_CELLS: Final = r"[\w.#~]"
_KIND: Final = r"(?im)^[ \t]*kind[ \t]*:[ \t]*([\w-]+)[ \t]*$"
_WORD: Final = r"[^\W\d_]{2,}[.,;:!?]?"


def read(data: bytes) -> Puzzle:
    """Read a grid; its letters are the solution."""
    if is_binary(data):
        raise FormatError("not a puzzle: this is a binary file in an unknown format")
    if is_html(data[:4096]):
        raise FormatError("not a puzzle: this is a web page")
    text = decode(data)
    if not text.strip():
        raise FormatError("the file is empty")
    kinds: list[str] = []
    if ":" in text:
        kinds = re.findall(_KIND, text)
        text = re.sub(_KIND, "", text)
    if not _resembles_grid(text):
        raise FormatError(f"not a puzzle in any known format; {_ADVICE}")
    return Puzzle.from_filled(Grid.parse(text), kind=kinds[-1].lower() if kinds else "crossword")


def _resembles_grid(text: str) -> bool:
    """Return whether a text is a grid, or is near enough to one for what is wrong to be named."""
    lines = [line.split() for line in text.splitlines() if not is_annotation(line)]
    if any(len(words) > 2 and _is_prose(words) for words in lines):
        return False
    symbols = "".join(word for words in lines for word in words)
    if "_" in symbols:  # a structure file of the course, where all else is blocks
        return len({*symbols} - {"_"}) <= MAX_COURSE_BLOCKS
    rows = "".join(text.strip().split("\n\n", 1)[0].split())
    return 2 * len(re.findall(_CELLS, rows)) >= len(rows)


def _is_prose(words: list[str]) -> bool:
    return sum(bool(re.fullmatch(_WORD, word)) for word in words) > 2


def write(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write the filled grid in the text notation; what is not a crossword says so after it."""
    text = f"{puzzle.filled_grid}\n"
    if puzzle.kind != "crossword":
        has_annotations = "\n\n" in text
        text += f"kind: {puzzle.kind}\n" if has_annotations else f"\nkind: {puzzle.kind}\n"
    return text.encode()


def write_structure(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write `_` for each cell and `#` for each block, as the course does."""
    grid = puzzle.grid
    rows = [
        "".join("_" if grid.is_open((y, x)) else "#" for x in range(grid.width))
        for y in range(grid.height)
    ]
    if not grid.open_cells:
        losses.append(Loss("the structure", "a file of blocks alone is read back as text"))
    return "".join(f"{row}\n" for row in rows).encode()


_HOLDS = frozenset({"solution", "rebus", "circles", "bars", "voids", "extra", "kind"})

TEXT = Format("text", "plain text grid", (".txt", ".grid"), _HOLDS, read, write, all_kinds=True)
STRUCTURE = Format(
    "structure", "course structure file", (".structure",), frozenset(), read, write_structure
)
