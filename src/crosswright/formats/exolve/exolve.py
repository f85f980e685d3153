"""Exolve: crosswords for web pages, as text."""

from __future__ import annotations

from crosswright.formats.content import is_exolve
from crosswright.formats.exolve.page import extract
from crosswright.formats.exolve.reading import details, read
from crosswright.formats.exolve.writing import write
from crosswright.formats.format import FEATURES, Format

EXOLVE = Format(
    "exolve",
    "Exolve",
    (".exolve",),
    frozenset(FEATURES) - {"voids", "marks", "progress", "references", "drafts"},
    read,
    write,
    sniff=is_exolve,
    details=details,
    keeps=True,
    original=extract,
)
