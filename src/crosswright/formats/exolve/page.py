"""An Exolve puzzle inside a web page."""

from __future__ import annotations

import re
from typing import Final

from crosswright.formats.cleaning import decode
from crosswright.formats.exolve.grammar import BEGIN, END

_PAGE: Final = re.compile(r"<(?:!doctype|html|head|body|script|div)\b", re.I)
_PUZZLE: Final = re.compile(rf"^[ \t]*{BEGIN}\b.*?^[ \t]*{END}\b[^\n]*", re.M | re.S)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r?\n)|(.))")
_CONTROLS: Final = {"n": "\n", "t": "\t", "r": "\r"}


def extract(data: bytes) -> bytes:
    """Return the puzzles of a web page; the data themselves when they are not a page."""
    text = decode(data)
    begin = text.find(BEGIN)
    if not _PAGE.search(text, 0, max(begin, 0)):
        return data
    puzzles = [match[0] for match in _PUZZLE.finditer(text)]
    if "`" in text[:begin]:  # a template literal, as in createExolve(`…`)
        puzzles = [_ESCAPE.sub(_unescape, puzzle) for puzzle in puzzles]
    return ("\n".join(puzzles) + "\n").encode() if puzzles else data


def _unescape(match: re.Match[str]) -> str:
    code, line_end, character = match[1] or match[2], match[3], match[4]
    if code:
        value = chr(int(code, 16))
        return value if value.isprintable() or value.isspace() else ""
    return "" if line_end else _CONTROLS.get(character, character)
