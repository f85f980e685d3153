"""What the sections of an Exolve file are about that are not about the puzzle itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from crosswright.formats.exolve.grammar import Section

CREDITS: Final = ("editor", "publisher", "date", "difficulty")
"""Texts of a puzzle that Exolve has no section for: they are credits, "Editor: …"."""

CREDIT: Final = re.compile(rf"({'|'.join(CREDITS)})\s*:(.*)", re.I)

_KNOWN_SECTIONS: Final = frozenset(
    {"title", "setter", "copyright", "preamble", "prelude", "width", "height", "grid", "language"}
    | {"across", "down", "nodir", "reversals"}
)
_KNOWN_OPTIONS: Final = frozenset(
    {"rebus-cells", "allow-digits", "allow-chars", "hide-inferred-numbers", "ignore-unclued"}
    | {"ignore-enum-mismatch"}
)
_SECTION_DETAILS: Final = {
    "id": "the puzzle's id",
    "email": "the setter's e-mail address",
    "explanations": "explanations",
    "postscript": "the postscript",
    "nina": "ninas",
    "colour": "colours of cells",
    "color": "colours of cells",
    "question": "questions",
    "submit": "the address for submissions",
    "alternatives": "alternative letters",
    "cell-decorator": "decorations of cells",
    "cell-size": "the size of cells",
    "grid-spacing": "the size of cells",
    "grid-bounds": "the size of cells",
    "no-rebus": "cells without a rebus",
    "force-hyphen-right": "separators in the grid",
    "force-hyphen-below": "separators in the grid",
    "force-bar-right": "separators in the grid",
    "force-bar-below": "separators in the grid",
    "maker": "notes of the program that made it",
    "host": "the name of its host",
}


def section_details(section: Section) -> Iterator[str]:
    """List what a section has beyond the puzzle."""
    name = section.name
    if name in _SECTION_DETAILS:
        yield _SECTION_DETAILS[name]
    elif name == "credits":
        if not CREDIT.fullmatch(section.value):
            yield "credits"
    elif name == "option":
        yield from (
            f"option {option.partition(':')[0][:40]}"
            for option in section.value.split()
            if option.partition(":")[0] not in _KNOWN_OPTIONS
        )
    elif name == "relabel":
        names = {line.partition(":")[0].strip() for line in section.text.split("\n")}
        if names - {"across-label", "down-label", "nodir-label", ""}:
            yield "texts of the player"
    elif name not in _KNOWN_SECTIONS:
        yield f"section {name[:40]}"
