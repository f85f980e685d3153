"""Long work as a handle: iterate its progress, stop it from any thread, leave it when you like."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator
from types import TracebackType
from typing import Generic, Self, TypeVar

Progress = TypeVar("Progress")


class Run(Generic[Progress]):
    """Work that goes on while it is iterated; nothing runs between two steps.

    Leaving the `with` block stops it. A subclass does the work in `_work`, which yields its
    progress and looks at `_stopped` often.
    """

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._started = time.perf_counter()
        self._steps = self._work()

    def _work(self) -> Generator[Progress, None, None]:
        raise NotImplementedError

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.perf_counter() - self._started

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self._steps.close()

    def __iter__(self) -> Iterator[Progress]:
        return self._steps  # the same ones every time: a loop may be left and taken up again

    def stop(self) -> None:
        """End the work soon; its result is what it has by then."""
        self._stopped.set()

    def _run_to_the_end(self) -> None:
        for _ in self._steps:
            pass
