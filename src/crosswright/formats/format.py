"""What a format is: its names, the features it holds, and what is lost in one that holds less."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import Final

from crosswright.errors import FormatError, FormatWarning
from crosswright.formats.content import is_unknown
from crosswright.grids.notation import Cell, where
from crosswright.puzzles.puzzle import TEXTS, Puzzle
from crosswright.support.records import Record

MAX_BYTES: Final = 8 * 1024 * 1024  # the largest published puzzles are far below one megabyte

FEATURES: Final = (
    "solution",
    "given",
    "progress",
    "rebus",
    "circles",
    "bars",
    "voids",
    "extra",
    "labels",
    "marks",
    "kind",
    "clues",
    "drafts",
    "markup",
    "enumerations",
    "hints",
    "references",
    "groups",
    "links",
    "entered",
    "unplaced",
    *TEXTS,
)
"""What a format may hold of a puzzle.

"labels" are those of cells and of clues, "kind" is whether the puzzle is diagramless, and
"unplaced" are clues that belong to no slot. Drafts are the one thing that every format can hold:
where it has no place for them, they are marked in their texts.
"""

NAMED_CELLS: Final = 3
"""Cells of a loss that are named; of the others, only their number is given."""


class Loss(Record):
    """Something of a puzzle that a format cannot hold, and where it is."""

    what: str
    where: str = ""

    @classmethod
    def at(cls, what: str, cells: Iterable[Cell]) -> Loss:
        """Name the cells of a loss: "row 1, column 2; row 3, column 4; and 5 more"."""
        ordered = sorted(cells)
        names = [where(cell) for cell in ordered[:NAMED_CELLS]]
        if len(ordered) > NAMED_CELLS:
            names.append(f"and {len(ordered) - NAMED_CELLS} more")
        return cls(what, "; ".join(names))

    def __str__(self) -> str:
        return f"{self.what}: {self.where}" if self.where else self.what


class OriginalFile(Record):
    """The file that a puzzle was read from: its bytes, and what it has beyond the puzzle."""

    data: bytes
    puzzle: Puzzle
    details: tuple[str, ...] = ()


Reader = Callable[[bytes], Puzzle]
Writer = Callable[[Puzzle, list[Loss]], bytes]


class Format(Record):
    """A file format: what it is called, what it holds, and how it is read and written.

    `read` takes the bytes of a file and returns a puzzle or raises `FormatError`; `details` lists
    what the file has beyond that puzzle. `write` gets a puzzle with only the features in `holds`,
    and adds to a list whatever else it must leave out; a format that is only read has no `write`.
    A format with `keeps` writes a changed puzzle into the file it came from, and into files of its
    `relatives`; others write the file anew. `original` returns what of a file is kept, where the
    puzzle is inside something else. One of `all_kinds` is not for crosswords alone.
    `without_formulas` changes what was written so that a spreadsheet finds no formulas in it.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    holds: frozenset[str]
    read: Reader
    write: Writer | None
    sniff: Callable[[bytes], bool] = is_unknown
    details: Callable[[bytes], Iterable[str]] = lambda data: ()
    keeps: bool = False
    relatives: tuple[str, ...] = ()
    all_kinds: bool = False
    original: Callable[[bytes], bytes] = lambda data: data
    without_formulas: Callable[[bytes], bytes] = lambda data: data

    def __post_init__(self) -> None:
        unknown = self.holds - set(FEATURES)
        if unknown:
            raise ValueError(
                f"unknown features {', '.join(sorted(unknown))}; choose from {', '.join(FEATURES)}"
            )


def require_writer(format: Format, prefix: str = "") -> Writer:
    """Return the function that writes a format, or refuse one that is only read."""
    if format.write is None:
        raise FormatError(
            f"{prefix}{format.title} files can only be read; write .ipuz, .jpz or .puz"
        )
    return format.write


def warn(message: str, category: type[FormatWarning] = FormatWarning) -> None:
    """Warn of something odd in a file that is read all the same."""
    warnings.warn(message, category, stacklevel=2)
