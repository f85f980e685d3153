"""Puzzle files read and written, with every loss named."""

from __future__ import annotations

import os
import warnings
from typing import Final

from crosswright.errors import CrosswrightError, FormatError, FormatWarning
from crosswright.formats.format import MAX_BYTES, Format, Loss, OriginalFile, require_writer
from crosswright.formats.registry import by_content, by_name, by_suffix
from crosswright.puzzles.parts import CROSSWORDS
from crosswright.puzzles.puzzle import Puzzle, require_puzzle
from crosswright.support.files import read_limited, write_atomically
from crosswright.support.log import log
from crosswright.support.records import replace
from crosswright.support.wording import quote

DRAWINGS: Final = (".svg", ".png", ".pdf", ".html", ".htm")
"""Suffixes of drawings, which cannot be read again."""

# -- reading ------------------------------------------------------------------------------------


def read(path: str | os.PathLike[str]) -> Puzzle:
    """Read a puzzle file in the format of its suffix, or in that of its content."""
    try:
        data = read_limited(path, MAX_BYTES)
    except OSError as error:
        raise FormatError(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a NUL in the name
        raise FormatError(f"{os.fspath(path)!r}: cannot be read: {error}") from None
    return read_data(path, data)


def read_data(path: str | os.PathLike[str], data: bytes) -> Puzzle:
    """Read a puzzle from the bytes of a file, in the format of its suffix or content."""
    return _parse(data, _format_of(path, data), os.fspath(path))


def from_bytes(data: bytes, format: str | None = None, name: str = "input") -> Puzzle:
    """Read a puzzle from bytes; without the name of a format, from what they look like."""
    if format is None:
        return _parse(data, by_content(data) or by_name("text"), name)
    return _parse(data, by_name(format), name)


def _format_of(path: str | os.PathLike[str], data: bytes) -> Format:
    try:
        named = by_suffix(path)
    except FormatError:
        match = by_content(data)
        if match is None:
            raise
        return match
    if named.name == "text":  # people call any readable file .txt
        return by_content(data, plug_ins=False) or named
    return named


def _parse(data: bytes, format: Format, name: str) -> Puzzle:
    if len(data) > MAX_BYTES:
        raise FormatError(f"{name}: larger than {MAX_BYTES >> 20} MiB, which no puzzle is")
    if not data.strip():
        raise FormatError(f"{name}: the file is empty")
    try:
        puzzle = format.read(data)
        details = tuple(format.details(data))
    except CrosswrightError as error:
        raise FormatError(f"{name}: {_misnamed(data, format) or error}") from None
    log(f"read {name}: {len(data):,} bytes of {format.title}")
    origin = OriginalFile(format.original(data), puzzle, details)
    return replace(puzzle, extras={**puzzle.extras, format.name: origin})


def _misnamed(data: bytes, format: Format) -> str:
    """Return what to do with a file whose content is in another format than its name says."""
    match = by_content(data, plug_ins=False)
    if match is None or match.name in (format.name, *format.relatives):
        return ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FormatWarning)
            match.read(data)
    except CrosswrightError:
        return ""
    expected, actual = format.suffixes[0], match.suffixes[0]
    return f"not a {expected} file but a {actual} file; rename it, or use --from {match.name}"


# -- writing ------------------------------------------------------------------------------------


def write(
    puzzle: Puzzle,
    path: str | os.PathLike[str],
    strict: bool = False,
    *,
    spreadsheet_safe: bool = False,
) -> list[Loss]:
    """Write a puzzle file, whole or not at all; return what its format could not hold.

    With `strict`, a loss is a `FormatError`, and nothing is written. With `spreadsheet_safe`, no
    spreadsheet takes a clue in a table for a formula.
    """
    require_puzzle(puzzle)
    if os.path.splitext(path)[1].lower() in DRAWINGS:
        raise FormatError(
            f"{path}: a drawing is not a puzzle file; use save(puzzle, {str(path)!r})"
        )
    format = by_suffix(path)
    data, losses = _compose(puzzle, format, spreadsheet_safe)
    if strict:
        _require_whole(puzzle, format, losses, f"{path}: ")
    try:
        write_atomically(path, data)
    except OSError as error:
        raise FormatError(f"{path}: cannot be written: {error.strerror or error}") from None
    return losses


def to_bytes(
    puzzle: Puzzle, format: str, strict: bool = False, *, spreadsheet_safe: bool = False
) -> tuple[bytes, list[Loss]]:
    """Write a puzzle to bytes, as `write` does; return them and what the format could not hold."""
    chosen = by_name(format)
    data, losses = _compose(puzzle, chosen, spreadsheet_safe)
    if strict:
        _require_whole(puzzle, chosen, losses)
    return data, losses


def _require_whole(puzzle: Puzzle, format: Format, losses: list[Loss], prefix: str = "") -> None:
    """Refuse to lose anything, and clues without a slot in any case."""
    if losses:
        raise FormatError(f"{prefix}{format.name} cannot hold {'; '.join(map(str, losses))}")
    require_placed(puzzle, prefix)


def require_placed(puzzle: Puzzle, prefix: str = "") -> None:
    """Refuse clues without a slot, which are lost on the solver whatever the file holds."""
    if puzzle.unplaced:
        from crosswright.formats.reduce import unplaced_names

        raise FormatError(f"{prefix}these clues belong to no slot: {unplaced_names(puzzle)}")


def _compose(puzzle: Puzzle, format: Format, spreadsheet_safe: bool) -> tuple[bytes, list[Loss]]:
    from crosswright.formats.reduce import reduce, with_draft_marks  # here: reading needs less

    origins = {
        name: origin for name, origin in puzzle.extras.items() if isinstance(origin, OriginalFile)
    }
    own = origins.get(format.name)
    if own is not None and own.puzzle == puzzle:
        return own.data, []
    write_format = require_writer(format)
    puzzle, lost_kind = _as_crossword(puzzle, format)
    reduced, losses = reduce(puzzle, format.holds)
    losses += lost_kind
    if "drafts" not in format.holds:
        reduced = with_draft_marks(reduced)
    losses += [
        Loss(f"details that only {name} holds", ", ".join(origin.details))
        for name, origin in origins.items()
        if origin.details and not (format.keeps and name in (format.name, *format.relatives))
    ]
    try:
        data = write_format(reduced, losses)
    except UnicodeEncodeError as error:
        text = error.object[error.start : error.end]
        raise FormatError(f"{format.name} cannot hold the text {quote(text)}") from None
    return format.without_formulas(data) if spreadsheet_safe else data, losses


def _as_crossword(puzzle: Puzzle, format: Format) -> tuple[Puzzle, list[Loss]]:
    """Return what a format for crosswords holds of other kinds of puzzles, and what is lost."""
    if format.all_kinds or puzzle.kind in CROSSWORDS:
        return puzzle, []
    if puzzle.kind == "word-search":
        raise FormatError(
            f"{format.name} is for crosswords, not for a word search; draw it as pdf, html, svg or "
            "png, or write .txt"
        )
    return replace(puzzle, kind="crossword"), [Loss("the words of a fill-in, listed by length")]
