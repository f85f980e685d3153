"""Every string of sheets and players, in the language of those who solve the puzzle.

The strings are in `languages/`, one file per language. No count needs a plural: "Mistakes: 3".

>>> german = Catalogue.of("de-AT")
>>> german["across"], german.text("by", name="Ada Lovelace")
('Waagerecht', 'Von Ada Lovelace')
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from crosswright.errors import RenderError
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.languages import language_code
from crosswright.support.shipped import shipped_text

LANGUAGES: Final = (
    *("ar", "cs", "da", "de", "el", "en", "es", "fi", "fr", "he", "hu"),
    *("it", "nb", "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk"),
)
FALLBACK: Final = "en"
_TAG: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")
_RIGHT_TO_LEFT: Final = ("ar", "he")
_OTHER_TAGS: Final = {"no": "nb", "nn": "nb", "iw": "he"}

# The language of a puzzle that does not name one, by the first word of its letters' names.
_SCRIPTS: Final = {"ARABIC": "ar", "CYRILLIC": "ru", "GREEK": "el", "HEBREW": "he"}
_UKRAINIAN: Final = frozenset("іїєґІЇЄҐ")


@dataclass(frozen=True)
class Catalogue:
    """The strings in one language."""

    tag: str
    """The language as it was asked for, such as pt-BR; en where there are no translations."""
    strings: Mapping[str, str]

    @classmethod
    def of(cls, tag: str) -> Catalogue:
        """Return the strings of a language, or else English ones."""
        language = _language(tag)
        if language is None:
            return cls(FALLBACK, _strings(FALLBACK))
        whole = tag.replace("_", "-")
        return cls(whole if _TAG.fullmatch(whole) else language, _strings(language))

    def __getitem__(self, key: str) -> str:
        return self.strings[key]

    def text(self, key: str, **values: object) -> str:
        """Return a string with its values filled in."""
        return self.strings[key].format(**values)

    @property
    def is_right_to_left(self) -> bool:
        """Whether the language is written from right to left."""
        return _language(self.tag) in _RIGHT_TO_LEFT


def catalogue(puzzle: Puzzle, sheet_language: str) -> Catalogue:
    """Return the strings in the language asked for, or else in that of the puzzle."""
    return Catalogue.of(sheet_language or puzzle.language or guess(puzzle))


def check_language(tag: str) -> None:
    """Refuse a language that has no translations."""
    if tag and _language(tag) is None:
        choices = ", ".join(LANGUAGES)
        raise RenderError(f"unknown sheet language {tag!r}; choose from {choices}")


def guess(puzzle: Puzzle) -> str:
    """Return a language by the script in which most of a puzzle is written.

    >>> guess(Puzzle.from_filled("ΝΑΙ"))
    'el'
    """
    text = "".join(puzzle.solution.values()) + "".join(str(clue) for clue in puzzle.clues.values())
    if text.isascii():
        return FALLBACK
    scripts = Counter(
        unicodedata.name(character, "").partition(" ")[0]
        for character in text
        if character.isalpha()
    )
    script = max(scripts, key=lambda name: scripts[name], default="")
    language = _SCRIPTS.get(script, FALLBACK)
    return "uk" if language == "ru" and not _UKRAINIAN.isdisjoint(text) else language


def _language(tag: str) -> str | None:
    """Return the language of a tag, without country and script, if it has translations."""
    language = language_code(tag)
    language = _OTHER_TAGS.get(language, language)
    return language if language in LANGUAGES else None


@cache
def _strings(language: str) -> Mapping[str, str]:
    strings: dict[str, str] = tomllib.loads(shipped_text(__name__, f"languages/{language}.toml"))
    return strings
