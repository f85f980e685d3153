"""The best fill so far, as the quality search knows it."""

from __future__ import annotations

from collections.abc import Sequence

from crosswright.model import Model


class Incumbent:
    """The rows and cell masks of a fill, with the scores of the words that the fill chose."""

    def __init__(self, model: Model, rows: Sequence[int], masks: Sequence[int]) -> None:
        self.model = model
        self.chosen = chosen_slots(model)
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
        """The lowest score in the fill."""
        return min(self.scores.values())

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
