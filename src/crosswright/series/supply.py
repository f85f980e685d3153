"""Supply and demand: whether a season's words suffice, by length, window and floor.

Within a window and the puzzle after it, no word comes twice: with a window of 7, every 8 puzzles in
a row need different words. How many of them there are, the list says.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from crosswright.grids.grid import Grid
from crosswright.limits import Limit
from crosswright.patterns.pattern import DRAWING_COST
from crosswright.patterns.pattern import pattern as draw_pattern
from crosswright.puzzles.check import Finding, Severity
from crosswright.series import patterns
from crosswright.series.inputs import Inputs
from crosswright.series.plan import Day, Plan, PlannedPuzzle
from crosswright.series.windows import length_of
from crosswright.support.records import Record
from crosswright.support.wording import letters_long

HARD: Final = 2 / 3
"""The share of the words above which filling gets hard: what is left does not cross well."""

SAMPLES: Final = 3
"""Patterns drawn to estimate what made ones need."""

DRAWINGS: Final = 20
"""Drawings of a pattern before it is taken that none is possible."""

Lengths = Mapping[int, float]
"""How many slots a puzzle has by length; on average, where its pattern is yet to be made."""


class LengthSupply(Record):
    """Words of one length: what a season needs of them, and what there is."""

    length: int
    window: int
    floor: int
    """The lowest score of the words; the demand is that of the days with this floor or more."""
    puzzles: int
    """How many puzzles in a row need different words."""
    needed: int
    available: int
    best_window: int | None
    """The longest window that needs no more than is easy; None if there is none."""

    @property
    def share(self) -> float:
        """The share of the words that is needed."""
        return self.needed / self.available if self.available else math.inf

    @property
    def is_hard(self) -> bool:
        """Whether more is needed than is easy."""
        return self.share > HARD

    @property
    def is_possible(self) -> bool:
        """Whether there are enough words."""
        return self.needed <= self.available


def supply(
    plan: Plan, inputs: Inputs, puzzles: Sequence[PlannedPuzzle]
) -> tuple[LengthSupply, ...]:
    """Return supply and demand by length, at the floor where they are closest to each other."""
    demands = [*zip(puzzles, slot_lengths(plan, inputs, puzzles), strict=True)]
    floors = sorted({puzzle.day.min_score for puzzle in puzzles})
    worst: dict[int, LengthSupply] = {}
    for floor in floors:
        for row in _at_floor(plan, inputs, demands, floor):
            if row.length not in worst or row.share > worst[row.length].share:
                worst[row.length] = row
    return tuple(worst[length] for length in sorted(worst))


def _at_floor(
    plan: Plan, inputs: Inputs, demands: Sequence[tuple[PlannedPuzzle, Lengths]], floor: int
) -> Iterator[LengthSupply]:
    """Yield what the days with a floor or a higher one need."""
    words = inputs.words.filter(min_score=floor).without(inputs.history.words)
    of_days = [lengths if puzzle.day.min_score >= floor else {} for puzzle, lengths in demands]
    published = [
        Counter(length_of(word) for word in answers if word in words)
        for answers in inputs.history.puzzles[-plan.windows.longest :]
    ]
    for length in sorted({length for lengths in of_days for length in lengths}):
        counts = [lengths.get(length, 0) for lengths in (*published, *of_days)]
        sums = [*accumulate(counts, initial=0)]
        window, available = plan.windows.of(length), words.size(length)
        yield LengthSupply(
            length=length,
            window=window,
            floor=floor,
            puzzles=min(window + 1, len(counts)),
            needed=_needed(sums, window, len(published)),
            available=available,
            best_window=_best_window(sums, len(published), available),
        )


def _needed(sums: Sequence[float], window: int, published: int) -> int:
    """Return how many different words the puzzles of a window need at most.

    `sums` are those of all puzzles before each; the published ones alone need nothing any more.
    """
    ends = range(published + 1, len(sums))
    return math.ceil(max(sums[end] - sums[max(0, end - window - 1)] for end in ends) - 1e-9)


def _best_window(sums: Sequence[float], published: int, available: int) -> int | None:
    """Return the longest window that is easy; None if one puzzle alone needs too much."""
    low, high = -1, len(sums)  # easy, and not
    while high - low > 1:
        middle = (low + high) // 2
        if _needed(sums, middle, published) <= HARD * available:
            low = middle
        else:
            high = middle
    return low if low >= 0 else None


# -- what puzzles need --------------------------------------------------------------------------


def slot_lengths(plan: Plan, inputs: Inputs, puzzles: Sequence[PlannedPuzzle]) -> list[Lengths]:
    """Return how many slots of each length the puzzles have, or will have on average."""
    averages: dict[Day, Lengths] = {}
    lengths: list[Lengths] = []
    for puzzle in puzzles:
        if not puzzle.theme and patterns.pool_of(plan, inputs, puzzle.day):
            grid = patterns.pattern(plan, inputs, puzzle)
            lengths.append(Counter(len(slot) for slot in grid.slots))
        else:
            if puzzle.day not in averages:
                averages[puzzle.day] = _average(plan, puzzle)
            lengths.append(averages[puzzle.day])
    return lengths


def _average(plan: Plan, puzzle: PlannedPuzzle) -> Lengths:
    """Draw a few patterns of a day, and return the average numbers of their slots."""
    grids = [drawn_pattern(plan, puzzle, sample) for sample in range(SAMPLES)]
    counts = Counter(len(slot) for grid in grids if grid is not None for slot in grid.slots)
    drawn = sum(grid is not None for grid in grids)
    return {length: count / drawn for length, count in sorted(counts.items())}


def drawn_pattern(plan: Plan, puzzle: PlannedPuzzle, sample: int = 0) -> Grid | None:
    """Draw a pattern such as will be made for a puzzle; None if that does not succeed."""
    day = puzzle.day
    return draw_pattern(
        day.height,
        day.width,
        verify=False,
        style=day.style,
        word_count=day.words,
        seed=patterns.seed_of(plan, puzzle.number + sample),
        limit=Limit(failures=DRAWINGS * DRAWING_COST),
    ).grid


# -- findings -----------------------------------------------------------------------------------


def supply_findings(rows: Sequence[LengthSupply]) -> Iterator[Finding]:
    """Yield what there is too little of, with the numbers and what would help."""
    for row in rows:
        if not row.is_hard:
            continue
        puzzles = f"{row.puzzles} puzzles in a row need {row.needed:,} different ones"
        need = (
            f"{letters_long(row.length)} words: "
            f"{puzzles if row.puzzles > 1 else f'one puzzle needs {row.needed:,}'} with a score of "
            f"{row.floor} or more, and the lists have {row.available:,}"
        )
        hard = "" if not row.is_possible else f" ({row.share:.0%}; above two thirds it gets hard)"
        severity = Severity.WARNING if row.is_possible else Severity.ERROR
        yield Finding(severity, "supply", f"windows.{row.length}", f"{need}{hard}; {_remedy(row)}")


def _remedy(row: LengthSupply) -> str:
    if row.best_window is None or not row.available:
        return "use more words or a lower min_score"
    return (
        f"write {row.length} = {row.best_window} in [windows], use more words or a lower min_score"
    )
