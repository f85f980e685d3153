"""Patterns to look words up by: `E.E..ANT`, `A?[AEIOU]E`, `*ING`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from crosswright.errors import WordListError
from crosswright.support.wording import quote, quote_value
from crosswright.words.spelling import Alphabet, Normaliser, Unusable

Cell: TypeAlias = frozenset[int] | None
"""The token codes allowed in a cell of a pattern; None: any."""

STAR = "*"

PIECE = re.compile(r"(?P<any>[.?])|(?P<star>\*+)|\[(?P<class>[^\[\]]+)\]|(?P<letters>[^.?*\[\]]+)")


def read_pattern(pattern: str, alphabet: Alphabet, normaliser: Normaliser) -> list[Cell | str]:
    """Return a pattern's cells, with "*" where any number of cells may be."""
    if not isinstance(pattern, str):
        raise TypeError(f"expected a pattern, such as 'E.E..ANT', not {quote_value(pattern)}")
    cells: list[Cell | str] = []
    at = 0
    while at < len(pattern):
        piece = PIECE.match(pattern, at)
        if piece is None:
            raise WordListError(
                f"pattern {quote(pattern)}, column {at + 1}: {pattern[at]!r} has no partner; "
                "write a class as [AEIOU]"
            )
        at = piece.end()
        if piece["any"]:
            cells.append(None)
        elif piece["star"]:
            cells.append(STAR)
        elif piece["class"]:
            cells.append(read_class(piece["class"], alphabet, normaliser))
        else:
            tokens = tokens_of(piece["letters"], normaliser)
            cells += [codes_of(token, alphabet) for token in tokens]
    return cells


def tokens_of(letters: str, normaliser: Normaliser) -> tuple[str, ...]:
    """Return the tokens of a pattern's letters."""
    try:
        return normaliser(letters)
    except Unusable as reason:
        raise WordListError(f"{quote(letters)} in a pattern has {reason}") from None


def codes_of(token: str, alphabet: Alphabet) -> frozenset[int]:
    """Return a token's code as a set; an empty one, which nothing fits, when it is unknown."""
    return frozenset((alphabet.code(token),)) if token in alphabet else frozenset()


def read_class(text: str, alphabet: Alphabet, normaliser: Normaliser) -> frozenset[int]:
    """Return the codes of a class such as `AEIOU`, `A-F` or `^XYZ`."""
    negated = text[0] in "^!"
    codes: set[int] = set()
    for first, last in re.findall(r"([^-])(?:-([^-]))?", text[1:] if negated else text):
        start = tokens_of(first, normaliser)
        if last:
            stop = tokens_of(last, normaliser)
            ends = {alphabet.code(token) for token in (*start, *stop) if token in alphabet}
            codes.update(range(min(ends), max(ends) + 1) if ends else ())
        else:
            codes.update(*(codes_of(token, alphabet) for token in start))
    return frozenset(range(len(alphabet))) - codes if negated else frozenset(codes)


def expand(cells: Sequence[Cell | str], length: int) -> Iterator[list[Cell]]:
    """Yield the ways to write a pattern in this many cells, stars spelled out."""
    if STAR not in cells:
        if len(cells) == length:
            yield [cell for cell in cells if not isinstance(cell, str)]
        return
    at = list(cells).index(STAR)
    rest = cells[at + 1 :]
    fixed = len(cells) - cells.count(STAR)
    spare = range(length - fixed + 1) if STAR in rest else (length - fixed,)
    for free in spare:
        if free >= 0:
            yield from expand([*cells[:at], *[None] * free, *rest], length)
