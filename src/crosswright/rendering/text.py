"""Puzzles as text: the grid in boxes or with one symbol per cell, and the clues below it."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from crosswright.grids.letters import split_letters
from crosswright.grids.notation import symbol
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import geometry
from crosswright.rendering.captions import byline, place, squeeze
from crosswright.rendering.catalogue import Catalogue, catalogue
from crosswright.rendering.cluelists import clue_lists, headings, word_bank
from crosswright.rendering.geometry import Box, Picture
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.result import Rendering

LINE_LENGTH: Final = 78
FULL: Final = "█"
_WEIGHTS: Final = {"line": 1, "frame": 1, "bar": 2}  # of the arms of a junction: light, heavy
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
        [line for line in (squeeze(puzzle.title), byline(puzzle, strings)) if line],
        draw_grid(puzzle, options, strings),
        textwrap.wrap(puzzle.notes, LINE_LENGTH),
    ]
    if options.clues:
        parts += _clues(puzzle, strings)
    if options.word_bank:
        parts.append(
            [strings["word_bank"], *textwrap.wrap("  ".join(word_bank(puzzle)), LINE_LENGTH)]
        )
    parts.append([squeeze(puzzle.copyright)])
    text = "\n\n".join("\n".join(lines) for lines in parts if any(lines))
    return Rendering.of(text + "\n")


def draw_grid(puzzle: Puzzle, options: RenderOptions, strings: Catalogue) -> list[str]:
    """Return the lines of the grid alone."""
    picture = geometry.picture(puzzle, options)
    lines = _boxed(picture) if options.boxed else _plain(picture, strings)
    return [line.rstrip() for line in lines]


def _clues(puzzle: Puzzle, strings: Catalogue) -> Iterator[list[str]]:
    for direction, clues in clue_lists(puzzle).items():
        lines = [headings(strings)[direction]]
        for clue in clues:
            indent = f"{clue.number:>3}. "
            rest = " " * len(indent)
            lines += textwrap.wrap(
                clue.marked(strings), LINE_LENGTH, initial_indent=indent, subsequent_indent=rest
            )
        yield lines


def _plain(picture: Picture, strings: Catalogue) -> list[str]:
    rows = [[" "] * picture.width for _ in range(picture.height)]
    for box in picture.boxes:
        rows[box.y][box.x] = FULL if box.block else symbol(box.letter) if box.letter else "."
    rebus = [
        f"{place(box.cell, strings)}: {box.letter}"
        for box in picture.boxes
        if len(split_letters(box.letter)) > 1
    ]
    return [" ".join(row) for row in rows] + (["", *rebus] if rebus else [])


# -- boxes --------------------------------------------------------------------------------------


def _boxed(picture: Picture) -> list[str]:
    needed = (max(_columns(box.letter) + 2, len(box.number)) for box in picture.boxes)
    inside = max(3, max(needed, default=0))
    boxes = {(box.y, box.x): box for box in picture.boxes}
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
            number = boxes[y, x].number if (y, x) in boxes else ""
            dash = _junctions()[0, 0, *[edges.get(("h", y, x), 0)] * 2]
            line.append(
                number.rjust(inside, dash) if picture.mirrored else number.ljust(inside, dash)
            )
    return "".join(line)


def _row(picture: Picture, edges: _Edges, boxes: _Boxes, y: int, inside: int) -> str:
    line = []
    for x in range(picture.width + 1):
        line.append(_junctions()[*[edges.get(("v", x, y), 0)] * 2, 0, 0])
        if x < picture.width:
            box = boxes.get((y, x))
            line.append(_centred(_content(box), inside) if box else " " * inside)
            if box and box.block:
                line[-1] = FULL * inside
    return "".join(line)


def _content(box: Box) -> str:
    return f"({box.letter or ' '})" if box.circled else box.letter


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
