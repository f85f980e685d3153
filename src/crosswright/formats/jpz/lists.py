"""The words and the lists of clues in Crossword Compiler's XML, written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree import ElementTree as ET

from crosswright.formats.format import Loss
from crosswright.formats.jpz.file import JpzFile
from crosswright.formats.jpz.text import allowed, set_markup, text_of, xml_text
from crosswright.formats.jpz.words import are_lengths, words_of
from crosswright.grids.notation import Cell
from crosswright.puzzles.markup import Markup
from crosswright.puzzles.parts import ClueGroup, UnplacedClue
from crosswright.puzzles.puzzle import Entry, Puzzle
from crosswright.support.xmltree import append_child


class ClueLists:
    """The words and the lists of clues: those of the file, changed where the puzzle has changed."""

    def __init__(
        self, crossword: ET.Element, puzzle: Puzzle, old: JpzFile | None, losses: list[Loss]
    ) -> None:
        self._crossword, self._puzzle, self._old, self._losses = crossword, puzzle, old, losses
        self._ids = {cells: word for word, cells in reversed(old.words.items())} if old else {}
        by_cells = {slot.cells: slot.label for slot in old.puzzle.grid.slots} if old else {}
        self._before = {
            slot.label: by_cells[slot.cells] for slot in puzzle.grid.slots if slot.cells in by_cells
        }
        """The labels that slots had in the file."""
        self._clues = {
            label: old.clues[before]
            for label, before in self._before.items()
            if old and before in old.clues
        }
        self._unplaced = dict(zip(old.puzzle.unplaced, old.unplaced, strict=True)) if old else {}

    def write(self) -> None:
        enumerated = [entry.label for entry in self._puzzle.entries if entry.clue.enumeration]
        enumerated += [each.label for each in self._puzzle.unplaced if each.clue.enumeration]
        if enumerated and self._old and not self._old.has_enumerations:
            self._drop_lengths()
        if not self._update_all():
            self._write_words()
            self._write_groups()
        self._write_entered()
        if enumerated and are_lengths(self._crossword, words_of(self._crossword)):
            where = ", ".join(enumerated[:3])
            self._losses.append(Loss("enumerations that are plain lengths", where))

    def _drop_lengths(self) -> None:
        """Drop formats that only record lengths: beside others, they would be enumerations."""
        for clue in self._crossword.iter("clue"):
            clue.attrib.pop("format", None)

    def _update_all(self) -> bool:
        """Bring the clues of the file up to date; return whether that is all there is to do."""
        old, puzzle = self._old, self._puzzle
        if old and _structure(old.puzzle) == _structure(puzzle):
            for label, element in self._clues.items():
                self._update(puzzle.entry(label), element)
            new = [entry for entry in puzzle.entries if entry.label not in self._clues]
            return not any(entry.clue != old.puzzle.clue(entry.label) for entry in new)
        return False

    # words

    def _cells(self, entry: Entry) -> tuple[Cell, ...]:
        """Return the cells that the clue of an entry is about."""
        return _cells_of(self._puzzle, entry.label)

    def _write_words(self) -> None:
        """Write the words that are missing; those that no longer exist go."""
        needed = [self._cells(entry) for entry in self._puzzle.entries]
        if self._old:
            old = self._old.puzzle
            gone = {_cells_of(old, slot.label) for slot in old.grid.slots}.difference(needed)
            words = {self._ids[cells] for cells in gone if cells in self._ids}
            for element in self._crossword.findall("word"):
                if element.get("id") in words:
                    self._crossword.remove(element)
            self._ids = {cells: word for cells, word in self._ids.items() if word not in words}
        taken = {element.get("id") for element in self._crossword.iterfind("word")}
        free = (str(number) for number in range(1, 1_000_000) if str(number) not in taken)
        at = self._end_of("word")
        for cells in needed:
            if cells not in self._ids:
                self._ids[cells] = next(free)
                self._crossword.insert(at, _word(self._ids[cells], cells))
                at += 1

    def _end_of(self, tag: str) -> int:
        """Return the index after the last child of this name, or after the grid."""
        found = [index for index, child in enumerate(self._crossword) if child.tag in (tag, "grid")]
        return found[-1] + 1 if found else len(self._crossword)

    def _write_entered(self) -> None:
        words = {element.get("id"): element for element in self._crossword.iterfind("word")}
        old = self._old.puzzle.entered if self._old else {}
        for entry in self._puzzle.entries:
            if old.get(self._before.get(entry.label, ""), "") == entry.entered:
                continue
            element = words.get(self._ids.get(self._cells(entry)))
            if element is None:
                self._losses.append(Loss("answers as they were entered", entry.label))
            elif entry.entered:
                answer = xml_text(entry.entered, f"answer {entry.label}", self._losses)
                element.set("solution", answer)
            else:
                element.attrib.pop("solution", None)

    # clues

    def _write_groups(self) -> None:
        old_groups = list(self._crossword.findall("clues"))
        titles = [_title(element) for element in old_groups]
        unplaced = list(self._puzzle.unplaced)
        groups = [*self._puzzle.clue_groups]
        listed = {group.title for group in groups if group.labels}
        homeless = dict.fromkeys(each.group for each in unplaced if each.group not in listed)
        empty = len(groups)  # an empty group stays so, or it would be read as one of their own
        groups += [ClueGroup(title, ()) for title in homeless]
        at = self._end_of("word")
        for number, group in enumerate(groups):
            if group.title in titles:
                index = titles.index(group.title)
                element = old_groups.pop(index)
                titles.pop(index)
            else:
                element = ET.Element("clues", {"ordering": "normal"})
                element.tail = "\n"
                ET.SubElement(ET.SubElement(element, "title"), "b").text = allowed(group.title)
                self._crossword.insert(at, element)
            at = list(self._crossword).index(element) + 1
            self._fill(element, group.labels)
            if group.labels or number >= empty:
                for each in [each for each in unplaced if each.group == group.title]:
                    self._write_unplaced(element, each)
                unplaced = [each for each in unplaced if each.group != group.title]
        for element in old_groups:
            self._crossword.remove(element)

    def _fill(self, element: ET.Element, labels: Iterable[str]) -> None:
        """Put the clues of these slots into a group, in order; what else is there stays first."""
        tail = next((child.tail for child in element.findall("clue")), "\n")
        for old in element.findall("clue"):
            element.remove(old)
        for entry in map(self._puzzle.entry, labels):
            if entry.label in self._clues:
                child = self._clues[entry.label]
                self._update(entry, child)
            elif self._old and not self._puzzle.groups and not (entry.text or entry.clue.label):
                continue  # the file does not list slots without a clue
            else:
                child = ET.Element("clue")
                self._update(entry, child, new=True)
            if not self._keeps_word(entry, child):
                child.set("word", self._ids[self._cells(entry)])
            child.tail = tail
            element.append(child)

    def _keeps_word(self, entry: Entry, element: ET.Element) -> bool:
        """Return whether the word that a clue names is still the one it is about."""
        whole = self._puzzle.entry(self._puzzle.link(entry.label)[0])
        cells = self._old.words.get(element.get("word", "")) if self._old else None
        return cells in (self._cells(entry), self._cells(whole))

    def _update(self, entry: Entry, element: ET.Element, new: bool = False) -> None:
        """Bring the clue of a slot up to date."""
        before = None
        if self._old and not new:
            before = self._old.puzzle.entry(self._before[entry.label])
        if before is None or before.number != entry.number:
            element.set("number", allowed(entry.number))
        if before is None or before.clue.enumeration != entry.clue.enumeration:
            element.attrib.pop("format", None)
            if entry.clue.enumeration:
                element.set("format", allowed(entry.clue.enumeration))
        if before is None or (before.clue.tree, before.text) != (entry.clue.tree, entry.text):
            tree: Markup = entry.clue.tree
            if before and before.see:
                element.attrib.pop("is-link", None)
            if entry.see:
                element.set("is-link", "1")
                tree = (entry.text,)
            set_markup(element, tree, f"clue {entry.label}", self._losses)

    def _write_unplaced(self, group: ET.Element, unplaced: UnplacedClue) -> None:
        element = self._unplaced.pop(unplaced, None)
        if element is not None:
            group.append(element)
            return
        element = append_child(group, "clue")
        if unplaced.label:
            element.set("number", allowed(unplaced.label))
        if unplaced.clue.enumeration:
            element.set("format", allowed(unplaced.clue.enumeration))
        set_markup(element, unplaced.clue.tree, "a clue without a word", self._losses)


def _cells_of(puzzle: Puzzle, label: str) -> tuple[Cell, ...]:
    """Return the cells of a slot; the first slot of a link has those of all."""
    link = puzzle.link(label)
    parts = link if link[0] == label else (label,)
    return tuple(cell for part in parts for cell in puzzle.grid.slot(part).cells)


def _structure(puzzle: Puzzle) -> tuple[object, ...]:
    """Return which words and clues there are, and in which lists."""
    return puzzle.grid.slots, puzzle.links, puzzle.groups, puzzle.unplaced


def _title(group: ET.Element) -> str:
    return text_of(group.find("title"))


def _word(number: str, cells: tuple[Cell, ...]) -> ET.Element:
    word = ET.Element("word", {"id": number})
    word.tail = "\n"
    runs = list(_runs(cells))
    if len(runs) == 1:
        word.attrib.update(runs[0])
    else:
        for run in runs:
            ET.SubElement(word, "cells", run)
    return word


def _runs(cells: tuple[Cell, ...]) -> Iterator[dict[str, str]]:
    """Yield the parts of a word that run right or down, as far as each of them goes."""
    at = 0
    while at < len(cells):
        end = at + 1
        for down, right in ((0, 1), (1, 0)):
            while end < len(cells) and cells[end] == _moved(cells[at], down, right, end - at):
                end += 1
            if end > at + 1:
                break
        (y, x), (last_y, last_x) = cells[at], cells[end - 1]
        yield {
            "x": f"{x + 1}" if x == last_x else f"{x + 1}-{last_x + 1}",
            "y": f"{y + 1}" if y == last_y else f"{y + 1}-{last_y + 1}",
        }
        at = end


def _moved(cell: Cell, down: int, right: int, steps: int) -> Cell:
    return cell[0] + down * steps, cell[1] + right * steps
