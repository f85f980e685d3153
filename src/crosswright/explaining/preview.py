"""What a grid still allows before it is filled: viable letters per cell, candidates per slot.

>>> from crosswright.grids.grid import Grid
>>> from crosswright.words.wordlist import WordList
>>> seen = preview(Grid.parse("C.T\\n.##"), WordList.from_words(["CAT", "CUT", "CO", "CUE"]))
>>> seen.slots
{'1A': 2, '1D': 1}
>>> print(seen.text().splitlines()[0])
 C    2  T
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from xml.etree import ElementTree

from crosswright import engine
from crosswright.engine import EXHAUSTED, Problem
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.support.pictures import drawn_by
from crosswright.support.wording import either, plural, slot_name
from crosswright.words.wordlist import WordList

COLUMNS = 4
"""Slots to a line of text."""

SIDE = 40
"""Pixels of a cell in the picture."""

LEGEND_STEP, LEGEND_TEXT = 34, 66
"""Pixels of a colour and of the words under the picture."""

# Few letters left are hot, many are calm; ColorBrewer's YlOrRd turned round (Brewer, 2003).
SCALE = ((1, "#bd0026"), (3, "#f03b20"), (6, "#fd8d3c"), (10, "#feb24c"), (15, "#fed976"))
CALM = "#ffffcc"
DARK = ("#bd0026", "#f03b20")
FONT = "Helvetica, Arial, sans-serif"


@dataclass(frozen=True)
class Preview:
    """What propagation leaves of a grid; where it leaves nothing, what each slot has by itself."""

    grid: Grid
    possible: bool
    letters: Mapping[Cell, tuple[str, ...]]
    slots: Mapping[str, int]

    _repr_svg_ = drawn_by("preview_svg")

    @property
    def forced(self) -> dict[Cell, str]:
        """The empty cells that are down to one letter."""
        return {
            cell: tokens[0]
            for cell, tokens in self.letters.items()
            if len(tokens) == 1 and cell not in self.grid.letters
        }

    def text(self) -> str:
        """Draw it: the number of letters in each cell, `[E]` where one is forced."""
        rows = (
            "".join(self._sign((y, x)) for x in range(self.grid.width)).rstrip()
            for y in range(self.grid.height)
        )
        return "\n".join([*rows, "", *self._facts()])

    def _sign(self, cell: Cell) -> str:
        if not self.grid.is_open(cell):
            return " ## " if cell in self.grid.blocks else "    "
        if cell in self.grid.letters:
            return f" {self.grid.letters[cell]:<3}"
        tokens = self.letters[cell]
        return f"[{tokens[0]}] " if len(tokens) == 1 else f" {len(tokens):>2} "

    def _facts(self) -> Iterator[str]:
        if not self.possible:
            empty = [slot_name(label) for label, count in self.slots.items() if not count]
            have = "has" if len(empty) == 1 else "have"
            at = f" ({either(empty, 'and')} {have} no word at all)" if empty else ""
            yield f"Propagation alone proves that this cannot be filled{at}."
            yield "Shown is what each slot could take by itself; explain says why."
        yield f"{plural(len(self.forced), 'letter')} forced; words left for each slot:"
        width = max((len(f"{count:,}") for count in self.slots.values()), default=1)
        entries = [f"{label:>4} {count:>{width},}" for label, count in self.slots.items()]
        for start in range(0, len(entries), COLUMNS):
            yield "  ".join(entries[start : start + COLUMNS])

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data; rows and columns count from 1."""
        return {
            "status": "OPEN" if self.possible else "IMPOSSIBLE",
            "grid": self.grid.rows(),
            "cells": [
                {
                    "row": row + 1,
                    "column": column + 1,
                    "letters": list(tokens),
                    "given": (row, column) in self.grid.letters,
                    "forced": (row, column) in self.forced,
                }
                for (row, column), tokens in self.letters.items()
            ],
            "slots": [
                {"slot": label, "pattern": self.grid.pattern_text(label), "candidates": count}
                for label, count in self.slots.items()
            ],
        }

    def svg(self) -> str:
        """Draw it as a heat map: the hotter a cell, the fewer letters it has left."""
        return _Picture(self).xml()


def preview(grid: Grid, words: WordList, rules: Rules | None = None, **options: Any) -> Preview:
    """Return what propagation leaves of a grid; keywords are fields of `Rules`."""
    model = Model(grid, words, replace(rules or Rules(), **options))
    problem = model.problem()
    solver = None if problem is None else _propagated(problem)
    if solver is None:
        masks, counts = _each_alone(model)
    else:
        masks, counts = solver.masks(), solver.counts()
    letters = {
        cell: tuple(token for code, token in enumerate(model.tokens) if mask >> code & 1)
        for cell, mask in zip(model.cells, masks, strict=True)
    }
    labels = [slot.label for slot in model.slots]
    counted = dict(zip(labels, counts, strict=True))
    return Preview(model.grid, solver is not None, letters, counted)


def _propagated(problem: Problem) -> engine.Solver | None:
    """Return a solver that has propagated and not searched; None when nothing is left."""
    solver = engine.Solver(problem)
    return None if solver.run(0, 1) == EXHAUSTED else solver


def _each_alone(model: Model) -> tuple[list[int], list[int]]:
    """Return the cells' letters and the slots' words where the slots do not mind each other."""
    masks, counts = list(model.masks), []
    for number in range(len(model.slots)):
        problem = model.problem(only=[number])
        solver = None if problem is None else _propagated(problem)
        counts.append(0 if solver is None else solver.counts()[0])
        if solver is not None:
            masks = [mask & kept for mask, kept in zip(masks, solver.masks(), strict=True)]
    return masks, counts


class _Picture:
    """A preview as SVG."""

    def __init__(self, seen: Preview) -> None:
        self.seen = seen
        grid = seen.grid
        width = max(grid.width * SIDE, LEGEND_STEP * (len(SCALE) + 1) + LEGEND_TEXT) + 2
        height = grid.height * SIDE + 34
        self.root = ElementTree.Element(
            "svg",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"-1 -1 {width} {height}",
            width=str(width),
            height=str(height),
        )

    def xml(self) -> str:
        grid = self.seen.grid
        for y in range(grid.height):
            for x in range(grid.width):
                if (y, x) in grid.blocks:
                    self._square((y, x), "#1b1b1b")
                elif grid.is_open((y, x)):
                    self._cell((y, x))
        for cell, side in sorted(grid.bars):
            self._bar(cell, side)
        self._legend()
        return ElementTree.tostring(self.root, encoding="unicode") + "\n"

    def _cell(self, cell: Cell) -> None:
        grid, tokens = self.seen.grid, self.seen.letters[cell]
        given, forced = grid.letters.get(cell), self.seen.forced.get(cell)
        colour = "#e8e8e8" if given else heat(len(tokens))
        square = self._square(cell, colour)
        slots = [grid.slots[number].label for number in grid.slots_at(cell)]
        counts = ", ".join(f"{label}: {self.seen.slots.get(label, 0):,}" for label in slots)
        ElementTree.SubElement(square, "title").text = f"{' '.join(tokens)} ({counts})"
        number = grid.numbers.get(cell)
        ink = "white" if colour in DARK else "#222"
        y, x = cell[0] * SIDE, cell[1] * SIDE
        if number is not None:
            self._text(x + 3, y + 11, str(number), 9, ink, "start")
        shown = given or forced or str(len(tokens))
        self._text(x + SIDE / 2, y + 28, shown, 20 if given or forced else 13, ink)
        if forced:
            self._line((x + 12, y + SIDE - 7), (x + SIDE - 12, y + SIDE - 7), ink, 2)

    def _square(self, cell: Cell, colour: str) -> ElementTree.Element:
        return ElementTree.SubElement(
            self.root,
            "rect",
            x=str(cell[1] * SIDE),
            y=str(cell[0] * SIDE),
            width=str(SIDE),
            height=str(SIDE),
            fill=colour,
            stroke="#555",
        )

    def _text(
        self, x: float, y: float, text: str, size: int, ink: str, anchor: str = "middle"
    ) -> None:
        attributes = {"font-size": str(size), "font-family": FONT, "text-anchor": anchor}
        element = ElementTree.SubElement(
            self.root, "text", {"x": f"{x:g}", "y": f"{y:g}", "fill": ink, **attributes}
        )
        element.text = text

    def _bar(self, cell: Cell, side: str) -> None:
        y, x = cell[0] * SIDE, cell[1] * SIDE
        start = (x + SIDE, y) if side == "right" else (x, y + SIDE)
        self._line(start, (x + SIDE, y + SIDE), "#1b1b1b", 4)

    def _line(self, start: tuple[int, int], end: tuple[int, int], ink: str, width: int) -> None:
        ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1], "stroke-width": width}
        ElementTree.SubElement(
            self.root, "line", {name: str(value) for name, value in ends.items()}, stroke=ink
        )

    def _legend(self) -> None:
        """Draw the scale under the grid."""
        y = self.seen.grid.height * SIDE + 10
        steps = [*SCALE, (26, CALM)]
        before = 0
        for place, (most, colour) in enumerate(steps):
            ElementTree.SubElement(
                self.root,
                "rect",
                x=str(place * LEGEND_STEP),
                y=str(y),
                width=str(LEGEND_STEP),
                height="18",
                fill=colour,
                stroke="#555",
            )
            text = f"{before + 1}-{most}" if most > before + 1 else str(most)
            if most == 26:
                text = f"{before + 1}+"
            ink = "white" if colour in DARK else "#222"
            self._text((place + 0.5) * LEGEND_STEP, y + 13, text, 10, ink)
            before = most
        self._text(len(steps) * LEGEND_STEP + 6, y + 13, "letters left", 10, "#555", "start")


def heat(letters: int) -> str:
    """Return the colour of a cell with so many letters left."""
    return next((colour for most, colour in SCALE if letters <= most), CALM)
