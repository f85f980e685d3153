"""Puzzle files: read and written by suffix, with every loss named.

A further format is a `Format` under the entry point group "crosswright.formats".
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from crosswright.errors import CrosswrightError, FormatError
from crosswright.formats.base import FEATURES, MAX_BYTES, Format, Loss, Origin, reduce, warn
from crosswright.puzzles.puzzle import Clue, Puzzle
from crosswright.support.files import write_atomically

__all__ = [
    "FEATURES",
    "Format",
    "Loss",
    "all_formats",
    "by_name",
    "by_suffix",
    "from_bytes",
    "read",
    "to_bytes",
    "write",
]

ENTRY_POINTS: Final = "crosswright.formats"


@cache
def _built_in() -> tuple[Format, ...]:
    from crosswright.formats import acrosslite, ipuz, jpz, puz, text, xd
    from crosswright.formats import cluetable as clues

    return (
        text.TEXT,
        text.STRUCTURE,
        puz.PUZ,
        ipuz.IPUZ,
        jpz.JPZ,
        jpz.XML,
        xd.XD,
        acrosslite.ACROSS_LITE,
        clues.CSV,
        clues.TSV,
    )


@cache
def _plug_ins() -> tuple[Format, ...]:
    """Return the formats of other packages; looking for them takes longer than most commands."""
    from importlib.metadata import entry_points

    found = []
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            loaded = entry.load()
        except Exception as error:  # a broken plug-in must not take the others with it
            warn(f"format {entry.name} of {entry.value} does not load: {error}")
            continue
        if isinstance(loaded, Format):
            found.append(loaded)
        else:
            warn(f"format {entry.name} of {entry.value} is no crosswright.formats.Format")
    return tuple(found)


def all_formats() -> tuple[Format, ...]:
    """Return every format: the built-in ones, then those of other packages."""
    return *_built_in(), *_plug_ins()


def by_name(name: str) -> Format:
    """Return the format with this name."""
    for known_formats in (_built_in, all_formats):
        for candidate in known_formats():
            if candidate.name == name.lower():
                return candidate
    known = ", ".join(candidate.name for candidate in all_formats())
    raise FormatError(f"no format {name!r}; there are {known}")


def by_suffix(path: str | os.PathLike[str]) -> Format:
    """Return the format that a file's name calls for: the one with the longest suffix."""
    name = Path(path).name.lower()
    found = _longest_suffix(name, _built_in())
    if found is None or name.count(".") > 1:  # a plug-in may know the suffix, or a longer one
        found = _longest_suffix(name, all_formats())
    if found is None:
        known = " ".join(suffix for known in all_formats() for suffix in known.suffixes)
        raise FormatError(f"{path}: no format has this suffix; known are {known}")
    return found


def _longest_suffix(name: str, candidates: tuple[Format, ...]) -> Format | None:
    fitting = [
        (len(suffix), -place, candidate)
        for place, candidate in enumerate(candidates)
        for suffix in candidate.suffixes
        if name.endswith(suffix)
    ]
    return max(fitting, key=lambda entry: entry[:2])[2] if fitting else None


def _sniffed(data: bytes, candidates: tuple[Format, ...]) -> Format | None:
    head = data[:4096]
    return next((candidate for candidate in candidates if candidate.sniff(head)), None)


def from_bytes(data: bytes, format: str | None = None, name: str = "input") -> Puzzle:
    """Read a puzzle from bytes; without a format's name, from what they look like."""
    if format is None:
        chosen = _sniffed(data, all_formats()) or by_name("text")
    else:
        chosen = by_name(format)
    return _read(data, chosen, name)


def _read(data: bytes, chosen: Format, name: str) -> Puzzle:
    if len(data) > MAX_BYTES:
        raise FormatError(f"{name}: larger than {MAX_BYTES >> 20} MiB, which no puzzle is")
    try:
        puzzle = chosen.read(data)
        details = tuple(chosen.details(data))
    except CrosswrightError as error:
        raise FormatError(f"{name}: {error}") from None
    origin = Origin(data, puzzle, details)
    return replace(puzzle, extras={**puzzle.extras, chosen.name: origin})


def read(path: str | os.PathLike[str]) -> Puzzle:
    """Read a puzzle file in the format of its suffix, or what its content shows it to be."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise FormatError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a NUL in the name
        raise FormatError(f"{os.fspath(path)!r}: cannot be read: {error}") from None
    try:
        chosen = by_suffix(path)
    except FormatError:
        found = _sniffed(data, all_formats())
        if found is None:
            raise
        chosen = found
    if chosen.name == "text":
        chosen = _sniffed(data, _built_in()) or chosen
    return _read(data, chosen, os.fspath(path))


def to_bytes(puzzle: Puzzle, format: str, strict: bool = False) -> tuple[bytes, list[Loss]]:
    """Write a puzzle to bytes; return them and what the format could not hold."""
    data, losses = _write(puzzle, by_name(format))
    if strict and losses:
        raise FormatError(f"{format} cannot hold {'; '.join(map(str, losses))}")
    return data, losses


def _write(puzzle: Puzzle, chosen: Format) -> tuple[bytes, list[Loss]]:
    origins = {name: origin for name, origin in puzzle.extras.items() if isinstance(origin, Origin)}
    own = origins.get(chosen.name)
    if own is not None and own.puzzle == puzzle:
        return own.data, []
    reduced, losses = reduce(puzzle, chosen.holds)
    if not chosen.drafts:
        reduced = _with_marks(reduced)
    losses += [
        Loss(f"what only {name} holds", ", ".join(origin.details))
        for name, origin in origins.items()
        if origin.details and not (name == chosen.name and chosen.keeps)
    ]
    try:
        return chosen.write(reduced, losses), losses
    except UnicodeEncodeError as error:
        wrong = error.object[error.start : error.end]
        raise FormatError(f"{chosen.name} cannot hold the text {wrong!r}") from None


def _with_marks(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its drafts marked in their texts, from which they are read again."""
    marked = {entry.label: entry.clue.marked for entry in puzzle.entries if entry.clue.draft}
    clues = {label: Clue(text) for label, text in marked.items()}
    return puzzle.with_clues(clues) if clues else puzzle


def write(puzzle: Puzzle, path: str | os.PathLike[str], strict: bool = False) -> list[Loss]:
    """Write a puzzle file, whole or not at all; return what its format could not hold."""
    chosen = by_suffix(path)
    data, losses = _write(puzzle, chosen)
    if strict and losses:
        raise FormatError(f"{path}: {chosen.name} cannot hold {'; '.join(map(str, losses))}")
    try:
        write_atomically(path, data)
    except OSError as error:
        raise FormatError(f"{path}: cannot be written: {error.strerror or error}") from None
    return losses
