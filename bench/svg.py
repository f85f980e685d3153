"""Plots as SVG: just lines and bars on logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

WIDTH, HEIGHT = 900, 400
LEFT, RIGHT, TOP, BOTTOM = 72, 20, 44, 56
COLOURS = ("#1f5fa8", "#c2571a", "#2f7d4f", "#8a3b8f", "#6b6b6b", "#b08900")

Point = tuple[float, float]


def lines(
    target: Path, title: str, across: str, up: str, series: Mapping[str, Sequence[Point]]
) -> None:
    """Draw each series as a line; both axes are logarithmic."""
    points = [point for line in series.values() for point in line]
    horizontal = _Axis([x for x, _ in points], LEFT, WIDTH - RIGHT)
    vertical = _Axis([y for _, y in points], HEIGHT - BOTTOM, TOP, whole=True)
    root = _canvas(title)
    _grid(root, horizontal, vertical, sorted({x for x, _ in points}))
    _text(root, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, across, anchor="middle")
    _text(root, 16, TOP - 14, up)
    for number, (name, line) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        dots = [(horizontal.at(x), vertical.at(y)) for x, y in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
        attributes = {"points": path, "fill": "none", "stroke": colour, "stroke-width": "2"}
        ET.SubElement(root, "polyline", attributes)
        for x, y in dots:
            ET.SubElement(root, "circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r="3", fill=colour)
        _legend(root, number, name, colour)
    _write(root, target)


def bars(target: Path, title: str, up: str, groups: Mapping[str, Mapping[str, float]]) -> None:
    """Draw groups of bars, one bar per name in a group; the axis is logarithmic."""
    names = list(dict.fromkeys(name for group in groups.values() for name in group))
    vertical = _Axis(
        [v for group in groups.values() for v in group.values()], HEIGHT - BOTTOM, TOP, whole=True
    )
    root = _canvas(title)
    _grid(root, None, vertical, [])
    _text(root, 16, TOP - 14, up)
    room = (WIDTH - RIGHT - LEFT) / len(groups)
    thick = room * 0.8 / len(names)
    for index, (label, group) in enumerate(groups.items()):
        start = LEFT + index * room + room * 0.1
        for line, part in enumerate(label.split()):
            below = HEIGHT - BOTTOM + 16 + 12 * line
            _text(root, start + room * 0.4, below, part, anchor="middle", size=9)
        for number, name in enumerate(names):
            if name not in group:
                continue
            top = vertical.at(group[name])
            ET.SubElement(
                root,
                "rect",
                x=f"{start + number * thick:.1f}",
                y=f"{top:.1f}",
                width=f"{thick * 0.9:.1f}",
                height=f"{max(1.0, HEIGHT - BOTTOM - top):.1f}",
                fill=COLOURS[number % len(COLOURS)],
            )
    for number, name in enumerate(names):
        _legend(root, number, name, COLOURS[number % len(COLOURS)])
    _write(root, target)


class _Axis:
    """A logarithmic axis from `start` to `end`, in pixels."""

    def __init__(self, values: Sequence[float], start: float, end: float, *, whole: bool = False):
        low, high = math.log10(min(values)), math.log10(max(values))
        if whole:
            low, high = math.floor(low), max(math.ceil(high), math.floor(low) + 1)
        self.low, self.high = low, max(high, low + 0.01)
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        """Return where a value is on the axis, in pixels."""
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def decades(self) -> list[float]:
        """Return the powers of ten on the axis."""
        return [10.0**k for k in range(math.ceil(self.low), math.floor(self.high) + 1)]


def _canvas(title: str) -> ET.Element:
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {HEIGHT}",
            "width": str(WIDTH),
            "height": str(HEIGHT),
            "font-family": "sans-serif",
            "role": "img",
        },
    )
    ET.SubElement(root, "title").text = title
    ET.SubElement(root, "rect", width=str(WIDTH), height=str(HEIGHT), fill="#ffffff")
    return root


def _grid(
    root: ET.Element, horizontal: _Axis | None, vertical: _Axis, marks: Sequence[float]
) -> None:
    for value in vertical.decades():
        y = f"{vertical.at(value):.1f}"
        ET.SubElement(root, "line", x1=str(LEFT), x2=str(WIDTH - RIGHT), y1=y, y2=y, stroke="#ddd")
        _text(root, LEFT - 8, float(y) + 4, f"{value:,g}", anchor="end", size=11)
    last = -math.inf
    for value in marks:
        assert horizontal is not None
        x = horizontal.at(value)
        if x - last < 26:  # no room for its label
            continue
        last = x
        _text(root, x, HEIGHT - BOTTOM + 18, _short(value), anchor="middle", size=11)


def _short(value: float) -> str:
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def _legend(root: ET.Element, number: int, name: str, colour: str) -> None:
    x, y = LEFT + 120 + 170 * (number % 3), 14 + 16 * (number // 3)
    ET.SubElement(root, "rect", x=str(x), y=str(y), width="10", height="10", fill=colour)
    _text(root, x + 15, y + 9, name, size=12)


def _text(
    root: ET.Element, x: float, y: float, text: str, *, anchor: str = "start", size: int = 12
) -> None:
    attributes = {"text-anchor": anchor, "font-size": str(size), "fill": "#222222"}
    ET.SubElement(root, "text", x=f"{x:.1f}", y=f"{y:.1f}", **attributes).text = text


def _write(root: ET.Element, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    ET.indent(root)
    target.write_text(ET.tostring(root, encoding="unicode") + "\n", "utf-8")
