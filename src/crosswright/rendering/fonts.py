"""The fonts inside PNG and PDF files, and the characters that they lack.

FiraGO (Latin, Greek, Cyrillic, Hebrew, Arabic, Georgian, Devanagari, Thai) and the Noto fonts for
symbols come with the package pymupdf-fonts. For anything else, people give font files.
"""

from __future__ import annotations

import io
import stat
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from crosswright.errors import RenderError

REGULAR, BOLD, ITALIC = "FiraGO_Regular", "FiraGO_Bold", "FiraGO_Italic"
FALLBACKS: Final = (
    "NotoSans_Regular",
    "NotoSansSymbols2_Regular",
    "NotoSansSymbols_Regular",
    "NotoSansMath_Regular",
)
SUBSTITUTE: Final = "?"  # drawn for a character that no font has
NAMED_TEXTS: Final = 3
"""Texts that are named as having a missing character; the others are counted."""

_JOINERS: Final = "\u200c\u200d"


@cache
def built_in(name: str) -> bytes:
    """Return a font file from the font package."""
    data: bytes = import_module(f"pymupdf_fonts.{name}").fontbuffer
    return data


@cache
def without_layout(name: str) -> bytes:
    """Return a built-in font without the rules for joining letters, which are slow to subset."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    font = TTFont(io.BytesIO(built_in(name)), recalcBBoxes=False, recalcTimestamp=False)
    for table in {"GSUB", "GPOS", "GDEF"} & set(font.keys()):
        del font[table]
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


class Fonts:
    """A list of fonts; a character is drawn with the first font that has it."""

    def __init__(self, extra: Iterable[Path] = ()) -> None:
        self.files: dict[str, bytes | Path] = {
            REGULAR: built_in(REGULAR),
            **{f"extra{number}": Path(path) for number, path in enumerate(extra)},
        }
        self._covered = {name: _characters(file) for name, file in self.files.items()}
        self._waiting = list(FALLBACKS)

    def find(self, character: str) -> str | None:
        """Return the name of the font for a character; load more fonts only when needed."""
        code = ord(character)
        while True:
            for name, covered in self._covered.items():
                if code in covered:
                    return name
            if not self._waiting:
                return None
            name = self._waiting.pop(0)
            self.files[name] = built_in(name)
            self._covered[name] = _characters(self.files[name])

    def find_whole(self, text: str) -> str | None:
        """Return the name of the first font that has all characters of a text."""
        for character in text:
            self.find(character)
        needed = set(map(ord, text))
        return next((name for name, covered in self._covered.items() if needed <= covered), None)

    def printable(self, text: str) -> str:
        """Return a text without invisible characters, and with missing ones substituted."""
        kept = (c for c in text if not _is_invisible(c) or (c in _JOINERS and self.find(c)))
        return "".join(c if c.isspace() or self.find(c) else SUBSTITUTE for c in kept)

    def missing(self, texts: Iterable[tuple[str, str]]) -> list[str]:
        """Return a line for each character that no font has in texts, each of them named."""
        missing: dict[str, list[str]] = {}
        for name, text in texts:
            for character in dict.fromkeys(text):
                if character.isspace() or _is_invisible(character) or self.find(character):
                    continue
                missing.setdefault(character, []).append(name)
        return [_notice(character, names) for character, names in missing.items()]


def _notice(character: str, names: list[str]) -> str:
    listed = "; ".join(names[:NAMED_TEXTS])
    more = f"; and {len(names) - NAMED_TEXTS} more" if len(names) > NAMED_TEXTS else ""
    code = f"U+{ord(character):04X}"
    return f"no font has {character} ({code}), drawn as {SUBSTITUTE}: {listed}{more}"


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf") or "\ufe00" <= character <= "\ufe0f"


@cache
def _characters(font: bytes | Path) -> frozenset[int]:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        if isinstance(font, Path) and not stat.S_ISREG(font.stat().st_mode):
            raise OSError("it is not a file")  # but a directory, or a device that has no end
        with TTFont(io.BytesIO(font) if isinstance(font, bytes) else font, fontNumber=0) as file:
            return frozenset(file.getBestCmap() or ())
    except (OSError, TTLibError) as error:
        name = "a built-in font" if isinstance(font, bytes) else font
        reason = getattr(error, "strerror", None) or error
        raise RenderError(f"{name}: cannot be used as a font: {reason}") from None
