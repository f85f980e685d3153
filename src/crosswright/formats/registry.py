"""Which formats there are: by name, by the suffix of a file, by content.

A package adds a format of its own under the entry point group "crosswright.formats".
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.format import Format, warn

ENTRY_POINTS: Final = "crosswright.formats"

# Only what begins with a letter can be part of a suffix (`.mine.txt`): in 21.01.txt it is a date.
_INNER_SUFFIX: Final = re.compile(r"\.[^\W\d_][\w-]*$")


@cache
def _built_in() -> tuple[Format, ...]:
    from crosswright.formats import acrosslite, cluetable, ipuz, jpz, puz, text, xd

    return (
        text.TEXT,
        text.STRUCTURE,
        puz.PUZ,
        ipuz.IPUZ,
        jpz.JPZ,
        jpz.XML,
        xd.XD,
        acrosslite.ACROSS_LITE,
        cluetable.CSV,
        cluetable.TSV,
    )


@cache
def _plug_ins() -> tuple[Format, ...]:
    """Return the formats of other packages; finding them takes longer than most commands."""
    from importlib.metadata import entry_points

    formats = []
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            loaded = entry.load()
        except Exception as error:  # a broken plug-in must not take the others with it
            warn(f"format {entry.name} of {entry.value} does not load: {error}")
            continue
        if isinstance(loaded, Format):
            formats.append(loaded)
        else:
            warn(f"format {entry.name} of {entry.value} is not a {Format.__module__}.Format")
    return tuple(formats)


def all_formats() -> tuple[Format, ...]:
    """Return every format: the built-in ones, then those of other packages."""
    return *_built_in(), *_plug_ins()


def by_name(name: str) -> Format:
    """Return the format with this name."""
    for source in (_built_in, _plug_ins):
        for candidate in source():
            if candidate.name == name.lower():
                return candidate
    names = ", ".join(candidate.name for candidate in all_formats())
    raise FormatError(f"unknown format {name!r}; choose from {names}")


def by_suffix(path: str | os.PathLike[str]) -> Format:
    """Return the format that a file's name calls for: the one with the longest suffix."""
    name = Path(path).name.lower()
    suffix, match = _longest_suffix(name, _built_in())
    if match is None or _INNER_SUFFIX.search(name.removesuffix(suffix)):
        _, match = _longest_suffix(name, all_formats())
    if match is None:
        suffixes = " ".join(suffix for each in all_formats() for suffix in each.suffixes)
        raise FormatError(f"{path}: unknown suffix; choose from {suffixes}")
    return match


def _longest_suffix(name: str, candidates: tuple[Format, ...]) -> tuple[str, Format | None]:
    """Return the longest suffix that a name ends with, and the first format that has it."""
    longest: tuple[str, Format | None] = "", None
    for candidate in candidates:
        for suffix in candidate.suffixes:
            if name.endswith(suffix) and len(suffix) > len(longest[0]):
                longest = suffix, candidate
    return longest


def by_content(data: bytes, *, plug_ins: bool = True) -> Format | None:
    """Return the format that a file's first bytes show it to be in, the built-in ones first."""
    head = data[:4096]
    for source in (_built_in, _plug_ins) if plug_ins else (_built_in,):
        for candidate in source():
            if candidate.sniff(head):
                return candidate
    return None
