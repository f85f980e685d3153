"""Files that the user has not named: opened only if they are real ones.

A pipe in the place of one would keep us waiting for a writer who may never come.
"""

from __future__ import annotations

import errno
import os
import stat

from crosswright.support.hints import BinaryIO


def open_regular(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a file to read it; OSError if it is a pipe, a folder or a device."""
    file = open(path, "rb", buffering=0, opener=_open_without_waiting)  # noqa: SIM115 - kept open
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
    return file


def read_part(path: str | os.PathLike[str], start: int, size: int) -> bytes:
    """Read some bytes of a file; fewer if it ends before that."""
    with open_regular(path) as file:
        file.seek(start)
        return file.read(size)


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
