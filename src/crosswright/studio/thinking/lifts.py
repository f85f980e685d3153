"""Ways to a higher floor for the page: small edits of the grid, each with a fill and its proof."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Sequence
from typing import Any, Final
from zlib import crc32

from crosswright.explaining.changes import Change
from crosswright.explaining.lifting import Lift, LiftRun, start_lift_floor
from crosswright.filling.asking.living import BestFloor
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import Limit, Status
from crosswright.studio.insight import Insight, rules_of
from crosswright.studio.slots import grid_of, keys_by_label
from crosswright.studio.thinking.certificate import CertificateStage
from crosswright.studio.thinking.stage import Stage
from crosswright.studio.thinking.task import RevisionTask
from crosswright.support.wording import either, slot_name

SECONDS: Final = 20.0
"""Seconds of processor time for all edits."""

PAUSE: Final = 0.8
"""Seconds without an edit before other edits are thought about."""

EVENT_SECONDS: Final = 0.25
"""Time between two events with ways."""

LiftId = str
"""What the page calls a way by: the same whenever it is found."""


def id_of(change: Change) -> LiftId:
    """Return the id of the way that a change is."""
    return f"{crc32(change.text.encode()):08x}"


def title(change: Change, grid: Grid) -> str:
    """Return what a change is, in a few words."""
    cells = _places(change.cells)
    if change.kind == "replace":
        return f"{change.value} for {grid.word(change.labels[0])}"
    if change.kind == "exchange":
        words = [grid.word(label) or label for label in change.labels]
        return f"Exchanging {either(words, 'and')}"
    if change.kind == "free":
        return f"Freeing {change.value}"
    return {
        "blocks": f"Adding {'blocks' if len(change.cells) > 1 else 'a block'} at {cells}",
        "open": f"Opening {_places(change.opened)}",
        "move": f"Moving blocks from {_places(change.opened)} to {cells}",
    }[change.kind]


def place(change: Change) -> str:
    """Return where a change is, if its title does not say so."""
    if change.kind in ("replace", "exchange"):
        return either(list(map(slot_name, change.labels)), "and")
    return _places(change.cells) if change.kind == "free" else ""


def _places(cells: Iterable[Cell]) -> str:
    return either([f"r{row + 1} c{column + 1}" for row, column in cells], "and")


def operations(change: Change) -> list[dict[str, Any]]:
    """Return the operations that make a change."""
    if change.kind in ("blocks", "open", "move"):
        steps = (("open", change.opened), ("block", change.cells))
        return [
            {"op": "toggle_block", "cells": [*map(list, cells)], "to": to, "symmetry": "none"}
            for to, cells in steps
            if cells
        ]
    letters = change.letters or [""] * len(change.cells)
    cells = [[*cell, letter] for cell, letter in zip(change.cells, letters, strict=True)]
    return [{"op": "set_cells", "cells": cells}]


def lift_json(lift: Lift, grid: Grid) -> dict[str, Any]:
    """Return a way as the browser is told."""
    return {
        "id": id_of(lift.change),
        "kind": lift.change.kind,
        "title": title(lift.change, grid),
        "place": place(lift.change),
        "text": lift.change.text,
        "floor": lift.floor,
        "bound": lift.bound,
        "gain": lift.gain,
        "proved": lift.is_proved,
        "ops": operations(lift.change),
    }


class LiftStage(Stage):
    """Small edits of the grid that would let it be filled better."""

    name = "lifts"
    pause = PAUSE

    def __init__(self, insight: Insight) -> None:
        self._insight = insight

    def steps(self, task: RevisionTask) -> Generator[None]:
        """Try edits, and tell the page of those that help, the best first."""
        best: BestFloor | None = task.results.get(CertificateStage.name)
        if best is None or (best.status is Status.FILLED and best.floor is None):
            return
        grid = grid_of(task.state, pencil=False)
        run = self._run(task, grid, best)
        told: tuple[Lift, ...] | None = None
        told_at = 0.0
        with task.stopping(run):
            for lifts in run:
                if lifts.lifts != told and time.monotonic() - told_at >= EVENT_SECONDS:
                    self._tell(task, grid, lifts.lifts, is_done=False)
                    told, told_at = lifts.lifts, time.monotonic()
                yield
            if not task.is_cancelled:
                self._tell(task, grid, run.result().lifts, is_done=True)

    def _run(self, task: RevisionTask, grid: Grid, best: BestFloor) -> LiftRun:
        state = task.state
        labels = {key: label for label, key in keys_by_label(grid).items()}
        return start_lift_floor(
            grid,
            self._insight.words(state),
            rules_of(state, grid),
            theme=[labels[key] for key in state["theme"] if key in labels],
            style=state["settings"].get("style"),
            symmetry=state["settings"].get("symmetry"),
            known=best,
            seed=state["settings"].get("seed", 0),
            limit=Limit(cpu_seconds=SECONDS),
        )

    def _tell(
        self, task: RevisionTask, grid: Grid, lifts: Sequence[Lift], *, is_done: bool
    ) -> None:
        task.results[self.name] = {id_of(lift.change): lift for lift in lifts}
        ways = [lift_json(lift, grid) for lift in lifts]
        task.publish("lifts", {"ways": ways, "done": is_done})
