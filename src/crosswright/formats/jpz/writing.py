"""A puzzle written as Crossword Compiler's XML, into the file that it came from or a new one."""

from __future__ import annotations

from copy import deepcopy
from typing import Final
from xml.etree import ElementTree as ET

from crosswright.formats.cleaning import one_line
from crosswright.formats.format import Loss
from crosswright.formats.jpz.cells import BARS, MARKS
from crosswright.formats.jpz.file import INSTRUCTIONS, TEXTS, JpzFile
from crosswright.formats.jpz.lists import ClueLists
from crosswright.formats.jpz.text import allowed, xml_text
from crosswright.grids.notation import Cell
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.records import replace
from crosswright.support.xmltree import XmlDocument, append_child, child_of

OUTER: Final = "http://crossword.info/xml/crossword-compiler"
INNER: Final = "http://crossword.info/xml/rectangular-puzzle"

_INLINE: Final = ("title", "clue", *TEXTS.values())  # elements whose white space is text
_ALWAYS: Final = ("title", "author", "copyright", "notes")  # which every program looks for


def compose(puzzle: Puzzle, old: JpzFile | None, losses: list[Loss]) -> XmlDocument:
    """Return the document of a puzzle: the old file, brought up to date, or a new one."""
    puzzle = _with_plain_links(puzzle, losses)
    document = old.document if old else _new_document(puzzle)
    inner = document.root if document.root.tag == "rectangular-puzzle" else None
    inner = inner if inner is not None else document.root.find(".//rectangular-puzzle")
    assert inner is not None
    _write_metadata(inner, puzzle, old, losses)
    crossword = child_of(inner, "crossword")
    _write_grid(child_of(crossword, "grid"), puzzle, old, losses)
    ClueLists(crossword, puzzle, old, losses).write()
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
    metadata = child_of(inner, "metadata")
    for name, tag in TEXTS.items():
        text = getattr(puzzle, name)
        if (old and getattr(old.puzzle, name) == text) or not (text or old or name in _ALWAYS):
            continue
        if name == "notes":
            for instructions in inner.findall(INSTRUCTIONS)[:1]:
                instructions.text, instructions[:] = "", []
        element = child_of(metadata, tag)
        line = text if name == "notes" else one_line(text, name, losses)
        element.text, element[:] = xml_text(line, name, losses), []


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
        look = child_of(grid, "grid-look")
        look.set("numbering-scheme", "normal" if puzzle.cell_labels else "none")
    lost = [cell for cell, marks in puzzle.marks.items() if marks.keys() - MARKS.keys()]
    if lost:
        losses.append(Loss.at("marks in cells, but for three corners", lost))
    for cell in cells:
        new = _cell(puzzle, cell)
        known = _cell(before, cell) if before else {}
        if before is None or known != new:
            element = _own_element(grid, cell, old if before else None)
            for name in {*known, "hint"} - new.keys():
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
        return append_child(grid, "cell", position)
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
        attributes["number"] = allowed(puzzle.cell_labels[cell])
    for corner, text in puzzle.marks.get(cell, {}).items():
        if corner in MARKS:
            attributes[MARKS[corner]] = allowed(text)
    if cell in grid.circles:
        attributes["background-shape"] = "circle"
    for name, (down, right, side) in BARS.items():
        if ((y + down, x + right), side) in grid.bars:
            attributes[name] = "true"
    return attributes
