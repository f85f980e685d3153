"""The on-disk cache: named sections of bytes, in one file per key.

A file appears whole or not at all, however many processes write it. It is read into memory, never
mapped, and its checksum is tested: whatever it holds, and whatever happens to it meanwhile, what is
damaged counts as absent. Without a writable folder nothing is kept, and nothing fails.
"""

from __future__ import annotations

import os
import stat
import struct
import sys
import time
import zlib
from collections.abc import Iterable, Mapping

try:  # hashlib would load OpenSSL, which takes longer than the cache saves
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

from crosswright.support.folders import user_folder
from crosswright.support.log import log
from crosswright.support.records import Record

FORMAT = 6  # of the files and of everything in them: raise it to forget all older files
HEADER = struct.Struct("<8sII")  # MAGIC, the length of the index, the checksum of all that follows
MAGIC = b"CWCACHE" + bytes([FORMAT])
ALIGNMENT = 16  # bytes, of every section, so that arrays of any type can be read in place
MAX_BYTES = 500_000_000  # of all files together; above it, the least recently used are removed
SETTLED = 2  # seconds after which the next change of a file has other times: clocks may be coarse
SUFFIX = ".cwc"


def directory() -> str | None:
    """Return where cached files are; None where nothing is kept, as with CROSSWRIGHT_CACHE=off."""
    folder = user_folder("cache")
    return None if folder == "off" else folder


def key(*parts: bytes | str) -> str:
    """Hash what a cached file depends on, with the format and the machine's byte order."""
    digest = blake2b(f"{FORMAT} {sys.byteorder}".encode(), digest_size=20)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


def key_of_file(path: str | os.PathLike[str], *parts: bytes | str) -> str | None:
    """Hash the state of a file with what else a cached file depends on, without reading it.

    A change shows in the file's times, unless another one came in the same tick of the clock, so
    a file that changed a moment ago has no key; nor has what is not a regular file.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    changed = max(status.st_mtime, status.st_ctime)
    if not stat.S_ISREG(status.st_mode) or changed > time.time() - SETTLED:
        return None
    identity = f"{status.st_dev} {status.st_ino}"
    return key(identity, f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}", *parts)


class CacheFile(Record):
    """A cached file: its sections, as its writer left them.

    The checksum guards against accidents alone: whoever reads the sections checks that they make
    sense, and calls `discard` when they do not.
    """

    path: str
    sections: Mapping[str, memoryview]

    def discard(self) -> None:
        """Remove the file, so that it is made anew."""
        discard(self.path)


def fetch(name: str) -> CacheFile | None:
    """Read the file of a key; None when there is none, or none that can be used."""
    folder = directory()
    if folder is None:
        return None
    path = os.path.join(folder, name + SUFFIX)
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):  # a pipe would make us wait
            return None
        with open(path, "rb", buffering=0) as file:
            data = file.read(min(status.st_size, MAX_BYTES))
    except OSError:
        log(f"not in the cache: {name}{SUFFIX}")
        return None
    sections = unpack(memoryview(data))
    if sections is None:
        log(f"damaged in the cache, and removed: {name}{SUFFIX}")
        discard(path)
        return None
    log(f"from the cache: {name}{SUFFIX}, {len(data):,} bytes")
    _touch(path)  # the least recently used are removed first
    return CacheFile(path, sections)


def _touch(path: str) -> None:
    try:
        os.utime(path)
    except OSError:  # a cache that cannot be written to can still be read
        return


def store(name: str, sections: Iterable[tuple[str, bytes | memoryview]]) -> bool:
    """Write a file, whole or not at all; return whether it was kept."""
    folder = directory()
    if folder is None:
        return False
    from crosswright.support.files import replacing  # here: reading needs less

    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with replacing(os.path.join(folder, name + SUFFIX)) as file:
            file.writelines(pack(dict(sections)))
    except OSError as error:
        log(f"not kept in the cache: {name}{SUFFIX}: {error.strerror}")
        return False
    log(f"kept in the cache: {name}{SUFFIX}")
    evict(folder)
    return True


def pack(sections: Mapping[str, bytes | memoryview]) -> list[bytes]:
    """Return what a file consists of: the header, the index, and the sections, all aligned."""
    data = {name: bytes(section) for name, section in sections.items()}
    index = "".join(f"{len(section)} {name}\n" for name, section in data.items()).encode()
    index += b"\n" * (-len(index) % ALIGNMENT)
    parts = [index]
    for section in data.values():
        parts += [section, bytes(-len(section) % ALIGNMENT)]
    checksum = 0
    for part in parts:
        checksum = zlib.crc32(part, checksum)
    return [HEADER.pack(MAGIC, len(index), checksum), *parts]


def unpack(data: memoryview) -> dict[str, memoryview] | None:
    """Return the sections of a file; None when it is cut short or damaged."""
    if len(data) < HEADER.size:
        return None
    magic, index_size, checksum = HEADER.unpack(data[: HEADER.size])
    body = data[HEADER.size :]
    if magic != MAGIC or zlib.crc32(body) != checksum:
        return None
    try:
        lines = filter(None, str(body[:index_size], "utf-8").split("\n"))
        sizes = [(name, int(size)) for size, _, name in (line.partition(" ") for line in lines)]
    except ValueError:  # not text, or not a number
        return None
    return cut(body[index_size:], sizes)


def cut(data: memoryview, sizes: Iterable[tuple[str, int]]) -> dict[str, memoryview] | None:
    """Cut data into sections of these sizes; None when they do not add up."""
    sections: dict[str, memoryview] = {}
    start = 0
    for name, size in sizes:
        if name in sections or not 0 <= size <= len(data) - start:
            return None
        sections[name] = data[start : start + size]
        start += size + -size % ALIGNMENT
    return sections if start == len(data) else None


def discard(path: str) -> None:
    """Remove a file if possible."""
    try:
        os.unlink(path)
    except OSError:  # another process may have removed it, or nobody may
        return


def evict(folder: str, max_bytes: int = MAX_BYTES) -> None:
    """Remove abandoned temporary files, and the least recently used files above the limit."""
    import contextlib

    from crosswright.support.files import remove_abandoned

    remove_abandoned(folder)
    kept = []
    with contextlib.suppress(OSError), os.scandir(folder) as files:
        for file in files:
            if file.name.endswith(SUFFIX):
                with contextlib.suppress(OSError):
                    status = file.stat()
                    kept.append((status.st_mtime, status.st_size, file.path))
    total = sum(size for _, size, _ in kept)
    for _, size, path in sorted(kept):
        if total <= max_bytes:
            break
        discard(path)
        total -= size
