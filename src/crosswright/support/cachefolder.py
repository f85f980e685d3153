"""Everything in the cache folder: what it is, how large, and how it is cleared.

Clearing is safe while others use the cache: what they have read is in their memory, a database that
they have open stays theirs until they close it, and what they are just writing is locked.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from crosswright.support import cache
from crosswright.support.files import TEMPORARY, read_regular, remove_abandoned

LISTS, FAMILIES, LIVELINESS = "word lists", "families of words", "liveliness of words"
BASES, NAMES, DICTIONARY = "base forms of words", "names in dictionaries", "dictionaries"
OTHERS, UNFINISHED = "other versions of Crosswright", "unfinished files"
DAMAGED: Final = "damaged files"

_CACHED: Final = re.compile(rf"[0-9a-f]{{40}}{re.escape(cache.SUFFIX)}")
_DATABASE: Final = re.compile(r"[a-z]+-[0-9a-f]{16}\.sqlite")
_MAX_INDEX: Final = 1 << 16
"""Bytes of a file in which its sections are named."""


class CachedItem(NamedTuple):
    """A file in the cache folder."""

    path: str
    kind: str
    size: int


def items(folder: str) -> list[CachedItem]:
    """Return what of a folder belongs to the cache; anything else in it is not ours."""
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                kind = _kind(entry) if stat.S_ISREG(status.st_mode) else None
                if kind is not None:
                    found.append(CachedItem(entry.path, kind, status.st_size))
    return sorted(found)


def _kind(entry: os.DirEntry[str]) -> str | None:
    if _DATABASE.fullmatch(entry.name):
        return DICTIONARY
    if re.fullmatch(TEMPORARY, entry.name):
        return UNFINISHED
    return _kind_of(entry.path) if _CACHED.fullmatch(entry.name) else None


def _kind_of(path: str) -> str:
    """Return what a cached file holds, by the names of its sections."""
    try:
        head = read_regular(path, cache.HEADER_SIZE + _MAX_INDEX)
        magic, size, _ = cache.read_header(head)
        index = head[cache.HEADER_SIZE :][:size].decode()
    except (OSError, ValueError):
        return DAMAGED
    if magic != cache.MAGIC:
        return OTHERS if magic[:7] == cache.MAGIC[:7] else DAMAGED
    names = {line.partition(" ")[2] for line in index.splitlines() if line}
    for section, kind in (("alphabet", LISTS), ("size", FAMILIES), ("bases", BASES)):
        if section in names:
            return kind
    if "names" in names:
        return NAMES
    return LIVELINESS if names and all(map(str.isdigit, names)) else DAMAGED


def clear(folder: str) -> Iterator[tuple[CachedItem, str]]:
    """Remove everything that is ours; yield each file, and why it stays if it does.

    What another process is just writing stays, and so does what the system does not let go.
    """
    remaining = items(folder)
    remove_abandoned(folder)
    for item in remaining:
        reason = ""
        if item.kind == UNFINISHED:
            reason = "another process is writing it" if os.path.exists(item.path) else ""
        else:
            try:
                os.unlink(item.path)
            except FileNotFoundError:
                pass
            except OSError as error:
                reason = error.strerror or str(error)
        yield item, reason
