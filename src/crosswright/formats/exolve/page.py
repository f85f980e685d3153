"""An Exolve puzzle inside a web page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from crosswright.formats.cleaning import decode
from crosswright.formats.exolve.grammar import BEGIN, END

_PAGE: Final = re.compile(r"<(?:!doctype|html|head|body|script|div)\b", re.I)
_EDGE: Final = re.compile(rf"^[ \t]*({BEGIN}|{END})\b", re.M)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r?\n)|(.))")
_CONTROLS: Final = {"n": "\n", "t": "\t", "r": "\r"}


def extract(data: bytes) -> bytes:
    """Return the puzzles of a web page; the data themselves when they are not a page."""
    text = decode(data)
    begin = text.find(BEGIN)
    if not _PAGE.search(text, 0, max(begin, 0)):
        return data
    puzzles = list(_puzzles(text))
    if "`" in text[:begin]:  # a template literal, as in createExolve(`…`)
        puzzles = [_ESCAPE.sub(_unescape, puzzle) for puzzle in puzzles]
    return ("\n".join(puzzles) + "\n").encode() if puzzles else data


def _puzzles(text: str) -> Iterator[str]:
    """Yield what is from each exolve-begin to the next exolve-end."""
    begin = None
    for match in _EDGE.finditer(text):
        if match[1] == BEGIN and begin is None:
            begin = match.start()
        elif match[1] == END and begin is not None:
            yield text[begin : match.end()]
            begin = None


def _unescape(match: re.Match[str]) -> str:
    code, line_end, character = match[1] or match[2], match[3], match[4]
    if code:
        value = chr(int(code, 16))
        return value if value.isprintable() or value.isspace() else ""
    return "" if line_end else _CONTROLS.get(character, character)
