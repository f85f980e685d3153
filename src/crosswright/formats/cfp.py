"""CrossFire's own files (.cfp), which are read only: its makers have not published the format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

from crosswright.errors import FormatError
from crosswright.formats.build import build_puzzle
from crosswright.formats.cleaning import clean_token
from crosswright.formats.content import is_crossfire
from crosswright.formats.format import Format, warn
from crosswright.grids.grid import Grid
from crosswright.grids.notation import MAX_SIDE, Cell
from crosswright.puzzles.clue import Clue
from crosswright.puzzles.markup import leaves_out
from crosswright.puzzles.parts import UnplacedClue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import plural, quote
from crosswright.support.xmltree import parse_xml

_BLOCK: Final = "."
_EMPTY: Final = " -?_"
_DIRECTIONS: Final = {"ACROSS": "Across", "DOWN": "Down"}
_TEXTS: Final = {"title": "TITLE", "author": "AUTHOR", "copyright": "COPYRIGHT", "notes": "NOTES"}
_KNOWN: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "CROSSFIRE": ((), (*_TEXTS.values(), "VERSION", "GRID", "CIRCLES", "REBUSES", "WORDS")),
    "GRID": (("width",), ()),
    "REBUSES": ((), ("REBUS",)),
    "REBUS": (("display", "input", "letters"), ()),
    "WORDS": ((), ("WORD",)),
    "WORD": (("dir", "id", "isTheme", "num"), ()),
}
"""The attributes of each element that has any, and the elements inside it."""


def read(data: bytes) -> Puzzle:
    """Read a puzzle of CrossFire."""
    root = _root(data)
    rebus = _rebus(root)
    rows = _rows(root)
    cells = {(y, x): symbol for y, row in enumerate(rows) for x, symbol in enumerate(row)}
    letters = {}
    for cell, symbol in cells.items():
        text = rebus.get(symbol, "" if symbol in _EMPTY else symbol)
        token = clean_token(text) if text and text != _BLOCK else None
        if token:
            letters[cell] = token
    blocks = {cell for cell, symbol in cells.items() if symbol == _BLOCK and _BLOCK not in rebus}
    grid = Grid(
        len(rows),
        len(rows[0]),
        blocks=blocks,
        letters=letters,
        circles=set(_circles(root, len(rows), len(rows[0]))) - blocks,
    )
    clues, unplaced = _clues(root, grid)
    if unplaced:
        warn(f"{plural(len(unplaced), 'clue')} without a slot")
    texts = {name: _text(root.find(tag)) for name, tag in _TEXTS.items()}
    return build_puzzle(grid, clues=clues, unplaced=tuple(unplaced), texts=texts)


def _root(data: bytes) -> ET.Element:
    root = parse_xml(data)
    if root.tag != "CROSSFIRE":
        raise FormatError("not a puzzle of CrossFire: its outer element is not CROSSFIRE")
    return root


def _text(element: ET.Element | None) -> str:
    return "".join(element.itertext()) if element is not None else ""


def _rows(root: ET.Element) -> list[str]:
    """Return the rows of the grid, padded to its width: an editor may have cut spaces off."""
    element = root.find("GRID")
    if element is None:
        raise FormatError("not a crossword: it has no GRID")
    lines = (element.text or "").replace("\r", "").split("\n")
    lines = lines[1:] if not lines[0].strip() else lines
    lines = lines[:-1] if lines and not lines[-1].strip() else lines
    stated = element.get("width", "")
    width = int(stated) if stated.isascii() and stated.isdigit() and len(stated) < 5 else 0
    width = width or max(map(len, lines), default=0)
    if not (0 < width <= MAX_SIDE and 0 < len(lines) <= MAX_SIDE):
        raise FormatError(f"its grid must have 1 to {MAX_SIDE} rows and columns")
    for number, line in enumerate(lines, 1):
        if len(line) > width:
            raise FormatError(f"row {number} has more than {width} cells: {quote(line)}")
    return [line.ljust(width) for line in lines]


def _rebus(root: ET.Element) -> dict[str, str]:
    """Return what the symbols of rebus cells mean."""
    return {
        symbol: element.get("letters") or ""
        for element in root.iterfind("REBUSES/REBUS")
        if len(symbol := element.get("input") or "") == 1
    }


def _circles(root: ET.Element, height: int, width: int) -> Iterator[Cell]:
    for part in _text(root.find("CIRCLES")).split(","):
        number = part.strip()
        if number.isascii() and number.isdigit() and len(number) < 7:
            y, x = divmod(int(number), width)
            if y < height:
                yield y, x


def _clues(root: ET.Element, grid: Grid) -> tuple[dict[str, Clue | str], list[UnplacedClue]]:
    labels = {slot.label for slot in grid.slots}
    clues: dict[str, Clue | str] = {}
    unplaced = []
    for element in root.iterfind("WORDS/WORD"):
        direction = (element.get("dir") or "").upper()
        number = (element.get("num") or "").strip()[:20]
        clue = Clue.from_html(" ".join(_text(element).split()))
        label = f"{number}{direction[:1]}"
        if direction in _DIRECTIONS and label in labels and label not in clues:
            clues[label] = clue
        elif clue.text:
            unplaced.append(UnplacedClue(_DIRECTIONS.get(direction, ""), number, clue))
    return clues, unplaced


def details(data: bytes) -> list[str]:
    """List what a file has beyond the puzzle."""
    return [*dict.fromkeys(_details(_root(data)))]


def _details(root: ET.Element) -> Iterator[str]:
    """Yield what there is beyond the puzzle; names may come twice."""
    for element in root.iterfind("WORDS/WORD"):
        if element.get("isTheme") == "true":
            yield "which answers are of the theme"
        if leaves_out(_text(element)):
            yield "formatting of clues"
    for element in root.iterfind("REBUSES/REBUS"):
        shown = element.get("display") or ""
        if shown and shown.upper() != (element.get("letters") or "").upper():
            yield "what rebus cells show"
        if len(element.get("input") or "") != 1:
            yield "rebus cells of several signs"
    rows = _rows(root)
    circles = {*_circles(root, len(rows), len(rows[0]))}
    written = [part for part in _text(root.find("CIRCLES")).split(",") if part.strip()]
    if len(circles) < len(written) or any(rows[y][x] == _BLOCK for y, x in circles):
        yield "circles that are not in open cells"
    yield from _unknown(root, "CROSSFIRE")


def _unknown(element: ET.Element, name: str) -> Iterator[str]:
    """Yield the elements and attributes that are not known, at any depth."""
    attributes, children = _KNOWN.get(name, ((), ()))
    for attribute in element.attrib.keys() - {*attributes}:
        yield f"{name} {attribute[:40]}"
    for child in element:
        if not isinstance(child.tag, str):
            continue
        if child.tag in children:
            yield from _unknown(child, child.tag)
        else:
            yield f"element {child.tag[:40]}"


CFP = Format(
    "cfp",
    "CrossFire",
    (".cfp",),
    frozenset({"solution", "rebus", "circles", "clues", "markup", "unplaced", *_TEXTS}),
    read,
    None,
    sniff=is_crossfire,
    details=details,
)
