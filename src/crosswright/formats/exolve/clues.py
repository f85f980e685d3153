"""The clue sections of an Exolve file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Final

from crosswright.formats.exolve.grammar import (
    ClueLabel,
    ClueRest,
    ExolveClue,
    is_enumeration,
    parse_rest,
    protect,
    without_comment,
    write_position,
)
from crosswright.formats.exolve.reading import ANNOTATED, GROUP_TITLES, ClueItem, Reading, are_cells
from crosswright.formats.exolve.texts import write_markup, write_text
from crosswright.formats.format import Loss
from crosswright.grids.grid import Slot
from crosswright.grids.notation import Cell
from crosswright.puzzles.clue import NO_CLUE, Clue
from crosswright.puzzles.parts import ClueGroup, UnplacedClue
from crosswright.puzzles.puzzle import Entry, Puzzle

_SECTIONS: Final = {"across": "across", "down": "down", "extra": "nodir"}
_LETTERS: Final = {"across": "A", "down": "D", "extra": ""}


# -- one clue -----------------------------------------------------------------------------------


def write_clue(line: ExolveClue, clue: Clue) -> list[str]:
    """Return the lines of a clue; its text in HTML, labels and so on are those of `line`."""
    enumeration = f"({write_text(line.enumeration)})" if line.enumeration else ""
    if enumeration and not is_enumeration(line.enumeration):
        enumeration = protect(enumeration)
    parts = [
        *(f"#{position}" for position in line.positions),
        ", ".join(map(_write_label, line.labels)),
        line.text,
        enumeration,
        line.rest,
    ]
    hints = clue.hint.split("\n") if clue.hint else []
    return [
        "    " + " ".join(filter(None, parts)),
        *(f"      Hint: {write_text(hint)}" for hint in hints),
    ]


def write_clue_text(clue: Clue, after_link: bool = False) -> str:
    """Return the text of a clue in HTML, as it is read back."""
    return protect(write_markup(clue.tree), after_link=after_link)


def _write_label(label: ClueLabel) -> str:
    name = write_text(label.name).replace("]", "&#93;")
    return (f"[{name}]" if label.bracketed else name) + label.direction.lower()


def write_rest(old: ClueRest, enumeration: str, entered: str, grid_size: tuple[int, int]) -> str:
    """Return what follows a clue: what was there, with the answer as it is entered now."""
    brackets = [
        f"[{part}]"
        for part in old.bracketed
        if part and (not entered or are_cells(part, *grid_size))
    ]
    if entered:
        written = write_text(entered).replace("]", "&#93;")
        if are_cells(entered, *grid_size):
            written = f"&#{ord(written[0])};{written[1:]}"
        brackets.append(f"[{written}]")
    if old.annotation and (not brackets or old.annotation.startswith("[")):
        brackets.append("[]")
    hidden = old.hidden or ("(?)" if brackets else "")
    parts = ["" if enumeration or not hidden else f"{hidden}*", *brackets]
    return " ".join(filter(None, [*parts, old.blanks, old.annotation]))


def hides_numbers(puzzle: Puzzle) -> bool:
    """Return whether a cell shows nothing where Exolve would put a number."""
    return any(cell not in puzzle.cell_labels for cell in puzzle.grid.numbers)


# -- all clues ----------------------------------------------------------------------------------


class ClueWriter:
    """The clues of a puzzle while they are written, with those of the file it came from.

    With `keeps`, the lists of clues are what they were: a line changes only where its clue does.
    """

    def __init__(
        self, puzzle: Puzzle, old: Puzzle, reading: Reading | None, keeps: bool, losses: list[Loss]
    ) -> None:
        self.puzzle, self.old, self.reading, self.keeps = puzzle, old, reading, keeps
        self.losses = losses
        self.size = puzzle.grid.height, puzzle.grid.width
        self.hides_numbers = hides_numbers(puzzle)
        self.slots = {slot.cells: slot for slot in puzzle.grid.slots}
        self.old_slots = {slot.cells: slot for slot in old.grid.slots}
        items = reading.clue_items() if reading else ()
        self.items: Mapping[tuple[Cell, ...], ClueItem] = {
            item.cells: item for item in items if item.cells is not None
        }

    def sections(self) -> dict[str, list[str]]:
        """Return the lines of the clue sections by their names, or of all of them as "clues"."""
        return dict(self._kept_sections()) if self.keeps else self._new_sections()

    # the lists of the file

    def _kept_sections(self) -> Iterator[tuple[str, list[str]]]:
        assert self.reading is not None  # what is kept was read
        for name, items in self.reading.items.items():
            section = self.reading.document.last(name)
            lines = [section.source[0]] if section else []
            for item in items:
                lines += [item] if isinstance(item, str) else self._kept(item)
            yield name, lines

    def _kept(self, item: ClueItem) -> list[str]:
        slot = self.slots.get(item.cells or ())
        if slot is None:
            return item.source
        old, new = self.old.entry(slot.label), self.puzzle.entry(slot.label)
        if (old.clue, old.entered, self._answer(self.old, slot)) == (
            new.clue,
            new.entered,
            self._answer(self.puzzle, slot),
        ):
            return item.source
        return self._write(item.line, new)

    def _write(self, line: ExolveClue, entry: Entry) -> list[str]:
        """Return the lines of a clue with these labels; what only the file has of it stays."""
        clue, label = entry.clue, entry.label
        if entry.see:
            clue = replace(clue, text=entry.text, markup=())
        item = self.items.get(entry.slot.cells)
        old = self._old_clue(entry.slot)
        text = write_clue_text(clue, after_link=len(line.labels) > 1)
        if item and (old.tree, old.draft) == (entry.clue.tree, entry.clue.draft):
            text = item.line.text
        elif item and ANNOTATED.search(item.line.text):
            self.losses.append(Loss("marked parts of changed clues", label))
        line = replace(line, text=text, enumeration=clue.enumeration, rest=self._rest(label, entry))
        lines = write_clue(line, clue)
        if item and (old.tree, old.hint) == (clue.tree, clue.hint):
            lines[1:] = item.source[1:]
        elif item and len(item.source) > 1 + len(item.hints):
            self.losses.append(Loss("short forms of changed clues", label))
        return lines

    def _old_clue(self, slot: Slot) -> Clue:
        old = self.old_slots.get(slot.cells)
        return self.old.clue(old.label) if old else NO_CLUE

    def _answer(self, puzzle: Puzzle, slot: Slot) -> list[str | None]:
        return [puzzle.filled_grid.word(label) for label in puzzle.link(slot.label)]

    def _rest(self, label: str, entry: Entry) -> str:
        """Return what follows a clue; an annotation goes when the answer has changed."""
        item = self.items.get(entry.slot.cells)
        rest = parse_rest(item.line.rest) if item else ClueRest()
        old_entered = self.old.entered.get(label, "") if item else ""
        solution = [part for part in rest.bracketed if not are_cells(part, *self.size)]
        if old_entered or self._has_new_answer(entry.slot):  # it is not the answer any more
            cells = tuple(part for part in rest.bracketed if part not in solution)
            rest = replace(rest, bracketed=cells)
        if item and rest.annotation and self._has_new_answer(entry.slot):
            self.losses.append(Loss("annotations of changed answers", label))
            rest = replace(rest, annotation="")
        return write_rest(rest, entry.clue.enumeration, entry.entered, self.size)

    def _has_new_answer(self, slot: Slot) -> bool:
        old = self.old_slots.get(slot.cells)
        return old is None or (self.old.filled_grid.word(old) != self.puzzle.filled_grid.word(slot))

    # new lists

    def _new_sections(self) -> dict[str, list[str]]:
        groups = list(self._groups())
        kinds = [self._kind(group) for group, _ in groups]
        if len({*kinds}) < len([*groupby(kinds)]):
            kinds = ["nodir"] * len(kinds)  # each section can appear once only
        sections: dict[str, list[str]] = {}
        titles: dict[str, str] = {}
        for kind, (group, unplaced) in zip(kinds, groups, strict=True):
            title = write_text(group.title)
            if kind in sections:
                sections[kind].append(f"    ---{title}")
            else:
                is_usual = group.title == GROUP_TITLES[kind]
                heading = f" {title}" if kind == "nodir" and not is_usual else ""
                sections[kind] = [f"  exolve-{kind}:{heading}"]
                if kind != "nodir" and not is_usual:
                    titles[kind] = title
            for label in group.labels:
                sections[kind] += self._new_clue(self.puzzle.entry(label), kind)
            for clue in unplaced:
                sections[kind] += self._unplaced(clue)
        if self._has_lines_between_clues():
            self.losses.append(Loss("lines between clues"))
        lists = {"clues": [line for lines in sections.values() for line in lines]}
        relabelled = self._relabelled(titles)
        return {**lists, "relabel": relabelled} if relabelled or self.reading else lists

    def _has_lines_between_clues(self) -> bool:
        items = self.reading.items.values() if self.reading else ()
        lines = [without_comment(item) for each in items for item in each if isinstance(item, str)]
        return any(line and (not line.startswith("---") or line == "---") for line in lines)

    def _groups(self) -> Iterator[tuple[ClueGroup, list[UnplacedClue]]]:
        """Yield the groups to write, each with the clues in it that belong to no slot."""
        unplaced: dict[str, list[UnplacedClue]] = {clue.group: [] for clue in self.puzzle.unplaced}
        for clue in self.puzzle.unplaced:
            unplaced[clue.group].append(clue)
        for title, labels in self.puzzle.clue_groups:
            group = ClueGroup(title, tuple(filter(self._is_listed, labels)))
            without_slots = unplaced.pop(title, [])
            if group.labels or without_slots:
                yield group, without_slots
        for title, clues in unplaced.items():
            yield ClueGroup(title, ()), clues

    def _is_listed(self, label: str) -> bool:
        """Return whether a slot needs a line: for its clue, its link, its label or its cells."""
        entry = self.puzzle.entry(label)
        return bool(
            self.puzzle.groups
            or entry.clue != NO_CLUE
            or entry.entered
            or len(self.puzzle.link(label)) > 1
            or entry.slot.direction == "extra"
            or (self.puzzle.labels and self._name(entry.slot))
        )

    def _kind(self, group: ClueGroup) -> str:
        directions = {self.puzzle.grid.slot(label).direction for label in group.labels}
        directions = directions or {group.direction or "extra"}
        return _SECTIONS[directions.pop()] if len(directions) == 1 else "nodir"

    def _name(self, slot: Slot) -> str:
        """Return the label of a slot as it is written."""
        label = self.puzzle.clue(slot.label).label
        if slot.direction == "extra":
            return label
        if self._is_numbered(slot):
            return str(self.puzzle.grid.numbers[slot.cells[0]])
        return self.puzzle.cell_labels.get(slot.cells[0], "") or label

    def _is_numbered(self, slot: Slot) -> bool:
        """Return whether a clue has the number that Exolve gives its slot, hidden or not."""
        if slot.direction == "extra":
            return False
        number = str(self.puzzle.grid.numbers.get(slot.cells[0]))
        label = self.puzzle.clue(slot.label).label
        if label or self.hides_numbers:
            return label == number
        return self.puzzle.cell_labels.get(slot.cells[0]) == number

    def _new_clue(self, entry: Entry, kind: str) -> list[str]:
        slot = entry.slot
        positions: tuple[Cell, ...] = ()
        if kind == "nodir":
            positions = slot.cells
        elif not self._is_numbered(slot):
            positions = slot.cells[:1]
        link = self.puzzle.link(slot.label)
        others = link[1:] if link[0] == slot.label else ()
        labels = (
            ClueLabel(self._name(slot), bool(positions)),
            *(self._linked(self.puzzle.grid.slot(label), slot) for label in others),
        )
        line = ExolveClue(
            tuple(write_position(cell, self.size[0]) for cell in positions), labels, ""
        )
        return self._write(line, entry)

    def _linked(self, slot: Slot, first: Slot) -> ClueLabel:
        name = self._name(slot)
        direction = _LETTERS[slot.direction] if slot.direction != first.direction else ""
        if not direction and name == self._name(first):
            direction = _LETTERS[slot.direction]
        return ClueLabel(name, not self._is_numbered(slot), direction)

    def _unplaced(self, unplaced: UnplacedClue) -> list[str]:
        clue = unplaced.clue
        labels = (ClueLabel(unplaced.label, True),)
        return write_clue(ExolveClue((), labels, write_clue_text(clue), clue.enumeration), clue)

    def _relabelled(self, titles: Mapping[str, str]) -> list[str]:
        """Return the section of texts of the player, with new titles of the clue lists."""
        section = self.reading.document.last("relabel") if self.reading else None
        lines = [
            f"    {line}"
            for line in (section.text.split("\n") if section else ())
            if line.partition(":")[0].strip() not in ("across-label", "down-label")
        ]
        lines += [f"    {kind}-label: {title}" for kind, title in titles.items()]
        return ["  exolve-relabel:", *lines] if lines else []
