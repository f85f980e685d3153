"""A document in a grid of another size: everything moves along, what is cut off is dropped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from crosswright.grids.notation import Cell, beyond
from crosswright.studio.slots import cells_of_key, key_of_cells
from crosswright.studio.state import State, bar_key, bar_of, cell_key, cell_of

CellMove = Callable[[Cell], Cell | None]
"""Where a cell goes; None if it is cut off."""

_BY_CELL: Final = ("labels", "marks", "progress")


def resized(state: State, height: int, width: int, top: int, left: int) -> State:
    """Return a state in another size, moved down and to the right by `top` and `left` cells."""

    def moved(cell: Cell) -> Cell | None:
        row, column = cell[0] + top, cell[1] + left
        return (row, column) if 0 <= row < height and 0 <= column < width else None

    slots = SlotMoves(moved)
    parts = _parts(state["parts"], moved, slots)
    rules = dict(state["rules"])
    if scores := slots.keyed(rules.pop("slot_scores", {})):
        rules["slot_scores"] = scores
    return {
        **{part: dict(values) for part, values in state.items()},
        "size": {"height": height, "width": width},
        "cells": _by_cell(state["cells"], moved),
        "bars": _bars(state["bars"], moved),
        "clues": slots.clues(state["clues"]),
        "theme": slots.keyed(state["theme"]),
        "rules": rules,
        "parts": parts,
    }


class SlotMoves:
    """Where slots go, by their keys."""

    def __init__(self, moved: CellMove) -> None:
        self._moved = moved

    def key(self, key: str) -> str | None:
        """Return the new key of a slot; None if a cell of it is cut off."""
        slot = cells_of_key(key)
        if slot is None:
            return None
        cells = [cell for cell in map(self._moved, slot[1]) if cell is not None]
        return key_of_cells(slot[0], tuple(cells)) if len(cells) == len(slot[1]) else None

    def keys(self, keys: list[str]) -> list[str]:
        """Return the new keys of slots that are left."""
        return [new for key in keys if (new := self.key(key)) is not None]

    def keyed(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return values by the new keys."""
        return {new: value for key, value in values.items() if (new := self.key(key)) is not None}

    def clues(self, clues: Mapping[str, Any]) -> dict[str, Any]:
        """Return clues by the new keys, with what they refer to."""
        return {
            key: {**clue, "references": self.keys(clue["references"])}
            if "references" in clue
            else clue
            for key, clue in self.keyed(clues).items()
        }


def _by_cell(values: Mapping[str, Any], moved: CellMove) -> dict[str, Any]:
    return {
        cell_key(new): value
        for key, value in values.items()
        if (new := moved(cell_of(key))) is not None
    }


def _bars(bars: Mapping[str, Any], moved: CellMove) -> dict[str, Any]:
    kept = {}
    for key, value in bars.items():
        bar = bar_of(key)
        first, second = moved(bar[0]), moved(beyond(bar))
        if first is not None and second is not None:
            kept[bar_key((first, bar[1]))] = value
    return kept


def _parts(parts: Mapping[str, Any], moved: CellMove, slots: SlotMoves) -> dict[str, Any]:
    new = {**parts}
    for name in _BY_CELL:
        if name in parts:
            new[name] = _by_cell(parts[name], moved)
    if "entered" in parts:
        new["entered"] = slots.keyed(parts["entered"])
    if "links" in parts:
        new["links"] = [kept for link in parts["links"] if len(kept := slots.keys(link)) > 1]
    if "groups" in parts:
        new["groups"] = [[title, slots.keys(keys)] for title, keys in parts["groups"]]
    if "extra" in parts:
        extra = [[moved((row, column)) for row, column in slot] for slot in parts["extra"]]
        new["extra"] = [
            [[cell[0], cell[1]] for cell in slot if cell is not None]
            for slot in extra
            if None not in slot
        ]
    return {name: value for name, value in new.items() if value}
