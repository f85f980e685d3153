"""Locks on files, between processes and between threads: they end with the process at the latest.

Where a file system cannot lock, everything works as if nobody else were there.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator

from crosswright.support.hints import Final

PATIENCE = 30.0
"""Seconds to wait for others who want the same lock; each holds it for some milliseconds."""

PAUSE: Final = 0.005
"""Seconds between two attempts to get a lock."""


if sys.platform == "win32":
    import msvcrt

    def try_lock(descriptor: int) -> bool:
        """Lock an open file; False while somebody else holds it, OSError if that cannot be."""
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def unlock(descriptor: int) -> None:
        """Release an open file."""
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Lock an open file; False while somebody else holds it, OSError if that cannot be."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(descriptor: int) -> None:
        """Release an open file, also for processes forked meanwhile."""
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextlib.contextmanager
def locked(path: str | os.PathLike[str], patience: float | None = None) -> Iterator[None]:
    """Hold a lock file, made if it is missing; TimeoutError when somebody else keeps it for long.

    The file is never removed: two processes could otherwise each hold a file of that name.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _wait(descriptor, path, PATIENCE if patience is None else patience)
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                unlock(descriptor)
    finally:
        os.close(descriptor)


def _wait(descriptor: int, path: str | os.PathLike[str], patience: float) -> None:
    deadline = time.monotonic() + patience
    while not _try_lock_if_possible(descriptor):
        if time.monotonic() > deadline:
            raise TimeoutError(errno.ETIMEDOUT, "another process keeps it locked", os.fspath(path))
        time.sleep(PAUSE)


def _try_lock_if_possible(descriptor: int) -> bool:
    try:
        return try_lock(descriptor)
    except OSError:
        return True
