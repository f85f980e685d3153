"""Files written whole or not at all: the one way in which this package writes files."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


def write_atomically(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Write a file so that a crash or a full disk leaves the old one as it was; text as UTF-8.

    An existing file keeps its mode, and a link keeps pointing to the file it names. What is not a
    regular file (a device, a pipe) is written to directly.
    """
    content = data.encode() if isinstance(data, str) else data
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    if mode is not None and not stat.S_ISREG(mode):
        with target.open("wb") as device:
            device.write(content)
        return
    with replacing(target, mode) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    _sync_directory(target.parent)


@contextlib.contextmanager
def replacing(target: Path, mode: int | None = None) -> Iterator[BinaryIO]:
    """Open a file that takes the place of `target` once the block ends without an error.

    Until then it is next to the target, under a name that no other writer has.
    """
    temporary = target.with_name(f".{target.name[:64]}.{os.urandom(6).hex()}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
        if mode is not None:
            temporary.chmod(stat.S_IMODE(mode))
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _sync_directory(directory: Path) -> None:
    """Make sure that the new name reaches the disk too, where directories can be synced."""
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
