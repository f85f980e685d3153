"""Where cells and words are in Crossword Compiler's XML, and what lengths say of words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree import ElementTree as ET

from crosswright.errors import FormatError
from crosswright.grids.notation import MAX_SIDE, Cell

MAX_CELLS: Final = 4 * MAX_SIDE * MAX_SIDE  # in all words together


def grid_side(element: ET.Element, name: str) -> int:
    """Return the height or the width of a grid."""
    text = element.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 0 < int(text) <= MAX_SIDE):
        raise FormatError(f"the grid's {name} must be from 1 to {MAX_SIDE}, not {text[:20]!r}")
    return int(text)


def runs(parent: ET.Element, tag: str) -> Iterator[tuple[ET.Element, list[Cell]]]:
    """Yield each element with its cells; refuse more of them than any grid needs."""
    count = 0
    for element in parent.iterfind(tag):
        cells = run(element)
        count += len(cells)
        if count > MAX_CELLS:
            raise FormatError(f"more than {MAX_CELLS} cells, which no grid has")
        yield element, cells


def run(element: ET.Element) -> list[Cell]:
    """Return the cells of x="1-5" y="1", of single numbers, or of the `cells` inside."""
    cells = []
    if element.get("x") and element.get("y"):
        rows, columns = _numbers(element.get("y", "")), _numbers(element.get("x", ""))
        cells += [(y - 1, x - 1) for y in rows for x in columns]
    for child in element.iterfind("cells"):
        cells += run(child)
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
    for element, cells in runs(crossword, "word"):
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
