"""Jobs on a document: fills that land in pencil as they improve, and draft clues."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from crosswright.clues.drafts import DraftSources, with_drafts
from crosswright.filling.fill import start
from crosswright.filling.preference import preferences
from crosswright.filling.result import FillProgress, FillResult, unchanged_text
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import Limit, Status
from crosswright.studio.conversion import puzzle_of
from crosswright.studio.insight import Insight, rules_of
from crosswright.studio.jobs import DocumentJob
from crosswright.studio.opened import OpenDocument
from crosswright.studio.refusals import Refusal
from crosswright.studio.slots import grid_of, slot_key
from crosswright.support.records import replace
from crosswright.support.wording import plural

FILL_SECONDS: Final = 60.0
"""Time for a fill unless the request sets another."""

LANDING_SECONDS: Final = 0.3
"""Time between two landings of better and better fills."""


class DocumentFill(DocumentJob):
    """A fill of a document, or of a region of it."""

    kind = "fill"

    def __init__(
        self,
        document: OpenDocument,
        insight: Insight,
        *,
        base: int,
        region: Collection[Cell] | None,
        floor: int | None,
        seconds: float,
        seed: int | None,
    ) -> None:
        super().__init__(document, base)
        state = self._state
        self._words = insight.words(state)
        ink = grid_of(state, pencil=False)
        self._ink = frozenset(ink.letters)
        self._grid, region_rule = ink, None
        if region is not None:
            chosen = frozenset(region) & frozenset(ink.open_cells) - self._ink
            if not chosen:
                raise Refusal("impossible", "there is no empty cell to fill")
            self._grid = grid_of(state)  # with the region's letters: they may be the best there
            region_rule = sorted(chosen)
        self._before = grid_of(state).letters if region is not None else {}
        self._targets = sorted(frozenset(region_rule or ink.open_cells) - self._ink)
        if not self._targets:
            raise Refusal("impossible", "the grid is full")
        self._rules = replace(rules_of(state, ink, floor), region=region_rule)
        settings = state["settings"]
        self._seed = settings.get("seed", 0) if seed is None else seed
        self._preferences = preferences(self._words, settings.get("lively"))
        self._limit = Limit(seconds=seconds)
        self._landed_at = -LANDING_SECONDS
        self._landed: dict[Cell, str] = {}
        self._rules.for_grid(self._grid)

    def work(self) -> tuple[str, str, dict[str, Any]]:
        """Fill, and let every better fill land."""
        run = start(
            self._grid,
            self._words,
            self._rules,
            seed=self._seed,
            limit=self._limit,
            objective="score",
            **self._preferences,
        )
        del self._words  # a job is remembered for longer than its word list need be
        result: FillResult = self.steps(run, self._see)
        if result.status is Status.FILLED:
            self._land(result, at_once=True)
        if self.is_stale:
            return "STALE", "the puzzle was edited, or another fill was started", {}
        has_landed = bool(self._landed)
        status = "FILLED" if has_landed else str(result.status)
        crossed = {cell for slot in self._grid.slots for cell in slot.cells}
        figures = {
            **_figures(result),
            "filled": len(self._landed),
            "cells": len(crossed.intersection(self._targets)),  # a cell of no word has no letter
        }
        message = _message(result, has_landed, self._rules)
        if has_landed and self._landed.items() <= self._before.items():
            message = unchanged_text(result)
        return status, message, {"figures": figures}

    def _see(self, progress: FillProgress) -> None:
        if progress.best is not None:
            self._land(progress.best)
        best = progress.best
        self.report(
            {
                "slots": progress.slots,
                "filled": progress.slots_filled if best is None else progress.slots,
                "activity": progress.activity,
                "nodes": progress.statistics.nodes,
            }
        )

    def _land(self, fill: FillResult, *, at_once: bool = False) -> None:
        """Put a fill in pencil, if it is another one."""
        letters = {cell: text for cell in self._targets if (text := fill.grid.letters.get(cell))}
        now = self.seconds
        if letters == self._landed or not (at_once or now - self._landed_at >= LANDING_SECONDS):
            return
        cells = [[row, column, letters.get((row, column), "")] for row, column in self._targets]
        operation = {"op": "apply_fill", "cells": cells}
        if not self.land([operation], "Fill in pencil"):
            self.stop()
            return
        self._landed, self._landed_at = letters, now
        best = {
            "job": self.identity,
            "revision": self.revision,
            **_figures(fill),
            "filled": len(letters),
            "cells": len(self._targets),
            "seconds": now,
        }
        self.channel.publish("fill.best", best)


def _figures(fill: FillResult) -> dict[str, Any]:
    """Return how good a fill is."""
    mean = fill.mean_score
    scores = [score for score in fill.scores.values() if score is not None]
    figures: dict[str, Any] = {
        "floor": min(scores, default=None),
        "mean": None if mean is None else round(mean, 1),
    }
    if fill.quality is not None:
        figures |= {
            "floor": fill.quality.floor,
            "bound": fill.quality.floor_bound,
            "proved": fill.quality.floor_proved,
        }
    return figures


def _message(result: FillResult, has_landed: bool, rules: Rules) -> str:
    floor = "" if rules.min_score is None else f" with words that score {rules.min_score} or more"
    if has_landed:
        return "filled"
    return {
        Status.IMPOSSIBLE: f"proved impossible: there is no fill{floor}",
        Status.LIMIT: f"neither filled nor proved impossible in time{floor}",
    }.get(result.status, "stopped before there was a fill")


class DocumentDrafts(DocumentJob):
    """Draft clues for all answers without a clue."""

    kind = "drafts"

    def __init__(self, document: OpenDocument, base: int, sources: DraftSources) -> None:
        super().__init__(document, base)
        self._sources = sources
        self._puzzle = puzzle_of(self._state)
        self._grid: Grid = self._puzzle.filled_grid

    def work(self) -> tuple[str, str, dict[str, Any]]:
        """Draft, and let all drafts land at once."""
        drafted = with_drafts(self._puzzle, self._sources)
        operations = [
            {
                "op": "set_clue",
                "slot": slot_key(entry.slot),
                "text": entry.clue.text,
                "draft": True,
            }
            for entry in drafted.entries
            if entry.clue.draft and not self._puzzle.clue(entry.label).text
        ]
        for first in range(0, len(operations), 400):
            if not self.land(operations[first : first + 400], "Draft clues"):
                return "STALE", "the puzzle was edited meanwhile", {}
        return "FILLED", plural(len(operations), "draft"), {"drafts": len(operations)}
