"""Grids as SVG, with classes for style sheets, and words for screen readers."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final
from xml.etree import ElementTree as ET

from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import geometry
from crosswright.rendering.captions import description, kind_name
from crosswright.rendering.catalogue import catalogue
from crosswright.rendering.geometry import WIDTHS, Box, Picture
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.result import Rendering

# The characters that XML 1.0 does not allow.
_FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

STYLE: Final = f"""
.crosswright .cell {{ fill: {geometry.PAPER}; }}
.crosswright .block {{ fill: {geometry.INK}; }}
.crosswright .hole {{ fill: {geometry.HOLE}; }}
.crosswright .highlight {{ fill: {geometry.HIGHLIGHT}; }}
.crosswright .circle {{
  fill: none; stroke: {geometry.CIRCLE_INK}; stroke-width: {geometry.CIRCLE_WIDTH}; }}
.crosswright .loop {{
  fill: none; stroke: {geometry.LOOP_INK}; stroke-width: {geometry.LOOP_WIDTH}; }}
.crosswright .shade {{ fill: {geometry.LOOP_FILL}; }}
.crosswright .line, .crosswright .frame, .crosswright .bar {{
  fill: none; stroke: {geometry.INK}; stroke-linecap: square; }}
.crosswright .line {{ stroke-width: {WIDTHS["line"]}; }}
.crosswright .frame {{ stroke-width: {WIDTHS["frame"]}; }}
.crosswright .heavy {{ stroke-width: {WIDTHS["heavy"]}; }}
.crosswright .bar {{ stroke-width: {WIDTHS["bar"]}; }}
.crosswright text {{ fill: {geometry.INK};
  font-family: "FiraGO", "Fira Sans", "Noto Sans", "DejaVu Sans", Arial, sans-serif; }}
.crosswright .number {{ font-size: {geometry.NUMBER_SIZE}px; }}
.crosswright .letter {{ text-anchor: middle; }}
"""


def draw(puzzle: Puzzle, options: RenderOptions) -> Rendering:
    """Draw the grid as an SVG document."""
    root = element(puzzle, options)
    return Rendering.of(ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n")


def element(puzzle: Puzzle, options: RenderOptions) -> ET.Element:
    """Draw the grid as an element, which can be part of an HTML page."""
    picture = geometry.picture(puzzle, options)
    root = _root(puzzle, options, picture)
    ET.SubElement(root, "style").text = STYLE
    cells = ET.SubElement(root, "g", {"class": "cells"})
    for box in picture.boxes:
        _rectangle(cells, box)
    _loops(root, picture)
    for kind in WIDTHS:
        _strokes(root, picture, kind)
    marks = ET.SubElement(root, "g", {"class": "marks"})
    for box in picture.boxes:
        _marks(marks, box, picture.mirrored)
    ET.indent(root)
    return root


def _root(puzzle: Puzzle, options: RenderOptions, picture: Picture) -> ET.Element:
    margin = geometry.MARGIN
    width, height = picture.width + 2 * margin, picture.height + 2 * margin
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "crosswright",
            "viewBox": f"{-margin:g} {-margin:g} {width:g} {height:g}",
            "width": f"{width * options.cell_size:g}",
            "height": f"{height * options.cell_size:g}",
            "role": "img",
        },
    )
    strings = catalogue(puzzle, options.sheet_language)
    title = clean(puzzle.title) or kind_name(puzzle, strings)
    described = description(puzzle, options.solution, strings)
    name = f"{title}\n{described}\n{puzzle.filled_grid}" + "\nloops" * bool(picture.loops)
    name = sha256(name.encode()).hexdigest()[:8]
    root.set("aria-labelledby", f"title-{name} description-{name}")
    ET.SubElement(root, "title", {"id": f"title-{name}"}).text = title
    ET.SubElement(root, "desc", {"id": f"description-{name}"}).text = described
    return root


def clean(text: str) -> str:
    """Return text without the characters that XML does not allow."""
    return _FORBIDDEN.sub("", text).strip()


def _rectangle(parent: ET.Element, box: Box) -> None:
    kind = "cell highlight" if box.highlighted else "cell"
    kind = "block" if box.block else "hole" if box.hole else kind
    row, column = box.cell
    ET.SubElement(
        parent,
        "rect",
        {
            "class": kind,
            "x": str(box.x),
            "y": str(box.y),
            "width": "1",
            "height": "1",
            "data-row": str(row + 1),
            "data-column": str(column + 1),
        },
    )


def _loops(parent: ET.Element, picture: Picture) -> None:
    """Shade the words that are found, then draw a line around each."""
    for name in ("shade", "loop"):
        for loop in picture.loops:
            points = " ".join(f"{x:.4g},{y:.4g}" for x, y in loop.points)
            ET.SubElement(parent, "polygon", {"class": name, "points": points})


def _strokes(parent: ET.Element, picture: Picture, kind: str) -> None:
    path = " ".join(
        f"M{stroke.x0:g} {stroke.y0:g}L{stroke.x1:g} {stroke.y1:g}"
        for stroke in picture.strokes
        if stroke.kind == kind
    )
    if path:
        name = "frame heavy" if kind == "heavy" else kind
        ET.SubElement(parent, "path", {"class": name, "d": path})


def _marks(parent: ET.Element, box: Box, mirrored: bool) -> None:
    if box.circled:
        _circle(parent, box, mirrored)
    if box.number:
        inset = geometry.NUMBER_INSET
        x = box.x + 1 - inset if mirrored else box.x + inset
        y = box.y + inset + geometry.NUMBER_SIZE * geometry.CAPITAL
        number = _text(parent, "number", x, y, clean(box.number))
        if (size := geometry.number_size(box.number)) < geometry.NUMBER_SIZE:
            number.set("style", f"font-size: {size:.3g}px")
        if mirrored:
            number.set("text-anchor", "end")
    for mark in box.marks:
        x, y, side = geometry.mark_position(mark.corner, geometry.NUMBER_SIZE)
        text = _text(parent, "number", box.x + x, box.y + y, clean(mark.text))
        if side != "L":
            text.set("text-anchor", "end" if side == "R" else "middle")
    if box.letter:
        size = geometry.letter_size(box.letter)
        y = box.y + geometry.letter_baseline(box.letter, size)
        _text(parent, "letter", box.x + 0.5, y, clean(box.letter)).set("font-size", f"{size:.3g}")


def _circle(parent: ET.Element, box: Box, mirrored: bool) -> None:
    """Draw a circle, or as much of it as the number leaves."""
    if not box.number:
        centre = {"cx": f"{box.x + 0.5:g}", "cy": f"{box.y + 0.5:g}"}
        radius = f"{geometry.CIRCLE_RADIUS:g}"
        ET.SubElement(parent, "circle", {"class": "circle", **centre, "r": radius})
        return
    width = geometry.number_width(box.number)
    arc = geometry.circle_points(width, geometry.NUMBER_SIZE, mirrored)
    (x0, y0), (x1, y1) = arc[0], arc[-1]
    radius, sweep = f"{geometry.CIRCLE_RADIUS:g}", 0 if mirrored else 1
    path = (
        f"M{box.x + x0:.4g} {box.y + y0:.4g}"
        f"A{radius} {radius} 0 1 {sweep} {box.x + x1:.4g} {box.y + y1:.4g}"
    )
    ET.SubElement(parent, "path", {"class": "circle", "d": path})


def _text(parent: ET.Element, kind: str, x: float, y: float, text: str) -> ET.Element:
    element = ET.SubElement(parent, "text", {"class": kind, "x": f"{x:.4g}", "y": f"{y:.4g}"})
    element.text = text
    return element
