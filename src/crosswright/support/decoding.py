"""Text from bytes."""

from __future__ import annotations

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
