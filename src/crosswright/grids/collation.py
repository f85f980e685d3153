"""The order of words in a language: where its dictionaries have its own letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Final

from crosswright.grids.letters import normalise_token, strip_accent, token_pattern
from crosswright.support.languages import language_code

SortKey = tuple[tuple[tuple[int, int], ...], str]

_TAILORED: Final = {
    "cs": "C<Č H<CH R<Ř S<Š Z<Ž",
    "da": "Z<Æ<Ø<Å",
    "es": "N<Ñ",
    "fi": "Z<Å<Ä<Ö",
    "hu": "C<CS D<DZ<DZS G<GY L<LY N<NY O<Ö=Ő S<SZ T<TY U<Ü=Ű Z<ZS",
    "nb": "Z<Æ<Ø<Å",
    "pl": "A<Ą C<Ć E<Ę L<Ł N<Ń O<Ó S<Ś Z<Ź<Ż",
    "ro": "A<Ă<Â I<Î S<Ș=Ş T<Ț=Ţ",
    "ru": "Е=Ё",
    "sv": "Z<Å<Ä<Ö",
    "tr": "C<Ç G<Ğ I<İ O<Ö S<Ş U<Ü",
    "uk": "Г<Ґ Е<Є И<І<Ї",
}
"""What follows each letter, as in N<Ñ, or is sorted with it, as in O<Ö=Ő.

Languages without an entry sort accented letters with the plain ones: A and Ä are one letter.
"""


def own_letters(language: str) -> dict[str, str]:
    """Return the letters that a language sorts as its own, and those that it sorts with them.

    Each is mapped to the letter that it counts as; digraphs are two letters in a grid, and left
    out.

    >>> own_letters("es"), own_letters("ru")
    ({'Ñ': 'Ñ'}, {'Ё': 'Е'})
    """
    letters: dict[str, str] = {}
    for rule in _TAILORED.get(language_code(language), "").split():
        for rank, names in enumerate(rule.split("<")):
            first, *equals = names.split("=")
            letters |= dict.fromkeys([first, *equals] if rank else equals, first)
    return {letter: own for letter, own in letters.items() if len(letter) == 1}


def sort_key(language: str) -> Callable[[str], SortKey]:
    """Return the key by which words of a language are sorted; a tag such as es-MX will do.

    >>> sorted(["ÑU", "OSO", "NUBE", "NÚMERO"], key=sort_key("es"))
    ['NUBE', 'NÚMERO', 'ÑU', 'OSO']
    """
    return _key(language_code(language))


@cache
def _key(language: str) -> Callable[[str], SortKey]:
    ranks = _ranks(_TAILORED.get(language, ""))
    pattern = token_pattern(ranks)

    def key(text: str) -> SortKey:
        capitals = normalise_token(text)
        places = tuple(
            place
            for token in pattern.findall(capitals)
            for place in ([ranks[token]] if token in ranks else _places(token))
        )
        return places, capitals

    return key


def _ranks(rules: str) -> dict[str, tuple[int, int]]:
    """Return where letters go: after which one, and as which of those that follow it."""
    ranks: dict[str, tuple[int, int]] = {}
    for rule in rules.split():
        first, *following = rule.split("<")
        base, *equals = first.split("=")
        ranks |= dict.fromkeys(equals, (ord(base), 0))
        for rank, letters in enumerate(following, 1):
            ranks |= dict.fromkeys(letters.split("="), (ord(base), rank))
    return ranks


def _places(character: str) -> list[tuple[int, int]]:
    """Return where a letter goes without its accents; Æ goes where A and E do."""
    plain = strip_accent(character)
    if plain == character and unicodedata.name(character, "").startswith("ARABIC"):
        plain = unicodedata.normalize("NFD", character)[0]  # an alif with its hamza is an alif
    return [(ord(letter), 0) for letter in plain]
