"""The clues of a puzzle as an ipuz document has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from crosswright.formats.ipuz.clues import WrittenClue, group_title
from crosswright.formats.ipuz.document import DRAFT, Json, as_list
from crosswright.formats.ipuz.reading import DocumentReading
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.markup import to_html
from crosswright.puzzles.parts import ClueGroup, UnplacedClue
from crosswright.puzzles.puzzle import Entry, Puzzle

_NAMES = {"across": "Across", "down": "Down"}


class ClueWriting:
    """The clues of a puzzle; those that have not changed stay as they were written.

    With `explicit`, each clue has the cells of its slot, where its number may not be enough.
    """

    def __init__(self, puzzle: Puzzle, old: DocumentReading | None, explicit: bool) -> None:
        self._puzzle = puzzle
        self._explicit = explicit
        self._old = old if old and _has_same_slots(old.puzzle, puzzle) else None
        self._entries = {entry.label: entry for entry in puzzle.entries}
        written = self._old.items if self._old else []
        self._before = {item.slot: item for item in written if item.slot}
        self._unplaced = Counter(puzzle.unplaced)

    def clues(self) -> dict[str, list[Any]]:
        """Return all groups with their clues."""
        if self._old and self._old.puzzle.groups == self._puzzle.groups:
            groups = self._as_before(self._old)
        else:
            groups = self._anew()
        for unplaced in [*self._unplaced.elements()]:
            key = next((key for key in groups if group_title(key) == unplaced.group), None)
            groups.setdefault(_key(unplaced.group, "", groups) if key is None else key, [])
            groups[key or [*groups][-1]].append(_unplaced_item(unplaced))
        return groups

    def _as_before(self, old: DocumentReading) -> dict[str, list[Any]]:
        """Return the groups in their old order, with every clue where it was."""
        groups: dict[str, list[Any]] = {}
        for key, items in old.by_key.items():
            groups[key] = []
            for item in items:
                if item.slot:
                    groups[key].append(self._item(self._entries[item.slot], item.direction))
                elif self._unplaced[item.as_unplaced]:
                    self._unplaced[item.as_unplaced] -= 1
                    groups[key].append(item.raw)
        for entry in self._entries.values():
            if entry.label not in self._before and self._is_listed(entry):
                self._insert(groups, entry, old)
        return groups

    def _insert(self, groups: dict[str, list[Any]], entry: Entry, old: DocumentReading) -> None:
        """Add a clue that the document did not have, in the order of the slots."""
        direction = entry.slot.direction
        title = _NAMES.get(direction, "More")
        key = next((key for key in groups if group_title(key) == title), title)
        listed = [item.slot for item in old.by_key.get(key, ()) if item.slot]
        new = [label for label in self._entries if label not in self._before]
        index = self._puzzle.grid.index
        before = sum(index(label) < index(entry.label) for label in listed)
        before += sum(
            index(label) < index(entry.label)
            and self._entries[label].slot.direction == direction
            and self._is_listed(self._entries[label])
            for label in new
        )
        items = groups.setdefault(key, [])
        items.insert(min(before, len(items)), self._item(entry, _direction_of(key)))

    def _anew(self) -> dict[str, list[Any]]:
        groups: dict[str, list[Any]] = {}
        given = self._puzzle.groups
        if not given:
            groups = {"Across": [], "Down": []}
        for group in self._puzzle.clue_groups:
            entries = [self._entries[label] for label in group.labels]
            if not given:
                entries = [entry for entry in entries if self._is_listed(entry)]
            key = group.title if not given else _key(group.title, self._direction(group), groups)
            if entries or given:
                groups[key] = [self._item(entry, _direction_of(key)) for entry in entries]
        return groups

    def _is_listed(self, entry: Entry) -> bool:
        """Return whether an entry is written at all: not without need if it says nothing."""
        if self._explicit and self._puzzle.unplaced:
            return True  # else a clue without a slot may be taken for that of this one
        linked = len(self._puzzle.link(entry.label)) > 1
        is_extra = entry.slot.direction == "extra"
        return entry.clue != Clue("") or linked or is_extra or bool(entry.entered)

    def _direction(self, group: ClueGroup) -> str:
        directions = {self._entries[label].slot.direction for label in group.labels}
        return directions.pop() if len(directions) == 1 else ""

    # -- one clue -------------------------------------------------------------------------------

    def _item(self, entry: Entry, direction: str) -> Any:
        """Return a clue as JSON: as it was written, or in the shape that it was written in."""
        before = self._before.get(entry.label)
        changes = self._changes(entry)
        if before is not None and not changes and not self._explicit:
            return before.raw
        if before is not None and changes.keys() == {"clue"} and not self._explicit:
            if isinstance(before.raw, str):
                return changes["clue"]
            if isinstance(before.raw, list) and len(before.raw) > 1:
                return [before.raw[0], changes["clue"], *before.raw[2:]]
        item = {"number": self._number(entry, before), "clue": ""}
        item |= _as_fields(before)
        for key, value in changes.items():
            item.pop(key, None)
            if value or key == "clue":
                item[key] = value
        if self._needs_cells(entry, direction):
            link = self._puzzle.link(entry.label)
            labels = link if link[0] == entry.label else (entry.label,)
            slots = map(self._puzzle.grid.slot, labels)
            item["cells"] = [[x + 1, y + 1] for slot in slots for y, x in slot.cells]
        return item if len(item) > 2 else [item["number"], item["clue"]]

    def _needs_cells(self, entry: Entry, direction: str) -> bool:
        if entry.slot.direction == "extra":
            return True
        return self._explicit or direction != entry.slot.direction

    def _number(self, entry: Entry, before: WrittenClue | None) -> Any:
        if before is not None and isinstance(before.raw, list) and before.raw:
            return before.raw[0]
        if entry.slot.direction == "extra":
            return as_number(entry.clue.label or entry.label)
        return as_number(self._puzzle.cell_labels.get(entry.slot.cells[0], ""))

    def _changes(self, entry: Entry) -> Json:
        """Return the keys whose values differ from what the document says; all, if it is new."""
        new = self._values(self._puzzle, entry)
        if self._old is None or entry.label not in self._before:
            return {key: value for key, value in new.items() if value or key == "clue"}
        old = self._values(self._old.puzzle, self._old.puzzle.entry(entry.label))
        changes = {key: value for key, value in new.items() if value != old[key]}
        if "hints" in changes:
            rest = as_list(self._before[entry.label].fields.get("hints"))[1:]
            changes["hints"] = [*changes["hints"], *rest]
        return changes

    def _values(self, puzzle: Puzzle, entry: Entry) -> Json:
        clue, link = entry.clue, puzzle.link(entry.label)
        leads = len(link) > 1 and link[0] == entry.label
        text = f"See {entry.see}" if entry.see else to_html(clue.tree)
        return {
            "clue": text,
            "label": clue.label or (entry.number if leads else ""),
            "enumeration": clue.enumeration,
            "hints": [clue.hint] if clue.hint else [],
            "references": self._references(puzzle, clue.references),
            "continued": self._references(puzzle, link[1:]) if leads else [],
            "answer": entry.entered,
            DRAFT: clue.draft,
        }

    def _references(self, puzzle: Puzzle, labels: Iterable[str]) -> list[Any]:
        slots = map(puzzle.grid.slot, labels)
        return [
            {
                "direction": _NAMES.get(slot.direction, ""),
                "number": as_number(puzzle.cell_labels.get(slot.cells[0], "")),
            }
            for slot in slots
        ]


def as_number(label: str) -> Any:
    """Return a label as JSON: a number where it is one."""
    return int(label) if label.isdecimal() and str(int(label)) == label else label


def _as_fields(item: WrittenClue | None) -> Json:
    """Return the keys of a clue as it was written, whatever its shape."""
    if item is None:
        return {}
    if isinstance(item.raw, str):
        return {"clue": item.raw}
    if isinstance(item.raw, list):
        return dict(zip(("number", "clue"), item.raw, strict=False))
    return dict(item.fields)


def _has_same_slots(old: Puzzle, new: Puzzle) -> bool:
    """Return whether the numbers of a document, which may be its own, still fit the puzzle."""
    return (old.grid.slots, old.cell_labels) == (new.grid.slots, new.cell_labels)


def _direction_of(key: str) -> str:
    name = key.partition(":")[0].strip().lower()
    return name if name in _NAMES else ""


def _key(title: str, direction: str, taken: Mapping[str, object]) -> str:
    """Return a key for a group of this title that is not taken yet, with its direction if any."""
    name = _NAMES.get(direction, "Clues")
    candidates = [title, f"{name}:{title}", *(f"{name} {n}:{title}" for n in range(2, 999))]
    if direction in _NAMES and title != name:
        candidates = candidates[1:]
    free = (key for key in candidates if group_title(key) == title and key not in taken)
    return next(free, title)


def _unplaced_item(unplaced: UnplacedClue) -> Any:
    clue = unplaced.clue
    item: Json = {"number": as_number(unplaced.label), "clue": to_html(clue.tree)}
    if clue.enumeration:
        item["enumeration"] = clue.enumeration
    if clue.hint:
        item["hints"] = [clue.hint]
    if clue.draft:
        item[DRAFT] = True
    return item if len(item) > 2 else [item["number"], item["clue"]]
