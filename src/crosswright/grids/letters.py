"""Letters as a grid sees them: with their marks, composed, in capitals."""

from __future__ import annotations

import unicodedata


def joins_previous(character: str) -> bool:
    """Tell whether a character belongs to the letter before it: a mark, a Hangul vowel or end."""
    return unicodedata.category(character)[0] == "M" or (
        "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7fb"
    )


def split_letters(text: str) -> list[str]:
    """Split text into letters, each with the marks that belong to it, in composed form."""
    if text.isascii():
        return list(text)
    letters: list[str] = []
    for character in text:
        if letters and joins_previous(character):
            letters[-1] += character
        else:
            letters.append(character)
    return [unicodedata.normalize("NFC", letter) for letter in letters]


def normalise_token(text: str) -> str:
    """Return what a cell holds for `text`: composed and in capitals, ß as one letter."""
    if text.isascii():
        return text.upper()
    composed = unicodedata.normalize("NFC", text).replace("ß", "ẞ")
    return unicodedata.normalize("NFC", composed.upper())


def normalise_answer(text: str) -> str:
    """Return an answer as a grid spells it: capitals, no spaces, hyphens or apostrophes."""
    letters = split_letters(normalise_token(text))
    return "".join(letter for letter in letters if letter[0].isalnum())
