"""Text from bytes, and text without what nobody can read."""

from __future__ import annotations

import unicodedata

from crosswright.errors import CrosswrightError


def decode(data: bytes) -> str:
    """Decode UTF-8, or UTF-16 with its mark; an error names the line that is neither."""
    utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        return data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        name = "UTF-16" if utf16 else "UTF-8"
        raise CrosswrightError(f"line {line} is not {name}; save it as UTF-8") from None


def without_controls(text: str) -> str:
    """Return text without control characters and stray surrogates, its lines ended by \\n."""
    if text.isprintable():
        return text
    return "".join(
        character
        for character in text.replace("\r\n", "\n").replace("\r", "\n")
        if character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cs")
    )
