"""The words of a layout: with their clues, cut into the letters that go into cells."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from crosswright.clues.tables import ClueRow, parse_table, read_table
from crosswright.errors import LayoutError
from crosswright.grids.letters import normalise_answer, split_clusters
from crosswright.support.languages import language_code

DOTTED_CAPITALS: Final = ("tr", "az")
"""Languages in which İ is the capital of i, and I that of ı."""


@dataclass(frozen=True)
class LayoutWord:
    """A word as its author wrote it, and its clue; `spelling` is what the grid has instead."""

    text: str
    clue: str = ""
    spelling: str = ""

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters, one per cell; spaces and punctuation have none."""
        return tuple(split_clusters(normalise_answer(self.spelling or self.text)))

    @property
    def word(self) -> str:
        """The word as the grid has it."""
        return "".join(self.letters)


def read_words(
    path: str | os.PathLike[str], *, encoding: str | None = None, language: str = ""
) -> list[LayoutWord]:
    """Read words and clues from a file: CSV, TSV, .xlsx, a list by hand, or one word per line.

    Without an encoding, it is guessed, if need be by the language; TableWarning where that is not
    certain.
    """
    rows = read_table(path, encoding=encoding, language=language)
    return _words(rows, os.fspath(path), language)


def parse_words(
    data: str | bytes, name: str = "words", *, encoding: str | None = None, language: str = ""
) -> list[LayoutWord]:
    """Read words and clues from a text as `read_words` does from a file; `name` is for errors.

    >>> parse_words("oak,Acorns, of course")
    [LayoutWord(text='oak', clue='Acorns, of course', spelling='')]
    """
    return _words(parse_table(data, name, encoding=encoding, language=language), name, language)


def fold_accents(words: Iterable[LayoutWord], language: str = "") -> list[LayoutWord]:
    """Return words whose accents the grid leaves out, as the crosswords of a language do.

    The letters that the language has besides A to Z stay: Ñ in Spanish, Å, Ä and Ö in Swedish.

    >>> [word.word for word in fold_accents([LayoutWord("año"), LayoutWord("canción")], "es")]
    ['AÑO', 'CANCION']
    """
    from crosswright.words.lexicon.folding import accent_folding

    folded = accent_folding(language).letters
    return [replace(word, spelling=folded(word.spelling or word.text)) for word in words]


def _words(rows: Iterable[ClueRow], name: str, language: str) -> list[LayoutWord]:
    words = [
        LayoutWord(_written(row.word, language), " ".join((row.clue or "").split())) for row in rows
    ]
    if not words:
        raise LayoutError(f"{name}: no words in it; write one per line, as in WORD,CLUE")
    return words


def _written(word: str, language: str) -> str:
    """Return a word, in capitals where a language has others for i and ı than Unicode's."""
    if language_code(language) not in DOTTED_CAPITALS:
        return word
    return word.replace("i\u0307", "İ").replace("i", "İ").upper()
