"""How text is spelled in a grid: capitals, composed, each letter with its marks.

A word list adds settings of its own (accents folded, digraphs in one cell): its spelling is
`WordList.spell`, which builds on these functions.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from crosswright.support.hints import TYPE_CHECKING, Final
from crosswright.support.wording import quote_value

if TYPE_CHECKING:
    import re

# Letters that are not a base letter plus a mark, so that decomposing them does not help.
PLAIN_LETTERS: Final = {
    "Æ": "AE",
    "Œ": "OE",
    "Ø": "O",
    "Ł": "L",
    "Đ": "D",
    "Ð": "D",
    "Þ": "TH",
    "Ħ": "H",
    "Ŧ": "T",
    "Ŋ": "N",
    "Ĳ": "IJ",
    "ẞ": "SS",
}
# Marks up to this combining class (nuktas, viramas and the like) are part of a letter, not accents.
LAST_CLASS_OF_LETTER_PARTS: Final = 9

# Vowel signs that are letters by their category, yet share the cell of the letter before them.
_AM: Final = "\u0e33\u0eb3"
# A consonant after one of these joins the one before it to a conjunct (Unicode's rule GB9c):
# Devanagari, Bengali, Gujarati, Oriya, Telugu, Malayalam.
_LINKERS: Final = "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d"


def check_word(value: object) -> None:
    """Refuse what is not a word at all; TypeError, as everywhere."""
    if not isinstance(value, str):
        raise TypeError(f"expected a word, not {quote_value(value)}")


def normalise_token(text: str) -> str:
    """Return what a cell holds for `text`: composed and in capitals, ß as one letter."""
    if text.isascii():
        return text.upper()
    composed = unicodedata.normalize("NFC", text).replace("ß", "ẞ")
    return unicodedata.normalize("NFC", composed.upper())


def in_capitals(text: str) -> str:
    """Return a text in capitals as it is printed: Greek ones have no accents.

    >>> in_capitals("crème"), in_capitals("σόδα")
    ('CRÈME', 'ΣΟΔΑ')
    """
    capitals = normalise_token(text)
    return capitals if text.isascii() else "".join(map(_printed, capitals))


def _printed(character: str) -> str:
    is_greek = "\u0370" <= character <= "\u03ff" or "\u1f00" <= character <= "\u1fff"
    return strip_accent(character) if is_greek else character


def normalise_answer(text: str) -> str:
    """Return an answer as a grid spells it: capitals, no spaces, hyphens or apostrophes."""
    letters = split_letters(normalise_token(text))
    return "".join(letter for letter in letters if letter[0].isalnum())


def joins_previous(character: str) -> bool:
    """Return whether a character is part of the letter before it: a mark, a Hangul vowel or end."""
    return unicodedata.category(character)[0] == "M" or (
        "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7fb"
    )


def split_letters(text: str) -> list[str]:
    """Split text into letters, each with the marks that belong to it, in composed form.

    Where a letter ends does not depend on the next one, so a row of cells can be read back.
    """
    if text.isascii():
        return list(text)
    letters: list[str] = []
    for character in text:
        if letters and joins_previous(character):
            letters[-1] += character
        else:
            letters.append(character)
    return [unicodedata.normalize("NFC", letter) for letter in letters]


def split_clusters(text: str) -> list[str]:
    """Split text into letters as its readers see them: conjuncts too are one.

    >>> split_letters("हिन्दी"), split_clusters("हिन्दी")
    (['हि', 'न्', 'दी'], ['हि', 'न्दी'])
    """
    clusters: list[str] = []
    for character in text:
        if clusters and _joins_cluster(clusters[-1], character):
            clusters[-1] += character
        else:
            clusters.append(character)
    return [unicodedata.normalize("NFC", cluster) for cluster in clusters]


def _joins_cluster(cluster: str, character: str) -> bool:
    if joins_previous(character) or character in _AM:
        return True
    # A nukta or a joiner may come between the linker and the end of the cluster.
    linked = cluster[-1] in _LINKERS or (len(cluster) > 1 and cluster[-2] in _LINKERS)
    return linked and unicodedata.category(character) == "Lo" and not _ends_in_vowel(cluster)


def _ends_in_vowel(cluster: str) -> bool:
    """Return whether a cluster ends in a vowel sign, which nothing joins."""
    return cluster[-1] not in _LINKERS and unicodedata.combining(cluster[-1]) == 0


def strip_accent(character: str) -> str:
    """Take the accents off a Latin or Greek capital; leave the letters of other scripts alone.

    >>> "".join(map(strip_accent, "ŁÓDŹ МАЙ"))
    'LODZ МАЙ'
    """
    if character in PLAIN_LETTERS:
        return PLAIN_LETTERS[character]
    if unicodedata.combining(character) > LAST_CLASS_OF_LETTER_PARTS:
        return ""
    base = unicodedata.normalize("NFD", character)[0]
    greek = "\u0370" <= base <= "\u03ff"
    return base if base.isascii() or greek else character


def latin_letters(text: str) -> str:
    """Return the letters A to Z of a text, accents dropped: what an English grid holds of it.

    >>> latin_letters("crème brûlée"), latin_letters("catch-22")
    ('CREMEBRULEE', 'CATCH')
    """
    capitals = normalise_token(text)
    letters = capitals if text.isascii() else "".join(map(strip_accent, capitals))
    return "".join(letter for letter in letters if "A" <= letter <= "Z")


def token_pattern(tokens: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern whose `findall` cuts a word into these tokens, else into characters.

    >>> token_pattern(["IJ", "HEART"]).findall("IJSHEART")
    ['IJ', 'S', 'HEART']
    """
    import re  # here: a fill needs none

    longest_first = sorted(set(tokens), key=lambda token: (-len(token), token))
    return re.compile("|".join([*map(re.escape, longest_first), "."]), re.DOTALL)
