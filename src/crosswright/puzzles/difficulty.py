"""How hard a filled puzzle is for its solver, estimated from its words alone.

Clues are not looked at, though they decide a good deal: the estimate compares fills. It adds up
four parts, each between 0 and 1:

- how unfamiliar the words are, by their scores;
- how often the unfamiliar cross the unfamiliar, so that neither word gives the letter away;
- how long the words are;
- how few familiar words of three letters there are to begin with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Final

from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.support.records import Record

UNKNOWN_SCORE, FAMILIAR_SCORE = 20, 90
"""Scores at which nobody is expected to know a word, and at which everybody is."""

UNFAMILIAR_WEIGHT: Final = 45
"""Points for a puzzle in which nobody knows a word."""

CROSSINGS_WEIGHT: Final = 42
"""Points for one in which, besides, no crossing word helps: a word that can be worked out is hard,
one that cannot is worse."""

LENGTHS_WEIGHT: Final = 8
"""Points for long words: they take more letters to recognise."""

SHORT_LENGTH, LONG_LENGTH = 3.5, 6.5
"""Mean lengths of words that add nothing, and all of these points."""

TOEHOLDS_WEIGHT: Final = 5
"""Points for a puzzle without familiar words of three letters."""

TOEHOLD_LENGTH: Final = 3

MANY_TOEHOLDS: Final = 0.25
"""The share of such words with which nothing is added."""

MEDIUM_FROM, HARD_FROM = 12, 40
"""Points from which a puzzle is called medium, and hard."""

LEVELS: Final = ("easy", "medium", "hard")

Scores = Callable[[str], int | None]
"""Return the score of an answer, or None if no list has it."""


class Difficulty(Record):
    """An estimate, and the four parts that it consists of."""

    unfamiliar: float
    """The share of words, by their scores, that a solver is not expected to know."""
    crossings: float
    """The share of letters that no word through them gives away."""
    lengths: float
    """How long the words are, from 0 (short) to 1 (long)."""
    toeholds: float
    """How much familiar words of three letters are lacking, from 0 to 1."""

    @property
    def number(self) -> float:
        """The estimate, from 0 (easy) to 100 (hard)."""
        points = (
            UNFAMILIAR_WEIGHT * self.unfamiliar
            # The root, as a letter has two words: half of the words unknown makes a quarter blind.
            + CROSSINGS_WEIGHT * sqrt(self.crossings)
            + LENGTHS_WEIGHT * self.lengths
            + TOEHOLDS_WEIGHT * self.toeholds
        )
        return round(points, 1)

    @property
    def level(self) -> str:
        """The estimate in a word: easy, medium or hard."""
        return level_of(self.number)


def level_of(number: float) -> str:
    """Return an estimate in a word: easy, medium or hard.

    >>> level_of(8.5), level_of(25), level_of(61)
    ('easy', 'medium', 'hard')
    """
    return LEVELS[(number >= MEDIUM_FROM) + (number >= HARD_FROM)]


def estimate(grid: Grid, score: Scores) -> Difficulty:
    """Estimate how hard a filled grid is, with the scores of its words; an unlisted one has 0."""
    familiarity = {
        slot.label: _familiarity(score(word))
        for slot in grid.slots
        if (word := grid.word(slot.label)) is not None
    }
    slots = [slot for slot in grid.slots if slot.label in familiarity]
    if not slots:
        raise ValueError("this grid has no words to estimate its difficulty from")
    count = len(slots)
    toeholds = sum(familiarity[slot.label] for slot in slots if len(slot) == TOEHOLD_LENGTH)
    mean_length = sum(map(len, slots)) / count
    return Difficulty(
        unfamiliar=1 - sum(familiarity.values()) / count,
        crossings=_unaided(grid, familiarity),
        lengths=_share(mean_length, SHORT_LENGTH, LONG_LENGTH),
        toeholds=1 - _share(toeholds / count, 0, MANY_TOEHOLDS),
    )


def _unaided(grid: Grid, familiarity: Mapping[str, float]) -> float:
    """Return the mean chance that a letter is given away by none of the words through it."""
    unaided: dict[Cell, float] = {}
    for slot in grid.slots:
        for cell in slot.cells if slot.label in familiarity else ():
            unaided[cell] = unaided.get(cell, 1.0) * (1 - familiarity[slot.label])
    return sum(unaided.values()) / len(unaided)


def _familiarity(score: int | None) -> float:
    return _share(score or 0, UNKNOWN_SCORE, FAMILIAR_SCORE)


def _share(value: float, low: float, high: float) -> float:
    """Return where a value is between two others, from 0 to 1."""
    return min(1.0, max(0.0, (value - low) / (high - low)))
