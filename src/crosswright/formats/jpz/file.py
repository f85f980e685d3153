"""What Crossword Compiler's XML says: its words and clues, and the puzzle that they make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final
from xml.etree import ElementTree as ET

from crosswright.errors import FormatError
from crosswright.formats.build import build_puzzle, can_be_slot, marked_clue
from crosswright.formats.jpz.cells import JpzCells
from crosswright.formats.jpz.text import line_of, lines_of, markup_of, text_of
from crosswright.formats.jpz.words import are_lengths, runs, words_of
from crosswright.grids.grid import Slot
from crosswright.grids.notation import Cell
from crosswright.grids.validation import MAX_EXTRA
from crosswright.puzzles.clue import NO_CLUE, Clue
from crosswright.puzzles.enumeration import spells
from crosswright.puzzles.parts import ClueGroup, Link, UnplacedClue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.records import replace
from crosswright.support.xmltree import parse_document

TEXTS: Final = {
    "title": "title",
    "author": "creator",
    "editor": "editor",
    "copyright": "copyright",
    "publisher": "publisher",
    "date": "created",
    "notes": "description",
}
"""The texts of a puzzle, and the elements of the metadata that have them."""
INSTRUCTIONS: Final = "instructions"  # beside the metadata; solvers read them before the notes

_OTHER_KINDS: Final = {
    "acrostic": "an acrostic",
    "coded": "a coded crossword",
    "word-search": "a word search",
    "wordsearch": "a word search",
    "sudoku": "a sudoku",
    "kakuro": "a kakuro",
}
_MAX_ENUMERATION: Final = 40  # characters


class JpzFile:
    """A file while it is turned into a puzzle, and what it says beyond that."""

    def __init__(self, xml: bytes) -> None:
        self.document = parse_document(xml)
        self.details: list[str] = []
        self.puzzle_element, self.crossword = _crossword(self.document.root)
        grid = self.crossword.find("grid")
        if grid is None:
            raise FormatError("not a crossword: it has no grid")
        self._cells = JpzCells(grid, self.detail)
        self.cells = self._cells.elements
        """The element of each cell; one that covers several cells is there for each of them."""
        self.labels = self._cells.labels
        """What cells show."""
        self.grid = self._cells.grid
        self.words = words_of(self.crossword)
        """The cells of each word."""
        self.clues: dict[str, ET.Element] = {}
        """The element of each slot's clue."""
        self.unplaced: list[ET.Element] = []
        """The elements of the clues that belong to no slot."""
        self.odd_words = 0
        self._links: dict[Link, str] = {}
        self._groups: list[tuple[str, list[str]]] = []
        self._unplaced: list[UnplacedClue] = []
        self.puzzle = self._puzzle()

    def detail(self, what: str) -> None:
        if what not in self.details:
            self.details.append(what)

    def _puzzle(self) -> Puzzle:
        labels = self._read_words()
        self.has_enumerations = not are_lengths(self.crossword, self.words)
        clues = self._read_clues(labels)
        entered = self._entered(labels)
        puzzle = build_puzzle(
            self.grid,
            given=self._cells.given,
            clues=clues,
            texts=self._texts(),
            labels=self.labels,
            marks=self._cells.marks,
            progress=self._cells.progress,
            links=tuple(self._links),
            groups=tuple(ClueGroup(title, tuple(members)) for title, members in self._groups),
            entered=entered,
            unplaced=tuple(self._unplaced),
        )
        return self._with_labels(puzzle)

    def _texts(self) -> dict[str, str]:
        metadata = self.puzzle_element.find("metadata")
        texts = {}
        for name, tag in TEXTS.items():
            element = metadata.find(tag) if metadata is not None else None
            texts[name] = lines_of(element) if name == "notes" else text_of(element)
            self._note_formatting(element, name)
        instructions = self.puzzle_element.find(INSTRUCTIONS)
        self._note_formatting(instructions, INSTRUCTIONS)
        parts = dict.fromkeys([lines_of(instructions), texts["notes"]])
        return {**texts, "notes": "\n".join(filter(None, parts))}

    def _note_formatting(self, element: ET.Element | None, name: str) -> None:
        if element is not None and any(child.tag != "br" for child in element):
            self.detail(f"formatting of the {name}")

    # words

    def _read_words(self) -> dict[str, str]:
        """Add the slots that run neither across nor down; return the slot of each word by id."""
        labels = {slot.cells: slot.label for slot in self.grid.slots}
        open_cells = frozenset(self.grid.open_cells)
        starting: dict[Cell, list[Slot]] = {}
        for slot in self.grid.slots:
            starting.setdefault(slot.cells[0], []).append(slot)
        extra: list[tuple[Cell, ...]] = []
        linked: set[str] = set()
        words: dict[str, str] = {}
        for element, run in runs(self.crossword, "word"):
            cells, word = tuple(run), element.get("id", "")
            link = () if cells in labels else _split(cells, starting)
            if link in self._links or (link and linked.isdisjoint(link)):
                self._links.setdefault(link, word)
                linked.update(link)
                words.setdefault(word, link[0])
                continue
            if cells not in labels:
                if not can_be_slot(cells, open_cells) or len(extra) == MAX_EXTRA:
                    self.odd_words += len(cells) != 1
                    self.detail("words that are not on open cells")
                    continue
                extra.append(cells)
                labels[cells] = f"X{len(extra)}"
            words.setdefault(word, labels[cells])
        self.grid = self.grid.with_extra(extra)
        return words

    def _entered(self, words: dict[str, str]) -> dict[str, str]:
        """Return the answers of words that are written otherwise than the grid has them."""
        links = {link[0]: link for link in self._links}
        entered: dict[str, str] = {}
        for element in self.crossword.iterfind("word"):
            written = line_of(element, "solution")
            label = words.get(element.get("id", ""))
            if not written:
                continue
            link = links.get(label, (label,)) if label else ()
            tokens = [token for part in link for token in self.grid.pattern(self.grid.slot(part))]
            spelled = "".join(token or "." for token in tokens)
            is_part = label is not None and self.linked.get(label, (label,))[0] != label
            if label is None or is_part or label in entered or not spells(written, spelled):
                self.detail("answers that differ from the grid")
            elif written != spelled:
                entered[label] = written
        return entered

    # clues

    def _read_clues(self, words: dict[str, str]) -> dict[str, Clue | str]:
        clues: dict[str, Clue | str] = {}
        self._named_alone = frozenset(self._slots_named_alone(words))
        for group in self.crossword.iterfind("clues"):
            title = text_of(group.find("title"))
            members: list[str] = []
            in_order = self._slots_in_order(group, title)
            for element in group.iterfind("clue"):
                label = in_order.pop(0) if in_order else self._slot_of(element, words, title)
                clue = self._clue(element)
                if label is None or label in self.clues:
                    number = line_of(element, "number")
                    self._unplaced.append(UnplacedClue(title, number, clue))
                    self.unplaced.append(element)
                    continue
                self.clues[label] = element
                clues[label] = clue
                members.append(label)
            if members or group.find("clue") is None:  # else it is the group of unplaced clues
                self._groups.append((title, members))
        for cell in self.crossword.iterfind("grid/cell"):
            for element in cell.iterfind("clue"):
                label = words.get(element.get("word", ""))
                if label is not None and label not in clues:
                    clues[label] = self._clue(element)
        return clues

    def _slot_of(self, element: ET.Element, words: dict[str, str], title: str) -> str | None:
        """Return the slot of a clue: that of its word, or else the one with its number."""
        label = words.get(element.get("word", ""))
        number = line_of(element, "number")
        same = self._numbered.get((title.lower(), number), ())
        if label is None:
            return next((label for label in same if label not in self.clues), None)
        if self._is_one_slot(element, label):
            return label
        # The clues of all slots of a link may name the one word that runs through them.
        link = set(self.linked.get(label, ())) - self._named_alone
        return next((label for label in same if label in link), label)

    def _is_one_slot(self, clue: ET.Element, label: str) -> bool:
        """Return whether the word that a clue names is this slot, and not a link through it."""
        return self.words[clue.get("word", "")] == self.grid.slot(label).cells

    def _slots_named_alone(self, words: dict[str, str]) -> Iterator[str]:
        """Yield the slots whose own words are named by clues."""
        for clue in self.crossword.iterfind("clues/clue"):
            label = words.get(clue.get("word", ""))
            if label is not None and self._is_one_slot(clue, label):
                yield label

    def _slots_in_order(self, group: ET.Element, title: str) -> list[str]:
        """Return the slots of clues that have neither words nor numbers, if they are as many."""
        clues = group.findall("clue")
        if any(clue.get("word") or clue.get("number") for clue in clues):
            return []
        labels = [slot.label for slot in self.grid.slots if slot.direction == title.lower()]
        return labels if len(labels) == len(clues) and self.clues.keys().isdisjoint(labels) else []

    @cached_property
    def linked(self) -> dict[str, Link]:
        """The link of each slot that is part of one."""
        return {label: link for link in self._links for label in link}

    @cached_property
    def _numbered(self) -> dict[tuple[str, str], list[str]]:
        """Slots by their direction and what their first cell shows."""
        shown = self.labels or {cell: str(n) for cell, n in self.grid.numbers.items()}
        slots: dict[tuple[str, str], list[str]] = {}
        for slot in self.grid.slots:
            if slot.cells[0] in shown:
                slots.setdefault((slot.direction, shown[slot.cells[0]]), []).append(slot.label)
        return slots

    def _clue(self, element: ET.Element) -> Clue:
        markup, understood = markup_of(element)
        if not understood:
            self.detail("formatting of clues")
        written = line_of(element, "format")
        enumeration = written[:_MAX_ENUMERATION]
        if enumeration != written:
            self.detail("long enumerations")
        if not self.has_enumerations:
            enumeration = ""
        return marked_clue(markup, enumeration=enumeration)

    def _with_labels(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle whose clues have labels of their own where the file says so."""
        changes: dict[str, Clue] = {}
        for entry in puzzle.entries:
            element = self.clues.get(entry.label)
            if element is None:
                continue
            clue = entry.clue
            link = puzzle.link(entry.label)
            if link[0] != entry.label and _refers(clue.text, puzzle, link[0]):
                clue = replace(clue, text="", markup=())
            number = line_of(element, "number")
            if number and number != entry.number:
                clue = replace(clue, label=number)
            if clue != entry.clue:
                changes[entry.label] = clue
        clues = {**puzzle.clues, **changes}
        written = {label: clue for label, clue in clues.items() if clue != NO_CLUE}
        return replace(puzzle, clues=written) if changes else puzzle


def _crossword(root: ET.Element) -> tuple[ET.Element, ET.Element]:
    """Return the puzzle and the crossword in it; refuse other kinds of puzzles by name."""
    puzzle = root if root.tag == "rectangular-puzzle" else root.find(".//rectangular-puzzle")
    crossword = puzzle.find("crossword") if puzzle is not None else None
    if puzzle is not None and crossword is not None:
        return puzzle, crossword
    for child in puzzle if puzzle is not None else ():
        if child.tag in _OTHER_KINDS:
            raise FormatError(f"not a crossword but {_OTHER_KINDS[child.tag]}")
    raise FormatError("not a crossword: it has no rectangular-puzzle with a crossword in it")


def _split(cells: tuple[Cell, ...], starting: dict[Cell, list[Slot]]) -> Link:
    """Return the slots that a word runs through one after the other; () if it is not so."""
    links: list[Link | None] = [None] * len(cells) + [()]
    for at in range(len(cells) - 1, -1, -1):
        for slot in starting.get(cells[at], ()):
            rest = links[at + len(slot)] if at + len(slot) <= len(cells) else None
            if rest is not None and cells[at : at + len(slot)] == slot.cells:
                links[at] = (slot.label, *rest)
    link = links[0] if cells else None
    return link if link and len({*link}) == len(link) else ()


def _refers(text: str, puzzle: Puzzle, label: str) -> bool:
    """Return whether a clue only says where its answer begins: "See 2"."""
    number = re.escape(puzzle.cell_labels.get(puzzle.grid.slot(label).cells[0], label))
    direction = r"(?:\s*-?\s*(?:across|down|ac\.?|dn\.?))?"
    return bool(re.fullmatch(rf"see\s+{number}{direction}", text.strip(" ."), re.I))
