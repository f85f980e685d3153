"""Small drawings as SVG: squares, lines and text, in pixels."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree as ET

FONT: Final = "Helvetica, Arial, sans-serif"


class Canvas:
    """A picture under way; `text()` returns it as an SVG document."""

    def __init__(self, width: int, height: int, *, margin: int = 0) -> None:
        """Take the size of the picture; a margin is drawn around it, above and left of 0, 0."""
        width, height = width + 2 * margin, height + 2 * margin
        self.root = ET.Element(
            "svg",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"{-margin} {-margin} {width} {height}",
            width=str(width),
            height=str(height),
        )

    def rectangle(
        self,
        corner: tuple[float, float],
        size: tuple[float, float],
        colour: str,
        *,
        outline: str | None = None,
        title: str | None = None,
    ) -> None:
        """Draw a rectangle by its corner and size, both x before y; a title shows on hovering."""
        rectangle = ET.SubElement(
            self.root,
            "rect",
            x=_number(corner[0]),
            y=_number(corner[1]),
            width=_number(size[0]),
            height=_number(size[1]),
            fill=colour,
        )
        if outline is not None:
            rectangle.set("stroke", outline)
        if title is not None:
            ET.SubElement(rectangle, "title").text = title

    def line(
        self, start: tuple[float, float], end: tuple[float, float], colour: str, width: int
    ) -> None:
        """Draw a line between two points."""
        ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
        attributes = {name: _number(value) for name, value in ends.items()}
        ET.SubElement(
            self.root, "line", {**attributes, "stroke-width": str(width), "stroke": colour}
        )

    def write(
        self,
        point: tuple[float, float],
        text: str,
        colour: str,
        *,
        size: int = 12,
        anchor: str = "start",
    ) -> None:
        """Write text on a baseline that starts, has its middle or ends at a point."""
        attributes = {"font-size": str(size), "font-family": FONT, "text-anchor": anchor}
        position = {"x": _number(point[0]), "y": _number(point[1])}
        ET.SubElement(self.root, "text", {**position, "fill": colour, **attributes}).text = text

    def text(self) -> str:
        """Return the document."""
        return ET.tostring(self.root, encoding="unicode") + "\n"


def _number(value: float) -> str:
    return f"{value:.6g}"
