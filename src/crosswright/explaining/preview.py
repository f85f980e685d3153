"""What a grid still allows before it is filled: viable letters per cell, candidates per slot.

>>> from crosswright import preview
>>> result = preview("C.T\\n.##", ["CAT", "CUT", "CO", "CUE"])
>>> result.slots
{'1A': 2, '1D': 1}
>>> print(result.text().splitlines()[0])
 C    2  T
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Unpack

from crosswright import engine
from crosswright.engine import EXHAUSTED, Problem
from crosswright.filling.model import Model
from crosswright.filling.rules import RuleFields, Rules
from crosswright.grids.grid import Grid, GridLike
from crosswright.grids.notation import Cell, bracketed
from crosswright.support.pictures import drawn_by
from crosswright.support.wording import either, plural, slot_name
from crosswright.words.wordlist import WordList, WordsLike

SLOTS_PER_LINE = 4
"""Slots in a line of text."""


@dataclass(frozen=True)
class Preview:
    """What propagation leaves of a grid; if it leaves nothing, what each slot has by itself."""

    grid: Grid
    possible: bool
    """Whether propagation leaves every slot a word."""
    letters: Mapping[Cell, tuple[str, ...]]
    """The letters that each cell can still have."""
    slots: Mapping[str, int]
    """The number of words that each slot can still take, by label."""

    _repr_svg_ = drawn_by("preview_svg")

    @property
    def forced(self) -> dict[Cell, str]:
        """The empty cells that are down to one letter."""
        return {
            cell: tokens[0]
            for cell, tokens in self.letters.items()
            if len(tokens) == 1 and cell not in self.grid.letters
        }

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Draw the grid with the number of letters in each cell, `[E]` where one is forced."""
        columns = range(self.grid.width)
        rows = [[self._sign((y, x)) for x in columns] for y in range(self.grid.height)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = (
            "".join(f"{sign:<{width}}" for sign, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        )
        return "\n".join([*lines, "", *self._facts()])

    def _sign(self, cell: Cell) -> str:
        """Return a cell as text of at least four characters; a rebus takes more."""
        if not self.grid.is_open(cell):
            return " ## " if cell in self.grid.blocks else "    "
        if cell in self.grid.letters:
            return f" {bracketed(self.grid.letters[cell]):<2} "
        tokens = self.letters[cell]
        return f"[{tokens[0]}] " if len(tokens) == 1 else f" {len(tokens):>2} "

    def _facts(self) -> Iterator[str]:
        if not self.possible:
            empty = [slot_name(label) for label, count in self.slots.items() if not count]
            have = "has" if len(empty) == 1 else "have"
            where = f" ({either(empty, 'and')} {have} no word at all)" if empty else ""
            yield f"Propagation alone proves that this grid cannot be filled{where}."
            yield "The counts are those of each slot by itself; explain says why it fails."
        yield f"{plural(len(self.forced), 'letter')} forced; words left for each slot:"
        width = max((len(f"{count:,}") for count in self.slots.values()), default=1)
        slots = [f"{label:>4} {count:>{width},}" for label, count in self.slots.items()]
        for start in range(0, len(slots), SLOTS_PER_LINE):
            yield "  ".join(slots[start : start + SLOTS_PER_LINE])

    def to_json(self) -> dict[str, Any]:
        """Return the preview as plain data; rows and columns count from 1."""
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


def preview(
    grid: GridLike,
    words: WordsLike,
    rules: Rules | None = None,
    **rule_options: Unpack[RuleFields],
) -> Preview:
    """Return what propagation leaves of a grid; keywords are fields of `Rules`."""
    rules = Rules.combined(rules, rule_options, preview)
    model = Model(Grid.of(grid), WordList.of(words), rules)
    problem = model.problem()
    solver = None if problem is None else propagated(problem)
    if solver is None:
        masks, counts = _each_alone(model)
    else:
        masks, counts = solver.masks(), solver.counts()
    letters = {
        cell: tuple(token for code, token in enumerate(model.tokens) if mask >> code & 1)
        for cell, mask in zip(model.cells, masks, strict=True)
    }
    letters |= {cell: (letter,) for cell, letter in model.grid.letters.items()}
    labels = [slot.label for slot in model.slots]
    slots = dict(zip(labels, counts, strict=True))
    return Preview(model.grid, solver is not None, letters, slots)


def propagated(problem: Problem) -> engine.Solver | None:
    """Return a solver that has propagated but not searched; None if nothing is left."""
    solver = engine.Solver(problem)
    return None if solver.run(0, 1) == EXHAUSTED else solver


def _each_alone(model: Model) -> tuple[list[int], list[int]]:
    """Return the letters of cells and the words of slots if no slot minded the others."""
    masks, counts = list(model.masks), []
    for slot_index in range(len(model.slots)):
        problem = model.problem(only=[slot_index])
        solver = None if problem is None else propagated(problem)
        counts.append(0 if solver is None else solver.counts()[0])
        if solver is not None:
            masks = [mask & kept for mask, kept in zip(masks, solver.masks(), strict=True)]
    return masks, counts
