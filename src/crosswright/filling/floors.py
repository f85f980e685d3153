"""Stepping down: which score floors `fill` tries, highest first, and how long it tries each."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from crosswright.errors import RuleError
from crosswright.limits import Budget, Limit, Status

FLOORS: tuple[int | None, ...] = (50, 40, 30, 20, 10, None)
"""From acceptable words down to any word at all, on the scale of the built-in lists."""

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
    floors = tuple(floors)
    if not floors:
        raise RuleError("floors are empty; name at least one")
    for higher, lower in pairwise(floors):
        if higher is None or (lower is not None and lower >= higher):
            raise RuleError(f"floors go down, None last; {lower} does not come after {higher}")
    return floors


def patience_for(budget: Budget, patience: Limit | None, *, last: bool) -> Budget:
    """Return what a floor may spend until it has a first fill.

    That is `patience` where it is given; otherwise a share of what is left, and all of it for the
    last floor, or where setting up has left no more than is kept for that.
    """
    if patience is not None:
        return budget.within(patience)
    share = budget.share(SHARE, keeping=KEPT_FOR_LAST)
    return budget.part() if last or share.spent() is Status.LIMIT else share
