"""A puzzle reduced to what a format holds, with every loss named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from crosswright.formats.format import Loss
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.letters import split_letters
from crosswright.grids.notation import Cell
from crosswright.puzzles.puzzle import Clue, Puzzle
from crosswright.support.wording import quote

NAMED_LABELS: Final = 6
"""Labels of lost clues that are named."""


def reduce(puzzle: Puzzle, holds: frozenset[str]) -> tuple[Puzzle, list[Loss]]:
    """Return the puzzle with only the features in `holds`, and what that left out."""
    losses: list[Loss] = []
    given, filled = _reduce_grid(puzzle, holds, losses)
    clues = _reduce_clues(puzzle, filled, holds, losses)
    texts = {}
    for name in ("title", "author", "copyright", "notes"):
        text = getattr(puzzle, name)
        if text and name not in holds:
            losses.append(Loss(name, quote(text)))
            text = ""
        texts[name] = text
    if not losses:
        return puzzle, losses
    reduced = Puzzle.from_filled(filled, clues, given=given, **texts)
    return replace(reduced, extras=puzzle.extras), losses


def _reduce_grid(
    puzzle: Puzzle, holds: frozenset[str], losses: list[Loss]
) -> tuple[Iterable[Cell], Grid]:
    """Return the cells whose letters are given, and the filled grid, as far as they are held."""
    grid, filled = puzzle.grid, puzzle.filled_grid

    def drop(feature: str, what: str, cells: Iterable[Cell]) -> bool:
        lost = list(cells)
        if feature in holds or not lost:
            return False
        losses.append(Loss.at(what, lost))
        return True

    rebus = [cell for cell, token in filled.letters.items() if len(split_letters(token)) > 1]
    if drop("solution", "letters", filled.letters):
        grid, filled = grid.without_letters(), filled.without_letters()
    elif drop("rebus", "rebus cells", rebus):
        grid, filled = grid.without_letters(rebus), filled.without_letters(rebus)
    if drop("given", "given letters", grid.letters):
        grid = grid.without_letters()
    if drop("circles", "circles", grid.circles):
        filled = filled.with_circles(())
    if drop("bars", "bars", (cell for cell, _ in grid.bars)):
        filled = filled.with_bars(())
    if drop("extra", "extra slots", (cells[0] for cells in grid.extra)):
        filled = filled.with_extra(())
    if drop("voids", "voids, written as blocks", grid.voids):
        filled = filled.with_blocks(grid.voids)
    return grid.letters, filled


def _reduce_clues(
    puzzle: Puzzle, grid: Grid, holds: frozenset[str], losses: list[Loss]
) -> dict[str, Clue | str]:
    """Move clues to the slots that start at the same cells; their numbers may have changed."""
    written = [entry for entry in puzzle.entries if entry.clue.text]
    if written and "clues" not in holds:
        losses.append(Loss("clues", _labels([entry.label for entry in written])))
        return {}
    labels = {_start(slot): slot.label for slot in grid.slots}
    clues: dict[str, Clue | str] = {}
    lost = []
    for entry in written:
        label = labels.get(_start(entry.slot))
        if label is None:
            lost.append(entry.label)
        else:
            clues[label] = entry.clue
    if lost:
        losses.append(Loss("clues of slots that no longer exist", _labels(lost)))
    return clues


def _start(slot: Slot) -> tuple[str, tuple[Cell, ...]]:
    return slot.direction, slot.cells if slot.direction == "extra" else slot.cells[:1]


def _labels(labels: list[str]) -> str:
    more = [f"and {len(labels) - NAMED_LABELS} more"] if len(labels) > NAMED_LABELS else []
    return ", ".join([*labels[:NAMED_LABELS], *more])
