"""Crossword Compiler's XML, bare (.xml) or zipped (.jpz)."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Final
from xml.etree import ElementTree as ET

from crosswright.errors import FormatError
from crosswright.formats.cleaning import clean_text, one_line
from crosswright.formats.content import is_crossword_compiler, is_zip
from crosswright.formats.format import MAX_BYTES, Format, Loss, OriginalFile, warn
from crosswright.formats.jpzfile import BARS, MARKS, TEXTS, JpzFile, markup_of, text_of
from crosswright.formats.xmltree import XmlDocument
from crosswright.grids.notation import Cell
from crosswright.puzzles.markup import Markup, is_formatted, tag_of_style
from crosswright.puzzles.parts import ClueGroup, UnplacedClue
from crosswright.puzzles.puzzle import Entry, Puzzle
from crosswright.support.decoding import without_controls
from crosswright.support.records import replace
from crosswright.support.wording import plural, quote

OUTER: Final = "http://crossword.info/xml/crossword-compiler"
INNER: Final = "http://crossword.info/xml/rectangular-puzzle"
MAX_FILES: Final = 100  # in a zip, of which one is read

_ZIP_ENTRY: Final = b"PK\x01\x02"  # how the entry of every file in the directory of a zip begins
_INLINE: Final = ("title", "clue", *TEXTS.values())  # elements whose white space is text


# -- zip ----------------------------------------------------------------------------------------


def _xml_of(data: bytes) -> bytes:
    """Return the XML: the data themselves, or the file inside when they are a zip."""
    return _unpacked(data)[0] if data.startswith(b"PK") else data


def _unpacked(data: bytes) -> tuple[bytes, int]:
    """Return the XML in a zip, and how many other files are there."""
    if data.count(_ZIP_ENTRY) > MAX_FILES:  # before zipfile makes an object of each
        raise FormatError(f"its zip has more than {MAX_FILES} files, which no puzzle does")
    try:
        xml, others = _unpack(data)
    except FormatError:
        raise
    except Exception as error:  # what zipfile raises for a damaged file is not documented
        raise FormatError(f"its zip cannot be read: {quote(str(error), 80)}") from None
    if len(xml) > MAX_BYTES:
        raise FormatError(f"unpacks to more than {MAX_BYTES >> 20} MiB, which no puzzle does")
    return xml, others


def _unpack(data: bytes) -> tuple[bytes, int]:
    """Return the first XML file of a zip, or its first file: at most MAX_BYTES + 1 bytes of it.

    The stated sizes count for nothing. Only what is stored or deflated is unpacked step by step:
    of other methods, zipfile would unpack everything before the first byte is read.
    """
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [info for info in archive.infolist() if not info.filename.endswith("/")]
        named = [info for info in files if info.filename.lower().endswith((".xml", ".jpz"))]
        if not files:
            raise FormatError("its zip is empty")
        chosen = (named or files)[0]
        if chosen.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise FormatError("its zip is not stored or deflated, as all puzzles are; zip it anew")
        with archive.open(chosen) as member:
            return member.read(MAX_BYTES + 1), len(files) - 1


# -- reading ------------------------------------------------------------------------------------


def read(data: bytes) -> Puzzle:
    """Read a crossword of Crossword Compiler."""
    reading = JpzFile(_xml_of(data))
    if reading.odd_words:
        warn(f"{plural(reading.odd_words, 'word')} not on open cells of the grid")
    if reading.puzzle.unplaced:
        warn(f"{plural(len(reading.puzzle.unplaced), 'clue')} without a word")
    return reading.puzzle


def details(data: bytes) -> list[str]:
    """List what a file has beyond the puzzle."""
    return JpzFile(_xml_of(data)).details


# -- writing ------------------------------------------------------------------------------------


def write_xml(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write bare XML: the file that the puzzle came from, brought up to date, or a new one."""
    return _compose(puzzle, losses).to_bytes()


def write_zip(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write the XML into a zip; the same puzzle gives the same bytes."""
    import zipfile

    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo("puzzle.xml", (1980, 1, 1, 0, 0, 0))
        info.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(info, write_xml(puzzle, losses))
    return data.getvalue()


def _compose(puzzle: Puzzle, losses: list[Loss]) -> XmlDocument:
    puzzle = _with_plain_links(puzzle, losses)
    origin = puzzle.extras.get("jpz", puzzle.extras.get("xml"))
    old = None
    if isinstance(origin, OriginalFile):
        old = JpzFile(_xml_of(origin.data))
        if origin.data.startswith(b"PK") and _unpacked(origin.data)[1]:
            losses.append(Loss("other files in the zip"))
    document = old.document if old else _new_document(puzzle)
    inner = document.root if document.root.tag == "rectangular-puzzle" else None
    inner = inner if inner is not None else document.root.find(".//rectangular-puzzle")
    assert inner is not None
    _write_metadata(inner, puzzle, old, losses)
    crossword = _child(inner, "crossword")
    _write_grid(_child(crossword, "grid"), puzzle, old, losses)
    _Lists(crossword, puzzle, old, losses).write()
    if old is None:
        _indent(document.root)
    return document


def _with_plain_links(puzzle: Puzzle, losses: list[Loss]) -> Puzzle:
    """Return the puzzle without links through extra slots: such a word would be one extra slot."""
    odd = [link for link in puzzle.links if any(label.startswith("X") for label in link)]
    if not odd:
        return puzzle
    losses.append(Loss("links through extra slots", ", ".join(map("+".join, odd))))
    ends = {link[0] for link in odd}
    return replace(
        puzzle,
        links=tuple(link for link in puzzle.links if link not in odd),
        entered={label: text for label, text in puzzle.entered.items() if label not in ends},
    )


def _new_document(puzzle: Puzzle) -> XmlDocument:
    root = ET.Element("crossword-compiler", {"xmlns": OUTER})
    letters = set("ABCDEFGHIJKLMNOPQRSTUVWXYZ").union(*puzzle.solution.values(), ())
    ET.SubElement(
        root, "rectangular-puzzle", {"xmlns": INNER, "alphabet": "".join(sorted(letters))}
    )
    return XmlDocument(root)


def _child(parent: ET.Element, tag: str) -> ET.Element:
    """Return the first child of this name, made if it is missing."""
    found = parent.find(tag)
    return _append(parent, tag) if found is None else found


def _append(parent: ET.Element, tag: str, attributes: dict[str, str] | None = None) -> ET.Element:
    """Add a child after all others, laid out as they are."""
    tail = parent[-1].tail if len(parent) else None
    child = ET.SubElement(parent, tag, attributes or {})
    child.tail = tail
    return child


def _indent(element: ET.Element, level: int = 0) -> None:
    """Lay out a new document, but for what is text."""
    if len(element) and element.tag not in _INLINE:
        element.text = "\n" + " " * (level + 1)
        for child in element:
            _indent(child, level + 1)
            child.tail = element.text
        element[-1].tail = "\n" + " " * level


def _write_metadata(
    inner: ET.Element, puzzle: Puzzle, old: JpzFile | None, losses: list[Loss]
) -> None:
    metadata = _child(inner, "metadata")
    for name, tag in TEXTS.items():
        text = getattr(puzzle, name)
        if (old and getattr(old.puzzle, name) == text) or not (text or old or name in _ALWAYS):
            continue
        element = _child(metadata, tag)
        line = text if name == "notes" else one_line(text, name, losses)
        element.text, element[:] = _xml_text(line, name, losses), []


_ALWAYS: Final = ("title", "author", "copyright", "notes")  # which every program looks for


def _xml_text(text: str, what: str, losses: list[Loss]) -> str:
    kept = _allowed(clean_text(text))
    if kept != text:
        losses.append(Loss("control characters and spaces around the text", what))
    return kept


def _allowed(text: str) -> str:
    return "".join(c for c in text if c not in "\ufffe\uffff")


# -- the grid -----------------------------------------------------------------------------------


def _write_grid(grid: ET.Element, puzzle: Puzzle, old: JpzFile | None, losses: list[Loss]) -> None:
    height, width = puzzle.grid.height, puzzle.grid.width
    cells = [(y, x) for x in range(width) for y in range(height)]
    before = old.puzzle if old else None
    if before and (before.grid.height, before.grid.width) != (height, width):
        for element in grid.findall("cell"):
            grid.remove(element)
        losses.append(Loss("details of cells, in a grid of another size"))
        before = None
    grid.attrib.update(width=str(width), height=str(height))
    if old is None or bool(old.puzzle.cell_labels) != bool(puzzle.cell_labels):
        look = _child(grid, "grid-look")
        look.set("numbering-scheme", "normal" if puzzle.cell_labels else "none")
    lost = [cell for cell, marks in puzzle.marks.items() if marks.keys() - MARKS.keys()]
    if lost:
        losses.append(Loss.at("marks in cells, but for three corners", lost))
    for cell in cells:
        new = _cell(puzzle, cell)
        known = _cell(before, cell) if before else {}
        if before is None or known != new:
            element = _own_element(grid, cell, old if before else None)
            for name in known.keys() - new.keys():
                element.attrib.pop(name, None)
            element.attrib.update(
                {name: value for name, value in new.items() if known.get(name) != value}
            )


def _own_element(grid: ET.Element, cell: Cell, old: JpzFile | None) -> ET.Element:
    """Return the element of one cell; one that covers several is divided."""
    y, x = cell
    element = old.cells.get(cell) if old else None
    position = {"x": str(x + 1), "y": str(y + 1)}
    if element is None or old is None:
        return _append(grid, "cell", position)
    together = [other for other, its in old.cells.items() if its is element]
    for other in together if len(together) > 1 else ():
        part = deepcopy(element)
        part.attrib.update(x=str(other[1] + 1), y=str(other[0] + 1))
        grid.insert(list(grid).index(element), part)
        old.cells[other] = part
    if len(together) > 1:
        grid.remove(element)
    return old.cells[cell]


def _cell(puzzle: Puzzle, cell: Cell) -> dict[str, str]:
    """Return the attributes of a cell."""
    grid = puzzle.grid
    y, x = cell
    attributes = {"x": str(x + 1), "y": str(y + 1)}
    if cell in grid.blocks or cell in grid.voids:
        attributes["type"] = "block" if cell in grid.blocks else "void"
    if cell in puzzle.solution:
        attributes["solution"] = puzzle.solution[cell]
    if cell in grid.letters:
        attributes["hint"] = "true"
    if cell in puzzle.progress:
        attributes["solve-state"] = puzzle.progress[cell]
    if cell in puzzle.cell_labels:
        attributes["number"] = _allowed(puzzle.cell_labels[cell])
    for corner, text in puzzle.marks.get(cell, {}).items():
        if corner in MARKS:
            attributes[MARKS[corner]] = _allowed(text)
    if cell in grid.circles:
        attributes["background-shape"] = "circle"
    for name, (down, right, side) in BARS.items():
        if ((y + down, x + right), side) in grid.bars:
            attributes[name] = "true"
    return attributes


# -- words and clues ----------------------------------------------------------------------------


class _Lists:
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
        old, puzzle = self._old, self._puzzle
        if puzzle_lengths := _plain_lengths(puzzle):
            self._losses.append(Loss("enumerations that are plain lengths", puzzle_lengths))
        if old and _structure(old.puzzle) == _structure(puzzle):
            for label, element in self._clues.items():
                self._update(puzzle.entry(label), element)
            new = [entry for entry in puzzle.entries if entry.label not in self._clues]
            if not any(entry.clue != old.puzzle.clue(entry.label) for entry in new):
                self._write_entered()
                return
        self._write_words()
        self._write_groups()
        self._write_entered()

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
                answer = _xml_text(entry.entered, f"answer {entry.label}", self._losses)
                element.set("solution", answer)
            else:
                element.attrib.pop("solution", None)

    # clues

    def _write_groups(self) -> None:
        old_groups = list(self._crossword.findall("clues"))
        titles = [_title(element) for element in old_groups]
        unplaced = list(self._puzzle.unplaced)
        groups = [*self._puzzle.clue_groups]
        for title in dict.fromkeys(each.group for each in unplaced):
            if title not in [group.title for group in groups]:
                groups.append(ClueGroup(title, ()))
        at = self._end_of("word")
        for group in groups:
            if group.title in titles:
                index = titles.index(group.title)
                element = old_groups.pop(index)
                titles.pop(index)
            else:
                element = ET.Element("clues", {"ordering": "normal"})
                element.tail = "\n"
                ET.SubElement(ET.SubElement(element, "title"), "b").text = _allowed(group.title)
                self._crossword.insert(at, element)
            at = list(self._crossword).index(element) + 1
            self._fill(element, group.labels)
            own = [each for each in unplaced if each.group == group.title]
            unplaced = [each for each in unplaced if each.group != group.title]
            for each in own:
                self._write_unplaced(element, each)
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
            element.set("number", _allowed(entry.number))
        if before is None or before.clue.enumeration != entry.clue.enumeration:
            element.attrib.pop("format", None)
            if entry.clue.enumeration:
                element.set("format", _allowed(entry.clue.enumeration))
        if before is None or (before.clue.tree, before.text) != (entry.clue.tree, entry.text):
            tree: Markup = entry.clue.tree
            if before and before.see:
                element.attrib.pop("is-link", None)
            if entry.see:
                element.set("is-link", "1")
                tree = (entry.text,)
            _set_markup(element, tree, f"clue {entry.label}", self._losses)

    def _write_unplaced(self, group: ET.Element, unplaced: UnplacedClue) -> None:
        element = self._unplaced.pop(unplaced, None)
        if element is not None:
            group.append(element)
            return
        element = _append(group, "clue")
        if unplaced.label:
            element.set("number", _allowed(unplaced.label))
        if unplaced.clue.enumeration:
            element.set("format", _allowed(unplaced.clue.enumeration))
        _set_markup(element, unplaced.clue.tree, "a clue without a word", self._losses)


def _cells_of(puzzle: Puzzle, label: str) -> tuple[Cell, ...]:
    """Return the cells of a slot; the first slot of a link has those of all."""
    link = puzzle.link(label)
    parts = link if link[0] == label else (label,)
    return tuple(cell for part in parts for cell in puzzle.grid.slot(part).cells)


def _structure(puzzle: Puzzle) -> tuple[object, ...]:
    """Return which words and clues there are, and in which lists."""
    return puzzle.grid.slots, puzzle.links, puzzle.groups, puzzle.unplaced


def _plain_lengths(puzzle: Puzzle) -> str:
    """Name the clues with enumerations, if these are like the lengths that are always recorded."""
    entries = [entry for entry in puzzle.entries if entry.clue.enumeration]
    lengths = {
        entry.label: sum(len(puzzle.grid.slot(part)) for part in puzzle.link(entry.label))
        for entry in entries
    }
    plain = all(entry.clue.enumeration == str(lengths[entry.label]) for entry in entries)
    return ", ".join(entry.label for entry in entries[:3]) if plain else ""


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


def _set_markup(element: ET.Element, markup: Markup, what: str, losses: list[Loss]) -> None:
    element.text, element[:] = None, []
    _add_nodes(element, markup)
    if markup_of(element)[0] != markup:
        losses.append(Loss("repeated spaces and control characters", what))


def _add_nodes(element: ET.Element, markup: Markup) -> None:
    """Write formatted text; beside other elements, text gets one too, as programs expect."""
    formatted = is_formatted(markup)
    for node in markup:
        if isinstance(node, str):
            parent = ET.SubElement(element, "span") if formatted else element
            first, *rest = _allowed(without_controls(node)).split("\n")
            parent.text = first
            for line in rest:
                ET.SubElement(parent, "br").tail = line
        else:
            target = {"href": node.target} if node.target else {}
            _add_nodes(ET.SubElement(element, tag_of_style(node.style), target), node.children)


_HOLDS: Final = frozenset(
    {
        *("solution", "given", "progress", "rebus", "circles", "bars", "voids", "extra", "labels"),
        *("marks", "clues", "markup", "enumerations", "groups", "links", "entered", "unplaced"),
        *TEXTS,
    }
)

JPZ = Format(
    "jpz",
    "Crossword Compiler, zipped",
    (".jpz",),
    _HOLDS,
    read,
    write_zip,
    sniff=is_zip,
    details=details,
    keeps=True,
    relatives=("xml",),
)
XML = Format(
    "xml",
    "Crossword Compiler, bare XML",
    (".xml",),
    _HOLDS,
    read,
    write_xml,
    sniff=is_crossword_compiler,
    details=details,
    keeps=True,
    relatives=("jpz",),
)
