"""The answers of earlier puzzles: from files, folders, globs and plain lists of words."""

from __future__ import annotations

import os
import re
import stat
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from glob import glob, has_magic
from pathlib import Path
from typing import Final

from crosswright.errors import CrosswrightError, FormatError, FormatWarning
from crosswright.formats.files import from_bytes, read
from crosswright.formats.format import MAX_BYTES
from crosswright.formats.registry import all_formats, by_content
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.files import read_limited
from crosswright.support.records import Record
from crosswright.words.wordlist import WordList

TABLES: Final = ("csv", "tsv")
"""Formats that have answers but no grid; in a folder, they go with a puzzle."""

LISTS: Final = (".txt", ".dict")
"""Suffixes of files that may be plain lists of words."""


class EarlierAnswers(Record):
    """What has been used before."""

    puzzles: tuple[tuple[str, ...], ...] = ()
    """The answers of each puzzle, the oldest puzzle first."""
    words: tuple[str, ...] = ()
    """The words of plain lists, which belong to no puzzle and are never to be used again."""

    @classmethod
    def joined(cls, parts: Iterable[EarlierAnswers]) -> EarlierAnswers:
        """Return all parts as one, where the same puzzle, in two formats perhaps, counts once."""
        kept = [*parts]
        puzzles = [answers for part in kept for answers in part.puzzles]
        latest = {frozenset(answers): answers for answers in reversed(puzzles)}
        words = dict.fromkeys(word for part in kept for word in part.words)
        return cls((*reversed(latest.values()),), (*words,))


def read_history(
    sources: Iterable[str | os.PathLike[str]], base: str | os.PathLike[str] = ""
) -> EarlierAnswers:
    """Read the answers of puzzle files, of folders and globs of them, and of lists of words.

    The order of the puzzles is that of the sources; within a folder or a glob, that of the names,
    where 9 comes before 10. Relative paths begin at `base`.
    """
    return EarlierAnswers.joined(
        _read(path, is_named)
        for source in sources
        for path, is_named in files_of(Path(base, source))
    )


def parse_history(data: bytes, name: str) -> EarlierAnswers:
    """Read the answers of one puzzle, or the words of one list; `name` is for errors."""
    try:
        puzzle = _quietly(lambda: from_bytes(data, None, name))
    except FormatError as error:
        words = None if by_content(data) else _list_of(data, name)
        if words is None:
            raise error from None
        return EarlierAnswers(words=words)
    return _of(puzzle, name)


# -- which files ----------------------------------------------------------------------------------


def files_of(
    source: Path, tables: Collection[str] = (), unread: list[str] | None = None
) -> Iterator[tuple[Path, bool]]:
    """Yield the files that a source means, and whether it names them one by one.

    In folders, files with the suffixes of `tables` are meant as well, unless they go with a puzzle.
    A folder that cannot be read is refused or, with `unread`, named there and passed over.
    """
    problems: list[str] = []
    if stat.S_ISDIR(_mode(source)):
        files = (path for path in _within(source, problems) if _may_be_puzzle(path, tables))
        paths = _without_sheets(files, {*LISTS, *tables})
        _pass_on(problems, unread)
        if not paths and not problems:
            kinds = "puzzle files or tables of clues" if tables else "puzzle files"
            raise FormatError(f"{source}: there are no {kinds} in this folder")
        yield from ((path, False) for path in sorted(paths, key=_by_name))
    elif has_magic(str(source)) and not _mode(source):
        paths = [path for path in _matches(source) if stat.S_ISREG(_mode(path))]
        _check_searched(source, problems)
        _pass_on(problems, unread)
        if not paths and not problems:
            raise FormatError(f"{source}: no file matches this")
        yield from ((path, True) for path in sorted(paths, key=_by_name))
    else:
        yield source, True


def _within(folder: Path, problems: list[str]) -> Iterator[Path]:
    """Yield all files of a folder and those below it, except hidden ones; name what is locked."""

    def note(error: OSError) -> None:
        problems.append(_unreadable(error))

    for parent, folders, names in os.walk(folder, onerror=note):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(parent, name) for name in names if not name.startswith("."))


def _mode(path: Path) -> int:
    """Return the mode of a file, 0 where there is none.

    What cannot be looked at is taken for a file: whoever reads it is told why that is impossible.
    """
    try:
        return path.stat().st_mode
    except PermissionError:
        return stat.S_IFREG
    except (OSError, ValueError):
        return 0


def _matches(pattern: Path) -> Iterator[Path]:
    return map(Path, glob(str(pattern), recursive=True))  # noqa: PTH207 - may be absolute


def _check_searched(pattern: Path, problems: list[str]) -> None:
    """Name the folders that a glob had to look into and could not, which it does not say itself."""
    for part in (pattern, *pattern.parents):
        for folder in filter(_mode, _matches(part.parent)) if has_magic(part.name) else ():
            try:
                os.scandir(folder).close()
            except NotADirectoryError:
                continue
            except OSError as error:
                problems.append(_unreadable(error))


def _unreadable(error: OSError) -> str:
    return f"{error.filename}: cannot be read: {error.strerror or error}"


def _pass_on(problems: Sequence[str], unread: list[str] | None) -> None:
    """Tell the caller what could not be read, or refuse it if the caller does not ask."""
    if problems and unread is None:
        raise FormatError(problems[0])
    if unread is not None:
        unread += problems


def _without_sheets(paths: Iterable[Path], drawn: Collection[str]) -> list[Path]:
    """Leave out texts and tables that have the name of a puzzle file beside them: they are its."""
    found = [*paths]
    puzzles = {path.with_suffix("") for path in found if path.suffix.lower() not in drawn}
    return [
        path
        for path in found
        if path.suffix.lower() not in drawn or path.with_suffix("") not in puzzles
    ]


def _by_name(path: Path) -> list[tuple[int, str]]:
    """Return a key that sorts names with numbers by value: 9 before 10."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part)
        for part in re.split(r"(\d+)", str(path))
    ]


def _may_be_puzzle(path: Path, tables: Collection[str]) -> bool:
    """Return whether a file in a folder has the suffix of a format that holds answers.

    A pipe is left out: it would keep us waiting for a writer who may never come.
    """
    name = path.name.lower()
    has_suffix = any(
        name.endswith(suffix)
        for format in all_formats()
        if "solution" in format.holds and format.name not in TABLES
        for suffix in format.suffixes
    )
    return (has_suffix or path.suffix.lower() in tables) and not stat.S_ISFIFO(_mode(path))


# -- what is in them ------------------------------------------------------------------------------


def _read(path: Path, is_named: bool) -> EarlierAnswers:
    if path.suffix.lower() not in LISTS:
        return _of(_quietly(lambda: read(path)), str(path))
    try:
        data = read_limited(path, MAX_BYTES)
    except OSError as error:
        raise FormatError(f"{path}: cannot be read: {error.strerror or error}") from None
    if is_named:
        return parse_history(data, str(path))
    try:
        return _of(_quietly(lambda: from_bytes(data, None, str(path))), str(path))
    except FormatError:
        _warn(f"{path}: not a grid, and not read; if it is a list of words, name the file itself")
        return EarlierAnswers()


def _of(puzzle: Puzzle, name: str) -> EarlierAnswers:
    answers = (*puzzle.answers.values(),)
    if not answers:
        _warn(f"{name}: this puzzle has no answers in it")
        return EarlierAnswers()
    return EarlierAnswers((answers,))


def _list_of(data: bytes, name: str) -> tuple[str, ...] | None:
    """Return the words of a list, or None if it is not one."""
    try:
        words = WordList.parse(data, source=name)
    except CrosswrightError:
        return None
    return tuple(word for word, _ in words) or None


def _quietly(reading: Callable[[], Puzzle]) -> Puzzle:
    """Read a puzzle without its warnings: only the answers matter here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        return reading()


def _warn(message: str) -> None:
    warnings.warn(message, FormatWarning, stacklevel=4)
