"""The best fill so far, as the quality search knows it."""

from __future__ import annotations

from collections.abc import Sequence

from crosswright.engine.heuristics import NO_SCORE
from crosswright.filling.model import Model


class Incumbent:
    """The rows and cell masks of a fill, with the scores of the words that the fill chose."""

    def __init__(self, model: Model, rows: Sequence[int], masks: Sequence[int]) -> None:
        self.model = model
        self.chosen = chosen_slots(model)
        self.floors = model.scores_in_play(self.chosen)
        own = model.rules.slot_scores
        self._under_floor = [n for n in self.chosen if model.slots[n].label not in own]
        self.replace(rows, masks)

    def replace(self, rows: Sequence[int], masks: Sequence[int]) -> None:
        """Take over another fill."""
        self.rows, self.masks = list(rows), list(masks)
        self.scores = {n: self.score(n, self.rows[n]) for n in self.chosen}

    def score(self, number: int, row: int) -> int:
        """Return the score of a word in a slot."""
        return int(self.model.table_of(number).scores[row])

    @property
    def floor(self) -> int:
        """The highest floor at which the fill stands: required words stand at any."""
        return min(
            (self.scores[n] for n in self._under_floor if not self._is_exempt(n)),
            default=self.floors[-1],
        )

    def _is_exempt(self, number: int) -> bool:
        """Tell whether the word in a slot is a required one."""
        rows = self.model.exempt.get(self.model.table_number(number), 0)
        return bool(rows >> self.rows[number] & 1)

    def least(self, number: int, floor: int) -> int:
        """Return what a floor asks of a slot: nothing where it has one of its own."""
        return floor if number in self._under_floor else NO_SCORE

    @property
    def mean(self) -> float:
        """The mean score of the words that the fill chose."""
        return sum(self.scores.values()) / len(self.scores)


def chosen_slots(model: Model) -> list[int]:
    """Return the slots whose word is the fill's choice: goals that are not given whole."""
    return [
        number
        for number, slot in enumerate(model.slots)
        if model.goals[number] and any(cell not in model.grid.letters for cell in slot.cells)
    ]
