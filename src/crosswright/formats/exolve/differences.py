"""What reading a written puzzle again does not bring back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from crosswright.formats.format import Loss
from crosswright.puzzles.clue import DRAFT_MARK, NO_CLUE, Clue
from crosswright.puzzles.puzzle import TEXTS, Puzzle


def differences(wanted: Puzzle, again: Puzzle) -> Iterator[Loss]:
    """Yield what of a puzzle another one lacks that should be the same."""
    letters = wanted.solution.items() - again.solution.items()
    if letters:
        yield Loss.at("letters that are not letters in Exolve", (cell for cell, _ in letters))
    for name in TEXTS:
        if getattr(wanted, name) != getattr(again, name):
            yield Loss("control characters and spaces around the text", name)
    shown = wanted.cell_labels.items() ^ again.cell_labels.items()
    if shown:
        yield Loss.at("labels of cells", {cell for cell, _ in shown})
    yield from _clue_differences(wanted, again)
    labels = {slot.cells: slot.label for slot in again.grid.slots}
    moved = {slot.label: labels.get(slot.cells, "") for slot in wanted.grid.slots}
    groups = [(title, [*map(moved.get, members)]) for title, members in wanted.groups]
    if groups != [(title, [*members]) for title, members in again.groups]:
        yield Loss("clue groups", ", ".join(group.title for group in wanted.groups))
    for link in wanted.links:
        if tuple(map(moved.get, link)) not in again.links:
            yield Loss("links between clues", "+".join(link))
    for label, text in wanted.entered.items():
        if again.entered.get(moved[label]) != text:
            yield Loss("answers as they were entered", label)
    lost = Counter(wanted.unplaced) - Counter(again.unplaced)
    if lost:
        yield Loss("clues that belong to no slot", ", ".join(clue.label for clue in lost))


def _clue_differences(wanted: Puzzle, again: Puzzle) -> Iterator[Loss]:
    labels = {slot.cells: slot.label for slot in again.grid.slots}
    for entry in wanted.entries:
        label = labels.get(entry.slot.cells)
        if label is None:
            yield Loss("extra slots", entry.label)
            continue
        other = again.entry(label)
        if entry.number != other.number and (entry.clue != NO_CLUE or entry.see):
            yield Loss("labels of clues", f"{entry.label} {entry.number}")
        is_unlinked = entry.see and other.clue.text == entry.text
        if _content(entry.clue) != _content(other.clue) and not is_unlinked:
            yield Loss("control characters and odd spaces", f"clue {entry.label}")


def _content(clue: Clue) -> Clue:
    """Return a clue without its label, a draft with its mark in the text."""
    marked = clue.with_suffix(f" {DRAFT_MARK}") if clue.draft else clue
    return replace(marked, label="", draft=False)
