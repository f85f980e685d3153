"""Tables of answers and clues: CSV and TSV.

A table has no grid, so it does not read as a puzzle: `read_clues` gives clues by answer, ready for
`Puzzle.with_clues_for`.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from crosswright.clues.tables import TAB_SUFFIXES, ClueRow, parse_table, read_table
from crosswright.errors import FormatError, TableError
from crosswright.formats.cleaning import clean_text, one_line
from crosswright.formats.format import Format, Loss
from crosswright.grids.letters import normalise_answer
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.files import write_atomically
from crosswright.support.wording import quote


def read_clues(path: str | os.PathLike[str]) -> dict[str, str]:
    """Read a table of answers and clues; the first clue of an answer counts."""
    return _clues(read_table(path), os.fspath(path))


def parse_clues(data: str | bytes, name: str = "the table") -> dict[str, str]:
    """Read clues by answer from a text, as `read_clues` does from a file; `name` is for errors."""
    return _clues(parse_table(data, name), name)


def _clues(rows: Iterable[ClueRow], name: str) -> dict[str, str]:
    clues: dict[str, str] = {}
    for row in rows:
        if row.clue is None:
            raise TableError(f"{name}, line {row.line}: no clue after {quote(row.word)}")
        clues.setdefault(normalise_answer(row.word), clean_text(row.clue))
    return clues


def write_clues(clues: Mapping[str, str], path: str | os.PathLike[str]) -> None:
    """Write clues by answer as a table, whole or not at all; tabs in a .tsv, else commas."""
    tabs = Path(path).suffix.lower() in TAB_SUFFIXES
    write_atomically(path, _table(clues.items(), "\t" if tabs else ","))


def _table(rows: Iterable[tuple[str, str]], delimiter: str) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(("answer", "clue"))
    writer.writerows(rows)
    return text.getvalue().encode()


def _read(data: bytes) -> Puzzle:
    raise FormatError("this is a table of clues, and has no grid; use it to add clues to a puzzle")


def _write(puzzle: Puzzle, losses: list[Loss], delimiter: str) -> bytes:
    losses.append(Loss("the grid"))
    missing = [entry.label for entry in puzzle.entries if entry.answer is None]
    if missing:
        losses.append(Loss("entries without an answer", ", ".join(missing[:6])))
    rows = [
        (entry.answer, one_line(entry.clue.text, f"clue {entry.label}", losses))
        for entry in puzzle.entries
        if entry.answer is not None
    ]
    return _table(rows, delimiter)


_HOLDS = frozenset({"solution", "rebus", "clues", "extra", "bars", "voids"})

CSV = Format(
    "csv", "table of answers and clues", (".csv",), _HOLDS, _read, lambda p, ls: _write(p, ls, ",")
)
TSV = Format(
    "tsv",
    "table of answers and clues, with tabs",
    TAB_SUFFIXES,
    _HOLDS,
    _read,
    lambda p, ls: _write(p, ls, "\t"),
)
