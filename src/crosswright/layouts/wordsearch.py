"""Word searches: words hidden in a rectangle of letters.

>>> search = word_search(["otter", "cat", "polar bear"], seed=1)
>>> sorted(word.entry.text for word in search.hidden)
['cat', 'otter', 'polar bear']
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Unpack

from crosswright.errors import LayoutError
from crosswright.grids.grid import Grid
from crosswright.grids.notation import MAX_SIDE, Cell
from crosswright.grids.validation import MAX_EXTRA
from crosswright.layouts.crisscross import LeftOut, Reason, distinct_words
from crosswright.layouts.entries import LayoutWord
from crosswright.layouts.hiding import ALL_STEPS, SearchBoard, Step
from crosswright.layouts.layout import LayoutWords, layout_words
from crosswright.limits import Status
from crosswright.puzzles.enumeration import says_more
from crosswright.puzzles.puzzle import Puzzle, PuzzleTexts
from crosswright.support.numbers import whole_number
from crosswright.support.wording import quote

DIRECTIONS: Final[Mapping[str, tuple[Step, ...]]] = {
    "easy": ((0, 1), (1, 0)),
    "diagonal": ((0, 1), (1, 0), (1, 1), (-1, 1)),
    "all": ALL_STEPS,
}
"""In which directions words run: across and down; these and diagonally; all, backwards too."""

LEVELS: Final[Mapping[str, str]] = {"easy": "easy", "middle": "diagonal", "hard": "all"}
"""The directions of each level of difficulty."""

ROOMY: Final = 1.8  # how much larger than all letters together the rectangle is at first
ATTEMPTS: Final = 12  # at one size, before the rectangle grows
MAX_ATTEMPTS: Final = 60  # where it must not grow


@dataclass(frozen=True)
class HiddenWord:
    """A word with its first cell, and the step from each letter to the next."""

    entry: LayoutWord
    row: int
    column: int
    step: Step

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the word."""
        down, right = self.step
        return tuple(
            (self.row + n * down, self.column + n * right) for n in range(len(self.entry.letters))
        )


@dataclass(frozen=True)
class WordSearch:
    """A rectangle of letters in which every word has one place of its own.

    A word is nowhere else in it, in any direction, but within a word that contains it. If no word
    could be hidden, there are no rows.
    """

    rows: tuple[tuple[str, ...], ...]
    hidden: tuple[HiddenWord, ...]
    left_out: tuple[LeftOut, ...] = ()
    seed: int = 0

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0]) if self.rows else 0

    @property
    def status(self) -> Status:
        """FILLED if every word is hidden, IMPOSSIBLE if that is proved, LIMIT if some are not."""
        reasons = {left.reason for left in self.left_out if not left.reason.is_slip}
        if any(reason.proves for reason in reasons) or not (reasons or self.hidden):
            return Status.IMPOSSIBLE
        return Status.LIMIT if reasons else Status.FILLED

    @cached_property
    def grid(self) -> Grid:
        """The letters as a grid whose extra slots are the hidden words."""
        if not self.rows:
            raise LayoutError("no word could be hidden")
        letters = {(y, x): token for y, row in enumerate(self.rows) for x, token in enumerate(row)}
        extra = [word.cells for word in self.hidden]
        return Grid(self.height, self.width, letters=letters, extra=extra)

    def puzzle(self, **texts: Unpack[PuzzleTexts]) -> Puzzle:
        """Return it as a puzzle to draw; keywords are title, author and the other texts."""
        entries = {f"X{number}": word.entry for number, word in enumerate(self.hidden, 1)}
        entered = {
            label: entry.text
            for label, entry in entries.items()
            if says_more(entry.text, entry.word)
        }
        return Puzzle.from_filled(self.grid, entered=entered, kind="word-search", **texts)

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.rows)


def word_search(
    words: LayoutWords,
    *,
    width: int | None = None,
    height: int | None = None,
    directions: str = "all",
    seed: int = 0,
    language: str = "",
) -> WordSearch:
    """Hide words in a rectangle of letters.

    Without `width` or `height`, the rectangle is as large as it takes. `directions` is "easy"
    (across and down), "diagonal" (these and diagonally) or "all" (these and backwards). The other
    letters are those of the words; no offensive word of English or `language` comes about by
    chance. The same seed gives the same letters on every machine, whatever the order of the words.
    """
    if directions not in DIRECTIONS:
        choices = ", ".join(DIRECTIONS)
        raise LayoutError(f"unknown directions {quote(directions)}; choose from {choices}")
    for name, side in (("width", width), ("height", height)):
        if side is not None and not 1 <= whole_number(name, side) <= MAX_SIDE:
            raise LayoutError(f"a {name} of {side}; it must be from 1 to {MAX_SIDE}")
    most = max(width or MAX_SIDE, height or MAX_SIDE)
    usable, left_out = distinct_words(layout_words(words), most)
    entries = sorted(usable.values(), key=lambda entry: (-len(entry.letters), entry.letters))
    if not entries and not left_out:
        raise LayoutError("no words to hide")
    if not entries:
        return WordSearch((), (), tuple(left_out), seed)
    if len(entries) > MAX_EXTRA:
        raise LayoutError(f"{len(entries)} words are too many; a word search has up to {MAX_EXTRA}")
    hiding = _Hiding(entries, DIRECTIONS[directions], whole_number("seed", seed), language)
    board = hiding.best(width, height)
    missing = [LeftOut(entry, Reason.NO_ROOM) for entry in entries if entry not in board.hidden]
    hidden = [
        HiddenWord(entry, *cells[0], step)
        for entry, (cells, step) in sorted(board.hidden.items(), key=lambda item: item[0].letters)
    ]
    rows = tuple(
        tuple(board.letters[y, x] for x in range(board.width)) for y in range(board.height)
    )
    in_order = sorted([*left_out, *missing], key=lambda left: left.entry.letters)
    return WordSearch(rows, tuple(hidden), tuple(in_order), seed)


class _Hiding:
    """The attempts to hide all words."""

    def __init__(
        self, entries: list[LayoutWord], steps: tuple[Step, ...], seed: int, language: str
    ) -> None:
        self.entries, self.steps, self.language = entries, steps, language
        self.rng = random.Random(seed)
        self.letters = sum(len(entry.letters) for entry in entries)
        self.longest = max(len(entry.letters) for entry in entries)

    def best(self, width: int | None, height: int | None) -> SearchBoard:
        """Return a full board with all words, or with as many as a fixed size lets it have."""
        rows, columns = self._first_size(width, height)
        while True:
            is_fixed = (width or columns == MAX_SIDE) and (height or rows == MAX_SIDE)
            board = self._best_of(MAX_ATTEMPTS if is_fixed else ATTEMPTS, rows, columns)
            if board is not None and (is_fixed or len(board.hidden) == len(self.entries)):
                return board
            if is_fixed:
                raise LayoutError(
                    f"{columns} by {rows} letters cannot be filled without hiding a word twice; "
                    "choose a larger rectangle or fewer words"
                )
            rows = rows if height else min(rows + 1, MAX_SIDE)
            columns = columns if width else min(columns + 1, MAX_SIDE)

    def _first_size(self, width: int | None, height: int | None) -> tuple[int, int]:
        area = ROOMY * self.letters
        square = max(self.longest, math.ceil(math.sqrt(area)))
        if width and height:
            return height, width
        fixed = width or height or square
        other = math.ceil(area / fixed)
        other = min(max(other, self.longest if fixed < self.longest else 2), MAX_SIDE)
        if width:
            return other, width
        return (height, other) if height else (min(square, MAX_SIDE), min(square, MAX_SIDE))

    def _best_of(self, attempts: int, height: int, width: int) -> SearchBoard | None:
        """Return the board with the most words after some attempts; None if none can be filled."""
        best: SearchBoard | None = None
        for _ in range(attempts):
            board = SearchBoard(height, width, self.entries, self.language)
            for entry in self.entries:
                board.hide(entry, self.steps, self.rng)
            if best is not None and len(board.hidden) <= len(best.hidden):
                continue
            if board.fill_up(self.rng):
                best = board
                if len(best.hidden) == len(self.entries):
                    break
        return best
