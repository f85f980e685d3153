"""The assistant: one thread that thinks about documents after every edit, newest revision only.

It works for documents that somebody is looking at, in stages: the quick ones of all documents
first, then the others, of the document that was touched last before those of all others. Between
two steps of a few milliseconds it looks whether something more urgent has come; an edit cancels
what runs. It rests when nothing is left, and while a fill runs it does what is quick alone: so one
core is enough for the engine, and another one is left to the browser.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final

from crosswright.errors import CrosswrightError
from crosswright.studio.opened import OpenDocument
from crosswright.studio.refusals import Refusal
from crosswright.studio.thinking.stage import Stage
from crosswright.studio.thinking.task import Look, RevisionTask

MAX_DELAY: Final = 1.0
"""Seconds that a stage lets more urgent ones of other documents go before it once it is due."""


class Assistant:
    """Lets stages work on documents, one step at a time."""

    def __init__(
        self,
        stages: Sequence[Stage],
        log: logging.Logger,
        is_busy: Callable[[], bool] = lambda: False,
    ) -> None:
        """Take the stages in their order, and what says whether the engine is needed elsewhere."""
        self._stages = stages
        self._log = log
        self._is_busy = is_busy
        self._tasks: OrderedDict[str, RevisionTask] = OrderedDict()
        """The tasks of documents; the one that was touched last comes last."""
        self._left: list[RevisionTask] = []
        """Tasks that are over, to be closed in the thread."""
        self._changed = threading.Condition()
        self._is_ended = False
        self._thread = threading.Thread(target=self._work, name="studio-assistant", daemon=True)
        self._thread.start()

    # -- from any thread --------------------------------------------------------------------------

    def edited(self, document: OpenDocument) -> None:
        """Think about the newest revision of a document, if anybody is looking at it."""
        with document.lock, self._changed:
            before = self._tasks.get(document.identity)
            if document.channel.has_streams:
                self._begin(RevisionTask(document, before.last_look if before else None))
            elif before is not None:
                self._leave(before)

    def looked(self, document: OpenDocument, look: Look) -> bool:
        """Think about what a page shows; False if it shows another revision than the newest."""
        with document.lock, self._changed:
            if look.revision != document.document.revision:
                return False
            task = self._tasks.get(document.identity)
            if task is not None and task.last_look != look:
                self._begin(task.renewed(look, self._stages))
            return True

    def results(self, document: OpenDocument, revision: int, name: str) -> Any:
        """Return what a stage has found out about a revision; None if there is nothing."""
        with document.lock, self._changed:
            task = self._tasks.get(document.identity)
            if task is None or task.revision != revision:
                return None
            return task.results.get(name)

    def wake(self) -> None:
        """Look again whether there is something to do: the engine may not be busy any more."""
        with self._changed:
            self._changed.notify()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to do."""
        with self._changed:
            return not any(self._pending(task) for task in self._tasks.values())

    def end(self) -> None:
        """End the thread."""
        with self._changed:
            self._is_ended = True
            for task in self._tasks.values():
                task.cancel()
            self._changed.notify()
        self._thread.join()

    def _begin(self, task: RevisionTask) -> None:
        """Take a task in place of the last one of its document."""
        identity = task.document.identity
        before = self._tasks.pop(identity, None)
        if before is not None:
            before.cancel()
            self._left.append(before)
        self._tasks[identity] = task
        self._changed.notify()

    def _leave(self, task: RevisionTask) -> None:
        """Drop a task that nobody wants any more."""
        task.cancel()
        del self._tasks[task.document.identity]
        self._left.append(task)

    # -- in the thread ----------------------------------------------------------------------------

    def _work(self) -> None:
        while (turn := self._next()) is not None:
            task, stage = turn
            try:
                task.advance(stage)
            except CrosswrightError as error:
                code = error.code if isinstance(error, Refusal) else "impossible"
                task.publish("trouble", {"code": code, "message": str(error)})
                self._give_up(task, stage)
            except Exception:
                self._log.exception("the assistant failed at the %s", stage.name)
                self._give_up(task, stage)

    def _give_up(self, task: RevisionTask, stage: Stage) -> None:
        """Do without a stage that failed, and without the searches, which need what it needs."""
        task.done |= {each.name for each in self._stages if each is stage or not each.is_quick}

    def _next(self) -> tuple[RevisionTask, Stage] | None:
        """Wait for something to do; return what, None at the end."""
        with self._changed:
            while not self._is_ended:
                self._tidy()
                turn, wait = self._choose(time.monotonic())
                if turn is not None:
                    return turn
                self._changed.wait(wait)
            self._tidy()
        return None

    def _tidy(self) -> None:
        """Drop the tasks that nobody is looking at, and close those that are over."""
        for task in [task for task in self._tasks.values() if not task.is_watched]:
            self._leave(task)
        while self._left:
            self._left.pop().close()

    def _choose(self, now: float) -> tuple[tuple[RevisionTask, Stage] | None, float | None]:
        """Return the most urgent step; without one, the seconds until there may be one."""
        best: tuple[tuple[bool, bool, int], RevisionTask, Stage] | None = None
        wait: float | None = None
        is_busy = self._is_busy()
        for age, task in enumerate(self._tasks.values()):
            for stage in self._pending(task):
                late = now - task.begun - stage.pause
                if late < 0:
                    wait = -late if wait is None else min(wait, -late)
                    continue
                if is_busy and not stage.is_quick:
                    continue
                is_urgent = stage.is_quick and late > MAX_DELAY
                order = age if stage.is_quick else -age
                rank = (not is_urgent, not stage.is_quick, order)
                if best is None or rank < best[0]:
                    best = rank, task, stage
                break
        return (None if best is None else best[1:]), wait

    def _pending(self, task: RevisionTask) -> list[Stage]:
        """Return the stages that a task has still before it, in their order."""
        return [
            stage
            for stage in self._stages
            if stage.name not in task.done and not task.is_cancelled and stage.is_wanted(task)
        ]
