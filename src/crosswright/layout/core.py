"""The picker: the compiled search where it was built, else its plain twin; and their tuning.

CROSSWRIGHT_ENGINE=python or =compiled forces one, as it does for the engine.
"""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Final

from crosswright.layout._core_py import Tuning

__all__ = ["COMPILED", "HAZARD", "SCALE", "TUNING", "Core", "Tuning", "spread"]

WANTED = os.environ.get("CROSSWRIGHT_ENGINE", "")

if TYPE_CHECKING or WANTED == "python":
    from crosswright.layout._core_py import Core

    COMPILED = False
else:
    try:
        from crosswright.layout._core import Core

        COMPILED = True
    except ImportError:
        if WANTED == "compiled":
            raise
        from crosswright.layout._core_py import Core

        COMPILED = False

SCALE: Final = 16  # the search counts in sixteenths of a cell, so that all its sums are integers

CROSSING_WORTH: Final = 50  # a crossing more is worth so many cells of the box around the layout
ASPECT_POWER: Final = 0.5  # a box n times as long as broad costs n**power times its area

TUNING: Final = Tuning(
    crossing_worth=CROSSING_WORTH * SCALE,
    unplaced_cost=120 * SCALE,
    noise=SCALE,
    blink=40,
    edge=10,
    around=80,
    more=45,
)

# -ln of evenly spread numbers, times 1024: a table, so that no libm rounds a step differently.
HAZARD: Final = tuple(round(-1024 * math.log((n + 0.5) / 4096)) for n in range(4096))


def spread(height: int, width: int) -> int:
    """Return what a box costs, in sixteenths of a cell: its area, more when it is no square."""
    if not (height and width):
        return 0
    aspect: float = max(height, width) / min(height, width)
    cost: float = SCALE * height * width * aspect**ASPECT_POWER
    return round(cost)
