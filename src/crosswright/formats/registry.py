"""Which formats there are: by name, by the suffix of a file, by content.

A package adds a format of its own under the entry point group "crosswright.formats".
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats import content
from crosswright.formats.format import Format, warn
from crosswright.support.wording import quote

ENTRY_POINTS: Final = "crosswright.formats"

# Only what begins with a letter can be part of a suffix (`.mine.txt`): in 21.01.txt it is a date.
_INNER_SUFFIX: Final = r"\.[^\W\d_][\w-]*$"


_Known = tuple[str, str, tuple[str, ...], Callable[[bytes], bool]]

# Where each built-in format is (its module and its name there), the suffixes of its files, and how
# their content shows it: a format is imported when it is called for. A test holds what is said
# twice together.
_KNOWN: Final[Mapping[str, _Known]] = {
    "text": ("text", "TEXT", (".txt", ".grid"), content.is_unknown),
    "structure": ("text", "STRUCTURE", (".structure",), content.is_unknown),
    "puz": ("puz", "PUZ", (".puz",), content.is_puz),
    "ipuz": ("ipuz.ipuz", "IPUZ", (".ipuz",), content.is_ipuz),
    "jpz": ("jpz.jpz", "JPZ", (".jpz",), content.is_zip),
    "xml": ("jpz.jpz", "XML", (".xml",), content.is_crossword_compiler),
    "xd": ("xd.xd", "XD", (".xd",), content.is_xd),
    "acrosslite": (
        "acrosslite",
        "ACROSS_LITE",
        (".across", ".across.txt"),
        content.is_across_lite_text,
    ),
    "exolve": ("exolve.exolve", "EXOLVE", (".exolve",), content.is_exolve),
    "cfp": ("cfp", "CFP", (".cfp",), content.is_crossfire),
    "csv": ("cluetable", "CSV", (".csv",), content.is_unknown),
    "tsv": ("cluetable", "TSV", (".tsv", ".tab"), content.is_unknown),
}


@cache
def _built_in(name: str) -> Format:
    module, attribute, _, _ = _KNOWN[name]
    loaded: Format = getattr(import_module(f"crosswright.formats.{module}"), attribute)
    return loaded


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
    return *map(_built_in, _KNOWN), *_plug_ins()


def by_name(name: str) -> Format:
    """Return the format with this name."""
    if name.lower() in _KNOWN:
        return _built_in(name.lower())
    for candidate in _plug_ins():
        if candidate.name == name.lower():
            return candidate
    names = ", ".join(candidate.name for candidate in all_formats())
    raise FormatError(f"unknown format {quote(name)}; choose from {names}")


def by_suffix(path: str | os.PathLike[str]) -> Format:
    """Return the format that a file's name calls for: the one with the longest suffix."""
    file_name = os.path.basename(path).lower()
    known = {suffix: name for name, (_, _, suffixes, _) in _KNOWN.items() for suffix in suffixes}
    suffix = _longest_suffix(file_name, known)
    if suffix is None or _has_inner_suffix(file_name.removesuffix(suffix)):
        added = {suffix: each for each in reversed(_plug_ins()) for suffix in each.suffixes}
        longer = _longest_suffix(file_name, added)
        if longer is not None and len(longer) > len(suffix or ""):
            return added[longer]
    if suffix is None:
        written = (each for each in all_formats() if each.write is not None)
        suffixes = " ".join(suffix for each in written for suffix in each.suffixes)
        raise FormatError(f"{path}: unknown suffix; choose from {suffixes}")
    return _built_in(known[suffix])


def _has_inner_suffix(file_name: str) -> bool:
    return "." in file_name and bool(re.search(_INNER_SUFFIX, file_name))


def _longest_suffix(file_name: str, suffixes: Iterable[str]) -> str | None:
    return max(filter(file_name.endswith, suffixes), key=len, default=None)


def by_content(data: bytes, *, plug_ins: bool = True) -> Format | None:
    """Return the format that a file's first bytes show it to be in, the built-in ones first."""
    head = data[:4096]
    for name, (_, _, _, sniff) in _KNOWN.items():
        if sniff(head):
            return _built_in(name)
    if content.is_exolve_page(data):
        return _built_in("exolve")
    return next((each for each in _plug_ins() if each.sniff(head)), None) if plug_ins else None
