"""A document under way: its state, its revision, and every edit, undo and redo.

What happened is kept by a recorder, which writes an entry before the state changes: if it cannot,
nothing has happened.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from crosswright.grids.grid import Grid
from crosswright.studio import state as states
from crosswright.studio.operations import changes_of
from crosswright.studio.refusals import Refusal
from crosswright.studio.slots import is_structural, structure_of
from crosswright.studio.state import Change, State
from crosswright.studio.timeline import Revision, StepIndex, Timeline
from crosswright.studio.wording import describe
from crosswright.support.records import Record

REMEMBERED_BATCHES: Final = 64
"""Requests whose answers can be given once more, should the first have been lost."""


MAX_UNSEEN: Final = 1000
"""Landings of a job that a person's edit may have missed."""


class JournalEntry(Record):
    """One line of a journal: what a revision changed, and how that came about."""

    revision: Revision
    kind: str
    """An "edit", an "undo" or a "redo"."""
    label: str
    changes: Sequence[Change]
    at: float
    gesture: str | None = None
    batch: str | None = None
    job: str | None = None
    """The job whose work this is; None for what a person did."""

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON, without what it lacks."""
        return {
            name: value
            for name, value in vars(self).items()
            if name in self._fields and value is not None
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> JournalEntry:
        """Read what `as_json` returned; KeyError and the like if it is not that."""
        if value["kind"] not in ("edit", "undo", "redo"):
            raise ValueError(value["kind"])
        changes = [(part, key, before, after) for part, key, before, after in value["changes"]]
        if not all(isinstance(key, str) for _, key, _, _ in changes):
            raise ValueError("the keys of a state are texts")
        return cls(
            value["revision"],
            value["kind"],
            value["label"],
            changes,
            value["at"],
            value.get("gesture"),
            value.get("batch"),
            value.get("job"),
        )


class Recorder(Protocol):
    """What keeps the entries of a document."""

    def append(self, entry: JournalEntry) -> None:
        """Keep an entry."""

    def entry(self, revision: Revision) -> JournalEntry:
        """Return the entry of a revision, from 1."""

    def entries(self, first: Revision, last: Revision) -> Iterable[JournalEntry]:
        """Return the entries of some revisions in order."""


class PuzzleDocument:
    """A state with its past."""

    def __init__(
        self,
        state: State,
        recorder: Recorder,
        revision: Revision = 0,
        timeline: Timeline | None = None,
    ) -> None:
        self.state = state
        self.revision = revision
        self.timeline = timeline or Timeline()
        self._recorder = recorder
        self._structure: Grid | None = None
        self._batches: dict[str, Revision] = {}

    @property
    def structure(self) -> Grid:
        """The grid without letters and circles."""
        if self._structure is None:
            state = self.state
            self._structure = structure_of(
                state["size"], state["cells"], state["bars"], state["parts"]
            )
        return self._structure

    # -- editing ----------------------------------------------------------------------------------

    def edit(
        self,
        base: Revision,
        operations: Sequence[Mapping[str, Any]],
        *,
        gesture: str | None = None,
        batch: str | None = None,
        label: str | None = None,
        job: str | None = None,
    ) -> JournalEntry | None:
        """Carry out operations; return what they changed, None if they changed nothing.

        A batch that was carried out before returns what it changed then. What jobs did since the
        base does no harm, except that only letters that were seen can be accepted: newer ones are
        taken back first.
        """
        if batch is not None and batch in self._batches:
            return self._recorder.entry(self._batches[batch])
        unseen = self._jobs_since(base)
        taken_back = _letters_taken_back(unseen) if _accepts(operations) else []
        seen = self.state
        if taken_back:
            seen = states.copy(self.state)
            states.apply(seen, taken_back)
        changes = changes_of(seen, operations, self.structure)
        if taken_back:
            changes = _differing([*taken_back, *changes])
        return self.change(changes, label, operations, gesture=gesture, batch=batch, job=job)

    def change(
        self,
        changes: Sequence[Change],
        label: str | None = None,
        operations: Sequence[Mapping[str, Any]] = (),
        *,
        gesture: str | None = None,
        batch: str | None = None,
        job: str | None = None,
    ) -> JournalEntry | None:
        """Make changes as an edit; without a label, it is called after the operations."""
        if not changes:
            return None
        label = label or self._described(changes, operations)
        entry = JournalEntry(
            self.revision + 1, "edit", label, changes, round(time.time(), 3), gesture, batch, job
        )
        self._recorder.append(entry)
        self.replay(entry)
        return entry

    def _described(self, changes: Sequence[Change], operations: Sequence[Mapping[str, Any]]) -> str:
        after = states.copy(self.state)
        states.apply(after, changes)
        grid = self.structure
        if any(map(is_structural, changes)):
            grid = structure_of(after["size"], after["cells"], after["bars"], after["parts"])
        return describe(operations, after, grid)

    def require_newest(self, base: Revision) -> None:
        """Refuse what was made for a revision that somebody has edited since; jobs do not count."""
        self._jobs_since(base)

    def _jobs_since(self, base: Revision) -> list[JournalEntry]:
        """Return what jobs did since a revision; a Refusal if anybody else did something."""
        if base == self.revision:
            return []
        if 0 <= base < self.revision <= base + MAX_UNSEEN:
            entries = [*self._recorder.entries(base + 1, self.revision)]
            if all(entry.job is not None for entry in entries):
                return entries
        raise Refusal("stale", f"made for revision {base}, but the document is at {self.revision}")

    def changes_since(self, base: Revision, revision: Revision) -> list[Change]:
        """Return what has another value than at a revision, and what had one in between."""
        entries = self._recorder.entries(base + 1, revision)
        return _merged(change for entry in entries for change in entry.changes)

    def undo(self, base: Revision) -> JournalEntry | None:
        """Take back the last step; return what that changed, None if there is none."""
        self.require_newest(base)
        return self._move("undo", self.timeline.to_undo)

    def redo(self, base: Revision) -> JournalEntry | None:
        """Make the step again that was undone last; return what that changed."""
        self.require_newest(base)
        return self._move("redo", self.timeline.to_redo)

    def _move(self, kind: str, step: StepIndex | None) -> JournalEntry | None:
        if step is None:
            return None
        changes: list[Change] = []
        label = ""
        for entry in self._recorder.entries(*self.timeline.revisions(step)):
            changes += entry.changes
            label = entry.label
        if kind == "undo":
            changes = states.inverse(changes)
        entry = JournalEntry(
            self.revision + 1, kind, label, _differing(changes), round(time.time(), 3)
        )
        self._recorder.append(entry)
        self.replay(entry)
        return entry

    def replay(self, entry: JournalEntry) -> None:
        """Take over an entry that the recorder has."""
        states.apply(self.state, entry.changes)
        if self._structure is not None and any(map(is_structural, entry.changes)):
            self._structure = None
        self.revision = entry.revision
        if entry.kind == "edit":
            self.timeline.edited(entry.revision, entry.gesture)
        elif entry.kind == "undo":
            self.timeline.undone()
        else:
            self.timeline.redone()
        if entry.batch is not None:
            self._batches[entry.batch] = entry.revision
            if len(self._batches) > REMEMBERED_BATCHES:
                del self._batches[next(iter(self._batches))]

    # -- the past ---------------------------------------------------------------------------------

    def label(self, step: StepIndex | None) -> str | None:
        """Return what a step did, in words."""
        if step is None:
            return None
        try:
            return self._recorder.entry(self.timeline.revisions(step)[1]).label
        except Refusal:  # the journal is damaged there, and the step cannot be taken
            return "Damaged"

    def state_at(self, revision: Revision) -> State:
        """Return the state as it was at a revision."""
        if not 0 <= revision <= self.revision:
            raise Refusal("not_found", f"there is no revision {revision}")
        past = states.copy(self.state)
        entries = [*self._recorder.entries(revision + 1, self.revision)]
        for entry in reversed(entries):
            states.apply(past, states.inverse(entry.changes))
        return past

    def history(self, before: Revision | None, limit: int) -> tuple[list[dict[str, Any]], bool]:
        """Return the steps before a revision, newest first, and whether there are more."""
        done = self.timeline.done()
        steps: list[dict[str, Any]] = []
        for step in reversed(range(len(self.timeline))):
            last = self.timeline.revisions(step)[1]
            if before is not None and last >= before:
                continue
            if len(steps) == limit:
                return steps, True
            try:
                entry = self._recorder.entry(last)
            except Refusal:
                continue
            steps.append(
                {
                    "revision": last,
                    "at": entry.at,
                    "label": entry.label,
                    "undone": step not in done,
                }
            )
        return steps, False


def _merged(changes: Iterable[Change]) -> list[Change]:
    """Return changes with one for each key: from the first value to the last."""
    merged: dict[tuple[str, str], Change] = {}
    for part, key, before, after in changes:
        first = merged.get((part, key))
        merged[part, key] = (part, key, before if first is None else first[2], after)
    return [*merged.values()]


def _differing(changes: Iterable[Change]) -> list[Change]:
    """Return changes with one for each key, without those that come to nothing."""
    return [change for change in _merged(changes) if change[2] != change[3]]


def _accepts(operations: Sequence[Mapping[str, Any]]) -> bool:
    return any(isinstance(each, Mapping) and each.get("op") == "accept" for each in operations)


def _letters_taken_back(entries: Iterable[JournalEntry]) -> list[Change]:
    """Return the changes that take back the letters of some entries."""
    changes = (change for entry in entries for change in entry.changes)
    return states.inverse(change for change in changes if change[0] == "cells")
