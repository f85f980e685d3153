"""Files read up to a limit, and written whole or not at all: the one way in this package.

A file is written beside its target under a temporary name, `.NAME.RANDOM.tmp`, locked by its
writer, and then takes the target's place. A temporary file that nobody has locked was left by a
process that was killed; whoever next writes the same target removes it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator

from crosswright.support.hints import BinaryIO, Final
from crosswright.support.regular import open_regular

BINARY: Final[int] = getattr(os, "O_BINARY", 0)
"""For `os.open`, which otherwise changes the ends of lines on Windows."""

TEMPORARY: Final = r"(?s)\.(.+)\.[0-9a-f]{12}\.tmp"
"""The name of a temporary file, with (the beginning of) the name of its target."""

MAX_NAME: Final = 64
"""Characters of the target's name that are in the temporary one."""

ABANDONED: Final = 3600
"""Seconds after which the writer of a temporary file must be gone; Windows has nothing better."""

RENAMING_PAUSES: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Seconds between attempts to replace a file that another program has open on Windows."""


def read_limited(path: str | os.PathLike[str], limit: int) -> bytes:
    """Read a file; of one that is larger than the limit (a device may be endless), a byte more."""
    with open(path, "rb") as file:
        return _read(file, limit)


def read_regular(path: str | os.PathLike[str], limit: int) -> bytes:
    """Read a file that the user has not named, like `read_limited`, unless it is not a real one.

    A pipe in its place would keep us waiting for a writer who may never come: OSError.
    """
    with open_regular(path) as file:
        return _read(file, limit)


def _read(file: BinaryIO, limit: int) -> bytes:
    status = os.fstat(file.fileno())
    if stat.S_ISREG(status.st_mode) and status.st_size <= limit:
        return file.read()
    return file.read(limit + 1)


def write_atomically(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Write a file so that a crash or a full disk leaves the old one as it was; text as UTF-8.

    An existing file keeps its mode, and a link keeps pointing to the file it names. A read-only
    file is left alone: PermissionError. What is not a regular file (a device, a pipe) is written to
    directly.
    """
    content = data.encode() if isinstance(data, str) else data
    target = os.path.realpath(path)
    mode = _mode(target)
    if mode is not None and not stat.S_ISREG(mode):
        with open(target, "wb") as device:
            device.write(content)
        return
    check_writable(target)
    with replacing(target, mode) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    _sync_directory(os.path.dirname(target))


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise PermissionError for a file that is read-only: to all by its mode, or to this user."""
    mode = _mode(path)
    if mode is None or not stat.S_ISREG(mode):
        return
    if not (mode & 0o222 and os.access(path, os.W_OK)):
        raise PermissionError(errno.EACCES, "the file is read-only", os.fspath(path))


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str], mode: int | None = None) -> Iterator[BinaryIO]:
    """Open a file that takes the place of `target` once the block ends without an error.

    Until then it is next to the target, under a name that no other writer has.
    """
    target = os.fspath(path)
    remove_abandoned(os.path.dirname(target) or os.curdir, os.path.basename(target))
    file, temporary = _new_temporary(target)
    try:
        with file:
            yield file
            file.flush()
            if mode is not None:
                os.chmod(temporary, stat.S_IMODE(mode))
            if os.name == "nt":
                file.close()  # what is open cannot be renamed there
                _replace_patiently(temporary, target)
            else:
                os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _replace_patiently(temporary: str, target: str) -> None:
    """Replace a file on Windows, which refuses while anybody reads it: a virus scanner, say."""
    for pause in RENAMING_PAUSES:
        try:
            os.replace(temporary, target)
            return
        except PermissionError:
            time.sleep(pause)
    os.replace(temporary, target)


def _new_temporary(target: str) -> tuple[BinaryIO, str]:
    """Open and lock a new file beside the target."""
    folder, name = os.path.split(target)
    while True:
        temporary = os.path.join(folder, f".{name[:MAX_NAME]}.{os.urandom(6).hex()}.tmp")
        try:
            file = open(temporary, "xb")  # noqa: SIM115 - the caller closes it
        except OSError as error:  # nobody has heard of the temporary file
            raise OSError(error.errno, error.strerror, target) from None
        if _is_held(file, temporary):
            return file, temporary
        file.close()  # somebody else took it for abandoned before it was locked


def _is_held(file: BinaryIO, path: str) -> bool:
    """Lock a file of ours; False when somebody is about to remove it, or has done so."""
    from crosswright.support.locks import try_lock  # here: reading needs none

    if os.name == "nt":
        return True
    try:
        return try_lock(file.fileno()) and os.path.samestat(os.fstat(file.fileno()), os.stat(path))
    except FileNotFoundError:
        return False
    except OSError:  # no locks here, so that nobody removes anything either
        return True


def remove_abandoned(folder: str | os.PathLike[str], name: str | None = None) -> None:
    """Remove temporary files whose writers are gone: those of one target, or all in a folder."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _is_temporary(entry.name, name):
                with contextlib.suppress(OSError):
                    _remove_if_abandoned(entry)


def _is_temporary(entry: str, name: str | None) -> bool:
    """Return whether an entry is a temporary file: of the target with this name, or of any."""
    if not entry.endswith(".tmp"):
        return False
    import re  # here: a fill needs none

    match = re.fullmatch(TEMPORARY, entry)
    return match is not None and (name is None or match[1] == name[:MAX_NAME])


def _remove_if_abandoned(entry: os.DirEntry[str]) -> None:
    from crosswright.support.locks import try_lock

    status = entry.stat(follow_symlinks=False)
    if not stat.S_ISREG(status.st_mode):
        return
    if os.name == "nt":  # an open file cannot be removed, but one about to be renamed is closed
        if time.time() - status.st_mtime > ABANDONED:
            os.unlink(entry.path)
        return
    descriptor = os.open(entry.path, os.O_RDWR)
    try:
        if try_lock(descriptor):
            os.unlink(entry.path)
    finally:
        os.close(descriptor)


def _mode(path: str | os.PathLike[str]) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _sync_directory(directory: str) -> None:
    """Make sure that the new name reaches the disk too, where folders can be synced."""
    with contextlib.suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
