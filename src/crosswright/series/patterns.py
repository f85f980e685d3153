"""The pattern of each puzzle: decided by the plan and the puzzle's number alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from crosswright.engine.heuristics import SplitMix64
from crosswright.errors import SeriesError
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.patterns import builtin
from crosswright.patterns.pattern import pattern as make_pattern
from crosswright.series.calendar import dated
from crosswright.series.inputs import Inputs
from crosswright.series.plan import Day, Plan, PlannedPuzzle, PuzzleNumber

MADE_FAILURES = 20_000
"""What making a pattern may spend: a dozen drawings that the list does not fill."""

_SEED_STEP = 1_000_003
"""What keeps the seeds of one plan apart from those of the next: a prime, in case they are 1 and 2
and a season has hundreds of puzzles."""


def seed_of(plan: Plan, number: PuzzleNumber) -> int:
    """Return the seed of everything that is random about a puzzle."""
    return plan.seed * _SEED_STEP + number


def pattern(plan: Plan, inputs: Inputs, planned: PlannedPuzzle) -> Grid:
    """Return the pattern of a puzzle without a theme.

    Raise SeriesError if one is to be made, and none is found that the list fills.
    """
    pool = pool_of(plan, inputs, planned.day)
    if not pool:
        return _made(plan, inputs, planned)
    index = _indices(plan, inputs.patterns, planned.day)[planned.number]
    return _parsed(pool[index])


def pool_of(plan: Plan, inputs: Inputs, day: Day) -> tuple[str, ...]:
    """Return the patterns that puzzles of a day choose from; none if they are made."""
    return _pool(plan.patterns.source, inputs.patterns, day)


@lru_cache(maxsize=64)
def _pool(source: str, folder: tuple[str, ...], day: Day) -> tuple[str, ...]:
    texts: Sequence[str] = ()
    if source == "folder":
        texts = folder
    elif source == "built-in" and (day.style, day.height) in builtin.SETS:
        texts = builtin.texts(day.height, day.style)
    return tuple(text for text in texts if _fits(_parsed(text), day))


def _fits(grid: Grid, day: Day) -> bool:
    low, high = day.words or (0, len(grid.slots))
    sides = grid.height, grid.width
    return sides == (day.height, day.width) and low <= len(grid.slots) <= high


@lru_cache(maxsize=1000)
def _parsed(text: str) -> Grid:
    return Grid.parse(text)


def _made(plan: Plan, inputs: Inputs, planned: PlannedPuzzle) -> Grid:
    day = planned.day
    if plan.patterns.source == "folder":
        raise SeriesError(
            f"no pattern of {day.height} rows and {day.width} columns in {plan.patterns.folder}"
        )
    result = make_pattern(
        day.height,
        day.width,
        words=inputs.words,
        rules=Rules(min_score=day.min_score, no_shared_stem=plan.words.no_shared_stem),
        style=day.style,
        word_count=day.words,
        seed=seed_of(plan, planned.number),
        limit=Limit(failures=MADE_FAILURES),
    )
    if result.status is not Status.FILLED or result.grid is None:
        raise SeriesError(f"no pattern could be made: {result.reason}")
    return result.grid


@lru_cache(maxsize=64)
def _indices(plan: Plan, folder: tuple[str, ...], day: Day) -> dict[PuzzleNumber, int]:
    """Return which pattern of its pool each puzzle has that shares the pool of a day."""
    source = plan.patterns.source
    pool = _pool(source, folder, day)
    sharing = {other: _pool(source, folder, other) == pool for other in set(plan.days)}
    numbers = [puzzle.number for puzzle in dated(plan) if sharing[puzzle.day] and not puzzle.theme]
    chosen = in_turn(len(pool), numbers, plan.patterns.window, plan.seed)
    return dict(zip(numbers, chosen, strict=True))


def in_turn(size: int, numbers: Sequence[PuzzleNumber], window: int | None, seed: int) -> list[int]:
    """Return the index of a pattern for each puzzle, none again within a window if possible.

    Of those that may be used, the least used ones are equally likely; if none may be, it is the one
    that was used longest ago. Without a window, all others come before one comes again.

    >>> in_turn(3, [1, 2, 3, 4, 5, 6], None, seed=1)
    [1, 2, 0, 1, 2, 0]
    """
    random = SplitMix64(seed)
    uses, order = [0] * size, list(range(size))  # the one used longest ago comes first
    last_used: dict[int, PuzzleNumber] = {}
    indices: list[int] = []
    for number in numbers:
        if window is None:
            free = [i for i in order if uses[i] == min(uses)]
            free = free if len(indices) < size else order[:1]
        else:
            free = [i for i in order if number - last_used.get(i, number - window - 1) > window]
            free = [i for i in free if uses[i] == min(uses[other] for other in free)] or order[:1]
        index = free[random.below(len(free))]
        uses[index] += 1
        last_used[index] = number
        order.remove(index)
        order.append(index)
        indices.append(index)
    return indices
