"""Tables of answers and clues: CSV and TSV.

A table has no grid, so it does not read as a puzzle: `read_clues` gives clues by answer, ready for
`Puzzle.with_clues_for`.
"""

from __future__ import annotations

import csv
import io
import os
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path

from crosswright.clues.columns import APOSTROPHE
from crosswright.clues.tables import (
    TAB_SUFFIXES,
    ClueRow,
    parse_table,
    read_table,
    without_formula,
)
from crosswright.errors import FormatError, TableError, TableWarning
from crosswright.formats.cleaning import clean_text, one_line
from crosswright.formats.format import Format, Loss
from crosswright.grids.letters import normalise_answer
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.files import write_atomically
from crosswright.support.wording import plural, quote

_HEADING = ("answer", "clue")


def read_clues(path: str | os.PathLike[str], *, encoding: str | None = None) -> dict[str, str]:
    """Read a table of answers, as they are written there, and clues.

    The first clue of an answer counts, however it is spelled. Other clues and further columns are
    left out with a TableWarning. Without an encoding, it is guessed.
    """
    unread: list[str] = []
    return _clues(read_table(path, encoding=encoding, unread=unread), os.fspath(path), unread)


def parse_clues(
    data: str | bytes, name: str = "the table", *, encoding: str | None = None
) -> dict[str, str]:
    """Read clues by answer from a text, as `read_clues` does from a file; `name` is for errors."""
    unread: list[str] = []
    return _clues(parse_table(data, name, encoding=encoding, unread=unread), name, unread)


def _clues(rows: Iterable[ClueRow], name: str, unread: list[str]) -> dict[str, str]:
    """Return the clues by answer; warn of clues and columns that are left out."""
    clues: dict[str, str] = {}
    seen: dict[str, str] = {}
    others: list[str] = []
    for row in rows:
        if row.clue is None:
            raise TableError(f"{name}, line {row.line}: no clue after {quote(row.word)}")
        answer = normalise_answer(row.word)
        clue = clean_text(row.clue)
        if answer not in seen:
            clues[row.word.strip()] = clue
        elif clue not in ("", seen[answer]):
            others.append(f"{row.word}: {clue}")
        seen.setdefault(answer, clue)
    if others:
        count = plural(len(others), "clue")
        _warn(f"{name}: {count} left out, of answers that have one already: {quote(others[0])}")
    if unread:
        _warn(f"{name}: further columns were left out, with {quote(unread[0])}")
    return clues


def _warn(message: str) -> None:
    warnings.warn(message, TableWarning, stacklevel=4)


def write_clues(
    clues: Mapping[str, str], path: str | os.PathLike[str], *, spreadsheet_safe: bool = False
) -> None:
    """Write clues by answer as a table, whole or not at all; tabs in a .tsv, else commas.

    With `spreadsheet_safe`, no spreadsheet takes a clue for a formula; `read_clues` knows.
    """
    delimiter = "\t" if Path(path).suffix.lower() in TAB_SUFFIXES else ","
    data = _table([_HEADING, *clues.items()], delimiter)
    write_atomically(path, _without_formulas(data, delimiter) if spreadsheet_safe else data)


def _without_formulas(table: bytes, delimiter: str) -> bytes:
    heading, *rows = csv.reader(io.StringIO(table.decode(), newline=""), delimiter=delimiter)
    marked = [APOSTROPHE + name for name in heading]
    return _table([marked, *(map(without_formula, row) for row in rows)], delimiter)


def _table(rows: Iterable[Iterable[str]], delimiter: str) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerows(rows)
    return text.getvalue().encode()


def _read(data: bytes) -> Puzzle:
    raise FormatError("a table of words has no grid; crosswright layout makes a puzzle of it")


def _write(puzzle: Puzzle, losses: list[Loss], delimiter: str) -> bytes:
    losses.append(Loss("the grid"))
    missing = [entry.label for entry in puzzle.entries if entry.answer is None]
    if missing:
        losses.append(Loss("entries without an answer", ", ".join(missing[:6])))
    rows = [
        (entry.entered or entry.answer, one_line(entry.clue.text, f"clue {entry.label}", losses))
        for entry in puzzle.entries
        if entry.answer is not None
    ]
    return _table([_HEADING, *rows], delimiter)


_HOLDS = frozenset({"solution", "rebus", "clues", "entered", "extra", "bars", "voids"})


def _format(name: str, title: str, suffixes: tuple[str, ...], delimiter: str) -> Format:
    return Format(
        name,
        title,
        suffixes,
        _HOLDS,
        _read,
        lambda puzzle, losses: _write(puzzle, losses, delimiter),
        without_formulas=lambda table: _without_formulas(table, delimiter),
    )


CSV = _format("csv", "table of answers and clues", (".csv",), ",")
TSV = _format("tsv", "table of answers and clues, with tabs", TAB_SUFFIXES, "\t")
