"""Crossword Compiler's XML, bare (.xml) or zipped (.jpz)."""

from __future__ import annotations

import io
from typing import Final

from crosswright.errors import FormatError
from crosswright.formats.content import is_crossword_compiler, is_zip
from crosswright.formats.format import MAX_BYTES, Format, Loss, OriginalFile, warn
from crosswright.formats.jpz.beyond import details_of
from crosswright.formats.jpz.file import TEXTS, JpzFile
from crosswright.formats.jpz.writing import compose
from crosswright.formats.xmltree import XmlDocument
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import plural, quote

MAX_FILES: Final = 100  # in a zip, of which one is read

_ZIP_ENTRY: Final = b"PK\x01\x02"  # how the entry of every file in the directory of a zip begins


# -- zip ----------------------------------------------------------------------------------------


def _xml_of(data: bytes) -> bytes:
    """Return the XML: the data themselves, or the file inside when they are a zip."""
    return _unpacked(data)[0] if data.startswith(b"PK") else data


def _unpacked(data: bytes) -> tuple[bytes, int]:
    """Return the XML in a zip, and how many other files are there."""
    if data.count(_ZIP_ENTRY) > MAX_FILES:  # before zipfile makes an object of each
        raise FormatError(f"its zip has more than {MAX_FILES} files, which no puzzle does")
    try:
        xml, others = _unpack(data)
    except FormatError:
        raise
    except Exception as error:  # what zipfile raises for a damaged file is not documented
        raise FormatError(f"its zip cannot be read: {quote(str(error), 80)}") from None
    if len(xml) > MAX_BYTES:
        raise FormatError(f"unpacks to more than {MAX_BYTES >> 20} MiB, which no puzzle does")
    return xml, others


def _unpack(data: bytes) -> tuple[bytes, int]:
    """Return the first XML file of a zip, or its first file: at most MAX_BYTES + 1 bytes of it.

    The stated sizes count for nothing. Only what is stored or deflated is unpacked step by step:
    of other methods, zipfile would unpack everything before the first byte is read.
    """
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [info for info in archive.infolist() if not info.filename.endswith("/")]
        named = [info for info in files if info.filename.lower().endswith((".xml", ".jpz"))]
        if not files:
            raise FormatError("its zip is empty")
        chosen = (named or files)[0]
        if chosen.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise FormatError("its zip is not stored or deflated, as all puzzles are; zip it anew")
        with archive.open(chosen) as member:
            return member.read(MAX_BYTES + 1), len(files) - 1


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
    """Write bare XML: the file that the puzzle came from, brought up to date, or a new one."""
    return _compose(puzzle, losses).to_bytes()


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
    if origin.data.startswith(b"PK") and _unpacked(origin.data)[1]:
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
