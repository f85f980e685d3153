"""Grids as PNG images, drawn by Pillow from the same geometry as SVG."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING, Final

from crosswright.errors import RenderError
from crosswright.grids.notation import where
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering import fonts, geometry
from crosswright.rendering.geometry import Box, Picture, Stroke
from crosswright.rendering.options import RenderOptions
from crosswright.rendering.result import Rendering

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

MAX_PIXELS: Final = 64_000_000
_SMOOTH: Final = 4  # circles are drawn this many times larger, then scaled down


def draw(puzzle: Puzzle, options: RenderOptions) -> Rendering:
    """Draw the grid as a PNG image."""
    from PIL import Image

    picture = geometry.picture(puzzle, options)
    painter = _Painter(picture, options)
    margin = 2 * painter.margin
    size = picture.width * painter.cell + margin, picture.height * painter.cell + margin
    if size[0] * size[1] > MAX_PIXELS:
        raise RenderError(
            f"an image of {size[0]} by {size[1]} pixels is too large; choose smaller cells "
            "(cell_size, or --cell-size)"
        )
    image = Image.new("RGB", size, geometry.PAPER)
    painter.paint(image)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return Rendering.of(out.getvalue(), painter.notices)


class _Painter:
    """Draws a picture with cells of one size."""

    def __init__(self, picture: Picture, options: RenderOptions) -> None:
        self.picture = picture
        self.cell = options.cell_size
        self.margin = max(1, round(geometry.MARGIN * self.cell))
        self.fonts = fonts.Fonts(options.fonts)
        self._font = cache(self._load)
        self._circle = cache(self._draw_circle)
        self.notices = self.fonts.missing((where(box.cell), box.letter) for box in picture.boxes)

    def paint(self, image: Image) -> None:
        """Draw the boxes, the strokes, then the content of the boxes."""
        from PIL import ImageDraw

        brush = ImageDraw.Draw(image)
        for box in self.picture.boxes:
            self._box(brush, box)
        self._loops(image)
        for stroke in self.picture.strokes:
            self._stroke(brush, stroke)
        for box in self.picture.boxes:
            if box.circled:
                image.paste(geometry.CIRCLE_INK, self._corner(box), self._circle(box.number))
            self._number(brush, box)
            self._marks(brush, box)
            self._letter(brush, box)

    def _corner(self, box: Box) -> tuple[int, int]:
        return self.margin + box.x * self.cell, self.margin + box.y * self.cell

    def _box(self, brush: ImageDraw, box: Box) -> None:
        x, y = self._corner(box)
        colour = geometry.HIGHLIGHT if box.highlighted else geometry.PAPER
        colour = geometry.INK if box.block else geometry.HOLE if box.hole else colour
        brush.rectangle((x, y, x + self.cell, y + self.cell), colour)

    def _loops(self, image: Image) -> None:
        """Shade the words that are found, then draw a line around each, with smooth edges."""
        if not self.picture.loops:
            return
        from PIL import Image as Images
        from PIL import ImageDraw

        size = image.width * _SMOOTH, image.height * _SMOOTH
        width = max(1, round(geometry.LOOP_WIDTH * self.cell * _SMOOTH))
        lines = [
            [
                tuple((self.margin + at * self.cell) * _SMOOTH for at in point)
                for point in loop.points
            ]
            for loop in self.picture.loops
        ]
        for colour in (geometry.LOOP_FILL, geometry.LOOP_INK):
            mask = Images.new("L", size)
            brush = ImageDraw.Draw(mask)
            for line in lines:
                if colour == geometry.LOOP_FILL:
                    brush.polygon(line, fill=255)
                else:
                    brush.line(line, fill=255, width=width, joint="curve")
            image.paste(colour, (0, 0), mask.resize(image.size, Images.Resampling.LANCZOS))

    def _stroke(self, brush: ImageDraw, stroke: Stroke) -> None:
        """Draw a line with square ends, on whole pixels, so that all lines are equally sharp."""
        width = max(1, round(geometry.WIDTHS[stroke.kind] * self.cell))
        before = width // 2
        left, top, right, bottom = (
            self.margin + round(value * self.cell) - before
            for value in (stroke.x0, stroke.y0, stroke.x1, stroke.y1)
        )
        brush.rectangle((left, top, right + width - 1, bottom + width - 1), geometry.INK)

    def _draw_circle(self, number: str) -> Image:
        """Return the mask of a circle that gives way to a number."""
        from PIL import Image, ImageDraw

        side = self.cell * _SMOOTH
        mask = Image.new("L", (side, side))
        width = geometry.number_width(number)
        arc = geometry.circle_points(width, geometry.NUMBER_SIZE, self.picture.mirrored)
        points = [(x * side, y * side) for x, y in arc]
        line = max(_SMOOTH, round(geometry.CIRCLE_WIDTH * side))
        ImageDraw.Draw(mask).line(points, 255, line, joint="curve")
        return mask.resize((self.cell, self.cell), Image.Resampling.LANCZOS)

    def _number(self, brush: ImageDraw, box: Box) -> None:
        if not box.number:
            return
        x, y = self._corner(box)
        inset = geometry.NUMBER_INSET
        baseline = y + (inset + geometry.NUMBER_SIZE * geometry.CAPITAL) * self.cell
        font = self._font(fonts.REGULAR, geometry.number_size(box.number))
        if self.picture.mirrored:
            at, anchor = (x + (1 - inset) * self.cell, baseline), "rs"
        else:
            at, anchor = (x + inset * self.cell, baseline), "ls"
        brush.text(at, box.number, geometry.INK, font, anchor)

    def _marks(self, brush: ImageDraw, box: Box) -> None:
        left, top = self._corner(box)
        font = self._font(fonts.REGULAR, geometry.NUMBER_SIZE)
        for mark in box.marks:
            x, baseline, side = geometry.mark_position(mark.corner, geometry.NUMBER_SIZE)
            at = left + x * self.cell, top + baseline * self.cell
            brush.text(at, mark.text, geometry.INK, font, {"L": "ls", "C": "ms", "R": "rs"}[side])

    def _letter(self, brush: ImageDraw, box: Box) -> None:
        if not box.letter:
            return
        text, name = box.letter, self.fonts.find_whole(box.letter)
        if name is None:
            text, name = fonts.SUBSTITUTE, fonts.REGULAR
        size = geometry.letter_size(text)
        room = geometry.LETTER_ROOM * self.cell
        width = self._font(name, size).getlength(text)
        if width > room:
            size *= room / width
        x, y = self._corner(box)
        at = x + self.cell / 2, y + geometry.letter_baseline(text, size) * self.cell
        brush.text(at, text, geometry.INK, self._font(name, size), "ms")

    def _load(self, name: str, size: float) -> FreeTypeFont:
        from PIL import ImageFont

        file = self.fonts.files[name]
        source = io.BytesIO(file) if isinstance(file, bytes) else file
        return ImageFont.truetype(source, max(1, round(size * self.cell)))
