"""Help for solvers: letters that are given, a list of the answers, and three levels of both."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from crosswright.errors import PuzzleError
from crosswright.grids.notation import Cell
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.records import replace

BANK_ORDERS: Final = ("sorted", "shuffled", "length")


@dataclass(frozen=True, kw_only=True)
class Aids:
    """What a solver is helped with.

    `start_word` gives one whole answer to start with, the one with the most crossings.
    `first_letters` gives the first letter of every answer, `given_share` a share of the other
    letters, from 0 to 1. `word_bank` is the order in which the answers are listed, "sorted",
    "shuffled" or by "length", or "" for no list.
    """

    start_word: bool = False
    first_letters: bool = False
    given_share: float = 0.0
    word_bank: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.given_share <= 1:
            raise PuzzleError(f"a share of {self.given_share} letters; give one from 0 to 1")
        if self.word_bank and self.word_bank not in BANK_ORDERS:
            choices = ", ".join(BANK_ORDERS)
            raise PuzzleError(f"unknown order {self.word_bank!r}; choose from {choices}")


class Level(NamedTuple):
    """A puzzle with the aids of a level: "easy", "middle" or "hard"."""

    name: str
    puzzle: Puzzle
    aids: Aids


LEVELS: Final[Mapping[str, Aids]] = {
    "easy": Aids(first_letters=True, word_bank="sorted"),
    "middle": Aids(word_bank="shuffled"),
    "hard": Aids(),
}
LEVELS_WITHOUT_CLUES: Final[Mapping[str, Aids]] = {
    "easy": Aids(first_letters=True, given_share=0.2, word_bank="sorted"),
    "middle": Aids(first_letters=True, word_bank="sorted"),
    "hard": Aids(word_bank="shuffled"),
}
"""Nobody can solve a puzzle that has neither clues nor a list of its words."""
LEVELS_OF_FILL_INS: Final[Mapping[str, Aids]] = {
    "easy": Aids(start_word=True, first_letters=True, word_bank="length"),
    "middle": Aids(start_word=True, word_bank="length"),
    "hard": Aids(word_bank="length"),
}


def differentiate(puzzle: Puzzle, *, seed: int = 0) -> list[Level]:
    """Return an easy, a middle and a hard version of one puzzle, each marked with its stars."""
    if puzzle.kind == "word-search":
        raise PuzzleError("levels of a word search differ in its directions; hide the words anew")
    levels = _levels(puzzle)
    return [
        Level(name, starred(give_letters(puzzle, aids, seed=seed), stars, len(levels)), aids)
        for stars, (name, aids) in enumerate(levels.items(), 1)
    ]


def _levels(puzzle: Puzzle) -> Mapping[str, Aids]:
    if puzzle.kind == "fill-in":
        return LEVELS_OF_FILL_INS
    has_clues = any(entry.clue.text.strip() for entry in puzzle.entries)
    return LEVELS if has_clues else LEVELS_WITHOUT_CLUES


def give_letters(puzzle: Puzzle, aids: Aids, *, seed: int = 0) -> Puzzle:
    """Return a puzzle whose solver is given letters; the same seed gives the same ones.

    A share leaves at least one letter of every answer to be found.

    >>> puzzle = Puzzle.from_filled("NO\\nU#\\nN#")
    >>> str(give_letters(puzzle, Aids(first_letters=True)).grid)
    'N.\\n.#\\n.#'
    """
    if not (aids.start_word or aids.first_letters or aids.given_share):
        return puzzle
    if not puzzle.solution:
        raise PuzzleError("the puzzle has no solution, so no letters of it can be given")
    given = set(puzzle.grid.letters)
    if aids.start_word:
        given |= _start_word(puzzle)
    if aids.first_letters:
        given |= {entry.slot.cells[0] for entry in puzzle.entries if _is_head(puzzle, entry.label)}
    given |= _share(puzzle, given, aids.given_share, random.Random(seed))
    letters = {cell: puzzle.solution[cell] for cell in given if cell in puzzle.solution}
    progress = {cell: token for cell, token in puzzle.progress.items() if cell not in letters}
    return replace(puzzle, grid=puzzle.grid.with_letters(letters), progress=progress)


def _start_word(puzzle: Puzzle) -> set[Cell]:
    """Return the cells of the answer that crosses the most others; of several, the first."""
    grid = puzzle.grid
    best = max(
        grid.slots,
        key=lambda slot: sum(len(grid.slots_at(cell)) - 1 for cell in slot.cells),
        default=None,
    )
    return set(best.cells) if best else set()


def _is_head(puzzle: Puzzle, label: str) -> bool:
    """Return whether an answer begins in this slot, rather than running on from another."""
    return puzzle.link(label)[0] == label


def _share(puzzle: Puzzle, given: set[Cell], share: float, rng: random.Random) -> set[Cell]:
    """Choose a share of the cells that are not given, as far as no answer is complete then."""
    others = sorted(cell for cell in puzzle.solution if cell not in given)
    wanted = round(share * len(others))
    hidden = {slot.label: set(slot.cells) - given for slot in puzzle.grid.slots}
    chosen: set[Cell] = set()
    for cell in rng.sample(others, len(others)):
        slots = [cells for cells in hidden.values() if cell in cells]
        if len(chosen) < wanted and all(len(cells) > 1 for cells in slots):
            chosen.add(cell)
            for cells in slots:
                cells.remove(cell)
    return chosen


def starred(puzzle: Puzzle, stars: int, most: int) -> Puzzle:
    """Mark how difficult a puzzle is, in a way that does not shame anybody."""
    return replace(puzzle, difficulty=puzzle.difficulty or "★" * stars + "☆" * (most - stars))
