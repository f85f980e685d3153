"""What of a puzzle's lists a written file does not bring back: clues find their slots by number."""

from __future__ import annotations

from collections.abc import Iterator

from crosswright.formats.format import Loss
from crosswright.puzzles.clue import DRAFT_MARK, Clue
from crosswright.puzzles.puzzle import Puzzle


def differences(wanted: Puzzle, again: Puzzle) -> Iterator[Loss]:
    """Yield what the lists of clues lack when they are read again.

    A clue without a word goes to the slot that has its number and no other clue, if there is one.
    Within its group, the order of such clues counts; groups of nothing else have no order.
    """
    if _unplaced(wanted) != _unplaced(again):
        where = ", ".join(filter(None, (each.label for each in wanted.unplaced[:3])))
        yield Loss("clues that belong to no slot, as a slot has their number", where)
    elif _texts(wanted) != _texts(again):
        yield Loss("clues", ", ".join(sorted(_texts(wanted).keys() ^ _texts(again).keys())[:3]))
    if _groups(wanted) != _groups(again):
        yield Loss("clue groups", ", ".join(filter(None, (each.title for each in wanted.groups))))


def _unplaced(puzzle: Puzzle) -> list[tuple[str, str, str]]:
    clues = [(_bare(group), _bare(label), _text(clue)) for group, label, clue in puzzle.unplaced]
    return sorted(clues, key=lambda clue: clue[0])


def _texts(puzzle: Puzzle) -> dict[str, str]:
    clues = ((entry.label, _text(entry.clue)) for entry in puzzle.entries)
    return {label: text for label, text in clues if text}


def _groups(puzzle: Puzzle) -> list[tuple[str, tuple[str, ...]]]:
    return [(_bare(group.title), group.labels) for group in puzzle.groups]


def _text(clue: Clue) -> str:
    """Return the text of a clue, whether a draft is marked in it or beside it."""
    return _bare(f"{clue.text}{DRAFT_MARK if clue.draft else ''}")


def _bare(text: str) -> str:
    """Return a text without what XML or a list of clues may change in it, which is named apart."""
    return "".join(sign for sign in text if sign.isalnum())
