"""One thread at a time: what is not made for two at once refuses the second."""

from __future__ import annotations

from threading import RLock


class Turn:
    """A thread's turn with a search: `with` it, and another thread that comes gets an error.

    A search under way has no state that a second thread could read, nor one to wait for. What the
    thread itself calls from inside (a listener, say) may look.
    """

    __slots__ = ("_lock", "_work")

    def __init__(self, work: str = "running this search") -> None:
        """Take what the thread that has its turn is doing, for the error."""
        self._lock = RLock()
        self._work = work

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(f"another thread is {self._work}")

    def __exit__(self, *_: object) -> None:
        self._lock.release()
