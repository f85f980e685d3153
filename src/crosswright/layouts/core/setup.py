"""What a search for a layout starts with: both twins check it here, and refuse the same."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Final, NamedTuple

Word = tuple[int, ...]
"""Letter codes, from 1."""

WordIndex = int
"""An index into the words of a board."""

PlacedWord = tuple[WordIndex, int, int, int]
"""A word, its direction (0 across, 1 down), and the row and column of its first letter."""

MAX_CODE: Final = (1 << 15) - 1  # of a letter
MAX_LETTERS: Final = 1 << 20  # of all words together
MAX_SIDE: Final = 1 << 10  # of the board: the largest grid with the longest words on every side
MAX_COST: Final = 1 << 40  # of a box; with this and the next, all sums and products fit in 64 bits
MAX_NUMBER: Final = (1 << 31) - 1
MAX_TRIES: Final = 1 << 60  # of placing words: more than any search gets to

WORDS_PER_TRY: Final = 16
"""Words of a board that take about as long to look through, in a step, as one try to place one."""


class Tuning(NamedTuple):
    """The numbers that steer the search; costs are in sixteenths of a cell."""

    crossing_worth: int  # what one more crossing may add to the cost of the box
    unplaced_cost: int  # what a word left out costs during the search
    noise: int  # up to this much is added to the worth of a position, at random
    blink: int  # of 1024 positions, this many are overlooked, so as not always to take the best
    edge: int  # percentage of the steps that clear one edge of the box
    around: int  # percentage of the steps that clear the surroundings of a word
    more: int  # after each word taken off, percentage chance of one more
    hope: int  # a step that needs more crossings than this, and one for each word, is given up


MAX_TUNING: Final = Tuning(MAX_NUMBER, MAX_NUMBER, MAX_NUMBER, 1024, 100, 100, 99, 1 << 20)


class Setup(NamedTuple):
    """The words, the board, and all that steers the search: copied, and the copies checked.

    The compiled search trusts every number here, and the plain one does not check it again.
    """

    words: tuple[Word, ...]
    side: int
    limits: tuple[int, int]
    spread: tuple[tuple[int, ...], ...]
    hazard: tuple[int, ...]
    tuning: Tuning
    seed: int

    @classmethod
    def of(
        cls,
        words: Iterable[Iterable[int]],
        side: int,
        limits: Iterable[int],
        spread: Iterable[Iterable[int]],
        hazard: Iterable[int],
        tuning: Tuning,
        seed: int,
    ) -> Setup:
        """Copy and check what a search is given."""
        if not isinstance(tuning, Tuning):
            raise TypeError(f"the search takes a Tuning, not {type(tuning).__name__}")
        height, width = map(index, limits)
        setup = cls(
            tuple(tuple(map(index, word)) for word in words),
            index(side),
            (height, width),
            tuple(tuple(map(index, row)) for row in spread),
            tuple(map(index, hazard)),
            Tuning(*map(index, tuning)),
            index(seed) & ((1 << 64) - 1),
        )
        setup._check_words()
        setup._check_board()
        setup._check_numbers()
        return setup

    @property
    def longest(self) -> int:
        """The number of letters of the longest word."""
        return max(map(len, self.words))

    def _check_words(self) -> None:
        if not self.words or min(map(len, self.words)) < 2:
            raise ValueError("the search needs words, of two letters or more each")
        if sum(map(len, self.words)) > MAX_LETTERS:
            raise ValueError(f"all words together must have at most {MAX_LETTERS} letters")
        for word in self.words:
            _check_range("the code of a letter", word, 1, MAX_CODE)

    def _check_board(self) -> None:
        _check_range("the side of the board", [self.side], 1, MAX_SIDE)
        _check_range("a limit of the box", self.limits, 1, MAX_SIDE)
        height, width = self.limits
        if self.longest > max(self.limits):
            raise ValueError(f"a word of {self.longest} letters must fit in {height}×{width} cells")
        if self.side < max(self.limits) + self.longest:
            raise ValueError(
                f"a board of {self.side} cells must have room for the longest word beside "
                f"a box of {height}×{width}"
            )
        if len(self.spread) != height + 1 or {*map(len, self.spread)} != {width + 1}:
            raise ValueError(f"a box of {height}×{width} needs {height + 1}×{width + 1} costs")

    def _check_numbers(self) -> None:
        for row in self.spread:
            _check_range("the cost of a box", row, 0, MAX_COST)
        if not self.hazard:
            raise ValueError("the search needs a hazard")
        _check_range("a hazard", self.hazard, 0, MAX_NUMBER)
        for name, number, highest in zip(Tuning._fields, self.tuning, MAX_TUNING, strict=True):
            _check_range(name, [number], 0, highest)
        if self.tuning.edge + self.tuning.around > 100:
            raise ValueError("edge and around must be at most 100 together")

    def checked_index(self, word: WordIndex) -> WordIndex:
        """Return the index of a word, if there is one."""
        number = index(word)
        if not 0 <= number < len(self.words):
            raise IndexError(f"there is no word {number}")
        return number


def checked_steps(steps: int, heat: int) -> tuple[int, int]:
    """Return a number of steps and a heat that the search can work with."""
    numbers = index(steps), index(heat)
    _check_range("the number of steps", numbers[:1], 0, MAX_NUMBER)
    _check_range("the heat", numbers[1:], 0, MAX_NUMBER)
    return numbers


def checked_tries(tries: int) -> int:
    """Return a number of tries to place a word that the search can work with."""
    number = index(tries)
    _check_range("the number of tries", [number], 1, MAX_TRIES)
    return number


def _check_range(name: str, numbers: Iterable[int], lowest: int, highest: int) -> None:
    for number in numbers:
        if not lowest <= number <= highest:
            raise ValueError(f"{name} is {number}; it must be from {lowest} to {highest}")
