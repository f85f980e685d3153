"""From an Exolve file to a puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.build import build_puzzle, can_be_slot, marked_clue
from crosswright.formats.cleaning import decode
from crosswright.formats.exolve.grammar import (
    BEGIN,
    MAX_CLUES,
    ClueLabel,
    ExolveClue,
    ExolveFile,
    Section,
    parse_clue,
    parse_document,
    parse_position,
    parse_rest,
    without_comment,
)
from crosswright.formats.exolve.gridsection import GridReading
from crosswright.formats.exolve.page import extract
from crosswright.formats.exolve.sections import CREDIT, section_details
from crosswright.formats.exolve.texts import has_tags, shown_text, without_other_tags
from crosswright.formats.format import warn
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.grids.validation import MAX_EXTRA
from crosswright.puzzles.clue import NO_CLUE, Clue
from crosswright.puzzles.enumeration import spells
from crosswright.puzzles.markup import from_html
from crosswright.puzzles.parts import STANDARD_TITLES, ClueGroup, UnplacedClue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import plural

CLUE_SECTIONS: Final = {"across": "A", "down": "D", "nodir": "X"}
GROUP_TITLES: Final = {
    "across": STANDARD_TITLES["across"],
    "down": STANDARD_TITLES["down"],
    "nodir": STANDARD_TITLES["extra"],
}
UNDETERMINED: Final = "und"
"""The language of a puzzle that does not say it, where letters need a script."""

ANNOTATED: Final = re.compile(r"~\{(?:\{[^{}]*\})?|\}~")
_WAYS: Final = {"A": ("across", "ac", "a"), "D": ("down", "dn", "d")}


def are_cells(text: str, height: int, width: int) -> bool:
    """Return whether text in brackets lists cells (a3, r3c1) or slots (12a)."""
    return all(
        parse_position(part, height, width) or _names_slot(parse_clue(part))
        for part in text.split()
    )


def _names_slot(line: ExolveClue | None) -> bool:
    return line is not None and bool(line.labels[0].direction) and not line.text


@dataclass
class ClueItem:
    """A clue of the file with the lines it was read from, and where it is in the puzzle."""

    section: str
    title: str
    line: ExolveClue
    source: list[str]
    cells: tuple[Cell, ...] | None = None
    hints: list[str] = field(default_factory=list)


class Reading(GridReading):
    """A document while it is turned into a puzzle."""

    def __init__(self, document: ExolveFile) -> None:
        super().__init__(document)
        self.items: dict[str, list[ClueItem | str]] = {}
        self.forced: dict[Cell, str] = {}  # labels that clues with positions put into the grid

    # clues

    def list_clues(self) -> None:
        """Read all lines of the clue sections, in the order of the file."""
        labels = self._relabelled()
        for section in sorted(
            filter(None, map(self.document.last, CLUE_SECTIONS)), key=self.document.sections.index
        ):
            value = shown_text(section.value) if section.name == "nodir" else ""
            title = value or labels.get(section.name) or GROUP_TITLES[section.name]
            self.items[section.name] = list(self._items(section, title))
            if sum(map(len, self.items.values())) > MAX_CLUES:
                raise FormatError(f"more than {MAX_CLUES} clues, which no puzzle has")

    def _relabelled(self) -> dict[str, str]:
        section = self.document.last("relabel")
        texts = {}
        for line in section.text.split("\n") if section else ():
            name, _, text = line.partition(":")
            texts[name.strip().removesuffix("-label")] = shown_text(text)
        return {name: text for name, text in texts.items() if name in CLUE_SECTIONS and text}

    def _items(self, section: Section, title: str) -> Iterator[ClueItem | str]:
        clue: ClueItem | None = None
        for source in section.source[1:]:
            line = without_comment(source.rstrip("\r"))
            if line.startswith("---"):
                title = shown_text(line[3:]) or title
                if not line[3:].strip():
                    self.details["breaks in the lists of clues"] = None
            elif clue is not None and line[:5].lower() == "hint:":
                clue.hints.append(line[5:].strip())
                clue.source.append(source)
                continue
            elif clue is not None and line[:8].lower() == "concise:":
                self.details["short forms of clues"] = None
                clue.source.append(source)
                continue
            elif line:
                parsed = parse_clue(line)
                if parsed:
                    labels = [replace(each, name=shown_text(each.name)) for each in parsed.labels]
                    parsed = replace(parsed, labels=tuple(labels))
                    clue = ClueItem(section.name, title, parsed, [source])
                    yield clue
                    continue
                self.details["lines between clues"] = None
            yield source

    def clue_items(self) -> Iterator[ClueItem]:
        """Yield the clues of all sections."""
        for items in self.items.values():
            yield from (item for item in items if isinstance(item, ClueItem))

    def place(self, grid: Grid) -> Grid:
        """Find the cells of every clue; return the grid with the extra slots that some have."""
        plain_slots = {slot.cells for slot in grid.slots}
        open_cells = frozenset(grid.open_cells)
        taken: set[tuple[Cell, ...]] = set()
        extra: dict[tuple[Cell, ...], None] = {}
        for item in self.clue_items():
            if item.line.text == "*" and not item.line.rest:
                self.details["deleted clues"] = None
                continue
            cells = self._cells(item)
            if cells is None or cells in taken:
                continue
            if cells not in plain_slots:
                if not can_be_slot(cells, open_cells) or len(extra) == MAX_EXTRA:
                    continue
                extra[cells] = None
            taken.add(cells)
            item.cells = cells
        return grid.with_extra(tuple(extra))

    def _cells(self, item: ClueItem) -> tuple[Cell, ...] | None:
        own = item.line.labels[0]
        positions = [parse_position(text, self.height, self.width) for text in item.line.positions]
        if positions and positions[0] is not None and own.name:
            self.forced[positions[0]] = own.name
        letter = {"A": "A", "B": "A", "D": "D", "U": "D"}.get(
            own.direction, CLUE_SECTIONS[item.section]
        )
        if letter == "X":
            cells = tuple(position for position in positions if position is not None)
            return cells if len(cells) == len(positions) > 1 else None
        if not self.has_known_slots:
            return None
        if own.bracketed:
            start = positions[0] if positions else None
            return self.starts.get((letter, start)) if start is not None else None
        return self.by_name.get((letter, own.name))

    def clue(self, item: ClueItem) -> Clue:
        """Return a clue, without its label."""
        text = item.line.text
        if ANNOTATED.search(text):
            self.details["marked parts of clues"] = None
            text = ANNOTATED.sub("", text)
        if text == "*" and not item.line.rest:
            text = ""
        kept = without_other_tags(text)
        if kept != text:
            self.details["HTML in clues"] = None
        return marked_clue(
            from_html(" ".join(kept.split())),
            enumeration=item.line.enumeration,
            hint="\n".join(shown_text(hint) for hint in item.hints),
        )

    # the puzzle

    def puzzle(self) -> Puzzle:
        """Return the puzzle; afterwards, `details` has what the file has beyond it."""
        grid, kind = self.grid(), self.kind()
        self.number(grid)
        self.list_clues()
        grid = self.place(grid)
        labels = {slot.cells: slot.label for slot in grid.slots}
        shown = self._shown_labels()
        clues: dict[str, Clue] = {}
        groups: list[tuple[str, str, list[str]]] = []
        unplaced = []
        for item in self.clue_items():
            clue, name = self.clue(item), item.line.labels[0].name
            if item.cells is None:
                if clue != NO_CLUE or name:
                    unplaced.append(UnplacedClue(item.title, name, clue))
                continue
            label = labels[item.cells]
            in_cell = "" if label.startswith("X") else shown.get(item.cells[0], "")
            clues[label] = replace(clue, label=name if name != in_cell else "")
            if not groups or groups[-1][:2] != (item.section, item.title):
                groups.append((item.section, item.title, []))
            groups[-1][2].append(label)
        links = self._links(labels)
        for first, *others in links:
            name = str(shown.get(grid.slot(first).cells[0]) or clues[first].label)
            for label in others:
                clues[label] = self._without_see(clues.get(label, NO_CLUE), first, name)
        self._list_details()
        return build_puzzle(
            grid,
            clues=clues,
            given=[
                cell
                for cell, each in self.all_cells()
                if "!" in each.decorators and cell in grid.letters
            ],
            labels=shown or {(0, 0): ""},
            groups=tuple(ClueGroup(title, tuple(members)) for _, title, members in groups),
            links=links,
            entered=self._entered(grid, labels, links),
            kind=kind,
            unplaced=tuple(unplaced),
            texts=self._texts(),
        )

    @staticmethod
    def _without_see(clue: Clue, first: str, name: str) -> Clue:
        """Return the clue of a continued answer without "See 2", which every puzzle says itself."""
        name = name.lower()
        ways = [f"{name}{gap}{way}" for gap in ("", " ", "-") for way in _WAYS.get(first[-1], ())]
        said = clue.text.removesuffix(".").lower().partition("see ")
        if said[:2] == ("", "see ") and said[2] in (name, first.lower(), *ways):
            return replace(clue, text="", markup=())
        return clue

    def _shown_labels(self) -> dict[Cell, str]:
        shown = dict(self.numbers)
        if "hide-inferred-numbers" in self.options or not self.has_known_slots:
            shown = {}
        return {**shown, **self.forced}

    def _links(self, labels: dict[tuple[Cell, ...], str]) -> tuple[tuple[str, ...], ...]:
        """Return the links between clues whose slots exist, each slot in one at most."""
        by_name = dict(self.by_name)
        for item in self.clue_items():
            if item.cells is not None:
                name, label = item.line.labels[0].name, labels[item.cells]
                by_name.setdefault((self._letter(item), name), item.cells)
                by_name.setdefault((label[-1], name), item.cells)
        seen: set[tuple[Cell, ...]] = set()
        links = []
        for item in self.clue_items():
            if len(item.line.labels) < 2:
                continue
            slots = [item.cells, *self._linked(item, by_name)]
            known = [cells for cells in slots if cells is not None]
            if len(set(known)) < len(slots) or seen.intersection(known):
                self.details["links to clues that do not exist"] = None
                continue
            seen.update(known)
            links.append(tuple(labels[cells] for cells in known))
        return tuple(links)

    @staticmethod
    def _letter(item: ClueItem) -> str:
        return CLUE_SECTIONS[item.section]

    def _linked(
        self, item: ClueItem, by_name: dict[tuple[str, str], tuple[Cell, ...]]
    ) -> Iterator[tuple[Cell, ...] | None]:
        own = self._letter(item)
        directions = {item.line.labels[0].name: own}
        for label in item.line.labels[1:]:
            letters = self._directions(label, own, directions.get(label.name))
            directions.setdefault(label.name, letters[0])
            matches = (by_name.get((letter, label.name)) for letter in letters)
            yield next(filter(None, matches), None)

    @staticmethod
    def _directions(label: ClueLabel, own: str, used: str | None) -> str:
        """Return the directions in which a linked clue is looked for, the likeliest first."""
        if label.direction:
            return {"A": "A", "B": "A", "D": "D", "U": "D"}[label.direction]
        if used in ("A", "D"):  # its other direction has been linked already
            return "D" if used == "A" else "A"
        return {"A": "ADX", "D": "DAX", "X": "XAD"}[own]

    def _entered(
        self,
        grid: Grid,
        labels: dict[tuple[Cell, ...], str],
        links: tuple[tuple[str, ...], ...],
    ) -> dict[str, str]:
        """Return the answers that clues have in brackets, if they spell those in the grid."""
        linked = {label: link for link in links for label in link}
        entered = {}
        for item in self.clue_items():
            rest = parse_rest(item.line.rest)
            if item.cells is None or not rest.bracketed:
                continue
            label = labels[item.cells]
            link = linked.get(label, (label,))
            texts = [part for part in rest.bracketed if part and not self._are_cells(part)]
            words = [grid.word(each) for each in link]
            if link[0] != label or not texts or None in words:
                continue
            text = shown_text(texts[0])
            if spells(text, "".join(word or "" for word in words)):
                entered[label] = text
        return entered

    def _are_cells(self, text: str) -> bool:
        return are_cells(text, self.height, self.width)

    def _texts(self) -> dict[str, str]:
        preamble = self.document.last("preamble", "prelude")
        language = self.document.value("language").split()[:1]
        texts = {
            "title": shown_text(self.document.value("title")),
            "author": shown_text(self.document.value("setter")),
            "copyright": shown_text(self.document.value("copyright")),
            "notes": shown_text(preamble.text) if preamble else "",
            "language": language[0] if language and language[0] != UNDETERMINED else "",
        }
        for section in self.document.all("credits"):
            match = CREDIT.fullmatch(section.value)
            if match and match[1].lower() not in texts:
                texts[match[1].lower()] = shown_text(match[2])
        return texts

    # what is beyond the puzzle

    def _list_details(self) -> None:
        found = self.details
        self.details = {}
        for section in self.document.sections:
            for detail in section_details(section):
                self.details[detail] = None
        self.details.update(found)
        for item in self.clue_items():
            rest = parse_rest(item.line.rest)
            cells = [part for part in rest.bracketed if part and self._are_cells(part)]
            for is_there, detail in (
                (rest.hidden not in ("", "(?)"), "enumerations that are not shown"),
                (cells, "cells that a clue reveals"),
                (rest.blanks, "blanks after clues"),
                (rest.annotation, "annotations"),
            ):
                if is_there:
                    self.details[detail] = None
        texts = self.document.all("title", "setter", "copyright", "preamble", "prelude", "credits")
        if any(has_tags(section.text) for section in texts):
            self.details["formatting of texts"] = None
        if any(each.drawing for _, each in self.all_cells()):
            self.details["decorations of cells"] = None
        if any(BEGIN in line for line in self.document.after):
            self.details["further puzzles"] = None


def read(data: bytes) -> Puzzle:
    """Read an Exolve puzzle, or the first one of a web page."""
    if b"customizeExolve" in data:
        warn("a script of the page, customizeExolve, changes the puzzle; it is not read")
    document = parse_document(decode(extract(data)))
    if any(BEGIN in line for line in document.after):
        warn("it has several puzzles, of which the first is read")
    reading = Reading(document)
    puzzle = reading.puzzle()
    for oddity in reading.oddities:
        warn(oddity)
    if puzzle.unplaced:
        warn(f"{plural(len(puzzle.unplaced), 'clue')} without a slot")
    return puzzle


def details(data: bytes) -> list[str]:
    """List what a file has beyond the puzzle."""
    reading = Reading(parse_document(decode(extract(data))))
    reading.puzzle()
    return list(reading.details)
