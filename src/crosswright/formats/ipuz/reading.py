"""An ipuz document read into a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.build import build_puzzle
from crosswright.formats.format import warn
from crosswright.formats.ipuz.cells import CODED, Cells
from crosswright.formats.ipuz.clues import Clues, WrittenClue
from crosswright.formats.ipuz.document import (
    INTRODUCTION,
    LOCALE,
    TEXTS,
    Json,
    as_object,
    kinds,
    parse,
    short,
    unknown_keys,
)
from crosswright.puzzles.clue import NO_CLUE
from crosswright.puzzles.markup import from_html, is_formatted, leaves_out, plain
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import plural

_KNOWN: Final = frozenset(
    {
        *("version", "kind", "dimensions", "puzzle", "solution", "saved", "clues", "block"),
        *("empty", "styles", "showenumerations", INTRODUCTION, *TEXTS.values()),
    }
)
_DIMENSIONS: Final = frozenset({"width", "height"})


def read(data: bytes) -> Puzzle:
    """Read an ipuz crossword."""
    puzzle = DocumentReading(parse(data)).puzzle
    if puzzle.unplaced:
        warn(f"{plural(len(puzzle.unplaced), 'clue')} without a slot")
    return puzzle


def details(data: bytes) -> list[str]:
    """List what a document has beyond the puzzle."""
    return [*dict.fromkeys(DocumentReading(parse(data)).details())]


class DocumentReading:
    """A document, the puzzle that it holds, and where each part of the puzzle comes from."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.cells = Cells(document)
        grid = self.cells.grid()
        labels = self.cells.labels(grid)
        self._clues = Clues(document, grid, labels)
        if not self._clues.items and self.cells.is_coded(grid):
            raise FormatError(CODED)
        grid = self._clues.grid
        puzzle = build_puzzle(
            grid,
            given=self.cells.given(grid),
            clues=self._clues.clues,
            texts={name: self.text(key) for name, key in TEXTS.items()},
            labels=labels,
            marks=self.cells.marks(),
            groups=self._clues.groups,
            links=tuple(self._clues.links),
            entered=self._clues.entered,
            kind="diagramless" if self.cells.is_diagramless else "crossword",
            progress=self.cells.progress(grid),
            unplaced=self._clues.unplaced,
        )
        self.puzzle = _without_repetition(puzzle)

    @property
    def items(self) -> list[WrittenClue]:
        """All clues as they are written, in the order of the document."""
        return self._clues.items

    @property
    def by_key(self) -> dict[str, list[WrittenClue]]:
        """The clues as they are written, by the keys of their groups."""
        return self._clues.by_key

    def text(self, key: str) -> str:
        """Return a text without its formatting; the notes begin with the introduction."""
        if key == TEXTS["notes"]:
            parts = dict.fromkeys(map(self._text, (INTRODUCTION, key)))
            return "\n".join(filter(None, parts))
        return self._text(key)

    def _text(self, key: str) -> str:
        value = self.document.get(key)
        if key == LOCALE:
            return short(value).replace("_", "-")
        return plain(from_html(value)) if isinstance(value, str) else short(value)

    def details(self) -> Iterator[str]:
        """Yield what the document has beyond the puzzle; names may come twice."""
        document = self.document
        yield from unknown_keys(document, _KNOWN)
        yield from unknown_keys(as_object(document.get("dimensions")), _DIMENSIONS, "dimensions ")
        for kind in kinds(document):
            name = kind.partition("#")[0].rstrip("/").rpartition("/")[2]
            if name.lower() not in ("crossword", "diagramless"):
                yield f"kind {name[:40]}"
        for key in (INTRODUCTION, *TEXTS.values()):
            value = document.get(key)
            if isinstance(value, str) and (is_formatted(from_html(value)) or leaves_out(value)):
                yield f"formatting of {key}"
            elif value is not None and not isinstance(value, str | int):
                yield key
        enumerates = any(entry.clue.enumeration for entry in self.puzzle.entries)
        if document.get("showenumerations") is True and not enumerates:
            yield "showenumerations"
        used = {id(style) for cell in self.cells if (style := self.cells.style(cell))}
        for name, style in as_object(document.get("styles")).items():
            if id(style) not in used:
                yield f"style {name[:40]}"
        yield from self.cells.details()
        yield from self._clues.details()


def _without_repetition(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle without what its links say already: labels such as "2,9", and "See 2"."""
    continuing = {label for link in puzzle.links for label in link[1:]}
    if not continuing:
        return puzzle
    bare = replace(
        puzzle,
        clues={
            label: NO_CLUE if label in continuing else replace(puzzle.clue(label), label="")
            for label in puzzle.clues
        },
    )
    clues = {}
    for entry in bare.entries:
        clue = puzzle.clue(entry.label)
        if clue.label == entry.number:
            clue = replace(clue, label="")
        if entry.see and clue.text == f"See {entry.see}":
            clue = replace(clue, text="", markup=())
        if clue != NO_CLUE:
            clues[entry.label] = clue
    return replace(puzzle, clues=clues)
