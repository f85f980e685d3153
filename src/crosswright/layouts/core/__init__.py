"""The search for a layout, compiled where that was built, otherwise plain; and its tuning."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from crosswright.layouts.core.setup import Tuning
from crosswright.support.twins import pick

__all__ = ["HAZARD", "SCALE", "TUNING", "Core", "Tuning", "name", "spread"]

_twin, name = pick(__name__)
if TYPE_CHECKING:
    from crosswright.layouts.core.plain import Core
else:
    Core = _twin.Core

SCALE: Final = 16  # the search counts in sixteenths of a cell, so that all its sums are integers

CROSSING_WORTH: Final = 150  # one more crossing is worth this many cells of the box around it all
ASPECT_POWER: Final = 0.5  # a box n times as long as it is wide costs n**power times its area

TUNING: Final = Tuning(
    crossing_worth=CROSSING_WORTH * SCALE,
    unplaced_cost=360 * SCALE,
    noise=SCALE,
    blink=40,
    edge=10,
    around=80,
    more=45,
    hope=2,
)

# -ln of evenly spread numbers, times 1024: a table, so that no libm rounds a step differently.
HAZARD: Final = tuple(round(-1024 * math.log((n + 0.5) / 4096)) for n in range(4096))


def spread(height: int, width: int) -> int:
    """Return what a box costs, in sixteenths of a cell: its area, and more if it is not square."""
    if not (height and width):
        return 0
    aspect: float = max(height, width) / min(height, width)
    cost: float = SCALE * height * width * aspect**ASPECT_POWER
    return round(cost)
