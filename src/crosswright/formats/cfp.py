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
from crosswright.puzzles.parts import UnplacedClue
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import plural, quote
from crosswright.support.xmltree import parse_xml

_BLOCK: Final = "."
_EMPTY: Final = " -?_"
_DIRECTIONS: Final = {"ACROSS": "Across", "DOWN": "Down"}
_TEXTS: Final = {"title": "TITLE", "author": "AUTHOR", "copyright": "COPYRIGHT", "notes": "NOTES"}
_KNOWN: Final = {*_TEXTS.values(), "VERSION", "GRID", "CIRCLES", "REBUSES", "WORDS"}


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


def details(data: bytes) -> Iterator[str]:
    """List what a file has beyond the puzzle."""
    root = _root(data)
    if any(element.get("isTheme") == "true" for element in root.iterfind("WORDS/WORD")):
        yield "which answers are of the theme"
    for element in root.iterfind("REBUSES/REBUS"):
        shown = element.get("display") or ""
        if shown and shown.upper() != (element.get("letters") or "").upper():
            yield "what rebus cells show"
            break
    for tag in dict.fromkeys(child.tag for child in root):
        if tag not in _KNOWN:
            yield f"element {str(tag)[:40]}"


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
