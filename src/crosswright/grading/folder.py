"""A folder of submissions, and a table of their grades."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path

from crosswright.errors import GradingError
from crosswright.grading.grade import Grade
from crosswright.grading.problems import FUNCTIONS

NOT_SUBMISSIONS = ("crossword.py",)
NAME = "generate.py"

MARKS = {"ok": "✓", "failed": "✗", "skipped": "–"}

SHORT_NAMES = ("file", "node", "revise", "ac3", "complete", "consist", "order", "select", "backtr")
"""The headings of the columns: the file, then the eight functions."""


def submissions(folder: str | PathLike[str]) -> list[Path]:
    """Return the files to grade: every .py file, and generate.py in every folder."""
    entries = sorted(Path(folder).iterdir())
    single = [path for path in entries if path.suffix == ".py" and path.name not in NOT_SUBMISSIONS]
    nested = [path / NAME for path in entries]
    files = [path for path in (*single, *nested) if path.is_file()]
    if not files:
        raise GradingError(f"{folder}: no submissions; there is no .py file and no */{NAME}")
    return files


def table(grades: Sequence[Grade], folder: str) -> str:
    """Return a line for each submission: its points, and how each function did."""
    names = [os.path.relpath(grade.path, folder) for grade in grades]
    width = max([len("submission"), *map(len, names)])
    heading = f"{'submission':{width}}  points  {'  '.join(SHORT_NAMES)}"
    lines = [heading, *_rows(grades, names, width)]
    return "\n".join(lines)


def _rows(grades: Sequence[Grade], names: Sequence[str], width: int) -> Iterator[str]:
    for grade, name in zip(grades, names, strict=True):
        points = f"{grade.points}/{grade.total}"
        marks = [MARKS[grade.status(function)] for function in ("file", *FUNCTIONS)]
        columns = [f"{mark:{len(short)}}" for mark, short in zip(marks, SHORT_NAMES, strict=True)]
        yield f"{name:{width}}  {points:>6}  {'  '.join(columns)}".rstrip()
