"""The truth map for the page: every letter of every empty cell, decided by search.

Propagation goes first: what it rules out is dead. Of the letters that it leaves, each has a fill as
its witness, or is proved dead, or is undecided so far.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Mapping
from typing import Any, Final

from crosswright.filling.asking.inquiry import Viability
from crosswright.filling.asking.session import Session
from crosswright.filling.asking.truth import TruthRun, TruthStep
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import Limit
from crosswright.studio.insight import Insight, letters_text
from crosswright.studio.state import cell_key
from crosswright.studio.thinking.stage import Stage
from crosswright.studio.thinking.task import RevisionTask

SECONDS: Final = 15.0
"""Seconds of processor time for the whole map; a half-filled grid takes less than one."""

EVENT_SECONDS: Final = 0.06
"""Time between two events with letters."""


class LetterMap:
    """What is known about the letters that propagation leaves, and what the page has not heard."""

    def __init__(self, left: Mapping[Cell, Iterable[str]]) -> None:
        """Take what propagation leaves to each empty cell."""
        self.viable: dict[Cell, list[str]] = {cell: [] for cell in left}
        self.dead: dict[Cell, list[str]] = {cell: [] for cell in left}
        self.undecided = {cell: dict.fromkeys(letters) for cell, letters in left.items()}
        self.left = sum(map(len, self.undecided.values()))
        """How many letters propagation leaves."""
        self.run: TruthRun | None = None
        """What decides them, and has the fills."""
        self.is_done = False
        self._unheard = dict.fromkeys(left)

    def take(self, step: TruthStep) -> None:
        """Add what a search has settled."""
        for cell, letter, viability in step.settled:
            if letter in self.undecided.get(cell, ()):
                del self.undecided[cell][letter]
                into = self.viable if viability is Viability.FILLS else self.dead
                into[cell].append(letter)
                self._unheard[cell] = None

    def counts(self) -> dict[str, Any]:
        """Return how many letters are alive, dead and open, of those that propagation leaves."""
        alive, dead = (sum(map(len, part.values())) for part in (self.viable, self.dead))
        counts = {"alive": alive, "dead": dead, "open": self.left - alive - dead}
        return {**counts, "left": self.left, "done": self.is_done}

    def tell(self, task: RevisionTask) -> None:
        """Publish the counts, and the cells of which the page has not heard."""
        news = {"cells": self._cells(self._unheard), **self.counts()}
        if task.publish("letter", news):  # else the task that takes over tells it
            self._unheard.clear()

    def everything(self) -> dict[str, Any]:
        """Return the counts and all cells."""
        return {"cells": self._cells(self.viable), **self.counts()}

    def _cells(self, cells: Iterable[Cell]) -> dict[str, Any]:
        """Return letters by cell: for which there is a fill, proved dead, undecided."""
        return {
            cell_key(cell): [
                letters_text(sorted(self.viable[cell])),
                letters_text(sorted(self.dead[cell])),
                letters_text([*self.undecided[cell]]),
            ]
            for cell in cells
        }

    def witness(self, cell: Cell, letter: str) -> Grid | None:
        """Return a fill with a letter in a cell, if one is known."""
        return None if self.run is None else self.run.witness(*cell, letter)


class LetterStage(Stage):
    """Which letters of each empty cell still allow the whole grid to be filled."""

    name = "letters"

    def __init__(self, insight: Insight) -> None:
        self._insight = insight

    def steps(self, task: RevisionTask) -> Generator[None]:
        """Decide letter after letter, and tell the page of many at a time."""
        letters = self._map(task)
        told = 0.0

        def begin(session: Session) -> TruthRun:
            letters.run = session.truth_map(Limit(cpu_seconds=SECONDS))
            return letters.run

        for step in self._insight.asking(task, begin):
            letters.take(step)
            if time.monotonic() - told >= EVENT_SECONDS:
                letters.tell(task)
                told = time.monotonic()
            yield
        letters.is_done = not task.is_cancelled
        letters.tell(task)

    def _map(self, task: RevisionTask) -> LetterMap:
        """Return what is known of this revision already, or a new map."""
        if self.name not in task.results:
            ink, left = self._insight.left(task.state)
            crossed = {cell for slot in ink.slots for cell in slot.cells}  # others may have any
            empty = {c: its for c, its in left.letters.items() if c in crossed - ink.letters.keys()}
            if not left.possible:
                empty = dict.fromkeys(empty, ())
            task.results[self.name] = LetterMap(empty)
        letters: LetterMap = task.results[self.name]
        return letters
