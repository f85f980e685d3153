"""Cross-references in the texts of clues: "See 3-Down", "with 17- and 25-Across"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from crosswright.grids.grid import Slot
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.catalogue import FALLBACK, Catalogue

_DIRECTIONS: Final = ("across", "down")
_MAX_NUMBERS: Final = 12  # of one list; a limit keeps the time for long texts short
_FIELD: Final = re.compile(r"\{\w+\}")


class Reference(NamedTuple):
    """A part of a text that names a slot."""

    start: int
    end: int
    label: str


class References:
    """Finds the slots that clues name, in the language of the sheet or in English."""

    def __init__(self, puzzle: Puzzle, strings: Catalogue) -> None:
        self._puzzle = puzzle
        self._catalogues = (strings, Catalogue.of(FALLBACK))

    def find(self, text: str, slot: Slot) -> Iterator[Reference]:
        """Yield the references in the text of a slot's clue, in order."""
        if not any(map(str.isdigit, text)):
            return
        for match in self._pattern.finditer(text):
            if match["see"] is None and match["direction"] is None:
                continue
            direction = self._words.get((match["direction"] or "").casefold())
            start, end = match.span("numbers")
            for number in re.finditer(r"\d+", match["numbers"]):
                label = self._label(number[0], direction, slot)
                if label is not None and label != slot.label:
                    stop = start + number.end()
                    stop = match.end() if stop == end else stop
                    yield Reference(start + number.start(), stop, label)

    @cached_property
    def _words(self) -> dict[str, str]:
        """The words for directions, each with its direction."""
        return {
            word.casefold(): direction
            for strings in self._catalogues
            for direction in _DIRECTIONS
            for word in (
                _FIELD.sub("", strings[f"{direction}_clue"]).strip(),
                strings[f"{direction}_short"],
            )
        }

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = "|".join(re.escape(word) for word in sorted(self._words, key=len, reverse=True))
        joins = "|".join({re.escape(strings["and"]) for strings in self._catalogues})
        sees = "|".join(
            {re.escape(_FIELD.sub("", strings["see"]).strip()) for strings in self._catalogues}
        )
        join = rf"-?(?:\s?,\s?|\s?,?\s(?:{joins}|&)\s)"
        number = r"\d{1,4}"
        numbers = rf"(?<!\w){number}(?:{join}{number}){{0,{_MAX_NUMBERS}}}"
        return re.compile(
            rf"(?P<see>(?<!\w)(?:{sees})\s)?(?P<numbers>{numbers})"
            rf"(?:[-\u2010\u2011\s]?(?P<direction>{words}))?(?!\w)",
            re.IGNORECASE,
        )

    def _label(self, number: str, direction: str | None, slot: Slot) -> str | None:
        """Return the slot of this number and direction, by default preferably that of `slot`."""
        slots = self._numbered.get(number, {})
        if direction is not None:
            return slots.get(direction)
        return slots.get(slot.direction) or next(iter(slots.values()), None)

    @cached_property
    def _numbered(self) -> dict[str, dict[str, str]]:
        numbered: dict[str, dict[str, str]] = {}
        for slot in self._puzzle.grid.slots:
            label = self._puzzle.cell_labels.get(slot.cells[0], "")
            numbered.setdefault(label, {}).setdefault(slot.direction, slot.label)
        return numbered
