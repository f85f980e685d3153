"""Stages: the parts of thinking, each a small object that the assistant lets work step by step."""

from __future__ import annotations

from collections.abc import Generator
from typing import ClassVar

from crosswright.studio.thinking.task import RevisionTask


class Stage:
    """One part of what the assistant does for a revision.

    Subclass it, give it a name, write `steps`, and add an object of it to the stages in
    `studio.py`; their order there is the order in which they run. A stage object serves all
    documents and keeps nothing about any of them: what it finds out goes into `task.results` under
    its name, or to the page by `task.publish`.

    `steps` is a generator that yields between two pieces of work of a few milliseconds each. There
    it may be left for good (another edit), or for a while (something more urgent), so clean up with
    `try … finally` only. To ask the engine, iterate `insight.asking(task, begin)`: it yields the
    progress of a run, one step at a time, and stops the run when the task is cancelled:

        def steps(self, task: RevisionTask) -> Iterator[None]:
            for best in self._insight.asking(task, lambda session: session.best_floor(LIMIT)):
                task.publish("floor", {"floor": best.floor, "bound": best.bound})
                yield

    Give every run a limit: a stage that never ends keeps those after it from beginning.
    """

    name: ClassVar[str]
    """What it is called in `task.results`, and in what a page wants."""
    is_quick: ClassVar[bool] = False
    """Whether it needs no search. Quick ones come first, of all documents, and run during fills."""
    follows_look: ClassVar[bool] = False
    """Whether it begins again when the page looks at something else."""
    pause: ClassVar[float] = 0.0
    """Seconds since the edit before it begins."""

    def is_wanted(self, task: RevisionTask) -> bool:
        """Return whether there is anything to do; a page that wants it may come later."""
        return True

    def steps(self, task: RevisionTask) -> Generator[None]:
        """Do the work, and yield between two pieces of it."""
        raise NotImplementedError
