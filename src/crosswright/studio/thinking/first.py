"""What comes first after every edit: what propagation leaves, and the checks of the puzzle."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Final

from crosswright.studio.insight import Insight
from crosswright.studio.review import review
from crosswright.studio.thinking.stage import Stage
from crosswright.studio.thinking.task import RevisionTask

PAUSE: Final = 0.15
"""Seconds without an edit before the checks of a document, which nobody needs between two keys."""


class PreviewStage(Stage):
    """How many words each slot has left, and which letters each cell."""

    name = "preview"
    is_quick = True

    def __init__(self, insight: Insight) -> None:
        self._insight = insight

    def steps(self, task: RevisionTask) -> Generator[None]:
        """Propagate, and say what is left."""
        waited = round((time.monotonic() - task.begun) * 1000, 1)
        preview = self._insight.preview(task.revision, task.state)
        task.publish(self.name, {**preview, "waited": waited})
        yield from ()


class CheckStage(Stage):
    """Findings, statistics and answers."""

    name = "check"
    is_quick = True
    pause = PAUSE

    def __init__(self, insight: Insight) -> None:
        self._insight = insight

    def steps(self, task: RevisionTask) -> Generator[None]:
        """Look the puzzle through."""
        words = self._insight.words(task.state)
        words.stem_count()  # reads them when a puzzle is opened, not when its first word is full
        task.publish(self.name, review(task.state, words))
        yield from ()
