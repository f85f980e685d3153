"""Text from bytes, and text without what nobody can read."""

from __future__ import annotations

import unicodedata
from codecs import BOM_UTF8
from typing import Final

from crosswright.errors import CrosswrightError
from crosswright.support.languages import language_code
from crosswright.support.wording import quote

_WINDOWS: Final = {
    "cp1250": ("cs", "hr", "hu", "pl", "ro", "sk", "sl"),
    "cp1251": ("be", "bg", "mk", "ru", "sr", "uk"),
    "cp1253": ("el",),
    "cp1254": ("tr",),
    "cp1255": ("he", "iw"),
    "cp1256": ("ar", "fa", "ur"),
    "cp1257": ("et", "lt", "lv"),
}
"""What programs on Windows write where they do not write Unicode; elsewhere it is cp1252."""

_MARKS: Final = {  # the longer ones first, for one begins with another
    b"\xff\xfe\0\0": "utf-32",
    b"\0\0\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
    BOM_UTF8: "utf-8-sig",
}
_SAMPLE: Final = 4096  # bytes that show by their zeros whether a text is UTF-16


def decode(data: bytes) -> str:
    """Decode UTF-8, or UTF-16 with its mark; an error names the line that is neither."""
    utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        return data.decode("utf-16") if utf16 else data.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        name = "UTF-16" if utf16 else "UTF-8"
        raise CrosswrightError(f"line {line} is not {name}; save it as UTF-8") from None


def windows_encoding(language: str = "") -> str:
    """Return the encoding of Windows where a language is spoken.

    >>> windows_encoding("pl-PL"), windows_encoding("de"), windows_encoding()
    ('cp1250', 'cp1252', 'cp1252')
    """
    code = language_code(language)
    return next((name for name, codes in _WINDOWS.items() if code in codes), "cp1252")


def decode_guessing(
    data: bytes, encoding: str | None = None, language: str = ""
) -> tuple[str, str]:
    """Decode text as a spreadsheet may have written it; return it with its encoding.

    Without an encoding, a mark at the beginning decides, or the zeros of UTF-16; what is not UTF-8
    then is taken for that of Windows. An error names the line that cannot be read.
    """
    name = encoding or _guess(data, windows_encoding(language))
    try:
        text = data.decode(name)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        is_last_guess = not encoding and not name.startswith("utf")
        wrong = f"neither UTF-8 nor {name}" if is_last_guess else f"not {name}"
        advice = "save it as UTF-8" + (", or name its encoding" if is_last_guess else "")
        raise CrosswrightError(f"line {line} is {wrong}; {advice}") from None
    except (LookupError, ValueError):  # ValueError: a NUL in the name
        raise _unknown(name) from None
    return text.removeprefix("\ufeff"), name


def check_encoding(name: str) -> None:
    """Refuse an encoding that nothing is known about."""
    try:
        b" ".decode(name)
    except UnicodeError:  # of those in which a single byte is not a letter
        pass
    except (LookupError, ValueError):
        raise _unknown(name) from None


def _unknown(name: str) -> CrosswrightError:
    known = "utf-8, utf-16, cp1252, mac-roman"
    return CrosswrightError(f"unknown encoding {quote(name)}; choose from {known} …")


def _guess(data: bytes, last_guess: str) -> str:
    for mark, name in _MARKS.items():
        if data.startswith(mark):
            return name
    sample = data[:_SAMPLE]
    for name, zeros in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
        if sample and zeros.count(0) > len(sample) // 4:
            return name
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return last_guess
    return "utf-8"


def without_controls(text: str) -> str:
    """Return text without control characters and stray surrogates, its lines ended by \\n."""
    if text.isprintable():
        return text
    return "".join(
        character
        for character in text.replace("\r\n", "\n").replace("\r", "\n")
        if character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cs")
    )
