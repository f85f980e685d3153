"""Undoing changes of the personal list, and merges that replaced a list."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from crosswright.errors import WordListError
from crosswright.support.files import read_regular, write_atomically
from crosswright.words import listfile
from crosswright.words.tools.history import Change, History, ReplacedList, digest_of
from crosswright.words.tools.personal import PersonalList


@dataclass(frozen=True)
class Undone:
    """What was undone, and how many changes before it are left to undo."""

    change: Change
    left: int


class Outdated(WordListError):
    """A change that cannot be undone, because of what has happened since."""


def undo() -> Undone | None:
    """Undo the last change; None when there is nothing to undo.

    What has been changed otherwise since then stays as it is: that is an error, and the change is
    forgotten, so that the next call goes further back.
    """
    personal = PersonalList.load()
    with personal.writing() as history:
        left = history.changes()
        while left:
            change = left.pop()
            try:
                is_undone = _undo(change, personal, history)
            except Outdated:
                history.drop_last()
                raise
            history.drop_last()
            if is_undone:
                return Undone(change, len(left))
    return None


def _undo(change: Change, personal: PersonalList, history: History) -> bool:
    """Undo a change; False when everything is already as it was before."""
    if isinstance(change, ReplacedList):
        return _put_back(change, history)
    now = [line for _, line in personal.lines_of(change.word)]
    if now == [line for _, line in change.before]:
        return False
    if now != ([] if change.after is None else [change.after]):
        raise Outdated(f"{change.word} has been edited since `words {change.command}`, and stays")
    personal.undo(change)
    return True


def _put_back(change: ReplacedList, history: History) -> bool:
    """Put back a list that was replaced; False when it is there already."""
    backup = history.backup(change.before)
    try:
        now = _digest(Path(change.path))
        if now == change.before:
            return False
        if not backup.is_file():
            raise Outdated(f"{change.path}: the list that it replaced is no longer kept")
        if now not in (change.after, None):
            raise Outdated(
                f"{change.path}: changed since the merge; the list that it replaced is {backup}"
            )
        write_atomically(change.path, backup.read_bytes())
    except OSError as error:
        raise WordListError(f"{change.path}: {error.strerror or error}") from None
    return True


def _digest(path: Path) -> str | None:
    try:
        return digest_of(read_regular(path, listfile.MAX_BYTES))
    except FileNotFoundError:
        return None


def keep_replaced(path: str | os.PathLike[str], data: bytes) -> None:
    """Keep the list that a merge is about to replace, so that `undo` can put it back."""
    target = Path(os.path.realpath(path))
    before = target.read_bytes() if target.is_file() else data
    if before == data:
        return
    with PersonalList.load().writing() as history:
        history.add(ReplacedList(str(target), history.keep(before), digest_of(data)))
