"""The on-disk cache: named sections of bytes, in one file per key.

A file appears whole or not at all, however many processes write it. It is read into memory, never
mapped, and its checksum is tested: whatever it holds, and whatever happens to it meanwhile, what is
damaged counts as absent. What is large may be read in parts, with a checksum for each. Without a
writable folder nothing is kept, and nothing fails.
"""

from __future__ import annotations

import os
import stat
import sys
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping

try:  # hashlib would load OpenSSL, which takes longer than the cache saves
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

from crosswright.support.folders import user_folder
from crosswright.support.log import log
from crosswright.support.records import Record
from crosswright.support.regular import read_part

FORMAT = 7  # of the files and of everything in them: raise it to forget all older files
MAGIC = b"CWCACHE" + bytes([FORMAT])
HEADER_SIZE = 16  # MAGIC, the length of the index, the checksum of all that follows
ALIGNMENT = 16  # bytes, of every section, so that arrays of any type can be read in place
MAX_BYTES = 500_000_000  # of all files together; above it, the least recently used are removed
SETTLED = 2  # seconds after which the next change of a file has other times: clocks may be coarse
SUFFIX = ".cwc"
CHECKSUMS = "checksums"  # the first section of a file in parts: of the index, and of each section
HEAD_BYTES = 8192  # what is read first of a file in parts: more than its index and its checksums


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


class Parts(Mapping[str, memoryview]):
    """The sections of a file, each read when it is asked for; ValueError for what is damaged."""

    def __init__(
        self, path: str, head: memoryview, places: Mapping[str, tuple[int, int, int]]
    ) -> None:
        """Take how the file begins, and where each section starts, its size and its checksum."""
        self._path = path
        self._head = head
        self._places = places

    def __getitem__(self, name: str) -> memoryview:
        start, size, checksum = self._places[name]
        data = self._head[start : start + size]
        if len(data) != size:
            data = self._read(start, size)
        if len(data) != size or zlib.crc32(data) != checksum:
            raise ValueError(name)
        return data

    def _read(self, start: int, size: int) -> memoryview:
        try:
            return memoryview(read_part(self._path, start, size))
        except OSError as error:  # another process may have removed it
            raise ValueError from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


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


def fetch(name: str, *, in_parts: bool = False) -> CacheFile | None:
    """Read the file of a key; None when there is none, or none that can be used.

    Of one that was stored in parts, sections can be read as they are asked for. A damaged one is
    then a ValueError.
    """
    folder = directory()
    if folder is None:
        return None
    path = os.path.join(folder, name + SUFFIX)
    try:
        status = os.stat(path)
        data = read_part(path, 0, min(status.st_size, HEAD_BYTES if in_parts else MAX_BYTES))
    except OSError:
        log(f"not in the cache: {name}{SUFFIX}")
        return None
    view = memoryview(data)
    sections = parts(view, path, status.st_size) if in_parts else unpack(view)
    if sections is None:
        log(f"damaged in the cache, and removed: {name}{SUFFIX}")
        discard(path)
        return None
    log(f"from the cache: {name}{SUFFIX}, {status.st_size:,} bytes")
    _touch(path)  # the least recently used are removed first
    return CacheFile(path, sections)


def _touch(path: str) -> None:
    try:
        os.utime(path)
    except OSError:  # a cache that cannot be written to can still be read
        return


def store(
    name: str, sections: Iterable[tuple[str, bytes | memoryview]], *, in_parts: bool = False
) -> bool:
    """Write a file, whole or not at all, perhaps in parts; return whether it was kept."""
    folder = directory()
    if folder is None:
        return False
    from crosswright.support.files import replacing  # here: reading needs less

    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with replacing(os.path.join(folder, name + SUFFIX)) as file:
            file.writelines(pack(dict(sections), in_parts))
    except OSError as error:
        log(f"not kept in the cache: {name}{SUFFIX}: {error.strerror}")
        return False
    log(f"kept in the cache: {name}{SUFFIX}")
    evict(folder)
    return True


def pack(sections: Mapping[str, bytes | memoryview], in_parts: bool = False) -> list[bytes]:
    """Return what a file consists of: the header, the index, and the sections, all aligned."""
    data = {name: bytes(section) for name, section in sections.items()}
    if in_parts:
        data = {CHECKSUMS: bytes(4 * (1 + len(data))), **data}
    index = "".join(f"{len(section)} {name}\n" for name, section in data.items()).encode()
    index += b"\n" * (-len(index) % ALIGNMENT)
    if in_parts:
        checked = [index, *(section for name, section in data.items() if name != CHECKSUMS)]
        data[CHECKSUMS] = b"".join(zlib.crc32(part).to_bytes(4, "little") for part in checked)
    written = [index]
    for section in data.values():
        written += [section, bytes(-len(section) % ALIGNMENT)]
    checksum = 0
    for part in written:
        checksum = zlib.crc32(part, checksum)
    return [header(len(index), checksum), *written]


def header(index_size: int, checksum: int) -> bytes:
    """Return how a file begins."""
    return MAGIC + index_size.to_bytes(4, "little") + checksum.to_bytes(4, "little")


def read_header(data: bytes | memoryview) -> tuple[bytes, int, int]:
    """Return the magic, the length of the index and the checksum; ValueError if it is cut short."""
    start = bytes(data[:HEADER_SIZE])
    if len(start) < HEADER_SIZE:
        raise ValueError
    return start[:8], int.from_bytes(start[8:12], "little"), int.from_bytes(start[12:], "little")


def unpack(data: memoryview) -> dict[str, memoryview] | None:
    """Return the sections of a whole file; None when it is cut short or damaged."""
    try:
        magic, index_size, checksum = read_header(data)
    except ValueError:
        return None
    body = data[HEADER_SIZE:]
    if magic != MAGIC or zlib.crc32(body) != checksum:
        return None
    places = locate(body[:index_size], len(body) - index_size)
    if places is None:
        return None
    places.pop(CHECKSUMS, None)
    content = body[index_size:]
    return {name: content[start : start + size] for name, (start, size) in places.items()}


def parts(head: memoryview, path: str, file_size: int) -> Parts | None:
    """Return the sections of a file in parts by how it begins; None for anything odd."""
    try:
        magic, index_size, _ = read_header(head)
    except ValueError:
        return None
    first = HEADER_SIZE + index_size
    index = head[HEADER_SIZE:first]
    is_ours = magic == MAGIC and file_size <= MAX_BYTES
    places = locate(index, file_size - first) if is_ours else None
    if places is None or [*places][:1] != [CHECKSUMS]:
        return None
    start, size = places.pop(CHECKSUMS)
    known = head[first + start : first + start + size]
    if len(known) != 4 * (1 + len(places)):
        return None
    own, *others = (int.from_bytes(known[i : i + 4], "little") for i in range(0, len(known), 4))
    if zlib.crc32(index) != own:
        return None
    pairs = zip(places.items(), others, strict=True)
    known_places = {name: (first + at, size, check) for (name, (at, size)), check in pairs}
    return Parts(path, head, known_places)


def locate(index: memoryview, room: int) -> dict[str, tuple[int, int]] | None:
    """Return where sections start and their sizes by an index; None if they do not fill a room."""
    try:
        lines = filter(None, str(index, "utf-8").split("\n"))
        sizes = [(name, int(size)) for size, _, name in (line.partition(" ") for line in lines)]
    except ValueError:  # not text, or not a number
        return None
    places: dict[str, tuple[int, int]] = {}
    start = 0
    for name, size in sizes:
        if name in places or not 0 <= size <= room - start:
            return None
        places[name] = (start, size)
        start += size + -size % ALIGNMENT
    return places if start == room else None


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
