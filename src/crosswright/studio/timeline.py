"""Which edits can be undone and redone, by revision: the steps of a document's history.

A step is what one gesture did: a run of revisions. The lists hold numbers alone, so that twenty
thousand steps take no room to speak of; what the revisions changed is in the journal.
"""

from __future__ import annotations

from array import array
from typing import Any

Revision = int
"""The number of edits, undos and redos that a document has seen."""

StepIndex = int
"""An index into the steps of a timeline."""


class Timeline:
    """The steps of a document in order, those that can be undone, and those to redo."""

    def __init__(self) -> None:
        self._firsts = array("q")
        self._lasts = array("q")
        self._done = array("q")
        self._undone = array("q")
        self._gesture: str | None = None

    def edited(self, revision: Revision, gesture: str | None) -> None:
        """Add an edit: to the last step, if it belongs to the same gesture."""
        del self._undone[:]
        if (
            gesture is not None
            and gesture == self._gesture
            and self._done
            and self._lasts[self._done[-1]] == revision - 1
        ):
            self._lasts[self._done[-1]] = revision
        else:
            self._done.append(len(self._firsts))
            self._firsts.append(revision)
            self._lasts.append(revision)
        self._gesture = gesture

    def undone(self) -> None:
        """Move the last step to those that can be redone."""
        self._undone.append(self._done.pop())
        self._gesture = None

    def redone(self) -> None:
        """Move a step back."""
        self._done.append(self._undone.pop())
        self._gesture = None

    @property
    def to_undo(self) -> StepIndex | None:
        """The step that is undone next."""
        return self._done[-1] if self._done else None

    @property
    def to_redo(self) -> StepIndex | None:
        """The step that is redone next."""
        return self._undone[-1] if self._undone else None

    def __len__(self) -> int:
        return len(self._firsts)

    def revisions(self, step: StepIndex) -> tuple[Revision, Revision]:
        """Return the first and the last revision of a step."""
        return self._firsts[step], self._lasts[step]

    def done(self) -> frozenset[StepIndex]:
        """Return all steps that are not undone."""
        return frozenset(self._done)

    # -- on disk ----------------------------------------------------------------------------------

    def as_json(self) -> dict[str, Any]:
        """Return everything as JSON."""
        return {
            "firsts": self._firsts.tolist(),
            "lasts": self._lasts.tolist(),
            "done": self._done.tolist(),
            "undone": self._undone.tolist(),
            "gesture": self._gesture,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Timeline:
        """Read what `as_json` returned."""
        timeline = cls()
        for name in ("firsts", "lasts", "done", "undone"):
            setattr(timeline, f"_{name}", array("q", value[name]))
        timeline._gesture = value["gesture"]
        return timeline
