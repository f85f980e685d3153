"""Criss-crosses: which word goes where, how good that is, and which words are left out and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final, Unpack

from crosswright.errors import LayoutError
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.layouts import core
from crosswright.layouts.entries import LayoutWord
from crosswright.puzzles.enumeration import says_more
from crosswright.puzzles.puzzle import Puzzle, PuzzleTexts
from crosswright.support.pictures import drawn_by
from crosswright.support.wording import quote

MIN_WORD: Final = 2  # letters
CRISSCROSS_KINDS: Final = ("crossword", "fill-in")


@dataclass(frozen=True)
class Placement:
    """A word with its first cell and its direction, "across" or "down"."""

    entry: LayoutWord
    row: int
    column: int
    direction: str

    @property
    def cells(self) -> list[Cell]:
        """The cells of the word."""
        down = self.direction == "down"
        return [
            (self.row + n * down, self.column + n * (not down))
            for n in range(len(self.entry.letters))
        ]


class Reason(Enum):
    """Why a word is left out; all but the last are true whatever the search does."""

    TOO_SHORT = "is too short; words in a grid have two letters or more"
    REPEATED = "is in the list more than once; it is placed once"
    TOO_LONG = "is longer than the grid may be"
    UNLINKED = "shares no letter with the words of the layout"
    NO_LAYOUT = "cannot be in one layout with all the others; every layout was tried"
    NO_ROOM = "did not fit in; allow a larger grid or more time"

    @property
    def is_slip(self) -> bool:
        """Whether this is a slip of the list, and no layout is expected to have the word."""
        return self in (Reason.TOO_SHORT, Reason.REPEATED)

    @property
    def proves(self) -> bool:
        """Whether no layout can have the word together with the others."""
        return not self.is_slip and self is not Reason.NO_ROOM


@dataclass(frozen=True)
class LeftOut:
    """A word that is not in the layout, and why."""

    entry: LayoutWord
    reason: Reason
    kept_clue: str = ""
    """The clue that a repeated word has in the layout."""

    def __str__(self) -> str:
        text = f"{self.entry.text} {self.reason.value}"
        if not self.kept_clue or self.entry.clue in ("", self.kept_clue):
            return text
        return f"{text}, with the clue {quote(self.kept_clue)} and not {quote(self.entry.clue)}"


def distinct_words(
    entries: Iterable[LayoutWord], longest: int
) -> tuple[dict[tuple[str, ...], LayoutWord], list[LeftOut]]:
    """Return the words by their letters, and those that are too short, too long or repeated.

    The order of both does not depend on that of the list. Of a word that is there several times,
    the first with a clue is kept, or else the first.
    """
    usable: dict[tuple[str, ...], LayoutWord] = {}
    left_out = []
    for entry in sorted(entries, key=lambda entry: (entry.letters, not entry.clue)):
        if len(entry.letters) < MIN_WORD:
            left_out.append(LeftOut(entry, Reason.TOO_SHORT))
        elif len(entry.letters) > longest:
            left_out.append(LeftOut(entry, Reason.TOO_LONG))
        elif entry.letters in usable:
            left_out.append(LeftOut(entry, Reason.REPEATED, usable[entry.letters].clue))
        else:
            usable[entry.letters] = entry
    return usable, left_out


@dataclass(frozen=True)
class Layout:
    """Words that cross: every run of two or more letters is exactly one of them."""

    placements: tuple[Placement, ...]
    left_out: tuple[LeftOut, ...] = ()

    _repr_svg_ = drawn_by("layout_svg")

    @cached_property
    def letters(self) -> dict[Cell, str]:
        """The letter in each cell."""
        return {
            cell: letter
            for placement in self.placements
            for cell, letter in zip(placement.cells, placement.entry.letters, strict=True)
        }

    @cached_property
    def height(self) -> int:
        """The number of rows."""
        return 1 + max(row for row, _ in self.letters)

    @cached_property
    def width(self) -> int:
        """The number of columns."""
        return 1 + max(column for _, column in self.letters)

    @property
    def area(self) -> int:
        """The number of cells in the box around all words, empty ones included."""
        return self.height * self.width

    @property
    def crossings(self) -> int:
        """The number of cells that two words share."""
        return sum(len(at.entry.letters) for at in self.placements) - len(self.letters)

    @property
    def density(self) -> float:
        """The share of the box that letters take up."""
        return len(self.letters) / self.area

    @property
    def aspect(self) -> float:
        """The longer side divided by the shorter one: 1 for a square."""
        return max(self.height, self.width) / min(self.height, self.width)

    @property
    def score(self) -> float:
        """What the search maximises among layouts of equally many words: crossings per area."""
        cost = core.spread(self.height, self.width) / core.SCALE
        return core.CROSSING_WORTH * self.crossings - cost

    @cached_property
    def grid(self) -> Grid:
        """The grid with all letters; the cells without one are voids."""
        cells = ((y, x) for y in range(self.height) for x in range(self.width))
        voids = [cell for cell in cells if cell not in self.letters]
        return Grid(self.height, self.width, voids=voids, letters=self.letters)

    @property
    def words(self) -> dict[str, LayoutWord]:
        """The words by label."""
        words = {(at.row, at.column, at.direction): at.entry for at in self.placements}
        return {slot.label: words[*slot.cells[0], slot.direction] for slot in self.grid.slots}

    @property
    def clues(self) -> dict[str, str]:
        """The clues by label."""
        return {label: word.clue for label, word in self.words.items()}

    @property
    def entered(self) -> dict[str, str]:
        """The words that have spaces, hyphens or the like, as they were written, by label."""
        return {
            label: word.text
            for label, word in self.words.items()
            if says_more(word.text, word.word)
        }

    @cached_property
    def links(self) -> frozenset[tuple[str, int, str, int]]:
        """Every crossing as two words and the index of the shared letter in each.

        They are the same if rows and columns are exchanged.
        """
        first: dict[Cell, tuple[str, int]] = {}
        links = []
        for placement in self.placements:
            for index, cell in enumerate(placement.cells):
                here = placement.entry.word, index
                if cell in first:
                    links.append((*min(first[cell], here), *max(first[cell], here)))
                first[cell] = here
        return frozenset(links)

    def puzzle(
        self, *, kind: str = "crossword", blocks: bool = False, **texts: Unpack[PuzzleTexts]
    ) -> Puzzle:
        """Return it as a puzzle, or as a "fill-in", whose words are listed in place of the clues.

        With `blocks`, the cells without a letter are black. Further keywords are title, author and
        the other texts of a puzzle.
        """
        if kind not in CRISSCROSS_KINDS:
            choices = " or ".join(CRISSCROSS_KINDS)
            raise LayoutError(f"unknown kind {quote(kind)}; choose {choices}")
        grid = self.grid
        if blocks:
            grid = Grid(self.height, self.width, blocks=grid.voids, letters=grid.letters)
        clues = {label: clue for label, clue in self.clues.items() if clue}
        if kind == "fill-in":
            clues = {}
        return Puzzle.from_filled(grid, clues, entered=self.entered, kind=kind, **texts)

    def __str__(self) -> str:
        return str(self.grid)


def arranged(
    placed: Iterable[tuple[LayoutWord, int, int, int]],
    left_out: Iterable[LeftOut],
    limits: tuple[int, int],
) -> Layout:
    """Return placed words as a layout: moved to the corner, and on its longer side if it fits."""
    words = list(placed)
    top, left = min(row for *_, row, _ in words), min(column for *_, column in words)
    placements = [
        Placement(entry, row - top, column - left, ("across", "down")[direction])
        for entry, direction, row, column in words
    ]
    upright = Layout(_in_order(placements), tuple(left_out))
    if upright.height <= upright.width or upright.height > limits[1] or upright.width > limits[0]:
        return upright
    other = {"across": "down", "down": "across"}
    turned = [Placement(at.entry, at.column, at.row, other[at.direction]) for at in placements]
    return Layout(_in_order(turned), upright.left_out)


def _in_order(placements: Iterable[Placement]) -> tuple[Placement, ...]:
    return tuple(sorted(placements, key=lambda at: (at.row, at.column, at.direction)))
