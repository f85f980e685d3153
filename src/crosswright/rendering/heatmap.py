"""A preview as a heat map: the fewer letters a cell has left, the hotter it is."""

from __future__ import annotations

from typing import Final

from crosswright.explaining.preview import Preview
from crosswright.grids.notation import Cell
from crosswright.rendering.canvas import Canvas

SIDE: Final = 40
"""Pixels of a cell."""

LEGEND_HEIGHT, LEGEND_STEP, LEGEND_TEXT = 32, 34, 66
"""Pixels of the legend: its height, and the widths of a colour and of its text."""

# ColorBrewer's YlOrRd, turned round (Brewer, 2003).
SCALE: Final = ((1, "#bd0026"), (3, "#f03b20"), (6, "#fd8d3c"), (10, "#feb24c"), (15, "#fed976"))
"""The most letters of each colour, the hottest first."""

CALM: Final = "#ffffcc"
"""The colour of cells with more letters than any on the scale."""

DARK: Final = ("#bd0026", "#f03b20")
"""The colours that need white letters."""

BLOCK, GIVEN, EDGE, INK, QUIET = "#1b1b1b", "#e8e8e8", "#555", "#222", "#555"


def heatmap(preview: Preview) -> str:
    """Draw a preview as SVG; pointing at a cell shows the letters it can still have."""
    return _HeatMap(preview).text()


def heat(letters: int) -> str:
    """Return the colour of a cell with this many letters left."""
    return next((colour for most, colour in SCALE if letters <= most), CALM)


class _HeatMap:
    def __init__(self, preview: Preview) -> None:
        self.preview, self.grid = preview, preview.grid
        width = max(self.grid.width * SIDE, LEGEND_STEP * (len(SCALE) + 1) + LEGEND_TEXT)
        self.canvas = Canvas(width, self.grid.height * SIDE + LEGEND_HEIGHT, margin=1)

    def text(self) -> str:
        for y in range(self.grid.height):
            for x in range(self.grid.width):
                if (y, x) in self.grid.blocks:
                    self._square((y, x), BLOCK)
                elif self.grid.is_open((y, x)):
                    self._cell((y, x))
        for cell, side in sorted(self.grid.bars):
            self._bar(cell, side)
        self._legend()
        return self.canvas.text()

    def _square(self, cell: Cell, colour: str, title: str | None = None) -> None:
        corner = cell[1] * SIDE, cell[0] * SIDE
        self.canvas.rectangle(corner, (SIDE, SIDE), colour, outline=EDGE, title=title)

    def _cell(self, cell: Cell) -> None:
        """Draw a cell with its printed number and its letter, or how many letters it has left."""
        tokens = self.preview.letters[cell]
        given, forced = self.grid.letters.get(cell), self.preview.forced.get(cell)
        colour = GIVEN if given else heat(len(tokens))
        self._square(cell, colour, f"{' '.join(tokens)} ({self._candidates(cell)})")
        ink = _ink(colour)
        y, x = cell[0] * SIDE, cell[1] * SIDE
        if cell in self.grid.numbers:
            self.canvas.write((x + 3, y + 11), str(self.grid.numbers[cell]), ink, size=9)
        letter = given or forced
        text, size = (letter, _letter_size(letter)) if letter else (str(len(tokens)), 13)
        self.canvas.write((x + SIDE / 2, y + 28), text, ink, size=size, anchor="middle")
        if forced:
            bottom = y + SIDE - 7
            self.canvas.line((x + 12, bottom), (x + SIDE - 12, bottom), ink, 2)

    def _candidates(self, cell: Cell) -> str:
        """Return how many words the slots through a cell have left."""
        labels = [self.grid.slots[slot_index].label for slot_index in self.grid.slots_at(cell)]
        return ", ".join(f"{label}: {self.preview.slots.get(label, 0):,}" for label in labels)

    def _bar(self, cell: Cell, side: str) -> None:
        y, x = cell[0] * SIDE, cell[1] * SIDE
        start = (x + SIDE, y) if side == "right" else (x, y + SIDE)
        self.canvas.line(start, (x + SIDE, y + SIDE), BLOCK, 4)

    def _legend(self) -> None:
        """Draw the scale under the grid."""
        top, fewest = self.grid.height * SIDE + 10, 1
        for index, (most, colour) in enumerate(SCALE):
            text = str(most) if most == fewest else f"{fewest}-{most}"
            self._legend_step(index, top, colour, text)
            fewest = most + 1
        self._legend_step(len(SCALE), top, CALM, f"{fewest}+")
        right = (len(SCALE) + 1) * LEGEND_STEP
        self.canvas.write((right + 6, top + 13), "letters left", QUIET, size=10)

    def _legend_step(self, index: int, top: int, colour: str, text: str) -> None:
        left = index * LEGEND_STEP
        self.canvas.rectangle((left, top), (LEGEND_STEP, 18), colour, outline=EDGE)
        middle = left + LEGEND_STEP / 2, top + 13
        self.canvas.write(middle, text, _ink(colour), size=10, anchor="middle")


def _ink(colour: str) -> str:
    return "white" if colour in DARK else INK


def _letter_size(token: str) -> int:
    """Return the size of a letter in pixels; a rebus must fit into its cell."""
    return 20 if len(token) == 1 else max(7, 34 // len(token))
