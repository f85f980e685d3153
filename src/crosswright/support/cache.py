"""The on-disk cache: named sections of bytes in one file per key, mapped into memory when read.

A file is written beside its place and renamed, so that readers see all of it or none, however many
processes write. Every section carries a checksum, tested when it is first asked for; whatever is
damaged counts as absent. Without a writable directory nothing is kept, and nothing fails.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import struct
import sys
import threading
import time
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

FORMAT = 2  # of the container and of all that is kept in it: raise it to forget every older file
MAGIC = b"CWCACHE\0"
TRAILER = struct.Struct("<QII8s")  # where the index begins, its length, its checksum, MAGIC
ALIGNMENT = 64  # of every section, so that arrays of any type can be read in place
MAX_BYTES = 500_000_000  # of all files together; beyond it the longest unused ones go
ABANDONED = 3600  # seconds after which a temporary file has no writer any more
SUFFIX = ".cwc"


def directory() -> Path | None:
    """Return where cached files are: CROSSWRIGHT_CACHE ("off": nowhere) or the platform's place."""
    named = os.environ.get("CROSSWRIGHT_CACHE", "")
    if named:
        return None if named == "off" else Path(named)
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
    """Hash what an entry depends on, with the format and the machine's byte order."""
    digest = hashlib.blake2b(f"{FORMAT} {sys.byteorder}".encode(), digest_size=20)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


class CacheFile:
    """A cached file: `meta` (a JSON object) and the sections, each tested when first asked for."""

    def __init__(self, path: Path, data: memoryview, index: Mapping[str, Any]) -> None:
        self.path = path
        self.meta: dict[str, Any] = index["meta"]
        self._data = data
        self._places: dict[str, tuple[int, int, int]] = index["sections"]
        self._tested: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def section(self, name: str) -> memoryview | None:
        """Return a section's bytes, read-only and in place; None when absent or damaged."""
        if name not in self._places:
            return None
        start, size, checksum = self._places[name]
        data = self._data[start : start + size]
        if name not in self._tested:
            if len(data) != size or zlib.crc32(data) != checksum:
                discard(self.path)
                return None
            self._tested.add(name)
        return data


def fetch(name: str) -> CacheFile | None:
    """Open the entry of a key; None when there is none, or none that can be used."""
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
        os.utime(path)  # the longest unused go first
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
    """Write an entry, all or nothing; say whether it was kept."""
    folder = directory()
    if folder is None:
        return False
    # No other writer, in this process or another, has the same name for its unfinished file.
    temporary = folder / f"{name}.{os.getpid()}.{threading.get_ident()}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with temporary.open("wb") as file:
            write(file, meta, sections)
        temporary.replace(folder / (name + SUFFIX))
    except OSError:
        discard(temporary)
        return False
    evict(folder)
    return True


def write(
    file: BinaryIO, meta: Mapping[str, Any], sections: Iterable[tuple[str, bytes | memoryview]]
) -> None:
    """Write sections one after the other, aligned, then the index and the trailer."""
    places = {}
    at = file.write(MAGIC)
    for name, section in sections:
        at += file.write(bytes(-at % ALIGNMENT))
        data = memoryview(section).cast("B") if len(section) else b""
        places[name] = (at, len(data), zlib.crc32(data))
        at += file.write(data)
    text = json.dumps({"meta": meta, "sections": places}).encode()
    file.write(text)
    file.write(TRAILER.pack(at, len(text), zlib.crc32(text), MAGIC))


def discard(path: Path) -> None:
    """Remove a file if that is possible."""
    with contextlib.suppress(OSError):
        path.unlink()


def evict(folder: Path, max_bytes: int = MAX_BYTES) -> None:
    """Remove abandoned temporary files, and the longest unused entries beyond the limit."""
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
