"""The best fill so far, as the search for a better one sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from crosswright.engine.heuristics import NO_SCORE
from crosswright.engine.problem import SlotIndex
from crosswright.filling.model import Model
from crosswright.words import index
from crosswright.words.table import WordRow

HOPEFUL = 100
"""One word in this many is worth as much as is hoped for."""


class Incumbent:
    """The rows and cell masks of a fill, with the scores of the words that the fill chose."""

    def __init__(self, model: Model, rows: Sequence[WordRow], masks: Sequence[int]) -> None:
        self.model = model
        self.chosen = chosen_slots(model)
        self.floors = model.scores_in_play(self.chosen)
        own = model.rules.slot_scores
        self._under_floor = [slot for slot in self.chosen if model.slots[slot].label not in own]
        self.replace(rows, masks)

    def replace(self, rows: Sequence[WordRow], masks: Sequence[int]) -> None:
        """Take over another fill."""
        self.rows, self.masks = list(rows), list(masks)
        self.scores = {slot: self.score(slot, self.rows[slot]) for slot in self.chosen}
        self.worths = {slot: self.worth(slot, self.rows[slot]) for slot in self.chosen}

    def score(self, slot_index: SlotIndex, row: WordRow) -> int:
        """Return the score of a word in a slot."""
        return int(self.model.table_of(slot_index).scores[row])

    def worth(self, slot_index: SlotIndex, row: WordRow) -> int:
        """Return what a word in a slot is worth: its score, unless there is a preference."""
        return int(self.model.worth(slot_index)[row])

    @cached_property
    def hopes(self) -> Mapping[SlotIndex, int]:
        """What the word of each chosen slot could be worth: few in its table are worth more."""
        if self.model.preference is None:
            return dict.fromkeys(self.chosen, 0)
        tables = {self.model.table_index(slot): slot for slot in self.chosen}
        hopes = {table: _hope(self.model.worth(slot)) for table, slot in tables.items()}
        return {slot: hopes[self.model.table_index(slot)] for slot in self.chosen}

    def kept_score(self, slot_index: SlotIndex) -> int:
        """Return the lowest score that another word in a slot may have, where words are preferred.

        Lively words may score less than the fill's floor, but not much less.
        """
        preference = self.model.preference
        length = len(self.model.slots[slot_index])
        lively = None if preference is None else preference.floor_for(self.model.words, length)
        return self.floor if lively is None else min(self.scores[slot_index], lively)

    @property
    def floor(self) -> int:
        """The highest floor that the fill satisfies: required words satisfy any."""
        return min(
            (self.scores[slot] for slot in self._under_floor if not self._is_exempt(slot)),
            default=self.floors[-1],
        )

    def _is_exempt(self, slot_index: SlotIndex) -> bool:
        """Return whether the word in a slot is a required one."""
        rows = self.model.rows.exempt.get(self.model.table_index(slot_index), 0)
        return bool(rows >> self.rows[slot_index] & 1)

    def lowest_score(self, slot_index: SlotIndex, floor: int) -> int:
        """Return what a floor asks of a slot: nothing where it has one of its own."""
        return floor if slot_index in self._under_floor else NO_SCORE

    @property
    def mean(self) -> float:
        """The mean score of the words that the fill chose."""
        return sum(self.scores.values()) / len(self.scores)


def _hope(worth: memoryview) -> int:
    """Return what one word in a hundred is worth at least."""
    ranked = index.by_score(worth)
    return int(worth[ranked[len(ranked) // HOPEFUL]]) if ranked else 0


def chosen_slots(model: Model) -> list[SlotIndex]:
    """Return the slots whose word is the fill's choice: goals whose letters are not all given."""
    return [
        slot_index
        for slot_index, slot in enumerate(model.slots)
        if model.goals[slot_index] and any(cell not in model.grid.letters for cell in slot.cells)
    ]
