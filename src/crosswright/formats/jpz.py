"""Crossword Compiler's XML, bare (.xml) or zipped (.jpz)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

from crosswright.errors import FormatError
from crosswright.formats.build import build_puzzle, can_be_slot
from crosswright.formats.cleaning import clean_text, clean_token, one_line
from crosswright.formats.content import is_crossword_compiler, is_zip
from crosswright.formats.format import MAX_BYTES, Format, Loss, warn
from crosswright.formats.xmltree import parse_xml
from crosswright.grids.grid import Grid
from crosswright.grids.notation import MAX_SIDE, Bar, Cell
from crosswright.grids.validation import MAX_EXTRA
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import plural, quote

OUTER: Final = "http://crossword.info/xml/crossword-compiler"
INNER: Final = "http://crossword.info/xml/rectangular-puzzle"
MAX_FILES: Final = 100  # in a zip, of which one is read
MAX_CELLS: Final = 4 * MAX_SIDE * MAX_SIDE  # in all words together

_ZIP_ENTRY: Final = b"PK\x01\x02"  # how the entry of every file in the directory of a zip begins
_BARS: Final = {
    "top-bar": (-1, 0, "below"),
    "bottom-bar": (0, 0, "below"),
    "left-bar": (0, -1, "right"),
    "right-bar": (0, 0, "right"),
}
_ENUMERATED: Final = re.compile(r"\([^()]*\d[^()]*\)\s*$")
_KNOWN_METADATA: Final = {"title", "creator", "copyright", "description"}


# -- XML ----------------------------------------------------------------------------------------


def _xml_of(data: bytes) -> bytes:
    """Return the XML: the data themselves, or the file inside when they are a zip."""
    if not data.startswith(b"PK"):
        return data
    if data.count(_ZIP_ENTRY) > MAX_FILES:  # before zipfile makes an object of each
        raise FormatError(f"its zip has more than {MAX_FILES} files, which no puzzle does")
    try:
        xml = _unpack(data)
    except FormatError:
        raise
    except Exception as error:  # what zipfile raises for a damaged file is not documented
        raise FormatError(f"its zip cannot be read: {quote(str(error), 80)}") from None
    if len(xml) > MAX_BYTES:
        raise FormatError(f"unpacks to more than {MAX_BYTES >> 20} MiB, which no puzzle does")
    return xml


def _unpack(data: bytes) -> bytes:
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
            return member.read(MAX_BYTES + 1)


def _text(element: ET.Element | None) -> str:
    if element is None:
        return ""
    return " ".join(clean_text(_in_order(element)).split())


def _in_order(element: ET.Element) -> str:
    own = (" " if element.tag == "br" else "") + (element.text or "")
    return own + "".join(_in_order(child) + (child.tail or "") for child in element)


# -- reading ------------------------------------------------------------------------------------


def read(data: bytes) -> Puzzle:
    """Read a crossword of Crossword Compiler."""
    root = parse_xml(_xml_of(data))
    puzzle = root if root.tag == "rectangular-puzzle" else root.find(".//rectangular-puzzle")
    crossword = puzzle.find("crossword") if puzzle is not None else None
    if puzzle is None or crossword is None:
        raise FormatError("not a crossword: it has no rectangular-puzzle with a crossword in it")
    grid, given = _grid(crossword)
    grid, words = _words(crossword, grid)
    metadata = puzzle.find("metadata")
    texts = {
        name: _multiline(metadata.find(tag)) if name == "notes" else _text(metadata.find(tag))
        for name, tag in (
            ("title", "title"),
            ("author", "creator"),
            ("copyright", "copyright"),
            ("notes", "description"),
        )
        if metadata is not None
    }
    return build_puzzle(grid, given=given, clues=_clues(crossword, words), texts=texts)


def _multiline(element: ET.Element | None) -> str:
    return "" if element is None else clean_text(_in_order(element))


def _grid(crossword: ET.Element) -> tuple[Grid, list[Cell]]:
    element = crossword.find("grid")
    if element is None:
        raise FormatError("not a crossword: it has no grid")
    height, width = (_side(element, name) for name in ("height", "width"))
    closed: dict[str, set[Cell]] = {"block": set(), "void": set()}
    letters: dict[Cell, str] = {}
    circles, given, bars = set(), set(), set()
    for child, cells in _runs(element, "cell"):
        for cell in cells:
            if not (0 <= cell[0] < height and 0 <= cell[1] < width):
                raise FormatError(f"cell x={child.get('x')} y={child.get('y')} is outside the grid")
            kind = child.get("type", "letter")
            if kind in ("block", "void", "clue"):
                closed["void" if kind == "void" else "block"].add(cell)
            else:
                token = clean_token(child.get("solution") or "")
                if token:
                    letters[cell] = token
                if child.get("hint") == "true" and token:
                    given.add(cell)
                if child.get("background-shape") == "circle":
                    circles.add(cell)
            bars |= _bars(child, cell, height, width)
    without_letter = closed["block"] | closed["void"]
    grid = Grid(
        height,
        width,
        blocks=closed["block"] - closed["void"],
        voids=closed["void"],
        letters={cell: token for cell, token in letters.items() if cell not in without_letter},
        circles=circles - without_letter,
        bars=bars,
    )
    return grid, sorted(given - without_letter)


def _side(element: ET.Element, name: str) -> int:
    text = element.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 0 < int(text) <= MAX_SIDE):
        raise FormatError(f"the grid's {name} must be from 1 to {MAX_SIDE}, not {text[:20]!r}")
    return int(text)


def _bars(element: ET.Element, cell: Cell, height: int, width: int) -> set[Bar]:
    bars: set[Bar] = set()
    for name, (down, right, side) in _BARS.items():
        y, x = cell[0] + down, cell[1] + right
        inside = 0 <= y < height - (side == "below") and 0 <= x < width - (side == "right")
        if element.get(name) == "true" and inside:
            bars.add(((y, x), side))
    return bars


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


def _words(crossword: ET.Element, grid: Grid) -> tuple[Grid, dict[str, str]]:
    """Return the grid with its extra slots, and the slot's label for each word's id."""
    labels = {slot.cells: slot.label for slot in grid.slots}
    open_cells = frozenset(grid.open_cells)
    extra: list[tuple[Cell, ...]] = []
    words: dict[str, str] = {}
    odd = 0
    for element, run in _runs(crossword, "word"):
        cells = tuple(run)
        if cells not in labels:
            if not can_be_slot(cells, open_cells) or len(extra) == MAX_EXTRA:
                odd += len(cells) != 1
                continue
            extra.append(cells)
            labels[cells] = f"X{len(extra)}"
        words[element.get("id", "")] = labels[cells]
    if odd:
        warn(f"{plural(odd, 'word')} not on open cells of the grid")
    return grid.with_extra(extra), words


def _clues(crossword: ET.Element, words: dict[str, str]) -> dict[str, Clue | str]:
    elements = list(crossword.iterfind("clues/clue"))
    # Crossword Compiler records the length of every answer; the lengths are part of the clues only
    # where some answer has several words.
    enumerated = any(re.search(r"[^0-9\s]", element.get("format") or "") for element in elements)
    clues: dict[str, Clue | str] = {}
    unplaced = 0
    for element in elements:
        text, lengths = _text(element), clean_text(element.get("format") or "")[:40]
        if enumerated and lengths and not _ENUMERATED.search(text[-60:]):
            text = f"{text} ({lengths})"
        label = words.get(element.get("word", ""))
        if label is None:
            unplaced += 1
        else:
            clues.setdefault(label, text)
    if unplaced:
        warn(f"{plural(unplaced, 'clue')} without a word")
    return clues


def details(data: bytes) -> Iterator[str]:
    """List what a file has beyond the puzzle."""
    root = parse_xml(_xml_of(data))
    for settings in ("applet-settings", "crossword-compiler-applet-settings"):
        if root.find(f".//{settings}") is not None:
            yield "the player's settings"
    metadata = root.find(".//metadata")
    for child in metadata if metadata is not None else ():
        if child.tag not in _KNOWN_METADATA and _text(child):
            yield str(child.tag)[:40]
    if root.find(".//cell[@background-color]") is not None:
        yield "colours of cells"
    if root.find(".//clue//*") is not None:
        yield "bold and italic text in clues"


# -- writing ------------------------------------------------------------------------------------


def write_xml(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write bare XML."""
    root = ET.Element("crossword-compiler", {"xmlns": OUTER})
    inner = ET.SubElement(
        root, "rectangular-puzzle", {"xmlns": INNER, "alphabet": _alphabet(puzzle)}
    )
    metadata = ET.SubElement(inner, "metadata")
    for tag, text in (
        ("title", one_line(puzzle.title, "title", losses)),
        ("creator", one_line(puzzle.author, "author", losses)),
        ("copyright", one_line(puzzle.copyright, "copyright", losses)),
        ("description", puzzle.notes),
    ):
        ET.SubElement(metadata, tag).text = _xml_text(text, tag, losses)
    crossword = ET.SubElement(inner, "crossword")
    _write_grid(crossword, puzzle)
    for number, entry in enumerate(puzzle.entries, 1):
        _write_word(crossword, str(number), entry.slot.cells)
    for title, direction in (("Across", "across"), ("Down", "down"), ("Other", "extra")):
        _write_clues(crossword, puzzle, title, direction, losses)
    ET.indent(root, " ")
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _alphabet(puzzle: Puzzle) -> str:
    return "".join(sorted(set("ABCDEFGHIJKLMNOPQRSTUVWXYZ").union(*puzzle.solution.values(), ())))


def _xml_text(text: str, what: str, losses: list[Loss]) -> str:
    kept = "".join(c for c in clean_text(text) if c not in "\ufffe\uffff")
    if kept != text:
        losses.append(Loss("control characters and spaces around the text", what))
    return kept


def _write_grid(crossword: ET.Element, puzzle: Puzzle) -> None:
    grid = puzzle.grid
    element = ET.SubElement(
        crossword, "grid", {"width": str(grid.width), "height": str(grid.height)}
    )
    ET.SubElement(element, "grid-look", {"numbering-scheme": "normal"})
    for x in range(grid.width):
        for y in range(grid.height):
            ET.SubElement(element, "cell", _cell(puzzle, (y, x)))


def _cell(puzzle: Puzzle, cell: Cell) -> dict[str, str]:
    grid = puzzle.grid
    y, x = cell
    attributes = {"x": str(x + 1), "y": str(y + 1)}
    if cell in grid.blocks or cell in grid.voids:
        attributes["type"] = "block" if cell in grid.blocks else "void"
    if cell in puzzle.solution:
        attributes["solution"] = puzzle.solution[cell]
    if cell in grid.letters:
        attributes["hint"] = "true"
    if cell in grid.numbers:
        attributes["number"] = str(grid.numbers[cell])
    if cell in grid.circles:
        attributes["background-shape"] = "circle"
    for name, (down, right, side) in _BARS.items():
        if ((y + down, x + right), side) in grid.bars:
            attributes[name] = "true"
    return attributes


def _write_word(crossword: ET.Element, number: str, cells: tuple[Cell, ...]) -> None:
    rows, columns = [y + 1 for y, _ in cells], [x + 1 for _, x in cells]
    word = ET.SubElement(crossword, "word", {"id": number})
    if len(set(rows)) == 1 and columns == list(range(columns[0], columns[-1] + 1)):
        word.attrib.update(x=f"{columns[0]}-{columns[-1]}", y=str(rows[0]))
    elif len(set(columns)) == 1 and rows == list(range(rows[0], rows[-1] + 1)):
        word.attrib.update(x=str(columns[0]), y=f"{rows[0]}-{rows[-1]}")
    else:
        for y, x in cells:
            ET.SubElement(word, "cells", {"x": str(x + 1), "y": str(y + 1)})


def _write_clues(
    crossword: ET.Element, puzzle: Puzzle, title: str, direction: str, losses: list[Loss]
) -> None:
    entries = [
        (str(number), entry)
        for number, entry in enumerate(puzzle.entries, 1)
        if entry.slot.direction == direction
    ]
    if direction == "extra" and not entries:
        return
    group = ET.SubElement(crossword, "clues", {"ordering": "normal"})
    ET.SubElement(ET.SubElement(group, "title"), "b").text = title
    for word, entry in entries:
        clue = ET.SubElement(group, "clue", {"word": word, "number": str(entry.slot.number)})
        text = one_line(entry.clue.text, f"clue {entry.label}", losses)
        clue.text = _xml_text(text, f"clue {entry.label}", losses)


def write_zip(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write the XML into a zip; the same puzzle gives the same bytes."""
    import zipfile

    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo("puzzle.xml", (1980, 1, 1, 0, 0, 0))
        info.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(info, write_xml(puzzle, losses))
    return data.getvalue()


_HOLDS: Final = frozenset(
    {
        "solution",
        "given",
        "rebus",
        "circles",
        "bars",
        "voids",
        "extra",
        "clues",
        "title",
        "author",
        "copyright",
        "notes",
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
)
