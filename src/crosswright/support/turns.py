"""One thread at a time: what is not made for two at once refuses the second."""

from __future__ import annotations

from threading import RLock


class Turn:
    """A thread's turn with a search: `with` it, and another thread that comes gets an error.

    A search under way has no state that a second thread could read, nor one to wait for. What the
    thread itself calls from inside (a listener, say) may look.
    """

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("another thread is running this search")

    def __exit__(self, *_: object) -> None:
        self._lock.release()
