"""The on-disk cache: named sections of bytes in one file per key, mapped into memory when read.

A file appears whole or not at all, however many processes write it. Every section has a checksum,
which is tested when the section is first read; anything damaged counts as absent. Without a
writable directory nothing is kept, and nothing fails.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import struct
import sys
import time
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from crosswright.support.files import replacing

FORMAT = 2  # of the files and of everything in them: raise it to forget all older files
MAGIC = b"CWCACHE\0"
TRAILER = struct.Struct("<QII8s")  # the start of the index, its length, its checksum, MAGIC
ALIGNMENT = 64  # bytes, of every section, so that arrays of any type can be read in place
MAX_BYTES = 500_000_000  # of all files together; above it, the least recently used are removed
ABANDONED = 3600  # seconds after which the writer of a temporary file must be gone
SUFFIX = ".cwc"


def directory() -> Path | None:
    """Return where cached files are: CROSSWRIGHT_CACHE (or "off") or the usual directory."""
    name = os.environ.get("CROSSWRIGHT_CACHE", "")
    if name:
        return None if name == "off" else Path(name)
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData/Local") / "crosswright/Cache"
    if sys.platform == "darwin":
        return home / "Library/Caches/crosswright"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "crosswright"


def key(*parts: bytes | str) -> str:
    """Hash what a cached file depends on, with the format and the machine's byte order."""
    digest = hashlib.blake2b(f"{FORMAT} {sys.byteorder}".encode(), digest_size=20)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


class CacheFile:
    """A cached file: `meta` (a JSON object) and sections, each tested when it is first read."""

    def __init__(self, path: Path, data: memoryview, index: Mapping[str, Any]) -> None:
        self.path = path
        self.meta: dict[str, Any] = index["meta"]
        self._data = data
        self._sections: dict[str, tuple[int, int, int]] = index["sections"]
        self._tested: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._sections

    def section(self, name: str) -> memoryview | None:
        """Return the bytes of a section, read-only and in place; None when absent or damaged."""
        if name not in self._sections:
            return None
        start, size, checksum = self._sections[name]
        data = self._data[start : start + size]
        if name not in self._tested:
            if len(data) != size or zlib.crc32(data) != checksum:
                discard(self.path)
                return None
            self._tested.add(name)
        return data


def fetch(name: str) -> CacheFile | None:
    """Open the file of a key; None when there is none, or none that can be used."""
    folder = directory()
    if folder is None:
        return None
    path = folder / (name + SUFFIX)
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # absent, unreadable, or empty
        return None
    index = read_index(data)
    if index is None:
        discard(path)
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # the least recently used are removed first
    return CacheFile(path, data, index)


def read_index(data: memoryview) -> Mapping[str, Any] | None:
    """Return the index of a file, or None when it is cut short or damaged."""
    if len(data) < len(MAGIC) + TRAILER.size or data[: len(MAGIC)] != MAGIC:
        return None
    start, size, checksum, magic = TRAILER.unpack(data[-TRAILER.size :])
    text = bytes(data[start : start + size])
    whole = magic == MAGIC and start + size + TRAILER.size == len(data)
    if not whole or zlib.crc32(text) != checksum:
        return None
    index = json.loads(text)
    return index if isinstance(index, dict) else None


def store(
    name: str, meta: Mapping[str, Any], sections: Iterable[tuple[str, bytes | memoryview]]
) -> bool:
    """Write a file, whole or not at all; return whether it was kept."""
    folder = directory()
    if folder is None:
        return False
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with replacing(folder / (name + SUFFIX)) as file:
            write(file, meta, sections)
    except OSError:
        return False
    evict(folder)
    return True


def write(
    file: BinaryIO, meta: Mapping[str, Any], sections: Iterable[tuple[str, bytes | memoryview]]
) -> None:
    """Write the sections one after another, aligned, then the index and the trailer."""
    index = {}
    at = file.write(MAGIC)
    for name, section in sections:
        at += file.write(bytes(-at % ALIGNMENT))
        data = memoryview(section).cast("B") if len(section) else b""
        index[name] = (at, len(data), zlib.crc32(data))
        at += file.write(data)
    text = json.dumps({"meta": meta, "sections": index}).encode()
    file.write(text)
    file.write(TRAILER.pack(at, len(text), zlib.crc32(text), MAGIC))


def discard(path: Path) -> None:
    """Remove a file if possible."""
    with contextlib.suppress(OSError):
        path.unlink()


def evict(folder: Path, max_bytes: int = MAX_BYTES) -> None:
    """Remove abandoned temporary files, and the least recently used files above the limit."""
    kept = []
    now = time.time()
    with contextlib.suppress(OSError), os.scandir(folder) as files:
        for file in files:
            with contextlib.suppress(OSError):
                status = file.stat()
                if file.name.endswith(SUFFIX):
                    kept.append((status.st_mtime, status.st_size, Path(file.path)))
                elif file.name.endswith(".tmp") and now - status.st_mtime > ABANDONED:
                    discard(Path(file.path))
    total = sum(size for _, size, _ in kept)
    for _, size, path in sorted(kept):
        if total <= max_bytes:
            break
        discard(path)
        total -= size
