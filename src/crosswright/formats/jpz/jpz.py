"""Crossword Compiler's XML, bare (.xml) or zipped (.jpz)."""

from __future__ import annotations

import io
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.content import is_crossword_compiler, is_zip
from crosswright.formats.format import MAX_BYTES, Format, Loss, OriginalFile, warn
from crosswright.formats.jpz.beyond import details_of
from crosswright.formats.jpz.differences import differences
from crosswright.formats.jpz.file import TEXTS, JpzFile
from crosswright.formats.jpz.writing import compose
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.archives import ZIP_START, Archive
from crosswright.support.wording import plural
from crosswright.support.xmltree import XmlDocument

MAX_FILES: Final = 100  # in a zip, of which one is read
_WORKBOOK: Final = "xl/workbook.xml"  # in a zip of Excel's


# -- zip ----------------------------------------------------------------------------------------


def _xml_of(data: bytes) -> bytes:
    """Return the XML: the data themselves, or the file inside when they are a zip."""
    return _unpacked(data)[0] if data.startswith(ZIP_START) else data


def _unpacked(data: bytes) -> tuple[bytes, int]:
    """Return the first XML file of a zip, or its first file, and how many others are there."""
    archive = Archive(data, max_files=MAX_FILES, max_bytes=MAX_BYTES)
    names = archive.names
    if not names:
        raise FormatError("its zip is empty")
    if _WORKBOOK in names:
        raise FormatError("a workbook has no grid; crosswright layout makes a puzzle of its words")
    xml = [name for name in names if name.lower().endswith((".xml", ".jpz"))]
    return archive.read((xml or names)[0]), len(names) - 1


# -- reading ------------------------------------------------------------------------------------


def read(data: bytes) -> Puzzle:
    """Read a crossword of Crossword Compiler."""
    reading = JpzFile(_xml_of(data))
    if reading.odd_words:
        warn(f"{plural(reading.odd_words, 'word')} not on open cells of the grid")
    if reading.puzzle.unplaced:
        warn(f"{plural(len(reading.puzzle.unplaced), 'clue')} without a word")
    return reading.puzzle


def details(data: bytes) -> list[str]:
    """List what a file has beyond the puzzle."""
    return details_of(JpzFile(_xml_of(data)))


# -- writing ------------------------------------------------------------------------------------


def write_xml(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write bare XML: the file that the puzzle came from, brought up to date, or a new one.

    The file is read again: where that gives other lists of clues, there is a loss.
    """
    data = _compose(puzzle, losses).to_bytes()
    losses += differences(puzzle, JpzFile(data).puzzle)
    return data


def write_zip(puzzle: Puzzle, losses: list[Loss]) -> bytes:
    """Write the XML into a zip; the same puzzle gives the same bytes."""
    import zipfile

    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo("puzzle.xml", (1980, 1, 1, 0, 0, 0))
        info.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(info, write_xml(puzzle, losses))
    return data.getvalue()


def _compose(puzzle: Puzzle, losses: list[Loss]) -> XmlDocument:
    origin = puzzle.extras.get("jpz", puzzle.extras.get("xml"))
    if not isinstance(origin, OriginalFile):
        return compose(puzzle, None, losses)
    if origin.data.startswith(ZIP_START) and _unpacked(origin.data)[1]:
        losses.append(Loss("other files in the zip"))
    return compose(puzzle, JpzFile(_xml_of(origin.data)), losses)


_HOLDS: Final = frozenset(
    {
        *("solution", "given", "progress", "rebus", "circles", "bars", "voids", "extra", "labels"),
        *("marks", "clues", "markup", "enumerations", "groups", "links", "entered", "unplaced"),
        *TEXTS,
    }
)

JPZ = Format(
    "jpz",
    "Crossword Compiler, zipped",
    (".jpz",),
    _HOLDS,
    read,
    write_zip,
    sniff=is_zip,
    details=details,
    keeps=True,
    relatives=("xml",),
)
XML = Format(
    "xml",
    "Crossword Compiler, bare XML",
    (".xml",),
    _HOLDS,
    read,
    write_xml,
    sniff=is_crossword_compiler,
    details=details,
    keeps=True,
    relatives=("jpz",),
)
