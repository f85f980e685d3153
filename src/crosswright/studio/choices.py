"""Puzzles that a job offers: what is shown of each, and what becomes of a document that takes one.

What the engine has written is in pencil; a theme, which somebody chose, is in ink.
"""

from __future__ import annotations

from typing import Any

from crosswright.grids.letters import normalise_answer
from crosswright.puzzles.puzzle import Puzzle
from crosswright.studio.conversion import state_of
from crosswright.studio.opened import OpenDocument, picture_rows
from crosswright.studio.slots import grid_of, slot_key
from crosswright.studio.state import State, cell_key, differences
from crosswright.support.records import Record


class MadePuzzle(Record):
    """A puzzle that a job has found."""

    puzzle: Puzzle
    theme: tuple[str, ...] = ()
    """The labels of its theme entries."""
    is_filled_by_engine: bool = False
    note: str = ""
    mean: float | None = None
    """The mean score of the words that the engine chose."""
    lowest: int | None = None

    def state(self) -> State:
        """Return the state of a new document."""
        state = state_of(self.puzzle)
        grid = self.puzzle.filled_grid
        theme = [grid.slot(label) for label in self.theme]
        state["theme"] = {slot_key(slot): True for slot in theme}
        if self.is_filled_by_engine:
            ink = {cell_key(cell) for slot in theme for cell in slot.cells}
            for key, cell in state["cells"].items():
                if "letter" in cell and key not in ink:
                    state["cells"][key] = {**cell, "pencil": True}
        return state

    def as_json(self) -> dict[str, Any]:
        """Return what the page shows of it."""
        grid = self.puzzle.filled_grid
        return {
            "rows": picture_rows(self.state()),
            "height": grid.height,
            "width": grid.width,
            "words": len(grid.slots),
            "blocks": len(grid.blocks),
            "theme": [*self.theme],
            "note": self.note,
            "mean": None if self.mean is None else round(self.mean, 1),
            "lowest": self.lowest,
        }


def take(document: OpenDocument, base: int, choice: MadePuzzle) -> dict[str, Any]:
    """Put a puzzle in the place of a document's, as one step; clues stay with their answers."""
    with document.lock:
        state = document.document.state
        new = choice.state()
        settings, seed = state["settings"], state["settings"].get("seed", 0)
        new["settings"] = {**settings, **new["settings"], "seed": seed}
        new["rules"] = {
            name: rule for name, rule in state["rules"].items() if name != "slot_scores"
        }
        new |= {part: state[part] for part in ("meta", "lists")}
        new["clues"] = {**_clues_by_answer(state, new), **new["clues"]}
        label = "Take over a grid" if choice.is_filled_by_engine else "Take over a pattern"
        return document.change(base, differences(state, new), label)


def _clues_by_answer(state: State, new: State) -> dict[str, Any]:
    """Return the clues that answers have, by the slots that the same answers are in now."""
    old_grid, new_grid = grid_of(state), grid_of(new)
    clues = {}
    for slot in old_grid.slots:
        clue, answer = state["clues"].get(slot_key(slot)), old_grid.word(slot)
        if clue is not None and answer is not None:
            kept = {name: value for name, value in clue.items() if name != "references"}
            clues[normalise_answer(answer)] = kept
    placed = ((slot, new_grid.word(slot)) for slot in new_grid.slots)
    return {
        slot_key(slot): clues[normalise_answer(answer)]
        for slot, answer in placed
        if answer is not None and normalise_answer(answer) in clues
    }
