"""The operations on a document: small, checked, and made as a whole or not at all.

Each is a function of what the browser sent and a `Desk`, on which it writes its changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from crosswright.errors import GridError, RuleError, StyleError
from crosswright.filling.preference import MOST
from crosswright.grids.grid import Grid
from crosswright.grids.notation import MAX_SIDE, SIDES, Bar, Cell, beyond, where
from crosswright.grids.styles import style_named
from crosswright.grids.symmetry import (
    NO_SYMMETRY,
    SQUARE_ONLY,
    SYMMETRIES,
    bar_image,
    image,
    symmetry_name,
)
from crosswright.grids.validation import checked_letters
from crosswright.puzzles.parts import KINDS
from crosswright.puzzles.puzzle import TEXTS
from crosswright.studio.fields import Fields
from crosswright.studio.refusals import Refusal, invalid
from crosswright.studio.resizing import resized
from crosswright.studio.slots import cells_of_key, is_structural, keys_by_label, structure_of
from crosswright.studio.state import Change, State, StateDraft, bar_key, cell_key
from crosswright.support.sizes import MAX_SCORE
from crosswright.words.lexicon.tastes import TASTES

MAX_OPERATIONS: Final = 500
"""Operations in one request."""

MAX_REBUS: Final = 32
"""Characters in one cell."""

MAX_WORDS: Final = 5000
"""Words in a rule."""

MAX_LISTS: Final = 32
"""Word lists in a stack."""

SHADES: Final = ("grey", "red", "orange", "yellow", "green", "blue", "purple")
"""The colours that cells can be shaded in."""


class Desk:
    """What operations write on: a draft of the state, and the slots of its grid."""

    def __init__(self, state: State, structure: Grid | None = None) -> None:
        self.draft = StateDraft(state)
        self._structure = structure
        self._changed: list[Change] = []
        """The changes that the structure has already."""

    @property
    def height(self) -> int:
        """The number of rows."""
        height: int = self.draft.get("size", "height")
        return height

    @property
    def width(self) -> int:
        """The number of columns."""
        width: int = self.draft.get("size", "width")
        return width

    def grid(self) -> Grid:
        """Return the grid without letters, as it would be."""
        draft = self.draft
        changed = [change for change in draft.changes() if is_structural(change)]
        if self._structure is None or changed != self._changed:
            self._changed = changed
            self._structure = structure_of(
                draft.part("size"), draft.part("cells"), draft.part("bars"), draft.part("parts")
            )
        return self._structure

    def cell(self, cell: Cell) -> dict[str, Any]:
        """Return what a cell holds; change a copy of it."""
        if cell[0] >= self.height or cell[1] >= self.width:
            raise invalid(f"{where(cell)} is outside the grid")
        return self.draft.get("cells", cell_key(cell)) or {}

    def put_cell(self, cell: Cell, content: Mapping[str, Any]) -> None:
        """Set what a cell holds."""
        self.draft.put("cells", cell_key(cell), dict(content) or None)

    def change_cell(self, cell: Cell, *without: str, **fields: Any) -> None:
        """Set some fields of a cell, and take others away."""
        content = {name: v for name, v in self.cell(cell).items() if name not in without}
        self.put_cell(cell, {**content, **fields})

    def open_cell(self, cell: Cell, what: str) -> dict[str, Any]:
        """Return what an open cell holds."""
        content = self.cell(cell)
        if "block" in content or "void" in content:
            kind = "block" if "block" in content else "void"
            raise invalid(f"{where(cell)} is a {kind} and cannot have {what}")
        return content

    def slot(self, fields: Fields) -> str:
        """Return the key of the slot that a request names by its key or its label."""
        name = fields.text("slot", most=5000)
        keys = keys_by_label(self.grid())
        if name in keys.values():
            return str(name)
        key = keys.get(name.strip().upper())
        if key is None:
            raise Refusal("not_found", f"there is no slot {name[:40]}")
        return key

    def symmetry(self, fields: Fields) -> str:
        """Return the symmetry that a request names, or else the document's own."""
        symmetry = fields.choice("symmetry", (NO_SYMMETRY, *SYMMETRIES), None)
        if symmetry is None:
            symmetry = self.draft.get("settings", "symmetry") or NO_SYMMETRY
            if symmetry in SQUARE_ONLY and self.height != self.width:
                return NO_SYMMETRY
        return self.checked_symmetry(symmetry)

    def checked_symmetry(self, symmetry: str) -> str:
        """Refuse a symmetry that the grid cannot have."""
        if symmetry in SQUARE_ONLY and self.height != self.width:
            raise invalid(f"{symmetry_name(symmetry)} needs a square grid")
        return symmetry

    def cells_with_images(self, cells: Iterable[Cell], symmetry: str) -> list[Cell]:
        """Return cells together with those that a symmetry maps them onto."""
        for cell in cells:
            self.cell(cell)  # inside the grid
        return _with_images(cells, symmetry, lambda c: image(c, symmetry, self.height, self.width))

    def bars_with_images(self, bars: Iterable[Bar], symmetry: str) -> list[Bar]:
        """Return bars together with those that a symmetry maps them onto."""
        return _with_images(
            bars, symmetry, lambda b: bar_image(b, symmetry, self.height, self.width)
        )

    @cached_property
    def pencilled(self) -> list[Cell]:
        """All cells in pencil."""
        return [
            (row, column)
            for row in range(self.height)
            for column in range(self.width)
            if "pencil" in self.cell((row, column))
        ]


def _with_images(items: Iterable[Any], symmetry: str, moved: Callable[[Any], Any]) -> list[Any]:
    seen = dict.fromkeys(items)
    if symmetry != NO_SYMMETRY:
        for item in [*seen]:
            while (item := moved(item)) not in seen:
                seen[item] = None
    return [*seen]


# -- letters --------------------------------------------------------------------------------------


def _letter(cell: Cell, text: str) -> str:
    """Return a text as a cell holds it."""
    if len(text) > MAX_REBUS:
        raise invalid(f"{where(cell)}: longer than {MAX_REBUS} characters")
    try:
        return checked_letters({cell: text})[cell]
    except GridError as error:
        raise invalid(str(error)) from None


def _set_cells(desk: Desk, fields: Fields) -> None:
    is_pencil = fields.flag("pencil", False)
    fields.text("slot", None, most=5000)  # which slot is being typed in, for the history
    for cell, text in fields.letters("cells"):
        desk.open_cell(cell, "a letter")
        _put_letter(desk, cell, text, is_pencil)


def _put_letter(desk: Desk, cell: Cell, text: str, is_pencil: bool) -> None:
    if not text:
        desk.change_cell(cell, "letter", "pencil")
    elif is_pencil:
        desk.change_cell(cell, letter=_letter(cell, text), pencil=True)
    else:
        desk.change_cell(cell, "pencil", letter=_letter(cell, text))


def _apply_fill(desk: Desk, fields: Fields) -> None:
    for cell, text in fields.letters("cells"):
        content = desk.open_cell(cell, "a letter")
        if "letter" not in content or "pencil" in content:
            _put_letter(desk, cell, text, True)


def _accept(desk: Desk, fields: Fields) -> None:
    for cell in _chosen(desk, fields):
        if "pencil" in desk.cell(cell):
            desk.change_cell(cell, "pencil")


def _erase_pencil(desk: Desk, fields: Fields) -> None:
    for cell in _chosen(desk, fields):
        if "pencil" in desk.cell(cell):
            desk.change_cell(cell, "letter", "pencil")


def _chosen(desk: Desk, fields: Fields) -> list[Cell]:
    cells: list[Cell] | None = fields.cells("cells", None)
    return desk.pencilled if cells is None else cells


def _clear_letters(desk: Desk, fields: Fields) -> None:
    cells = fields.cells("cells", None)
    if cells is None:
        rows, columns = range(desk.height), range(desk.width)
        cells = [(row, column) for row in rows for column in columns]
    for cell in cells:
        if "letter" in desk.cell(cell):
            desk.change_cell(cell, "letter", "pencil")


# -- the pattern ----------------------------------------------------------------------------------

_LOST_IN_BLOCKS: Final = ("letter", "pencil", "circle", "given", "block", "void")


def _toggle_block(desk: Desk, fields: Fields) -> None:
    kind = fields.choice("to", ("block", "void", "open"))
    cells = desk.cells_with_images(fields.cells("cells"), desk.symmetry(fields))
    for cell in cells:
        if kind == "open":
            desk.change_cell(cell, "block", "void")
        elif kind not in desk.cell(cell):
            desk.change_cell(cell, *_LOST_IN_BLOCKS, **{kind: True})
    if kind != "open":
        _drop_extra_slots(desk, frozenset(cells))


def _drop_extra_slots(desk: Desk, closed: frozenset[Cell]) -> None:
    extra = desk.draft.get("parts", "extra") or []
    kept = [slot for slot in extra if closed.isdisjoint((row, column) for row, column in slot)]
    if len(kept) < len(extra):
        desk.draft.put("parts", "extra", kept or None)


def _toggle_bar(desk: Desk, fields: Fields) -> None:
    is_on = fields.flag("on")
    bars = fields.bars("bars")
    for bar in bars:
        if bar[1] not in SIDES:
            raise invalid(f'{where(bar[0])}: a bar is "right" or "below"')
        row, column = beyond(bar)
        desk.cell(bar[0])
        if row >= desk.height or column >= desk.width:
            raise invalid(f"{where(bar[0])}: a bar there would be on the edge of the grid")
    for bar in desk.bars_with_images(bars, desk.symmetry(fields)):
        desk.draft.put("bars", bar_key(bar), True if is_on else None)


def _resize(desk: Desk, fields: Fields) -> None:
    height, width = (fields.whole(name, 1, MAX_SIDE) for name in ("height", "width"))
    top, left = (fields.whole(name, -MAX_SIDE, MAX_SIDE, 0) for name in ("top", "left"))
    if desk.height + top < 1 or desk.width + left < 1:
        raise invalid("nothing would be left of the grid")
    state = resized(desk.draft.state(), height, width, top, left)
    if state["settings"].get("symmetry") in SQUARE_ONLY and height != width:
        state["settings"]["symmetry"] = "180"
    for name, values in state.items():
        desk.draft.replace(name, values)


# -- marks, clues and texts -----------------------------------------------------------------------


def _mark(desk: Desk, fields: Fields) -> None:
    cells = fields.cells("cells")
    marks = {
        "circle": fields.flag("circle", None) or None,
        "given": fields.flag("given", None) or None,
        "note": fields.text("note", None, most=2000) or None,
    }
    shade = None
    if fields.raw("shade", None) is not None:
        shade = fields.choice("shade", SHADES)
    marks["shade"] = shade
    for cell in cells:
        for name, value in marks.items():
            if name not in fields:
                continue
            if value and name in ("circle", "given"):
                desk.open_cell(cell, "a circle" if name == "circle" else "a given letter")
            desk.change_cell(cell, name, **({name: value} if value else {}))


def _set_clue(desk: Desk, fields: Fields) -> None:
    key = desk.slot(fields)
    clue = dict(desk.draft.get("clues", key) or {})
    if "text" in fields:
        text = fields.text("text")
        if text != clue.get("text", ""):
            clue.pop("html", None)
            clue.pop("references", None)
        clue.pop("draft", None)
        clue["text"] = text
    for name in ("enumeration", "hint"):
        if name in fields:
            clue[name] = fields.text(name, most=1000)
    if "draft" in fields:
        clue["draft"] = fields.flag("draft") and bool(clue.get("text"))
    content = {name: value for name, value in clue.items() if value}
    if content:
        content = {"text": "", **content}
    desk.draft.put("clues", key, content or None)


def _set_theme(desk: Desk, fields: Fields) -> None:
    desk.draft.put("theme", desk.slot(fields), fields.flag("on") or None)


def _set_meta(desk: Desk, fields: Fields) -> None:
    for name in TEXTS:
        if name in fields:
            desk.draft.put("meta", name, fields.text(name) or None)


# -- settings, rules and lists --------------------------------------------------------------------


def _set_settings(desk: Desk, fields: Fields) -> None:
    if "symmetry" in fields:
        symmetry = fields.choice("symmetry", (NO_SYMMETRY, *SYMMETRIES))
        desk.draft.put("settings", "symmetry", desk.checked_symmetry(symmetry))
    if "style" in fields:
        try:
            style = style_named(fields.text("style", most=40)).name
        except StyleError as error:
            raise fields.wrong("style", str(error)) from None
        desk.draft.put("settings", "style", style)
    if "seed" in fields:
        desk.draft.put("settings", "seed", fields.whole("seed", 0, 2**53 - 1))
    if "kind" in fields:
        desk.draft.put("settings", "kind", fields.choice("kind", KINDS))
    if "lively" in fields:
        value = None if fields.raw("lively") is None else fields.whole("lively", 0, MOST)
        desk.draft.put("settings", "lively", value)


def _set_rules(desk: Desk, fields: Fields) -> None:
    readers: dict[str, Callable[[str], Any]] = {
        "min_score": lambda name: fields.whole(name, -MAX_SCORE, MAX_SCORE),
        "distinct": fields.flag,
        "no_shared_letters": lambda name: fields.whole(name, 2, MAX_SIDE),
        "no_shared_stem": fields.flag,
        "required": lambda name: fields.texts(name, most=MAX_WORDS, longest=MAX_SIDE),
        "banned": lambda name: fields.texts(name, most=MAX_WORDS, longest=MAX_SIDE),
        "slot_scores": lambda name: _slot_scores(fields),
    }
    for name, read in readers.items():
        if name in fields:
            value = None if fields.raw(name) is None else read(name)
            desk.draft.put("rules", name, None if value in ([], {}) else value)


def _slot_scores(fields: Fields) -> dict[str, int]:
    scores = fields.raw("slot_scores")
    if not isinstance(scores, dict) or len(scores) > MAX_WORDS:
        raise fields.wrong("slot_scores", "expected an object of scores by slot")
    for key in scores:
        if cells_of_key(key) is None:
            raise fields.wrong("slot_scores", f"{key[:40]} is not a slot")
        Fields(scores, "slot_scores").whole(key, -MAX_SCORE, MAX_SCORE)
    return scores


def _set_lists(desk: Desk, fields: Fields) -> None:
    if "stack" in fields:
        stack = [_list_entry(entry) for entry in fields.objects("stack", most=MAX_LISTS)]
        desk.draft.put("lists", "stack", stack)
    if "own" in fields:
        desk.draft.put("lists", "own", fields.flag("own"))
    if "taste" in fields:
        desk.draft.put("lists", "taste", fields.choice("taste", TASTES))


def _list_entry(fields: Fields) -> dict[str, Any]:
    entry = {}
    if ("language" in fields) == ("path" in fields):
        raise fields.wrong("language", "a list has either a language or a path")
    for name, most in (("language", 40), ("path", 1000)):
        if name in fields:
            entry[name] = fields.text(name, most=most)
    if fields.flag("off", False):
        entry["off"] = True
    fields.done()
    return entry


OPERATIONS: Final[Mapping[str, Callable[[Desk, Fields], None]]] = {
    "set_cells": _set_cells,
    "toggle_block": _toggle_block,
    "toggle_bar": _toggle_bar,
    "resize": _resize,
    "mark": _mark,
    "set_clue": _set_clue,
    "set_theme": _set_theme,
    "set_meta": _set_meta,
    "set_rules": _set_rules,
    "set_settings": _set_settings,
    "set_lists": _set_lists,
    "accept": _accept,
    "erase_pencil": _erase_pencil,
    "apply_fill": _apply_fill,
    "clear_letters": _clear_letters,
}
"""All operations by name."""


def changes_of(
    state: State, operations: Iterable[object], structure: Grid | None = None
) -> list[Change]:
    """Return what operations change; `structure` is the state's grid where it is known."""
    desk = Desk(state, structure)
    for index, operation in enumerate(operations):
        if index >= MAX_OPERATIONS:
            raise Refusal("too_large", f"more than {MAX_OPERATIONS} operations at once")
        fields = Fields(operation, f"ops[{index}]")
        name = fields.choice("op", OPERATIONS)
        desk.__dict__.pop("pencilled", None)
        try:
            OPERATIONS[name](desk, fields)
        except (GridError, RuleError) as error:
            raise invalid(str(error), f"ops[{index}]") from None
        fields.done()
    return desk.draft.changes()
