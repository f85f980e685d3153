"""The built-in block patterns: 15×15, symmetric, every cell checked, 72 to 78 words."""

from __future__ import annotations

from functools import cache

from crosswright.engine.heuristics import SplitMix64
from crosswright.grids.grid import Grid
from crosswright.support.shipped import shipped_text


def patterns() -> tuple[Grid, ...]:
    """Return all built-in patterns."""
    return tuple(map(Grid.parse, texts()))


def pattern(seed: int) -> Grid:
    """Return the pattern that a seed chooses."""
    choices = texts()
    return Grid.parse(choices[SplitMix64(seed).below(len(choices))])


def in_order(seed: int) -> tuple[Grid, ...]:
    """Return all built-in patterns in an order that a seed chooses, `pattern(seed)` first."""
    choices, random = [*texts()], SplitMix64(seed)
    return tuple(Grid.parse(choices.pop(random.below(len(choices)))) for _ in texts())


@cache
def texts() -> list[str]:
    """Return all built-in patterns as text."""
    return shipped_text(__name__, "patterns15.txt").split("\n\n")
