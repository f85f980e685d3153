"""Files below the folder that was opened, and nowhere else."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from crosswright.studio.refusals import Refusal
from crosswright.support.names import is_device
from crosswright.support.wording import quote

MAX_PATH: Final = 1000
"""Characters of a path."""

MAX_DEPTH: Final = 3
"""Folders inside one another that are searched for puzzles."""

MAX_FILES: Final = 2000
"""Files that are listed."""

MAX_SEEN: Final = 50_000
"""Files that are looked at before a search ends."""


class Root:
    """The folder that was opened. Links are followed, but not out of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    def __str__(self) -> str:
        """Return the folder as people write it: with ~ for their own."""
        home = Path.home() if os.path.expanduser("~") != "~" else None  # noqa: PTH111
        if home is not None and self.folder.is_relative_to(home):
            return str(PurePosixPath("~", *self.folder.relative_to(home).parts))
        return str(self.folder)

    def path(self, text: str) -> Path:
        """Return the file that a relative path means; a Refusal for one that is not inside."""
        parts = PurePosixPath(text.replace("\\", "/")).parts
        if not parts or len(text) > MAX_PATH or "\0" in text:
            raise Refusal("invalid", f"{quote(text)} is not the path of a file")
        if not is_text(text):
            raise Refusal("invalid", f"{quote(text)} has a name that is not UTF-8; rename it first")
        outside = Refusal("outside_root", f"{quote(text)} is not inside {self}")
        if any(part in ("..", "/") or part.startswith(".") or ":" in part for part in parts):
            raise outside
        if any(map(is_device, parts)):
            raise Refusal("invalid", f"{quote(text)} is a device on Windows; choose another name")
        try:
            path = self.folder.joinpath(*parts).resolve()
        except (OSError, RuntimeError):  # a loop of links
            raise outside from None
        if not path.is_relative_to(self.folder) or _is_loop(path):
            raise outside
        return path

    def name(self, path: Path) -> str:
        """Return a file's path as the browser knows it."""
        return path.relative_to(self.folder).as_posix()

    def files(self, suffixes: frozenset[str], *, unless: str = "") -> Iterator[Path]:
        """Yield the files with these suffixes, of folders that are not hidden.

        A folder inside the one opened that has a file named `unless` is left out.
        """
        waiting = [(self.folder, 0)]
        seen = listed = 0
        while waiting:
            folder, depth = waiting.pop()
            try:
                entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
            except OSError:
                continue
            if depth and any(entry.name == unless for entry in entries):
                continue
            for entry in entries:
                seen += 1
                if seen > MAX_SEEN or listed >= MAX_FILES:
                    return
                if entry.name.startswith(".") or not is_text(entry.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    if depth < MAX_DEPTH:
                        waiting.append((Path(entry.path), depth + 1))
                elif Path(entry.name).suffix.lower() in suffixes and self._is_inside(entry):
                    listed += 1
                    yield Path(entry.path)

    def _is_inside(self, entry: os.DirEntry[str]) -> bool:
        if not entry.is_symlink():
            return entry.is_file()
        try:
            target = Path(entry.path).resolve(strict=True)
        except (OSError, RuntimeError):
            return False
        return target.is_file() and target.is_relative_to(self.folder)


def _is_loop(path: Path) -> bool:
    """Return whether links of a path lead back to themselves: from 3.13 on, they resolve."""
    try:
        path.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def is_text(name: str) -> bool:
    """Return whether the name of a file is text: not all bytes in names on disk are."""
    return not any(0xD800 <= ord(character) <= 0xDFFF for character in name)


def file_name(title: str) -> str:
    """Return a name for a file, without suffix, from a title.

    >>> file_name("Mixed Outlook: 1/2"), file_name("Con"), file_name("…")
    ('mixed-outlook-1-2', 'con-crossword', 'untitled')
    """
    words = re.findall(r"[^\W_]+", title.lower())
    name = "-".join(words)[:60].strip("-") or "untitled"
    return f"{name}-crossword" if is_device(name) else name
