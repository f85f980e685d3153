"""Threads that do one thing, at a known time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager


@contextmanager
def held_by_another_thread(held: AbstractContextManager[object]) -> Iterator[None]:
    """Let another thread be inside a context."""
    inside, leave = threading.Event(), threading.Event()

    def stay() -> None:
        with held:
            inside.set()
            leave.wait()

    thread = threading.Thread(target=stay)
    thread.start()
    inside.wait()
    try:
        yield
    finally:
        leave.set()
        thread.join()
