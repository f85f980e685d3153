"""Answers as people write them, and the enumerations that follow from them."""

from __future__ import annotations

from typing import Final

from crosswright.grids.letters import (
    latin_letters,
    normalise_answer,
    normalise_token,
    split_letters,
    strip_accent,
)

_HYPHENS: Final = "-\u2010\u2011\u2012\u2013\u2014"
_SPACES: Final = "/,;:_"  # they separate words as a space does
_UMLAUTS: Final = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE"})  # as German grids have them


def spells(entered: str, answer: str) -> bool:
    """Return whether what was entered is this answer once it is in the grid.

    Spaces, hyphens, apostrophes and accents do not count, and Ä may be AE.

    >>> spells("red blood cell", "REDBLOODCELL"), spells("Crème", "CREME"), spells("red", "READ")
    (True, True, False)
    """
    if normalise_answer(entered) == normalise_answer(answer):
        return True
    if any(not letter[0].isalnum() for letter in split_letters(answer)):
        return True  # a rebus such as ♥ can be written out in many ways
    capitals = _unaccented(answer)
    written_out = normalise_answer(entered).translate(_UMLAUTS)
    return capitals in (_unaccented(entered), latin_letters(entered), _unaccented(written_out))


def says_more(entered: str, answer: str) -> bool:
    """Return whether what was entered spells an answer and has more to it than capitals.

    >>> says_more("T-cell", "TCELL"), says_more("cell", "CELL"), says_more("T-cell", "CELLS")
    (True, False, False)
    """
    return spells(entered, answer) and normalise_token(entered.strip()) != answer


def _unaccented(text: str) -> str:
    return "".join(map(strip_accent, normalise_answer(text)))


def enumerate_words(entered: str) -> str:
    """Return the lengths of words as a solver is told them.

    >>> [enumerate_words(text) for text in ("red blood cell", "T-cell", "o'clock", "Catch-22")]
    ['3,5,4', '1-4', '6', '5-2']
    """
    parts: list[str] = []
    count, separator = 0, ""
    for letter in split_letters(normalise_token(entered)):
        if letter[0].isalnum():
            if separator and count:
                parts += str(count), separator
                count = 0
            count, separator = count + 1, ""
        elif letter.isspace() or letter in _SPACES:
            separator = ","
        elif letter in _HYPHENS:
            separator = separator or "-"
    return "".join([*parts, str(count)]) if count else ""
