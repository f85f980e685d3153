"""Stepping down: which score floors `fill` tries, highest first, and how long it tries each."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from crosswright.errors import RuleError
from crosswright.filling.rules import as_score
from crosswright.limits import Budget, Limit

FLOORS: tuple[int | None, ...] = (50, 40, 30, 20, 10, None)
"""From acceptable words down to any word at all, on the scale of the built-in lists."""

LOWEST_UNASKED = 30
"""The lowest floor that a construction steps down to by itself: below it, words are a last resort.
"""

SHARE = 0.6
"""Share of what is left that a floor may spend on a first fill before the next one is tried."""

KEPT_FOR_LAST = 0.2
"""Share of the limit that is kept for the last floor, out of which the others have no share."""


def checked_floors(
    floors: Iterable[int | None] | None, min_score: int | None
) -> tuple[int | None, ...]:
    """Return the floors to try, `min_score` alone where none are given."""
    if floors is None:
        return (min_score,)
    if min_score is not None:
        raise RuleError("give either a min_score or floors to step down, not both")
    if not isinstance(floors, Iterable):
        raise TypeError(f"floors are lowest scores, such as [50, 40, None], not {floors!r}")
    floors = tuple(None if floor is None else as_score(floor) for floor in floors)
    if not floors:
        raise RuleError("floors are empty; name at least one")
    for higher, lower in pairwise(floors):
        if higher is None or (lower is not None and lower >= higher):
            raise RuleError(f"floors go down, None last; {lower} does not come after {higher}")
    return floors


def floors_down_to(lowest: int) -> tuple[int, ...]:
    """Return the floors from acceptable words down to this one.

    >>> floors_down_to(35), floors_down_to(60)
    ((50, 40, 35), (60,))
    """
    return (*(floor for floor in FLOORS if floor is not None and floor > lowest), lowest)


def reach_of(budget: Budget, patience: Limit | None, *, last: bool) -> Budget:
    """Return what a floor may spend in all until it has a first fill, setting it up included.

    `patience` limits the search alone. Without it, all floors but the last leave alone what is kept
    for that one.
    """
    if last or patience is not None:
        return budget.part()
    return budget.share(1, keeping=KEPT_FOR_LAST)


def patience_for(budget: Budget, patience: Limit | None, *, last: bool) -> Budget:
    """Return what a floor may spend from now on until it has a first fill.

    That is `patience` where it is given; otherwise a share of what is left and not kept for the
    last floor, and for that one all that is left.
    """
    if patience is not None:
        return budget.within(patience)
    return budget.part() if last else budget.share(SHARE, keeping=KEPT_FOR_LAST)
