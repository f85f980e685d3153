"""Words to lay out, and the promises that every layout keeps."""

from __future__ import annotations

from collections import Counter

from crosswright.layouts.crisscross import Layout
from crosswright.limits import Limit

SHORT = Limit(nodes=200)
TREES = [
    *("OAK", "ASH", "ELM", "BEECH", "BIRCH", "MAPLE", "CEDAR"),
    *("ALDER", "ROWAN", "POPLAR", "WILLOW", "HAZEL", "LARCH"),
]


def check_layout(layout: Layout) -> None:
    """Check the promises on the grid alone: it knows nothing of how the search places words."""
    grid = layout.grid
    assert grid.is_filled
    assert grid.is_connected()
    runs = Counter(grid.word(slot) for slot in grid.slots)
    assert runs == Counter(placement.entry.word for placement in layout.placements)
    assert set(runs.values()) == {1}
    assert layout.crossings == len(grid.crossings)
    sides = {row for row, _ in layout.letters}, {column for _, column in layout.letters}
    assert all(min(side) == 0 for side in sides)
