"""What an edit did, in a few words, for the history and the undo button."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import Cell, bracketed
from crosswright.studio.slots import slot_key
from crosswright.studio.state import State, cell_key
from crosswright.support.wording import plural

_SIMPLE: Final = {
    "apply_fill": "Fill in pencil",
    "set_rules": "Rules",
    "set_settings": "Settings",
    "set_lists": "Word lists",
    "set_theme": "Theme",
    "set_meta": "Title and texts",
}


def describe(operations: Sequence[Mapping[str, Any]], state: State, grid: Grid) -> str:
    """Describe operations by the first of them; `state` and `grid` are those after them."""
    first = operations[0]
    name = first["op"]
    match name:
        case "set_cells" | "clear_letters" | "accept" | "erase_pencil":
            return _letters(name, operations, state, grid)
        case "toggle_block":
            return _blocks(first)
        case "toggle_bar":
            return "Bars" if first["on"] else "Bars removed"
        case "resize":
            return f"Resize to {first['height']} × {first['width']}"
        case "mark":
            return _mark(first)
        case "set_settings" if "lively" in first:
            return "Lively words"
        case "set_lists" if "taste" in first:
            return "Taste"
        case "set_clue":
            return f"Clue {_label(first['slot'], grid)}"
    return _SIMPLE[name]


def _letters(name: str, operations: Sequence[Mapping[str, Any]], state: State, grid: Grid) -> str:
    touched = [
        cell
        for operation in operations
        if operation["op"] == name
        for cell in operation.get("cells") or ()
    ]
    cells = [(cell[0], cell[1]) for cell in touched]
    is_erasing = name in ("clear_letters", "erase_pencil") or (
        name == "set_cells" and not any(cell[2] for cell in touched)
    )
    verb = "Erase" if is_erasing else "Accept" if name == "accept" else "Ink"
    if name == "set_cells" and operations[0].get("pencil") and not is_erasing:
        verb = "Pencil"
    slot = _slot_of(cells, grid, operations[0].get("slot"))
    if slot is not None:
        pattern = "" if is_erasing else f" {_pattern(slot, state)}"
        return f"{verb} {slot.label}{pattern}"
    if not cells:
        return {"accept": "Accept the fill", "erase_pencil": "Erase the pencil"}.get(
            name, "Erase all letters"
        )
    return f"{verb} {plural(len(cells), 'cell')}"


def _slot_of(cells: Sequence[Cell], grid: Grid, key: str | None) -> Slot | None:
    """Return a slot that has all these cells, the one with this key if possible."""
    if not cells:
        return None
    through = [grid.slots[index] for index in grid.slots_at(cells[0])]
    through.sort(key=lambda slot: slot_key(slot) != key)
    return next((slot for slot in through if set(cells) <= {*slot.cells}), None)


def _pattern(slot: Slot, state: State) -> str:
    cells = (state["cells"].get(cell_key(cell), {}) for cell in slot.cells)
    return "".join(bracketed(cell["letter"]) if "letter" in cell else "." for cell in cells)


def _blocks(operation: Mapping[str, Any]) -> str:
    cells = operation["cells"]
    noun = {"block": "Block", "void": "Void", "open": "Open cell"}[operation["to"]]
    if len(cells) != 1:
        return f"{noun}s"
    return f"{noun} at row {cells[0][0] + 1}, column {cells[0][1] + 1}"


def _mark(operation: Mapping[str, Any]) -> str:
    for name, noun in (("circle", "Circle"), ("shade", "Shade"), ("note", "Note")):
        if name in operation:
            return noun if operation[name] else f"{noun} removed"
    return "Given letters"


def _label(slot: str, grid: Grid) -> str:
    """Return the label of a slot that is named by its key or its label."""
    return next((each.label for each in grid.slots if slot_key(each) == slot), slot.upper())
