"""How the first bytes of a file show which format it is in."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from typing import Final

PUZ_MAGIC: Final = b"ACROSS&DOWN"

# Expressions are compiled when a file calls for them: most are grids without any such thing.
_CONTROLS: Final = bytes({*range(32)} - {*b"\t\n\v\f\r\x1a"})
_PAGE: Final = rb"(?is)(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body)\b"
_XD_SECTION: Final = rb"(?im)^## (Metadata|Grid)\s*$"
_XD_HEADERS: Final = (b"Title:", b"Author:", b"Editor:", b"Date:")
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


def is_unknown(head: bytes) -> bool:
    """Return False: a file in this format looks like any text."""
    return False


def is_puz(head: bytes) -> bool:
    """Return whether a file is in Across Lite's binary format."""
    return PUZ_MAGIC in head[:64]


def is_ipuz(head: bytes) -> bool:
    """Return whether a file is ipuz."""
    return b"ipuz.org" in head


def is_zip(head: bytes) -> bool:
    """Return whether a file is zipped, as Crossword Compiler's are."""
    return head.startswith(b"PK\x03\x04")


def is_crossword_compiler(head: bytes) -> bool:
    """Return whether a file is Crossword Compiler's XML."""
    return b"<crossword-compiler" in head or b"<rectangular-puzzle" in head


def is_xd(head: bytes) -> bool:
    """Return whether a file is xd: it has sections, or begins with what it is called."""
    return head.removeprefix(BOM_UTF8).startswith(_XD_HEADERS) or (
        b"## " in head and bool(re.search(_XD_SECTION, head))
    )


def is_binary(data: bytes) -> bool:
    """Return whether bytes are not text, which has no control characters but tabs and line ends."""
    return not data.startswith(_UTF16) and len(data.translate(None, _CONTROLS)) < len(data)


def is_html(head: bytes) -> bool:
    """Return whether a file is a web page."""
    text = head.lstrip()
    return text.startswith(b"<") and bool(re.match(_PAGE, text))


def is_across_lite_text(head: bytes) -> bool:
    """Return whether a file is Across Lite's text format."""
    return b"<ACROSS PUZZLE" in head[:200].upper()


def is_exolve(head: bytes) -> bool:
    """Return whether a file is an Exolve puzzle, bare or in a web page."""
    return b"exolve-begin" in head


def is_exolve_page(data: bytes) -> bool:
    """Return whether a file is a web page with an Exolve puzzle, which long scripts may precede."""
    return b"exolve-begin" in data and is_html(data[:4096])


def is_crossfire(head: bytes) -> bool:
    """Return whether a file is CrossFire's XML."""
    return b"<CROSSFIRE" in head
