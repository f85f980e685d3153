"""The history of the personal list: what `crosswright words undo` takes back.

It is beside the list: `personal.history` has a line of JSON for each change, oldest first, and
`personal.replaced` the lists that `words merge` has replaced. A change is noted before it is made.
Whoever is killed in between leaves a note of something that never happened, which shows when it is
to be undone; the other way round, a change could not be undone. All this is used under the lock of
the personal list.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

from crosswright.errors import WordListError
from crosswright.support.files import read_regular, write_atomically

MAX_CHANGES: Final = 100
"""Changes that can be undone; older ones are forgotten."""

MAX_REPLACED: Final = 5
"""Lists that were replaced and are kept; they may be large."""

MAX_BYTES: Final = 16 << 20
"""More than a history has, of changes of words that lists can have."""

DIGEST: Final = re.compile(r"[0-9a-f]{40}")


@dataclass(frozen=True)
class WordChange:
    """A change of the personal list: the lines of a word, with their numbers, and the new one."""

    command: str
    word: str
    before: tuple[tuple[int, str], ...]
    after: str | None


@dataclass(frozen=True)
class ReplacedList:
    """A file that `words merge` replaced: its path, and the digests of what it held and holds."""

    path: str
    before: str
    after: str


Change: TypeAlias = WordChange | ReplacedList


class History:
    """The changes of a personal list, and the lists replaced meanwhile."""

    def __init__(self, personal: Path) -> None:
        """Take the path of the personal list."""
        self.path = personal.with_suffix(".history")
        self.folder = personal.with_suffix(".replaced")

    def changes(self) -> list[Change]:
        """Return the changes, oldest first; lines that make no sense are passed over."""
        try:
            data = read_regular(self.path, MAX_BYTES)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise WordListError(f"{self.path}: {error.strerror or error}") from None
        if len(data) > MAX_BYTES:  # the last changes are beyond what was read
            raise WordListError(f"{self.path}: too large for a history; remove it")
        lines = data.decode(errors="replace").splitlines()
        return [change for change in map(read_change, lines) if change is not None]

    def add(self, change: Change) -> None:
        """Note a change that is about to be made."""
        self._write([*self.changes(), change])

    def drop_last(self) -> None:
        """Forget the last change."""
        self._write(self.changes()[:-1])

    def move_lines(self, count: int) -> None:
        """Note that this many lines are new at the top of the personal list."""
        self._write(
            [
                replace(change, before=tuple((at + count, line) for at, line in change.before))
                if isinstance(change, WordChange)
                else change
                for change in self.changes()
            ]
        )

    def _write(self, changes: Sequence[Change]) -> None:
        kept: list[Change] = []
        replaced = 0
        for change in reversed(changes):
            replaced += isinstance(change, ReplacedList)
            if replaced <= MAX_REPLACED or not isinstance(change, ReplacedList):
                kept.append(change)
        newest = kept[MAX_CHANGES - 1 :: -1]
        lines = (json.dumps(asdict(change)) + "\n" for change in newest)
        write_atomically(self.path, "".join(lines))

    # -- lists that were replaced ---------------------------------------------------------------

    def backup(self, digest: str) -> Path:
        """Return where a list of this digest is kept."""
        return self.folder / f"{digest}.txt"

    def keep(self, data: bytes) -> str:
        """Keep a list that is about to be replaced; return its digest."""
        digest = digest_of(data)
        self.folder.mkdir(exist_ok=True)
        backup = self.backup(digest)
        if backup.exists() and not backup.is_file():
            raise WordListError(f"{backup}: not a regular file")
        write_atomically(backup, data)
        newest_first = sorted(self._backups(), key=lambda path: -path.stat().st_mtime_ns)
        for path in newest_first[MAX_REPLACED:]:
            path.unlink()
        return digest

    def _backups(self) -> Iterable[Path]:
        return (path for path in self.folder.glob("*.txt") if DIGEST.fullmatch(path.stem))


def digest_of(data: bytes) -> str:
    """Return the digest under which a list is kept."""
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def read_change(line: str) -> Change | None:
    """Read a line of the history; None when it makes no sense."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match fields:
        case {"path": str(path), "before": str(old), "after": str(new), **more}:
            if not more and DIGEST.fullmatch(old) and DIGEST.fullmatch(new):
                return ReplacedList(path, old, new)
        case {
            "command": str(command),
            "word": str(word),
            "before": [*lines],
            "after": str() | None as after,
            **more,
        }:
            if not more and all(map(is_numbered_line, lines)):
                before = tuple((number, text) for number, text in lines)
                return WordChange(command, word, before, after)
    return None


def is_numbered_line(item: object) -> bool:
    """Return whether something is the number of a line and its text."""
    match item:
        case [int(number), str()]:
            return number >= 0
    return False
