"""The clues of an ipuz document: which slot each belongs to, and what it says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from crosswright.errors import FormatError
from crosswright.formats.build import can_be_slot
from crosswright.formats.cleaning import clean_text
from crosswright.formats.ipuz.document import (
    DRAFT,
    Json,
    as_list,
    as_object,
    is_shortened,
    short,
    unknown_keys,
)
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import MAX_SIDE, Cell
from crosswright.grids.validation import MAX_EXTRA
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.enumeration import says_more, spells
from crosswright.puzzles.markup import leaves_out
from crosswright.puzzles.parts import ClueGroup, Link, UnplacedClue
from crosswright.support.wording import quote

_DIRECTIONS: Final = {"across": "across", "down": "down"}
_KEYS: Final = frozenset(
    {
        *("number", "numbers", "label", "clue", "enumeration", "hints", "answer"),
        *("references", "continued", "cells", DRAFT),
    }
)
_PARTS: Final = re.compile(r"\s*(?:,|/|&|\band\b|\+)\s*", re.I)
_REFERENCE: Final = re.compile(
    r"(?:(across|down|[ad])\s*)?(\S{1,16}?)\s*(across|down|[ad]\w?)?", re.I
)
_SPACED: Final = re.compile(r"\d[\d '’*.-]*")


@dataclass
class WrittenClue:
    """A clue as it is written, in which group, and what became of it."""

    key: str
    """The key of its group in the document."""
    raw: Any
    number: str = ""
    label: str = ""
    clue: Clue = field(default_factory=lambda: Clue(""))
    slot: str = ""
    """The label of its slot; "" while it has none."""

    @property
    def direction(self) -> str:
        """The direction of its group: "across", "down" or "" for any other."""
        return _direction(self.key)

    @property
    def as_unplaced(self) -> UnplacedClue:
        """What it is while it has no slot."""
        return UnplacedClue(group_title(self.key), self.label or self.number, self.clue)

    @property
    def fields(self) -> Json:
        """Its keys, if it is an object."""
        return as_object(self.raw)


def _direction(name: str) -> str:
    return _DIRECTIONS.get(name.partition(":")[0].strip().lower(), "")


def group_title(key: str) -> str:
    """Return the title of a group: what follows a colon, or the key itself.

    >>> group_title("Across:Horizontal"), group_title("down"), group_title("Themes")
    ('Horizontal', 'Down', 'Themes')
    """
    name, colon, title = map(clean_text, key.partition(":"))
    if colon and title:
        return title
    return name.capitalize() if name.lower() in _DIRECTIONS else name


class Clues:
    """The clues of a document, each with its slot, for a grid whose cells have these labels."""

    def __init__(self, document: Json, grid: Grid, labels: dict[Cell, str]) -> None:
        self._slots = _Slots(grid, labels)
        self.links: list[Link] = []
        self.by_key: dict[str, list[WrittenClue]] = {
            key: [_item(key, raw) for raw in items]
            for key, items in _written_groups(document.get("clues"))
        }
        self.items = [item for items in self.by_key.values() for item in items]
        self._base = self._coordinate_base()
        self._place_all()
        self.grid = self._slots.with_extra()
        self._by_slot = {item.slot: item for item in self.items if item.slot}
        self._linked: dict[str, Link] = {}
        self._read_details()

    # -- which slot -----------------------------------------------------------------------------

    def _place_all(self) -> None:
        for item in self.items:
            item.slot = self._slots.take(self._by_number(item))
        for item in self.items:
            if not item.slot:
                item.slot = self._slots.take(self._slots.by_cells(self._cells(item)))
        for items in self.by_key.values():
            self._place_in_order(items)

    def _by_number(self, item: WrittenClue) -> str:
        """Return the slot that a number names; its cells tell which of several, not another one."""
        if not item.number:
            return ""
        cells = self._cells(item)
        for label in self._slots.run(cells)[:1]:
            if self._slots.shown(label) == item.number:
                return label
        if item.direction:
            return self._slots.find(item.direction, item.number)
        found = {self._slots.find(direction, item.number) for direction in _DIRECTIONS} - {""}
        return found.pop() if len(found) == 1 and not cells else ""

    def _place_in_order(self, items: list[WrittenClue]) -> None:
        """Give clues without a number that fits to the slots left over, if there are as many.

        Numbers that fit nowhere are taken for wrong ones if others of the group are right.
        """
        homeless = [item for item in items if not item.slot]
        free = self._slots.free(items[0].direction) if homeless else []
        misnumbered = any(item.number for item in homeless)
        if not homeless or len(homeless) != len(free) or (misnumbered and homeless == items):
            return
        left = iter(free)
        order = [item.slot or next(left) for item in items]
        if self._slots.are_in_order(order):
            for item, label in zip(items, order, strict=True):
                item.slot = item.slot or self._slots.take(label)

    # -- cells ----------------------------------------------------------------------------------

    def _cells(self, item: WrittenClue) -> tuple[Cell, ...]:
        return _shifted(_pairs(item.fields.get("cells")), self._base)

    def _coordinate_base(self) -> int:
        """Return whether coordinates count from 1, as they should, or from 0, as in some files."""
        written = [(item, _pairs(item.fields.get("cells"))) for item in self.items]

        def agreement(base: int) -> tuple[int, int]:
            runs = [(item, _shifted(pairs, base)) for item, pairs in written if pairs]
            inside = sum(self._slots.open_cells.issuperset(cells) for _, cells in runs)
            named = sum(
                self._slots.find(item.direction, item.number) in self._slots.run(cells)[:1]
                for item, cells in runs
            )
            return named, inside

        return 0 if agreement(0) > agreement(1) else 1

    # -- what it says ---------------------------------------------------------------------------

    def _read_details(self) -> None:
        for item in self._by_slot.values():
            references = tuple(dict.fromkeys(self._references(item, "references")))
            label = item.label or item.number
            shown = self._slots.shown(item.slot)
            item.clue = replace(
                item.clue, references=references, label="" if label == shown else label
            )
        for item in self._by_slot.values():
            link = self._link(item)
            if len(link) > 1 and self._linked.keys().isdisjoint(link):
                self.links.append(link)
                self._linked |= dict.fromkeys(link, link)

    def _link(self, item: WrittenClue) -> Link:
        """Return the slots that an answer runs through: by its cells, by reference, by label."""
        run = self._slots.run(self._cells(item))
        if len(run) > 1 and run[0] == item.slot:
            return run
        for key in ("continued", "numbers"):
            others = [label for label in self._references(item, key) if label != item.slot]
            if others:
                return tuple(dict.fromkeys([item.slot, *others]))
        parts = _PARTS.split(item.label)
        if len(parts) < 2 or parts[0] != item.number:
            return ()
        others = [self._resolve(part, item.direction) for part in parts[1:]]
        if "" in others or any(self._has_own_clue(label) for label in others):
            return ()
        return tuple(dict.fromkeys([item.slot, *others]))

    def _has_own_clue(self, label: str) -> bool:
        text = self._by_slot[label].clue.text if label in self._by_slot else ""
        return bool(text) and not text.lower().startswith("see ")

    def _references(self, item: WrittenClue, key: str) -> Iterator[str]:
        """Yield the slots that a key of a clue refers to, in any of the ways that files do."""
        for reference in as_list(item.fields.get(key))[:MAX_SIDE]:
            label = self._resolve(reference, item.direction)
            if label:
                yield label

    def _resolve(self, reference: Any, direction: str) -> str:
        """Return the slot of a reference: 9, "9 Down", ["Down", 9], {"number": 9, …}."""
        if isinstance(reference, dict):
            name, number = short(reference.get("direction")), short(reference.get("number"))
        elif isinstance(reference, list):
            words = [short(part) for part in reference[:2]]
            name = next((word for word in words if word.lower() in _DIRECTIONS), "")
            number = next((word for word in words if word != name), "")
        else:
            match = _REFERENCE.fullmatch(short(reference))
            before, number, after = match.groups() if match else ("", "", "")
            name = {"a": "across", "d": "down"}.get((before or after or "")[:1].lower(), "")
        if name:
            return self._slots.find(_direction(name), number)
        found = (self._slots.find(each, number) for each in (direction, *_DIRECTIONS))
        return next(filter(None, found), "")

    # -- results --------------------------------------------------------------------------------

    @property
    def clues(self) -> dict[str, Clue]:
        """The clues by slot."""
        return {item.slot: item.clue for item in self.items if item.slot}

    @property
    def groups(self) -> tuple[ClueGroup, ...]:
        """The groups, each with those clues that have a slot; none for groups without any."""
        return tuple(
            ClueGroup(group_title(key), tuple(item.slot for item in items if item.slot))
            for key, items in self.by_key.items()
            if not items or any(item.slot for item in items)
        )

    @property
    def unplaced(self) -> tuple[UnplacedClue, ...]:
        """The clues without a slot."""
        return tuple(item.as_unplaced for item in self.items if not item.slot)

    @property
    def entered(self) -> dict[str, str]:
        """The answers that are written with spaces, hyphens and the like."""
        entered = {}
        for item in self.items:
            text, answer = self._answer(item)
            if text and (answer is None or says_more(text, answer)):
                entered[item.slot] = text
        return entered

    def _answer(self, item: WrittenClue) -> tuple[str, str | None]:
        """Return the answer that a clue states, and the one in the grid, if that is complete."""
        text = item.fields.get("answer")
        link = self._linked.get(item.slot, (item.slot,))
        if not isinstance(text, str) or not item.slot or link[0] != item.slot:
            return "", None
        words = [self.grid.word(label) for label in link]
        answer = None if None in words else "".join(word or "" for word in words)
        return clean_text(text)[: 8 * MAX_SIDE], answer

    def details(self) -> Iterator[str]:
        """Yield what the clues have beyond a puzzle, for a message; names may come twice."""
        for item in self.items:
            yield from unknown_keys(item.fields, _KEYS, "clue ")
            yield from _unreadable(item)
            for key in ("references", "continued", "numbers"):
                value, found = item.fields.get(key), len([*self._references(item, key)])
                if value is not None and (not isinstance(value, list) or found < len(value)):
                    yield f"clue {key}"
            if item.fields.get("cells") and item.slot not in self._slots.run(self._cells(item)):
                yield "clue cells"
            text, answer = self._answer(item)
            stated = item.fields.get("answer")
            if (stated is not None and not text) or (answer and text and not spells(text, answer)):
                yield "clue answer"
            if isinstance(item.raw, list) and len(item.raw) > 2:
                yield "clues of more than two parts"


class _Slots:
    """The slots of a grid, found by what their first cells show, or by their cells."""

    def __init__(self, grid: Grid, labels: dict[Cell, str]) -> None:
        self._grid = grid
        self._shown = labels or {cell: str(number) for cell, number in grid.numbers.items()}
        self.open_cells = frozenset(grid.open_cells)
        self._extra: list[tuple[Cell, ...]] = []
        self._taken: set[str] = set()
        self._by_cells = {slot.cells: slot.label for slot in grid.slots}
        self._by_start: dict[Cell, list[Slot]] = {}
        self._by_number: dict[tuple[str, str], str] = {}
        for slot in grid.slots:
            self._by_start.setdefault(slot.cells[0], []).append(slot)
            number = self._shown.get(slot.cells[0])
            if number is not None:
                self._by_number.setdefault((slot.direction, number), slot.label)

    def find(self, direction: str, number: str) -> str:
        """Return the slot in a direction whose first cell shows a number, or ""."""
        return self._by_number.get((direction, number), "")

    def shown(self, label: str) -> str:
        """Return what is printed before the clue of a slot that has no label of its own."""
        if label.startswith("X"):
            return label
        return self._shown.get(self._grid.slot(label).cells[0], "")

    def by_cells(self, cells: tuple[Cell, ...]) -> str:
        """Return the slot of these cells, or the first of those they run through, or a new one."""
        run = self.run(cells)
        if run or not cells:
            return run[0] if run else ""
        if len(self._extra) < MAX_EXTRA and can_be_slot(cells, self.open_cells):
            self._extra.append(cells)
            self._by_cells[cells] = f"X{len(self._extra)}"
        return self._by_cells.get(cells, "")

    def run(self, cells: tuple[Cell, ...]) -> Link:
        """Return the slots that cells run through, one after another; () if they do not."""
        if cells in self._by_cells:
            return (self._by_cells[cells],)
        labels: list[str] = []
        position = 0
        while position < len(cells):
            fitting = [
                slot
                for slot in self._by_start.get(cells[position], ())
                if cells[position : position + len(slot)] == slot.cells and slot.label not in labels
            ]
            if not fitting:
                return ()
            slot = max(fitting, key=len)
            labels.append(slot.label)
            position += len(slot)
        return tuple(labels)

    def take(self, label: str) -> str:
        """Return the label and keep it from others; "" if another has it already."""
        if not label or label in self._taken:
            return ""
        self._taken.add(label)
        return label

    def free(self, direction: str) -> list[str]:
        """Return the slots of a direction that nobody has taken."""
        labels = (slot.label for slot in self._grid.slots if slot.direction == direction)
        return [label for label in labels if label not in self._taken]

    def are_in_order(self, labels: list[str]) -> bool:
        """Return whether slots follow one another as they do in the grid."""
        if any(label.startswith("X") for label in labels):
            return False
        indices = [self._grid.index(label) for label in labels]
        return indices == sorted(indices)

    def with_extra(self) -> Grid:
        """Return the grid with the slots that only the clues know."""
        return self._grid.with_extra(self._extra) if self._extra else self._grid


def _written_groups(clues: Any) -> Iterator[tuple[str, list[Any]]]:
    """Yield the groups of a document's clues; refuse what would be lost."""
    if clues and not isinstance(clues, dict):
        raise FormatError('its "clues" are not lists by group')
    for key, items in as_object(clues).items():
        if items and not isinstance(items, list):
            raise FormatError(f"its clues {quote(key)} are not a list")
        yield key, items or []


def _text(raw: Any) -> Any:
    """Return what is written as the text of a clue, of whatever type it is."""
    if isinstance(raw, list):
        return raw[1] if len(raw) > 1 else None
    return raw.get("clue") if isinstance(raw, dict) else raw


def _unreadable(item: WrittenClue) -> Iterator[str]:
    """Yield what a clue has in a form that cannot be read in full."""
    numbers = item.raw[:1] if isinstance(item.raw, list) else [item.fields.get("number")]
    if any(map(is_shortened, numbers)):
        yield "clue number"
    for key in ("label", "enumeration"):
        if is_shortened(item.fields.get(key)):
            yield f"clue {key}"
    hints = item.fields.get("hints")
    if hints and not (isinstance(hints, list) and len(hints) == 1 and isinstance(hints[0], str)):
        yield "clue hints"
    text = _text(item.raw)
    if isinstance(text, str) and leaves_out(text):
        yield "formatting of clues"
    if not isinstance(text, str) and is_shortened(text):
        yield "clues that are not texts"


def _item(key: str, raw: Any) -> WrittenClue:
    text = _text(raw)
    clue = Clue.from_html(text if isinstance(text, str) else short(text))
    if isinstance(raw, list):
        return WrittenClue(key, raw, short(raw[0]) if raw else "", clue=clue)
    if not isinstance(raw, dict):
        return WrittenClue(key, raw, clue=clue)
    fields, hints = raw, as_list(raw.get("hints"))
    numbers = as_list(fields.get("numbers"))
    number = short(fields.get("number")) or (short(numbers[0]) if numbers else "")
    clue = replace(
        clue,
        draft=fields.get(DRAFT) is True,
        enumeration=_enumeration(fields.get("enumeration")),
        hint=clean_text(hints[0]) if hints and isinstance(hints[0], str) else "",
    )
    return WrittenClue(key, raw, number, short(fields.get("label")), clue)


def _enumeration(value: Any) -> str:
    """Return an enumeration as it is printed: the specification has spaces between words."""
    text = short(value).removeprefix("(").removesuffix(")")
    return text.replace(" ", ",") if _SPACED.fullmatch(text) else text


def _pairs(value: Any) -> list[tuple[int, int]]:
    """Return coordinates as they are written, column first; none at all when one is wrong."""
    pairs = []
    for pair in as_list(value)[: MAX_SIDE * 2]:
        if not (isinstance(pair, list) and len(pair) == 2 and all(map(_is_coordinate, pair))):
            return []
        pairs.append((pair[0], pair[1]))
    return pairs


def _is_coordinate(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_SIDE


def _shifted(pairs: Iterable[tuple[int, int]], base: int) -> tuple[Cell, ...]:
    return tuple((y - base, x - base) for x, y in pairs)
