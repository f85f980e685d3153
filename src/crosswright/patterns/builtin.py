"""The built-in block patterns: 15×15, symmetric, every cell checked, 72 to 78 words."""

from __future__ import annotations

import random
from functools import cache
from importlib import resources

from crosswright.grids.grid import Grid


@cache
def patterns() -> tuple[Grid, ...]:
    """Return all built-in patterns."""
    text = (
        resources.files("crosswright.patterns")
        .joinpath("patterns15.txt")
        .read_text(encoding="utf-8")
    )
    return tuple(map(Grid.parse, text.split("\n\n")))


def pattern(seed: int) -> Grid:
    """Return the pattern that a seed chooses."""
    return random.Random(seed).choice(patterns())
