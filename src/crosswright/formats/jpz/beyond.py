"""What files of Crossword Compiler have beyond a puzzle, named."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree as ET

from crosswright.formats.jpz.cells import BARS, MARKS
from crosswright.formats.jpz.file import INSTRUCTIONS, TEXTS, JpzFile
from crosswright.formats.jpz.words import run

_CELL_DETAILS: Final = {
    "background-color": "colours of cells",
    "foreground-color": "colours of cells",
    "solve-status": "how letters were solved",
}
_ELEMENTS: Final = {
    "applet-settings": "the player's settings",
    "crossword-compiler-applet-settings": "the player's settings",
}
_CELL_TYPES: Final = ("letter", "block", "void", "clue")
_CELL_ATTRIBUTES: Final = frozenset(
    {
        *("x", "y", "type", "solution", "hint", "number", "solve-state", "background-shape"),
        *BARS,
        *MARKS.values(),
    }
)
_CLUE_ATTRIBUTES: Final = frozenset({"word", "number", "format"})


def details_of(file: JpzFile) -> list[str]:
    """List what a file has beyond the puzzle."""
    return _Details(file).names


class _Details:
    """The names of what is beyond a puzzle, collected element by element."""

    def __init__(self, file: JpzFile) -> None:
        self._file = file
        self.names = list(file.details)
        self._list_details_around()
        self._unknown_children(self._file.crossword, ("grid",), ("word", "clues"))
        grid = self._file.crossword.find("grid")
        assert grid is not None
        self._unknown_attributes(grid, {"width", "height"})
        self._unknown_children(grid, ("grid-look",), ("cell",))
        look = grid.find("grid-look")
        labels = self._file.labels
        scheme = "normal" if any(labels.values()) or not labels else "none"
        if look is not None and (look.attrib != {"numbering-scheme": scheme} or len(look)):
            self._name("the look of the grid")
        for cell in grid.iterfind("cell"):
            self._list_cell_details(cell)
        ids: set[str] = set()
        for word in self._file.crossword.iterfind("word"):
            if word.get("id", "") in ids:
                self._name("words of the same id")
            ids.add(word.get("id", ""))
            self._unknown_attributes(word, {"id", "x", "y", "solution"})
            self._unknown_children(word, (), ("cells",))
            for cells in word.iterfind("cells"):
                self._unknown_attributes(cells, {"x", "y"})
        for clues in self._file.crossword.iterfind("clues"):
            self._list_clue_details(clues)

    def _name(self, what: str) -> None:
        if what not in self.names:
            self.names.append(what)

    def _list_details_around(self) -> None:
        """List what is around the crossword: other puzzles, settings, unknown texts."""
        if self._file.document.root is not self._file.puzzle_element:
            self._unknown_children(self._file.document.root, ("rectangular-puzzle",))
        self._unknown_children(self._file.puzzle_element, ("metadata", INSTRUCTIONS, "crossword"))
        self._unknown_attributes(self._file.puzzle_element, {"alphabet", "xmlns"})
        self._unknown_attributes(self._file.crossword, {"xmlns"})
        for element in self._file.puzzle_element.iterfind(INSTRUCTIONS):
            self._unknown_attributes(element, frozenset())
        metadata = self._file.puzzle_element.find("metadata")
        if metadata is not None:
            self._unknown_children(metadata, tuple(TEXTS.values()))
            for element in metadata:
                self._unknown_attributes(element, frozenset())

    def _list_cell_details(self, cell: ET.Element) -> None:
        kind = cell.get("type", "letter")
        if kind == "clue":
            self._name("clue cells, read as blocks")
        if kind not in _CELL_TYPES:
            self._name(f"cells of type {kind[:40]}")
        if cell.get("hint") == "true" and not cell.get("solution"):
            self._name("given cells without letters")
        if not all(self._file.cells[position] is cell for position in run(cell)):
            self._name("cells that come twice")
        if cell.get("background-shape", "circle") != "circle":
            self._name("shapes of cells")
        if kind in _CELL_TYPES[1:] and (cell.get("solution") or cell.get("solve-state")):
            self._name("letters of closed cells")
        for child in cell:
            if isinstance(child.tag, str):
                names = {"background-picture": "background pictures", "clue": "clues in cells"}
                self._name(names.get(child.tag, f"cell {child.tag[:40]}"))
        for name in cell.attrib.keys() - _CELL_ATTRIBUTES:
            self._name(_CELL_DETAILS.get(name, f"cell {name[:40]}"))

    def _list_clue_details(self, clues: ET.Element) -> None:
        if clues.get("ordering", "normal") != "normal":
            self._name("the order of clues")
        self._unknown_attributes(clues, {"ordering"})
        self._unknown_children(clues, ("title",), ("clue",))
        title = clues.find("title")
        bold = title is not None and len(title) == 1 and title[0].tag == "b" and not len(title[0])
        if title is not None and len(title) and not bold:
            self._name("formatting of titles")
        linked = [
            self._file.clues[label] for label in self._file.linked if label in self._file.clues
        ]
        for clue in clues.iterfind("clue"):
            known = _CLUE_ATTRIBUTES | ({"is-link"} if clue in linked else set())
            self._unknown_attributes(clue, known)

    def _unknown_children(
        self, element: ET.Element, single: tuple[str, ...], repeated: tuple[str, ...] = ()
    ) -> None:
        seen: set[str] = set()
        for child in element:
            if isinstance(child.tag, str) and child.tag not in repeated:
                if child.tag not in single:
                    self._name(_ELEMENTS.get(child.tag, child.tag[:40]))
                elif child.tag in seen:
                    self._name(f"a second {child.tag}")
                seen.add(child.tag)

    def _unknown_attributes(self, element: ET.Element, known: set[str] | frozenset[str]) -> None:
        for name in element.attrib.keys() - known:
            self._name(f"{element.tag} {name[:40]}")
