"""Why not: what contradicts a word, a letter or the whole grid, and changes that would help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from crosswright.explaining.explain import MAX_REPAIRS, ExplainProgress, ExplainRun, ExplainStage
from crosswright.explaining.report import Explanation
from crosswright.filling.asking.whatif import WordVerdict
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell, where
from crosswright.limits import Limit
from crosswright.studio.conflicts import ConflictView
from crosswright.studio.insight import Insight, rules_of
from crosswright.studio.jobs import DocumentJob
from crosswright.studio.opened import OpenDocument
from crosswright.studio.refusals import Refusal
from crosswright.studio.slots import grid_of

EXPLAIN_SECONDS: Final = 10.0
"""Time for an explanation with its repairs."""


class DocumentExplanation(DocumentJob):
    """Why a word does not go into a slot, a letter not into a cell, or the grid cannot be filled.

    It publishes the conflict as soon as it is small, and again with each repair.
    """

    kind = "explain"

    def __init__(
        self,
        document: OpenDocument,
        insight: Insight,
        base: int,
        *,
        word: tuple[str, str] | None = None,
        letter: tuple[Cell, str] | None = None,
        others: Mapping[str, WordVerdict] | None = None,
    ) -> None:
        """Take a word for a slot, or a letter for a cell, and verdicts on other words there."""
        super().__init__(document, base)
        self._ink = ink = grid_of(self._state, pencil=False)
        if letter is not None:
            _check_letter(ink, *letter)
        self._words = insight.words(self._state)
        self._assumed = dict([word] if word else [])
        self._assumed_letters = dict([letter] if letter else [])
        self._others = others or {}
        self._told = -1
        """Repairs that were found when the page was last told of them."""

    def work(self) -> tuple[str, str, dict[str, Any]]:
        """Explain, and tell what there is on the way."""
        ink, words, rules = self._ink, self._words, rules_of(self._state, self._ink)
        explaining = ExplainRun(
            ink,
            words,
            rules,
            seed=0,
            limit=Limit(seconds=EXPLAIN_SECONDS),
            repairs=MAX_REPAIRS,
            assumed=self._assumed,
            assumed_letters=self._assumed_letters,
        )
        view = ConflictView(self._state, ink, words, rules, self._others)
        del self._words, self._others  # a job is remembered for longer than these need be

        def see(progress: ExplainProgress) -> None:
            if progress.stage is ExplainStage.REPAIRING and progress.repairs > self._told:
                self._told = progress.repairs
                self._tell(view.told(explaining.so_far()), is_whole=False)
            self.report({"stage": str(progress.stage), "repairs": progress.repairs})

        explanation: Explanation = self.steps(explaining, see)
        self._tell(view.told(explanation), is_whole=True)
        return str(explanation.status), "", {}

    def _tell(self, told: Mapping[str, Any], *, is_whole: bool) -> None:
        """Tell what is known while it is about the newest revision."""
        with self.document.lock:
            if not self.is_stale and self.document.document.revision == self.revision:
                event = {"job": self.identity, "revision": self.revision, "whole": is_whole, **told}
                self.channel.publish("explain", event)


def _check_letter(ink: Grid, cell: Cell, letter: str) -> None:
    """Refuse a letter that no square could get."""
    row, column = cell
    if row >= ink.height or column >= ink.width:
        raise Refusal("impossible", f"there is no square at {where(cell)}")
    if not ink.is_open(cell) or cell in ink.letters:
        raise Refusal("impossible", "that square is not empty")
    if not letter:
        raise Refusal("invalid", "letter: is empty", where="letter")
