"""Our own table of clues, for what a dictionary defines badly or not at all."""

from __future__ import annotations

from functools import cache

from crosswright.support.shipped import shipped_bytes


@cache
def own_clues() -> dict[str, tuple[str, ...]]:
    """Read our own table of clues, for small words above all."""
    lines = shipped_bytes(__name__, "own.txt").decode().splitlines()
    table = {}
    for line in lines:
        if line and not line.startswith("#"):
            answer, _, clues = line.partition(": ")
            table[answer] = tuple(clue.strip() for clue in clues.split("|"))
    return table
