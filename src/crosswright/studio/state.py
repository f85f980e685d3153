"""The state of a document, as plain data, and how two states differ.

A state has parts, each a dict from text keys to JSON values, which are replaced and never changed
in place. So states can share them, and a difference is a list of keys, each with the values before
and after.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from crosswright.grids.notation import Bar, Cell

State: TypeAlias = dict[str, dict[str, Any]]
"""The parts of a document by name."""

Change: TypeAlias = tuple[str, str, Any, Any]
"""A part, a key in it, and the values before and after; None where there is none."""

PARTS: Final = (
    *("size", "cells", "bars", "clues", "theme", "meta", "settings", "rules", "lists", "parts"),
)
"""The names of all parts, in the order in which they are written."""

USUAL_LANGUAGE: Final = "en"
"""The language of the list of a new document."""

_CELL_KEY: Final = re.compile(r"(\d{1,3}),(\d{1,3})")


def empty_state(height: int, width: int, *, symmetry: str = "180", seed: int = 0) -> State:
    """Return the state of an empty grid."""
    state: State = {part: {} for part in PARTS}
    state["size"] = {"height": height, "width": width}
    state["settings"] = {
        "symmetry": symmetry,
        "style": "american",
        "seed": seed,
        "kind": "crossword",
    }
    state["lists"] = {"stack": [{"language": USUAL_LANGUAGE}], "own": True}
    return state


# -- keys -----------------------------------------------------------------------------------------


def cell_key(cell: Cell) -> str:
    """Return the key of a cell: "4,9"."""
    return f"{cell[0]},{cell[1]}"


def cell_of(key: str) -> Cell:
    """Return the cell of a key."""
    row, _, column = key.partition(",")
    return int(row), int(column)


def bar_key(bar: Bar) -> str:
    """Return the key of a bar: "4,9 right"."""
    return f"{cell_key(bar[0])} {bar[1]}"


def bar_of(key: str) -> Bar:
    """Return the bar of a key."""
    cell, _, side = key.partition(" ")
    return cell_of(cell), side


def is_cell_key(key: str) -> bool:
    """Return whether a text is the key of a cell."""
    return _CELL_KEY.fullmatch(key) is not None


# -- differences ----------------------------------------------------------------------------------


def apply(state: State, changes: Iterable[Change]) -> None:
    """Make changes."""
    for part, key, _, after in changes:
        if after is None:
            state[part].pop(key, None)
        else:
            state[part][key] = after


def inverse(changes: Iterable[Change]) -> list[Change]:
    """Return the changes that take changes back."""
    return [(part, key, after, before) for part, key, before, after in reversed([*changes])]


def copy(state: State) -> State:
    """Return a state that can be changed without changing this one."""
    return {part: dict(values) for part, values in state.items()}


def state_from_json(value: Mapping[str, Any]) -> State:
    """Return a state that was JSON; KeyError and the like if it was not one.

    Pairs in a list would make a dict too, but one whose keys need not be texts.
    """
    if not all(isinstance(value[part], dict) for part in PARTS):
        raise ValueError("the parts of a state are objects")
    return {part: dict(value[part]) for part in PARTS}


def differences(before: Mapping[str, Mapping[str, Any]], after: State) -> list[Change]:
    """Return the changes that make one state of another."""
    changes: list[Change] = []
    for part in PARTS:
        old, new = before[part], after[part]
        changes += [(part, key, old[key], None) for key in old if key not in new]
        changes += [
            (part, key, old.get(key), value)
            for key, value in new.items()
            if old.get(key) != value or type(old.get(key)) is not type(value)
        ]
    return changes


class StateDraft:
    """A state with changes that are not made yet: all of them are, or none."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._new: dict[tuple[str, str], Any] = {}

    def get(self, part: str, key: str) -> Any:
        """Return a value, None where there is none."""
        if (part, key) in self._new:
            return self._new[part, key]
        return self._state[part].get(key)

    def put(self, part: str, key: str, value: Any) -> None:
        """Set a value; None removes it."""
        self._new[part, key] = value

    def part(self, name: str) -> dict[str, Any]:
        """Return a whole part as it would be."""
        values = dict(self._state[name])
        for (part, key), value in self._new.items():
            if part == name:
                if value is None:
                    values.pop(key, None)
                else:
                    values[key] = value
        return values

    def replace(self, name: str, values: Mapping[str, Any]) -> None:
        """Set a whole part."""
        for key in self.part(name):
            if key not in values:
                self.put(name, key, None)
        for key, value in values.items():
            self.put(name, key, value)

    def state(self) -> State:
        """Return the state as it would be."""
        return {name: self.part(name) for name in PARTS}

    def changes(self) -> list[Change]:
        """Return what differs from the state, once per key."""
        return [
            (part, key, before, value)
            for (part, key), value in self._new.items()
            if (before := self._state[part].get(key)) != value or type(before) is not type(value)
        ]
