"""Puzzles as text: the grid in boxes or with one symbol per cell, and the clues below it."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Final

from crosswright.grids.letters import split_letters
from crosswright.grids.notation import symbol
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import geometry
from crosswright.rendering.captions import (
    credits_of,
    imprint_of,
    instructions_of,
    place,
    squeeze,
    student_lines,
)
from crosswright.rendering.catalogue import Catalogue, catalogue
from crosswright.rendering.cluelists import clue_lists, word_banks
from crosswright.rendering.geometry import Box, Picture
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.result import Rendering
from crosswright.support.decoding import without_controls

LINE_LENGTH: Final = 78
FULL: Final = "█"
LINE: Final = "_"
STUDENT_LINE_LENGTHS: Final = {"name": 30, "class": 10, "date": 14}
OTHER: Final = "·"  # a letter of no word, in the solution of a word search
SHADE: Final = "░"  # where words enclose nothing
_SOLID_SPACE, _SOLID_HYPHEN = "\u00a0", "\u2011"  # at which no line is broken
_WEIGHTS: Final = {"line": 1, "frame": 1, "heavy": 2, "bar": 2}  # of arms: light, heavy
_ARMS: Final = {
    "UP": (0,),
    "DOWN": (1,),
    "LEFT": (2,),
    "RIGHT": (3,),
    "VERTICAL": (0, 1),
    "HORIZONTAL": (2, 3),
}


def draw(puzzle: Puzzle, options: RenderOptions) -> Rendering:
    """Write the title, the grid and the clues."""
    strings = catalogue(puzzle, options.sheet_language)
    parts = [
        [_student_lines(options, strings)],
        [text for text in (squeeze(puzzle.title), *credits_of(puzzle, strings)) if text],
        _wrapped(instructions_of(puzzle, options, strings)),
        draw_grid(puzzle, options, strings),
        [line for text in puzzle.notes.splitlines() for line in textwrap.wrap(text, LINE_LENGTH)],
    ]
    if options.clues:
        parts += _clues(puzzle, options, strings)
    if options.word_bank:
        parts += [
            [heading, *_wrapped("  ".join(map(_solid, words)))]
            for heading, words in word_banks(puzzle, strings, options.bank_order)
        ]
    parts.append([imprint_of(puzzle)])
    text = "\n\n".join("\n".join(lines) for lines in parts if any(lines))
    return Rendering.of(without_controls(text) + "\n")


def _student_lines(options: RenderOptions, strings: Catalogue) -> str:
    return "  ".join(
        f"{label} {LINE * STUDENT_LINE_LENGTHS[name]}"
        for name, label in student_lines(options, strings)
    )


def draw_grid(puzzle: Puzzle, options: RenderOptions, strings: Catalogue) -> list[str]:
    """Return the lines of the grid alone."""
    picture = geometry.picture(puzzle, options)
    if puzzle.kind == "word-search":
        return _search(puzzle, picture, options.solution)
    lines = _boxed(picture) if options.boxed else _plain(picture, strings)
    return [line.rstrip() for line in lines]


def _search(puzzle: Puzzle, picture: Picture, solution: bool) -> list[str]:
    """Return the letters of a word search; in its solution, only those of hidden words."""
    hidden = {cell for cells in puzzle.grid.extra for cell in cells}
    rows = [[""] * picture.width for _ in range(picture.height)]
    for box in picture.boxes:
        rows[box.y][box.x] = box.letter if box.cell in hidden or not solution else OTHER
    room = max(map(_columns, chain.from_iterable(rows)))
    return [" ".join(_centred(letter, room) for letter in row).rstrip() for row in rows]


def _clues(puzzle: Puzzle, options: RenderOptions, strings: Catalogue) -> Iterator[list[str]]:
    for clues in clue_lists(puzzle, strings, options.enumerations):
        lines = [clues.heading] if clues.heading else []
        for clue in clues.lines:
            solid = replace(clue, enumeration=_solid(clue.enumeration))
            lines += _wrapped(solid.marked(strings), _indent(clue.number))
        yield lines


def _indent(number: str) -> str:
    return f"{number.removesuffix('.'):>3}. " if number else " " * 5


def _solid(text: str) -> str:
    """Return text that no line is broken in, until `_wrapped` has broken the lines."""
    return text.replace(" ", _SOLID_SPACE).replace("-", _SOLID_HYPHEN)


def _wrapped(text: str, indent: str = "") -> list[str]:
    rest = " " * len(indent)
    lines = textwrap.wrap(text, LINE_LENGTH, initial_indent=indent, subsequent_indent=rest)
    return [line.replace(_SOLID_SPACE, " ").replace(_SOLID_HYPHEN, "-") for line in lines]


def _plain(picture: Picture, strings: Catalogue) -> list[str]:
    rows = [[" "] * picture.width for _ in range(picture.height)]
    for box in picture.boxes:
        if not box.hole:
            rows[box.y][box.x] = FULL if box.block else symbol(box.letter) if box.letter else "."
    rebus = [
        f"{place(box.cell, strings)}: {box.letter}"
        for box in picture.boxes
        if len(split_letters(box.letter)) > 1
    ]
    return [" ".join(row) for row in rows] + (["", *rebus] if rebus else [])


# -- boxes --------------------------------------------------------------------------------------


def _boxed(picture: Picture) -> list[str]:
    boxes = {(box.y, box.x): box for box in picture.boxes}
    needed = [_columns(box.letter) + 2 for box in picture.boxes]
    needed += [_columns(_content(box)) for box in picture.boxes]
    needed += [
        _columns(_spread(*_on_border(picture, boxes, y, x), 0, "─"))
        for y in range(picture.height + 1)
        for x in range(picture.width)
    ]
    inside = max(3, *needed) if needed else 3
    edges = _edges(picture)
    lines = []
    for y in range(picture.height + 1):
        lines.append(_border(picture, edges, boxes, y, inside))
        if y < picture.height:
            lines.append(_row(picture, edges, boxes, y, inside))
    return lines


# (axis, line, position) -> weight: the strokes of the picture, cut into units.
_Edges = dict[tuple[str, int, int], int]
_Boxes = dict[tuple[int, int], Box]


def _edges(picture: Picture) -> _Edges:
    edges: _Edges = {}
    for stroke in picture.strokes:
        x0, y0, x1, y1 = map(int, (stroke.x0, stroke.y0, stroke.x1, stroke.y1))
        for x in range(x0, x1):
            edges["h", y0, x] = _WEIGHTS[stroke.kind]
        for y in range(y0, y1):
            edges["v", x0, y] = _WEIGHTS[stroke.kind]
    return edges


def _border(picture: Picture, edges: _Edges, boxes: _Boxes, y: int, inside: int) -> str:
    line = []
    for x in range(picture.width + 1):
        line.append(
            _junctions()[
                edges.get(("v", x, y - 1), 0),
                edges.get(("v", x, y), 0),
                edges.get(("h", y, x - 1), 0),
                edges.get(("h", y, x), 0),
            ]
        )
        if x < picture.width:
            dash = _junctions()[0, 0, *[edges.get(("h", y, x), 0)] * 2]
            line.append(_spread(*_on_border(picture, boxes, y, x), inside, dash))
    return "".join(line)


def _on_border(picture: Picture, boxes: _Boxes, y: int, x: int) -> tuple[str, str, str]:
    """Return what is written on the line above a cell: on its left, in its middle, on its right.

    The marks at the bottom of the cell above are there too.
    """
    texts = {"L": [""], "C": [""], "R": [""]}
    if (y, x) in boxes:
        texts["R" if picture.mirrored else "L"].append(boxes[y, x].number)
    for row, edge in ((y - 1, "B"), (y, "T")):
        for mark in boxes[row, x].marks if (row, x) in boxes else ():
            if edge in mark.corner:
                texts[mark.corner.replace(edge, "") or "C"].append(mark.text)
    left, centre, right = ("/".join(filter(None, parts)) for parts in texts.values())
    return left, centre, right


def _spread(left: str, centre: str, right: str, width: int, dash: str) -> str:
    """Put texts at both ends and in the middle of a line of at least this width."""
    free = max(width - _columns(left + centre + right), bool(left) + bool(right) - 1, 0)
    if centre:
        free = max(free, bool(left) + bool(right))
    before = max(bool(left), free // 2) if centre else free
    return left + dash * before + centre + dash * (free - before) + right


def _row(picture: Picture, edges: _Edges, boxes: _Boxes, y: int, inside: int) -> str:
    line = []
    for x in range(picture.width + 1):
        line.append(_junctions()[*[edges.get(("v", x, y), 0)] * 2, 0, 0])
        if x < picture.width:
            box = boxes.get((y, x))
            line.append(_centred(_content(box), inside) if box else " " * inside)
            if box and (box.block or box.hole):
                line[-1] = (FULL if box.block else SHADE) * inside
    return "".join(line)


def _content(box: Box) -> str:
    text = f"({box.letter or ' '})" if box.circled else box.letter
    beside = {mark.corner: mark.text for mark in box.marks}
    parts = (beside.get("L", ""), text, beside.get("C", ""), beside.get("R", ""))
    return " ".join(filter(None, parts))


def _centred(text: str, width: int) -> str:
    left = (width - _columns(text)) // 2
    return " " * left + text + " " * (width - left - _columns(text))


def _columns(text: str) -> int:
    """Return how many columns a text takes up in a terminal."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


@cache
def _junctions() -> dict[tuple[int, ...], str]:
    """Return box-drawing characters by their arms (up, down, left, right), from their names."""
    characters: dict[tuple[int, ...], str] = {(0, 0, 0, 0): " "}
    for code in range(0x2500, 0x2580):
        words = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ").split()
        if set(words) <= {*_ARMS, "LIGHT", "HEAVY", "AND"}:
            characters.setdefault(_arms(words), chr(code))
    return characters


def _arms(words: Sequence[str]) -> tuple[int, ...]:
    """Turn "DOWN LIGHT AND RIGHT HEAVY", or "LIGHT DOWN AND RIGHT", into weights of arms."""
    arms = [0, 0, 0, 0]
    weight = 0
    for group in " ".join(words).split(" AND "):
        names = group.split()
        weight = 2 if "HEAVY" in names else 1 if "LIGHT" in names else weight
        for name in names:
            for arm in _ARMS.get(name, ()):
                arms[arm] = weight
    return tuple(arms)
