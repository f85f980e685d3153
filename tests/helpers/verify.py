"""An independent check of fills, and brute force: neither uses the package's own search."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from crosswright.filling.result import FillResult
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell


def check_fill(
    result: FillResult,
    grid: Grid,
    words: Collection[str],
    *,
    distinct: bool = True,
    exempt: Collection[str] = (),
) -> None:
    """Assert that a fill keeps the given letters, uses listed words, and none of them twice."""
    assert result.status.name == "FILLED"
    filled = result.grid
    assert (filled.blocks, filled.voids, filled.bars) == (grid.blocks, grid.voids, grid.bars)
    assert filled.is_filled or len(filled.letters) >= len({c for s in grid.slots for c in s.cells})
    for cell, token in grid.letters.items():
        assert filled.letters[cell] == token
    spelled = {}
    for slot in grid.slots:
        word = "".join(filled.letters[cell] for cell in slot.cells)
        spelled[slot.label] = word
        assert slot.label in exempt or word in words, f"{slot.label} {word}"
    assert result.answers == spelled
    if distinct:
        assert len(set(spelled.values())) == len(spelled)


def all_fills(grid: Grid, words: Collection[str], *, distinct: bool = True) -> Iterator[dict]:
    """Yield every fill of the slots, by trying word after word in slot after slot."""

    def extend(index: int, letters: dict[Cell, str], used: tuple[str, ...]) -> Iterator[dict]:
        if index == len(grid.slots):
            yield dict(letters)
            return
        slot = grid.slots[index]
        for word in words:
            if len(word) != len(slot) or (distinct and word in used):
                continue
            cells = dict(zip(slot.cells, word, strict=True))
            if all(letters.get(cell, letter) == letter for cell, letter in cells.items()):
                yield from extend(index + 1, {**letters, **cells}, (*used, word))

    yield from extend(0, dict(grid.letters), ())
