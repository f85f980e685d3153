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

from crosswright.errors import FormatError
from crosswright.formats.format import MAX_BYTES, Format, Loss
from crosswright.formats.texts import clean_text, decode, one_line
from crosswright.grids.letters import normalise_answer
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.files import write_atomically

_ANSWER_HEADS = {"answer", "answers", "word", "words", "entry"}
_CLUE_HEADS = {"clue", "clues", "hint", "definition"}


def read_clues(path: str | os.PathLike[str]) -> dict[str, str]:
    """Read a table of answers and clues; the first clue of an answer counts."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        return parse_clues(data, tabs=Path(path).suffix.lower() in (".tsv", ".tab"))
    except OSError as error:
        raise FormatError(f"{path}: cannot be read: {error.strerror or error}") from None
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def parse_clues(data: bytes, tabs: bool | None = None) -> dict[str, str]:
    """Read clues by answer from the bytes of a table; find the separator when not told."""
    if len(data) > MAX_BYTES:
        raise FormatError(f"larger than {MAX_BYTES >> 20} MiB, which no table of clues is")
    text = decode(data)
    delimiter = "\t" if tabs else _delimiter(text)
    clues: dict[str, str] = {}
    answer_column, clue_column = 0, 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for number, row in enumerate(reader):
            if not any(map(str.strip, row)):
                continue
            heads = [field.strip().lower() for field in row]
            if number == 0 and _ANSWER_HEADS & set(heads) and _CLUE_HEADS & set(heads):
                answer_column = next(n for n, head in enumerate(heads) if head in _ANSWER_HEADS)
                clue_column = next(n for n, head in enumerate(heads) if head in _CLUE_HEADS)
                continue
            if len(row) <= max(answer_column, clue_column):
                raise FormatError(f"line {reader.line_num} has no clue after its answer")
            answer = normalise_answer(row[answer_column])
            if not answer:
                raise FormatError(f"line {reader.line_num} has no answer")
            clues.setdefault(answer, clean_text(row[clue_column]))
    except csv.Error as error:
        raise FormatError(f"line {reader.line_num}: {error}") from None
    return clues


def _delimiter(text: str) -> str:
    line = text[:4096].split("\n", 1)[0]
    return next((sign for sign in "\t,;" if sign in line), ",")


def write_clues(clues: Mapping[str, str], path: str | os.PathLike[str]) -> None:
    """Write clues by answer as a table, whole or not at all; tabs in a .tsv, else commas."""
    tabs = Path(path).suffix.lower() in (".tsv", ".tab")
    write_atomically(path, _table(clues.items(), "\t" if tabs else ","))


def _table(rows: Iterable[tuple[str, str]], delimiter: str) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(("answer", "clue"))
    writer.writerows(rows)
    return text.getvalue().encode()


def _read(data: bytes) -> Puzzle:
    raise FormatError("a table of clues has no grid; read it for a puzzle that has one")


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
    (".tsv", ".tab"),
    _HOLDS,
    _read,
    lambda p, ls: _write(p, ls, "\t"),
)
