"""The clue lists and the word bank, as every format prints them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from crosswright.grids.grid import Slot
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.captions import draft_mark, squeeze
from crosswright.rendering.catalogue import Catalogue

NO_TEXT: Final = "–"  # in place of a clue that is not written yet


@dataclass(frozen=True, slots=True)
class ClueLine:
    """A clue as it is printed: its slot, its text, and whether it is a draft."""

    slot: Slot
    text: str
    draft: bool

    @property
    def number(self) -> str:
        """What is printed before the text: "17", or "X1" for an extra slot."""
        return self.slot.label if self.slot.direction == "extra" else str(self.slot.number)

    def marked(self, strings: Catalogue) -> str:
        """Return the text, with a mark if it is a draft."""
        return f"{self.text} {draft_mark(strings)}" if self.draft else self.text


def headings(strings: Catalogue) -> dict[str, str]:
    """Return the headings of the clue lists by direction."""
    return {"across": strings["across"], "down": strings["down"], "extra": strings["more"]}


def clue_lists(puzzle: Puzzle) -> dict[str, list[ClueLine]]:
    """Return the clues by direction, without empty lists; {} when no clue is written."""
    lists: dict[str, list[ClueLine]] = {}
    if not any(entry.clue.text.strip() for entry in puzzle.entries):
        return lists
    for entry in puzzle.entries:
        text = squeeze(entry.clue.text)
        line = ClueLine(entry.slot, text or NO_TEXT, entry.clue.draft and bool(text))
        lists.setdefault(entry.slot.direction, []).append(line)
    return {
        direction: lists[direction]
        for direction in ("across", "down", "extra")
        if direction in lists
    }


def word_bank(puzzle: Puzzle) -> list[str]:
    """Return the answers in alphabetical order, each once."""
    return sorted(set(puzzle.answers.values()))
