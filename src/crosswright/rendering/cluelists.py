"""The clue lists and the other words around a grid, as every format prints them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from crosswright.grids.grid import Slot
from crosswright.grids.notation import where
from crosswright.puzzles.puzzle import DRAFT_MARK, Puzzle

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
NO_TEXT: Final = "–"  # stands for a clue that is not written yet


@dataclass(frozen=True, slots=True)
class ClueLine:
    """One clue as it is printed: "17" or "X1", its text, and whether it is a draft."""

    slot: Slot
    text: str
    draft: bool

    @property
    def number(self) -> str:
        """What is printed in front: the number, or the label of an extra slot."""
        return self.slot.label if self.slot.direction == "extra" else str(self.slot.number)

    @property
    def marked(self) -> str:
        """The text, marked where it is a draft."""
        return f"{self.text} {DRAFT_MARK}" if self.draft else self.text


def headings(language: str) -> dict[str, str]:
    """Return the headings of the clue lists by direction, in English where need be."""
    tag = language.replace("_", "-").split("-")[0].lower()
    across, down = _HEADINGS.get(tag, _HEADINGS["en"])
    return {"across": across, "down": down, "extra": "More" if tag in ("", "en") else "+"}


def clue_lists(puzzle: Puzzle) -> dict[str, list[ClueLine]]:
    """Return the clues by direction, each that has any; {} where no clue is written."""
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


def byline(puzzle: Puzzle, language: str) -> str:
    """Say who made the puzzle: "By …", the name alone in other languages, or nothing."""
    name = squeeze(puzzle.author)
    is_english = language.lower()[:2] in ("", "en") and not is_right_to_left(name)
    return f"By {name}" if name and is_english else name


def is_right_to_left(text: str) -> bool:
    """Tell whether most letters of a text are of a script that runs from right to left."""
    if text.isascii():
        return False
    classes = [unicodedata.bidirectional(character) for character in text]
    return sum(kind in ("R", "AL") for kind in classes) > classes.count("L")


def squeeze(text: str) -> str:
    """Put text on one line, with single spaces."""
    return " ".join(text.split())


def shown(token: str) -> str:
    """Return a token as it is printed: Georgian has no capitals there, and few fonts have them."""
    return token.lower() if "\u1c90" <= token[:1] <= "\u1cbf" else token


def printed_texts(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """Yield every text of a puzzle with the name of its place."""
    yield from (
        ("title", puzzle.title),
        ("author", puzzle.author),
        ("copyright", puzzle.copyright),
        ("notes", puzzle.notes),
    )
    yield from ((f"clue of {entry.label}", entry.clue.text) for entry in puzzle.entries)
    yield from ((where(cell), shown(token)) for cell, token in puzzle.solution.items())
