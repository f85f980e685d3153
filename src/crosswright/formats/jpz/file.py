"""What Crossword Compiler's XML says: its grid, words and clues, and what is around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final
from xml.etree import ElementTree as ET

from crosswright.errors import FormatError
from crosswright.formats.build import build_puzzle, can_be_slot, marked_clue
from crosswright.formats.cleaning import clean_text, clean_token
from crosswright.formats.jpz.text import lines_of, markup_of, text_of
from crosswright.formats.xmltree import parse_document
from crosswright.grids.grid import Grid, Slot
from crosswright.grids.notation import MAX_SIDE, Bar, Cell
from crosswright.grids.validation import MAX_EXTRA
from crosswright.puzzles.clue import NO_CLUE, Clue
from crosswright.puzzles.enumeration import spells
from crosswright.puzzles.parts import ClueGroup, Link, UnplacedClue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.records import replace

MAX_CELLS: Final = 4 * MAX_SIDE * MAX_SIDE  # in all words together

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

BARS: Final = {
    "top-bar": (-1, 0, "below"),
    "bottom-bar": (0, 0, "below"),
    "left-bar": (0, -1, "right"),
    "right-bar": (0, 0, "right"),
}
"""The attributes of a cell that has bars, and where the bar is seen from the cell."""

MARKS: Final = {
    "TR": "top-right-number",
    "BL": "bottom-left-number",
    "BR": "bottom-right-number",
}
"""The corners of a cell besides the first, and their attributes."""

CELL_DETAILS: Final = {
    "background-color": "colours of cells",
    "foreground-color": "colours of cells",
    "solve-status": "how letters were solved",
}
_ELEMENTS: Final = {
    "applet-settings": "the player's settings",
    "crossword-compiler-applet-settings": "the player's settings",
}
_CELL_TYPES: Final = ("letter", "block", "void", "clue")
_OTHER_KINDS: Final = {
    "acrostic": "an acrostic",
    "coded": "a coded crossword",
    "word-search": "a word search",
    "wordsearch": "a word search",
    "sudoku": "a sudoku",
    "kakuro": "a kakuro",
}
_CELL_ATTRIBUTES: Final = frozenset(
    {
        *("x", "y", "type", "solution", "hint", "number", "solve-state", "background-shape"),
        *BARS,
        *MARKS.values(),
    }
)
_CLUE_ATTRIBUTES: Final = frozenset({"word", "number", "format"})
_MAX_ENUMERATION: Final = 40  # characters


# -- positions ----------------------------------------------------------------------------------


def _side(element: ET.Element, name: str) -> int:
    text = element.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 0 < int(text) <= MAX_SIDE):
        raise FormatError(f"the grid's {name} must be from 1 to {MAX_SIDE}, not {text[:20]!r}")
    return int(text)


def _runs(parent: ET.Element, tag: str) -> Iterator[tuple[ET.Element, list[Cell]]]:
    """Yield each element with its cells; refuse more of them than any grid needs."""
    count = 0
    for element in parent.iterfind(tag):
        cells = _run(element)
        count += len(cells)
        if count > MAX_CELLS:
            raise FormatError(f"more than {MAX_CELLS} cells, which no grid has")
        yield element, cells


def _run(element: ET.Element) -> list[Cell]:
    """Return the cells of x="1-5" y="1", of single numbers, or of the `cells` inside."""
    cells = []
    if element.get("x") and element.get("y"):
        rows, columns = _numbers(element.get("y", "")), _numbers(element.get("x", ""))
        cells += [(y - 1, x - 1) for y in rows for x in columns]
    for child in element.iterfind("cells"):
        cells += _run(child)
        if len(cells) > MAX_SIDE * MAX_SIDE:
            raise FormatError("a word has more cells than a grid")
    return cells


def _numbers(text: str) -> list[int]:
    match = re.fullmatch(r"\s*([0-9]{1,4})(?:\s*-\s*([0-9]{1,4}))?\s*", text)
    if match is None or max(int(match[1]), int(match[2] or 0)) > MAX_SIDE:
        raise FormatError(f"{text[:20]!r} is not a position in a grid")
    first, last = int(match[1]), int(match[2] or match[1])
    return list(range(first, last + 1) if first <= last else range(first, last - 1, -1))


def words_of(crossword: ET.Element) -> dict[str, tuple[Cell, ...]]:
    """Return the cells of each word by its id; the first of several words counts."""
    words: dict[str, tuple[Cell, ...]] = {}
    for element, cells in _runs(crossword, "word"):
        words.setdefault(element.get("id", ""), tuple(cells))
    return words


def are_lengths(crossword: ET.Element, words: Mapping[str, tuple[Cell, ...]]) -> bool:
    """Return whether formats only record how long each word is, which is not for solvers."""
    for element in crossword.iterfind("clues/clue"):
        written = (element.get("format") or "").strip()
        cells = words.get(element.get("word", ""))
        plain = written == str(len(cells)) if cells else written.isdecimal()
        if written and not plain:
            return False
    return True


def _line(element: ET.Element, name: str) -> str:
    """Return the text of an attribute on one line."""
    return " ".join(clean_text(element.get(name) or "").split())


# -- a file -------------------------------------------------------------------------------------


class JpzFile:
    """A file while it is turned into a puzzle, and what it says beyond that."""

    def __init__(self, xml: bytes) -> None:
        self.document = parse_document(xml)
        self.details: list[str] = []
        self.puzzle_element, self.crossword = _crossword(self.document.root)
        self.cells: dict[Cell, ET.Element] = {}
        """The element of each cell; one that covers several cells is there for each of them."""
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
        self._list_details()

    def detail(self, what: str) -> None:
        if what not in self.details:
            self.details.append(what)

    def _puzzle(self) -> Puzzle:
        self._read_cells()
        labels = self._read_words()
        self._has_enumerations = not are_lengths(self.crossword, self.words)
        clues = self._read_clues(labels)
        entered = self._entered(labels)
        puzzle = build_puzzle(
            self.grid,
            given=self._given,
            clues=clues,
            texts=self._texts(),
            labels=self._labels,
            marks=self._marks,
            progress=self._progress,
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
            if element is not None and any(child.tag != "br" for child in element):
                self.detail(f"formatting of the {name}")
        return texts

    # the grid

    def _read_cells(self) -> None:
        element = self.crossword.find("grid")
        if element is None:
            raise FormatError("not a crossword: it has no grid")
        height, width = (_side(element, name) for name in ("height", "width"))
        blocks: set[Cell] = set()
        voids: set[Cell] = set()
        letters: dict[Cell, str] = {}
        circles, bars, given = set(), set(), set()
        self._labels: dict[Cell, str] = {}
        self._marks: dict[Cell, dict[str, str]] = {}
        self._progress: dict[Cell, str] = {}
        for child, cells in _runs(element, "cell"):
            for cell in cells:
                if not (0 <= cell[0] < height and 0 <= cell[1] < width):
                    raise FormatError(
                        f"cell x={child.get('x')} y={child.get('y')} is outside the grid"
                    )
                self.cells[cell] = child
                kind = child.get("type", "letter")
                token = clean_token(child.get("solution") or "")
                if kind in ("block", "void", "clue"):
                    (voids if kind == "void" else blocks).add(cell)
                elif token:
                    letters[cell] = token
                    if child.get("hint") == "true":
                        given.add(cell)
                if child.get("background-shape") == "circle":
                    circles.add(cell)
                bars |= self._bars(child, cell, height, width)
                self._read_texts(child, cell)
        blocks -= voids
        open_cells = {(y, x) for y in range(height) for x in range(width)} - blocks - voids
        self.grid = Grid(
            height,
            width,
            blocks=blocks,
            voids=voids,
            letters={cell: token for cell, token in letters.items() if cell in open_cells},
            circles=circles & open_cells,
            bars=bars,
        )
        self._given = given & open_cells & self.grid.letters.keys()
        self._progress = {
            cell: token for cell, token in self._progress.items() if cell in open_cells
        }
        if circles - open_cells:
            self.detail("shapes of cells")
        look = element.find("grid-look")
        if look is not None and look.get("numbering-scheme") == "none" and not self._labels:
            self._labels = {(0, 0): ""}

    def _bars(self, element: ET.Element, cell: Cell, height: int, width: int) -> set[Bar]:
        bars: set[Bar] = set()
        for name, (down, right, side) in BARS.items():
            if element.get(name) != "true":
                continue
            y, x = cell[0] + down, cell[1] + right
            if 0 <= y < height - (side == "below") and 0 <= x < width - (side == "right"):
                bars.add(((y, x), side))
            else:
                self.detail("bars at the edge of the grid")
        return bars

    def _read_texts(self, element: ET.Element, cell: Cell) -> None:
        """Read the small texts of a cell, and the letter that a solver has entered."""
        if label := _line(element, "number"):
            self._labels[cell] = label
        marks = {corner: _line(element, name) for corner, name in MARKS.items()}
        if any(marks.values()):
            self._marks[cell] = {corner: text for corner, text in marks.items() if text}
        if token := clean_token(element.get("solve-state") or ""):
            self._progress[cell] = token

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
        for element, run in _runs(self.crossword, "word"):
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
            written = _line(element, "solution")
            label = words.get(element.get("id", ""))
            if not written:
                continue
            link = links.get(label, (label,)) if label else ()
            tokens = [token for part in link for token in self.grid.pattern(self.grid.slot(part))]
            spelled = "".join(token or "." for token in tokens)
            if label is None or label in entered or not spells(written, spelled):
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
                    number = _line(element, "number")
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
        number = _line(element, "number")
        same = self._numbered.get((title.lower(), number), ())
        if label is None:
            return next((label for label in same if label not in self.clues), None)
        if self._is_one_slot(element, label):
            return label
        # The clues of all slots of a link may name the one word that runs through them.
        link = set(self._linked.get(label, ())) - self._named_alone
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
    def _linked(self) -> dict[str, Link]:
        """The link of each slot that is part of one."""
        return {label: link for link in self._links for label in link}

    @cached_property
    def _numbered(self) -> dict[tuple[str, str], list[str]]:
        """Slots by their direction and what their first cell shows."""
        shown = self._labels or {cell: str(n) for cell, n in self.grid.numbers.items()}
        slots: dict[tuple[str, str], list[str]] = {}
        for slot in self.grid.slots:
            if slot.cells[0] in shown:
                slots.setdefault((slot.direction, shown[slot.cells[0]]), []).append(slot.label)
        return slots

    def _clue(self, element: ET.Element) -> Clue:
        markup, understood = markup_of(element)
        if not understood:
            self.detail("formatting of clues")
        written = _line(element, "format")
        enumeration = written[:_MAX_ENUMERATION]
        if enumeration != written:
            self.detail("long enumerations")
        if not self._has_enumerations:
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
            number = _line(element, "number")
            if number and number != entry.number:
                clue = replace(clue, label=number)
            if clue != entry.clue:
                changes[entry.label] = clue
        clues = {**puzzle.clues, **changes}
        written = {label: clue for label, clue in clues.items() if clue != NO_CLUE}
        return replace(puzzle, clues=written) if changes else puzzle

    # what is beyond the puzzle

    def _list_details(self) -> None:
        self._list_details_around()
        self._unknown_children(self.crossword, ("grid",), ("word", "clues"))
        grid = self.crossword.find("grid")
        assert grid is not None
        self._unknown_attributes(grid, {"width", "height"})
        self._unknown_children(grid, ("grid-look",), ("cell",))
        look = grid.find("grid-look")
        scheme = "normal" if any(self._labels.values()) or not self._labels else "none"
        if look is not None and (look.attrib != {"numbering-scheme": scheme} or len(look)):
            self.detail("the look of the grid")
        for cell in grid.iterfind("cell"):
            self._list_cell_details(cell)
        for word in self.crossword.iterfind("word"):
            self._unknown_attributes(word, {"id", "x", "y", "solution"})
            self._unknown_children(word, (), ("cells",))
            for cells in word.iterfind("cells"):
                self._unknown_attributes(cells, {"x", "y"})
        for clues in self.crossword.iterfind("clues"):
            self._list_clue_details(clues)

    def _list_details_around(self) -> None:
        """List what is around the crossword: other puzzles, settings, unknown texts."""
        if self.document.root is not self.puzzle_element:
            self._unknown_children(self.document.root, ("rectangular-puzzle",))
        self._unknown_children(self.puzzle_element, ("metadata", "crossword"))
        self._unknown_attributes(self.puzzle_element, {"alphabet", "xmlns"})
        self._unknown_attributes(self.crossword, {"xmlns"})
        metadata = self.puzzle_element.find("metadata")
        if metadata is not None:
            self._unknown_children(metadata, tuple(TEXTS.values()))
            for element in metadata:
                self._unknown_attributes(element, frozenset())

    def _list_cell_details(self, cell: ET.Element) -> None:
        kind = cell.get("type", "letter")
        if kind == "clue":
            self.detail("clue cells, read as blocks")
        if kind not in _CELL_TYPES:
            self.detail(f"cells of type {kind[:40]}")
        if cell.get("hint") == "true" and not cell.get("solution"):
            self.detail("given cells without letters")
        if not all(self.cells[position] is cell for position in _run(cell)):
            self.detail("cells that come twice")
        if cell.get("background-shape", "circle") != "circle":
            self.detail("shapes of cells")
        if kind in _CELL_TYPES[1:] and (cell.get("solution") or cell.get("solve-state")):
            self.detail("letters of closed cells")
        for child in cell:
            if isinstance(child.tag, str):
                names = {"background-picture": "background pictures", "clue": "clues in cells"}
                self.detail(names.get(child.tag, f"cell {child.tag[:40]}"))
        for name in cell.attrib.keys() - _CELL_ATTRIBUTES:
            self.detail(CELL_DETAILS.get(name, f"cell {name[:40]}"))

    def _list_clue_details(self, clues: ET.Element) -> None:
        if clues.get("ordering", "normal") != "normal":
            self.detail("the order of clues")
        self._unknown_attributes(clues, {"ordering"})
        self._unknown_children(clues, ("title",), ("clue",))
        title = clues.find("title")
        bold = title is not None and len(title) == 1 and title[0].tag == "b" and not len(title[0])
        if title is not None and len(title) and not bold:
            self.detail("formatting of titles")
        linked = [self.clues[label] for label in self._linked if label in self.clues]
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
                    self.detail(_ELEMENTS.get(child.tag, child.tag[:40]))
                elif child.tag in seen:
                    self.detail(f"a second {child.tag}")
                seen.add(child.tag)

    def _unknown_attributes(self, element: ET.Element, known: set[str] | frozenset[str]) -> None:
        for name in element.attrib.keys() - known:
            self.detail(f"{element.tag} {name[:40]}")


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
