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
from typing import Any, Final

from crosswright.errors import RenderError

REGULAR, BOLD = "FiraGO_Regular", "FiraGO_Bold"
ITALIC, BOLD_ITALIC = "FiraGO_Italic", "FiraGO_BoldItalic"
FALLBACKS: Final = (
    "NotoSans_Regular",
    "NotoSansSymbols2_Regular",
    "NotoSansSymbols_Regular",
    "NotoSansMath_Regular",
    "NotoMusic_Regular",
)
SUBSTITUTE: Final = "?"  # drawn for a character that no font has
NAMED_TEXTS: Final = 3
"""Texts that are named as having a missing character; the others are counted."""

MAX_ERROR: Final = 0.001  # ems; how far a converted curve may be from its original
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


def _quadratic(data: bytes | Path, characters: frozenset[str]) -> bytes | None:
    """Return the glyphs of some characters with the curves of TrueType; None if it has them."""
    from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont, newTable

    source = io.BytesIO(data) if isinstance(data, bytes) else data
    with TTFont(source, fontNumber=0, recalcTimestamp=False) as font:
        if "CFF " not in font:
            return None
        options = Options(layout_features=["*"], notdef_outline=True, recalc_timestamp=False)
        subsetter = Subsetter(options)
        subsetter.populate(text="".join(sorted(characters)))
        subsetter.subset(font)
        glyphs = _quadratic_glyphs(font)
        font["loca"] = newTable("loca")
        font["glyf"] = newTable("glyf")
        font["glyf"].glyphOrder = font.getGlyphOrder()
        font["glyf"].glyphs = glyphs
        for name, glyph in glyphs.items():
            glyph.recalcBounds(font["glyf"])
            font["hmtx"][name] = font["hmtx"][name][0], getattr(glyph, "xMin", 0)
        _describe_glyphs(font, len(glyphs))
        for table in {"CFF ", "VORG"} & set(font.keys()):
            del font[table]
        font.sfntVersion = "\x00\x01\x00\x00"
        out = io.BytesIO()
        font.save(out)
    return out.getvalue()


def _quadratic_glyphs(font: Any) -> dict[str, Any]:
    from fontTools.pens.cu2quPen import Cu2QuPen  # type: ignore[import-untyped]
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]

    outlines = font.getGlyphSet()
    most = MAX_ERROR * font["head"].unitsPerEm
    glyphs = {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(outlines)
        outlines[name].draw(Cu2QuPen(pen, most, reverse_direction=True))
        glyphs[name] = pen.glyph()
    return glyphs


def _describe_glyphs(font: Any, count: int) -> None:
    """Write the tables that say what the glyphs of TrueType need."""
    from fontTools.ttLib import newTable

    font["maxp"] = maximum = newTable("maxp")
    maximum.tableVersion = 0x00010000
    maximum.numGlyphs = count
    maximum.maxZones = 1
    for name in _NO_INSTRUCTIONS:
        setattr(maximum, name, 0)
    font["post"].formatType = 3.0


_NO_INSTRUCTIONS: Final = (
    "maxTwilightPoints",
    "maxStorage",
    "maxFunctionDefs",
    "maxInstructionDefs",
    "maxStackElements",
    "maxSizeOfInstructions",
    "maxComponentElements",
)


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

    def as_truetype(self, name: str, characters: frozenset[str]) -> bytes | Path:
        """Return a font file for PDF: of one with other curves, just these characters.

        fpdf2 embeds every font as TrueType, and viewers complain when it is not.
        """
        file = self.files[name]
        return _quadratic(file, characters) or file

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
            raise OSError("it is not a file")  # but a folder, or a device that has no end
        with TTFont(io.BytesIO(font) if isinstance(font, bytes) else font, fontNumber=0) as file:
            return frozenset(file.getBestCmap() or ())
    except (OSError, TTLibError) as error:
        name = "a built-in font" if isinstance(font, bytes) else font
        reason = getattr(error, "strerror", None) or error
        raise RenderError(f"{name}: cannot be used as a font: {reason}") from None
