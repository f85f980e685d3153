"""The grids of the benchmarks, and an independent check of their fills."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "grids"
HARD_FOLDER = FOLDER.parent / "hard"
"""The grids that `draw_hard` has drawn."""

Rows = list[str]
Cell = tuple[int, int]


def path(name: str) -> Path:
    """Return the path of a grid's file."""
    folder = HARD_FOLDER if name.startswith("hard") else FOLDER
    return folder / f"{name}.txt"


def load(name: str) -> Rows:
    """Return the rows of a grid: `.` is a cell, `#` a block, and a letter is given."""
    return path(name).read_text("utf-8").split()


def slots(rows: Sequence[str]) -> Iterator[list[Cell]]:
    """Yield the cells of every slot, a run of two or more: first across, then down."""
    height, width = len(rows), len(rows[0])
    lines = [[(i, j) for j in range(width)] for i in range(height)]
    lines += [[(i, j) for i in range(height)] for j in range(width)]
    for line in lines:
        run: list[Cell] = []
        for i, j in line:
            if rows[i][j] != "#":
                run.append((i, j))
                continue
            if len(run) > 1:
                yield run
            run = []
        if len(run) > 1:
            yield run


def fault(rows: Sequence[str], filled: Sequence[str], words: Collection[str]) -> str | None:
    """Return what is wrong with a fill, or None if it is correct."""
    if [len(row) for row in filled] != [len(row) for row in rows]:
        return "another shape"
    for given, letter in zip("".join(rows), "".join(filled), strict=True):
        if given not in (".", letter):
            return f"{letter} where the grid has {given}"
    seen: set[str] = set()
    for cells in slots(rows):
        word = "".join(filled[i][j] for i, j in cells)
        if word not in words:
            return f"{word} is not in the list"
        if word in seen:
            return f"{word} twice"
        seen.add(word)
    return None
