"""A fill at the best score floor of a list: floors tried from the top until one fills."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from crosswright.filling.fill import FillResult
from crosswright.limits import Status

FLOORS: tuple[int | None, ...] = (50, 40, 30, 20, 10, None)
"""From acceptable words down to any word at all, on the scale of the built-in lists."""

SHARE = 0.6
"""Part of the time left that a floor has to fill before the next lower one is tried."""

Attempt = Callable[[int | None, float | None], FillResult]
"""Fill at this floor; when these seconds bring no fill, end with LIMIT."""


def step_down(
    attempt: Attempt, seconds: float | None, floors: Sequence[int | None] = FLOORS
) -> Iterator[FillResult]:
    """Yield the outcome at each floor, the highest first, until one fills.

    A floor is left when it is proved impossible or its part of the time has gone; without a time,
    the attempt decides.
    """
    left = seconds
    for floor in floors:
        patience = left if left is None or floor == floors[-1] else left * SHARE
        result = attempt(floor, patience)
        yield result
        if result.status in (Status.FILLED, Status.CANCELLED):
            return
        if result.status is Status.LIMIT and result.statistics.nodes == 0:
            return  # the time was too short to begin; with more words it would be all the more
        if left is not None:
            left = max(0.0, left - result.statistics.seconds)
