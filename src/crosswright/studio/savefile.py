"""Documents as .ipuz files: the puzzle for everybody, and what only the studio knows beside it.

That is in one key of its own, `crosswright:studio`, which other programs leave alone. Shades are
written as the colours of cells too.
"""

from __future__ import annotations

import json
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from crosswright.errors import CrosswrightError, FormatWarning
from crosswright.formats.files import from_bytes, to_bytes
from crosswright.formats.format import Loss
from crosswright.formats.ipuz.writing import encoded
from crosswright.formats.registry import by_content, by_suffix
from crosswright.puzzles.puzzle import Puzzle
from crosswright.studio.conversion import puzzle_of, state_of
from crosswright.studio.operations import SHADES, Desk, changes_of
from crosswright.studio.slots import cells_of_key, grid_of, keys_by_label
from crosswright.studio.state import State, apply, cell_of, copy, is_cell_key

EXTENSION: Final = "crosswright:studio"
VERSION: Final = 1

COLOURS: Final = {
    "grey": "D9D9D9",
    "red": "F6C6C0",
    "orange": "F9D8B4",
    "yellow": "FBEFA6",
    "green": "C9E7CB",
    "blue": "C7DCF5",
    "purple": "E1CFEE",
}
"""The colours of shades, as ipuz writes them."""

_CATCHING: Final = threading.RLock()
"""Warnings are caught in the whole process, so by one thread at a time."""

_CELL_FIELDS: Final = ("note", "shade")


# -- writing --------------------------------------------------------------------------------------


def to_ipuz(state: State, extras: Mapping[str, Any] | None = None) -> tuple[bytes, list[Loss]]:
    """Write a document; its puzzle has the letters in ink."""
    puzzle = puzzle_of(state, pencil=False, extras=extras)
    if puzzle.kind not in ("crossword", "diagramless"):
        puzzle = puzzle_of(_as_crossword(state), pencil=False, extras=extras)
    data, losses = to_bytes(puzzle, "ipuz")
    document = json.loads(data)
    document[EXTENSION] = _extension(state)
    _write_shades(document, state)
    return encoded(document), losses


def _as_crossword(state: State) -> State:
    other = copy(state)
    other["settings"] = {**state["settings"], "kind": "crossword"}
    return other


def _extension(state: State) -> dict[str, Any]:
    present = {*keys_by_label(grid_of(state)).values()}
    cells = {}
    for key, cell in state["cells"].items():
        own = {name: cell[name] for name in _CELL_FIELDS if name in cell}
        if "pencil" in cell:
            own["pencil"] = cell["letter"]
        if "given" in cell and ("pencil" in cell or "letter" not in cell):
            own["given"] = True
        if own:
            cells[key] = own
    return {
        "version": VERSION,
        "cells": cells,
        "clues": {key: clue for key, clue in state["clues"].items() if key not in present},
        "theme": [*state["theme"]],
        "settings": state["settings"],
        "rules": state["rules"],
        "lists": state["lists"],
    }


def _write_shades(document: dict[str, Any], state: State) -> None:
    rows = document["puzzle"]
    for row, column, cell in _cells(state):
        item = rows[row][column]
        style = dict(item.get("style") or {}) if isinstance(item, dict) else {}
        shade = cell.get("shade")
        if shade is not None:
            style["color"] = COLOURS[shade]
        elif style.get("color") in COLOURS.values():
            del style["color"]
        else:
            continue
        bare = {**item} if isinstance(item, dict) else {"cell": item}
        bare.pop("style", None)
        rows[row][column] = {**bare, **({"style": style} if style else {})}


def _cells(state: State) -> list[tuple[int, int, dict[str, Any]]]:
    size, cells = state["size"], state["cells"]
    return [
        (row, column, cells.get(f"{row},{column}", {}))
        for row in range(size["height"])
        for column in range(size["width"])
    ]


# -- reading --------------------------------------------------------------------------------------


@contextmanager
def notes_of_reading() -> Iterator[list[str]]:
    """Yield a list that has, in the end, what was odd about the files read in the block."""
    notes: list[str] = []
    with _CATCHING, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", FormatWarning)
        yield notes
        notes += [str(warning.message) for warning in caught]


def read_document(data: bytes, name: str) -> tuple[State, Puzzle, str]:
    """Read a file of any format: the state, the puzzle with its extras, and the format's name."""
    format = _format_of(data, name)
    puzzle = from_bytes(data, format, name)
    state = state_of(puzzle)
    if format == "ipuz":
        document = _json(data)
        _read_shades(state, document)
        _read_extension(state, document.get(EXTENSION))
    return state, puzzle, format


def _format_of(data: bytes, name: str) -> str:
    """Return the format that the name calls for, or else the content."""
    content = by_content(data)
    try:
        named = by_suffix(name)
    except CrosswrightError:
        return content.name if content is not None else "text"
    if named.name == "text" and content is not None:
        return content.name
    return named.name


def _json(data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):  # wrapped for JavaScript, or in another encoding
        return {}
    return value if isinstance(value, dict) else {}


def _read_shades(state: State, document: dict[str, Any]) -> None:
    names = {colour: name for name, colour in COLOURS.items()}
    rows = document.get("puzzle")
    if not isinstance(rows, list):
        return
    for y, row in enumerate(rows[: state["size"]["height"]]):
        for x, item in enumerate(row[: state["size"]["width"]] if isinstance(row, list) else ()):
            style = item.get("style") if isinstance(item, dict) else None
            colour = style.get("color") if isinstance(style, dict) else None
            if isinstance(colour, str) and colour.upper().lstrip("#") in names:
                shade = names[colour.upper().lstrip("#")]
                key = f"{y},{x}"
                state["cells"][key] = {**state["cells"].get(key, {}), "shade": shade}


def _read_extension(state: State, value: object) -> None:
    """Take over what an earlier save has; whatever does not fit is ignored, piece by piece."""
    if not isinstance(value, dict) or value.get("version") != VERSION:
        return
    for operation in _operations(state, value):
        try:
            apply(state, changes_of(state, [operation]))
        except (CrosswrightError, AttributeError, TypeError, ValueError):
            continue
    for key, clue in _object(value.get("clues")).items():  # of slots that are gone for now
        if key not in state["clues"] and cells_of_key(key) is not None and _is_clue(clue):
            state["clues"][key] = clue


def _operations(state: State, value: dict[str, Any]) -> list[dict[str, Any]]:
    operations: list[dict[str, Any]] = [
        {"op": "set_settings", name: setting}
        for name, setting in _object(value.get("settings")).items()
    ]
    operations += [
        {"op": "set_rules", name: rule} for name, rule in _object(value.get("rules")).items()
    ]
    operations += [
        {"op": "set_lists", name: part} for name, part in _object(value.get("lists")).items()
    ]
    theme = value.get("theme")
    operations += [
        {"op": "set_theme", "slot": key, "on": True}
        for key in (theme if isinstance(theme, list) else ())
    ]
    desk = Desk(state)
    for key, own in _object(value.get("cells")).items():
        if not is_cell_key(key) or not isinstance(own, dict):
            continue
        cell = cell_of(key)
        if cell[0] >= desk.height or cell[1] >= desk.width:
            continue
        at = [list(cell)]
        if own.get("shade") in SHADES or "note" in own:
            marks = {name: own[name] for name in _CELL_FIELDS if name in own}
            operations.append({"op": "mark", "cells": at, **marks})
        if own.get("given") is True:
            operations.append({"op": "mark", "cells": at, "given": True})
        if "pencil" in own and "letter" not in desk.cell(cell):
            operations.append({"op": "apply_fill", "cells": [[*cell, own["pencil"]]]})
    return operations


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _is_clue(value: object) -> bool:
    """Return whether a value is a clue as states have them."""
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        return False
    texts = ("text", "html", "label", "enumeration", "hint")
    return (
        value.keys() <= {*texts, "draft", "references"}
        and all(isinstance(value.get(name, ""), str) for name in texts)
        and value.get("draft", True) is True
        and isinstance(references := value.get("references", []), list)
        and all(isinstance(key, str) for key in references)
    )
