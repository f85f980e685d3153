"""The clue lists and the word bank, as every format prints them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from crosswright.grids.grid import Slot
from crosswright.puzzles.puzzle import DRAFT_MARK, Puzzle
from crosswright.rendering.captions import squeeze

_HEADINGS: Final = {
    "ar": ("أفقي", "عمودي"),
    "cs": ("Vodorovně", "Svisle"),
    "da": ("Vandret", "Lodret"),
    "de": ("Waagerecht", "Senkrecht"),
    "el": ("Οριζόντια", "Κάθετα"),
    "en": ("Across", "Down"),
    "es": ("Horizontales", "Verticales"),
    "fi": ("Vaakasuoraan", "Pystysuoraan"),
    "fr": ("Horizontalement", "Verticalement"),
    "he": ("מאוזן", "מאונך"),
    "hu": ("Vízszintes", "Függőleges"),
    "it": ("Orizzontali", "Verticali"),
    "nb": ("Vannrett", "Loddrett"),
    "nl": ("Horizontaal", "Verticaal"),
    "pl": ("Poziomo", "Pionowo"),
    "pt": ("Horizontais", "Verticais"),
    "ro": ("Orizontal", "Vertical"),
    "ru": ("По горизонтали", "По вертикали"),
    "sv": ("Vågrätt", "Lodrätt"),
    "tr": ("Soldan sağa", "Yukarıdan aşağıya"),
    "uk": ("По горизонталі", "По вертикалі"),
}
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

    @property
    def marked(self) -> str:
        """The text, with a mark if it is a draft."""
        return f"{self.text} {DRAFT_MARK}" if self.draft else self.text


def headings(language: str) -> dict[str, str]:
    """Return the headings of the clue lists by direction, in English if all else fails."""
    tag = language.replace("_", "-").split("-")[0].lower()
    across, down = _HEADINGS.get(tag, _HEADINGS["en"])
    return {"across": across, "down": down, "extra": "More" if tag in ("", "en") else "+"}


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
