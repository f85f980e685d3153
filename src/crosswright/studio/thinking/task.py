"""A task: one revision of a document, what the page shows of it, and what was found out so far.

A task belongs to the assistant's thread; only `cancel` and `publish` are for any thread. It ends
with the next edit, and when the page looks at something else: then another task takes over what
still holds. Nothing that a cancelled task says is ever published.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from crosswright.limits import Run
from crosswright.studio.opened import OpenDocument
from crosswright.studio.state import State
from crosswright.support.records import Record

if TYPE_CHECKING:
    from crosswright.studio.thinking.stage import Stage


class Look(Record):
    """What a page shows of a document: slots with the rows in view, and whatever else it wants."""

    revision: int
    """The revision that the page has."""
    slots: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The labels of slots, the active one first, each with its words in view from the top down."""
    wants: frozenset[str] = frozenset()
    """The names of the stages that the page shows something of, beyond those that always run."""


class RevisionTask:
    """A revision of a document to be thought about."""

    def __init__(self, document: OpenDocument, look: Look | None = None) -> None:
        """Take the newest revision; the document's lock is held meanwhile."""
        self.document = document
        self.revision = document.document.revision
        self.begun = time.monotonic()
        """When the revision came."""
        self.done: set[str] = set()
        """The names of the stages that are over."""
        self.results: dict[str, Any] = {}
        """What stages have found out, by name: for later stages, and for requests."""
        self._look = look
        self._state: State | None = None
        self._open: dict[str, Iterator[None]] = {}
        self._run: Run[Any, Any] | None = None
        self._is_cancelled = threading.Event()

    def renewed(self, look: Look, stages: Iterable[Stage]) -> RevisionTask:
        """Return a task for the same revision and another look, with all that holds for it too."""
        task = RevisionTask(self.document, look)
        task.revision, task.begun, task._state = self.revision, self.begun, self._state
        task.done = self.done - {stage.name for stage in stages if stage.follows_look}
        task.results = self.results
        return task

    # -- what it is about -------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state of the document at the revision; nobody else has it."""
        assert self._state is not None
        return self._state

    @property
    def look(self) -> Look | None:
        """What the page shows of this very revision; None until it has said so."""
        return self._look if self._look and self._look.revision == self.revision else None

    @property
    def wants(self) -> frozenset[str]:
        """What the page wanted when it was last heard of."""
        return self._look.wants if self._look else frozenset()

    @property
    def last_look(self) -> Look | None:
        """What the page showed when it was last heard of, of this revision or an earlier one."""
        return self._look

    @property
    def is_watched(self) -> bool:
        """Whether anybody is looking at the document."""
        return self.document.channel.has_streams

    # -- from any thread --------------------------------------------------------------------------

    @property
    def is_cancelled(self) -> bool:
        """Whether it is over, done or not."""
        return self._is_cancelled.is_set()

    def cancel(self) -> None:
        """End the work soon; nothing is published from now on."""
        self._is_cancelled.set()
        if (run := self._run) is not None:
            run.stop()

    def publish(self, name: str, data: Mapping[str, Any]) -> bool:
        """Tell everybody, with the revision, while it is the newest; return whether it still is."""
        with self.document.lock:  # edits hold it until the task is cancelled
            if self.is_cancelled or self.document.document.revision != self.revision:
                return False
            self.document.channel.publish(name, {"revision": self.revision, **data})
            return True

    # -- in the assistant's thread ----------------------------------------------------------------

    @contextmanager
    def stopping(self, run: Run[Any, Any]) -> Generator[None]:
        """Let `cancel` stop a run, too."""
        self._run = run
        try:
            if self.is_cancelled:
                run.stop()
            with run:
                yield
        finally:
            self._run = None

    def advance(self, stage: Stage) -> None:
        """Do the next step of a stage."""
        if self._state is None:
            revision, state = self.document.state()
            if revision != self.revision:
                self.cancel()
                return
            self._state = state
        steps = self._open.pop(stage.name, None) or stage.steps(self)
        for _ in steps:
            self._open[stage.name] = steps
            return
        if not self.is_cancelled:
            self.done.add(stage.name)

    def close(self) -> None:
        """Leave all stages that are under way."""
        for steps in self._open.values():
            steps.close()  # type: ignore[attr-defined]
        self._open.clear()
