"""What a refused construction could ask for instead: another size or symmetry, or less of a theme.

These are the requests that may work by their lengths alone; whether they do, a construction shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from crosswright.constructing.theme import ThemeEntry, ThemePlacer
from crosswright.errors import StyleError
from crosswright.grids.symmetry import NO_SYMMETRY, SQUARE_ONLY
from crosswright.patterns.spec import MAX_SIZE, MIN_SIZE, Spec

SYMMETRIES = ("180", "left-right", NO_SYMMETRY)
"""Symmetries that are tried in place of another, the most usual first."""

GROWTH = (0, 2, 4, 6)
"""Rows and columns that are added to a grid, or to the least that holds the longest entry."""

MAX_SHAPES, MAX_SUBSETS = 3, 12
"""Sizes, symmetries and parts of the theme that are tried at most."""


def shapes(kind: str, spec: Spec, theme: Sequence[ThemeEntry]) -> list[Spec]:
    """Return grids of another size or symmetry that may have room for a theme."""
    others = _other_sizes(spec, theme) if kind == "size" else _other_symmetries(spec)
    return [other for other in others if not ThemePlacer(other).why_not(theme)][:MAX_SHAPES]


def subsets(
    placer: ThemePlacer | None, theme: Sequence[ThemeEntry]
) -> list[tuple[ThemeEntry, ...]]:
    """Return the parts of a theme that may have room, the largest first; without a placer, all."""
    return [
        part
        for size in range(len(theme) - 1, 0, -1)
        for part in combinations(theme, size)
        if placer is None or not placer.why_not(part)
    ][:MAX_SUBSETS]


def _other_sizes(spec: Spec, theme: Sequence[ThemeEntry]) -> Iterator[Spec]:
    if spec.words is not None or spec.blocks is not None:
        return  # these numbers are for one size
    least = max(spec.height, spec.width, *map(len, theme))
    least += (least - spec.height) % 2  # odd sizes stay odd
    for side in (least + more for more in GROWTH):
        # A column more or less lets other lengths be centred.
        for width in (side,) if spec.symmetry in SQUARE_ONLY else (side, side - 1, side + 1):
            fits = all(MIN_SIZE <= n <= MAX_SIZE for n in (side, width))
            if fits and (side, width) != (spec.height, spec.width):
                yield replace(spec, height=side, width=width)


def _other_symmetries(spec: Spec) -> Iterator[Spec]:
    for symmetry in SYMMETRIES:
        if symmetry != spec.symmetry:
            try:
                yield replace(spec, symmetry=symmetry)
            except StyleError:  # it needs a square
                continue
