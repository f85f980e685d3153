"""How Across Lite scrambles a solution under a key of four digits, and how that is undone.

The letters are taken column by column, without blocks. For each digit of the key they are shifted
through the alphabet by all four digits in turn, cut at that digit, and shuffled as a deck of cards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

KEYS: Final = tuple(f"{number:04}" for number in range(10_000))

_ALPHABET: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SHIFTS: Final = tuple(
    bytes.maketrans(_ALPHABET, _ALPHABET[step:] + _ALPHABET[:step]) for step in range(26)
)

# How often a letter appears among 1,000 in filled grids, roughly, to tell a text from a jumble.
_FREQUENCIES: Final = {
    letter: count
    for count, letters in (
        *((112, b"E"), (94, b"A"), (80, b"S"), (70, b"TORIN"), (57, b"L"), (32, b"DCPM")),
        *((25, b"UHGB"), (15, b"YKFW"), (9, b"V"), (3, b"ZX"), (2, b"JQ")),
    )
    for letter in letters
}


def checksum(data: bytes, start: int = 0) -> int:
    """Return the 16-bit checksum of .puz: rotate by a bit, add a byte."""
    total = start
    for byte in data:
        total = ((total >> 1 | total << 15) + byte) & 0xFFFF
    return total


def scramble(letters: bytes, key: str) -> bytes:
    """Scramble capital letters under a key.

    >>> scramble(b"CATAORUN", "1234")
    b'LDGWKZZL'
    """
    for digit in map(int, key):
        letters = _shifted(letters, key, 1)
        letters = letters[digit:] + letters[:digit]
        shuffled, middle = bytearray(len(letters)), len(letters) // 2
        shuffled[0::2], shuffled[1::2] = letters[middle:], letters[:middle]
        letters = bytes(shuffled)
    return letters


def unscramble(letters: bytes, key: str) -> bytes:
    """Undo `scramble`."""
    for digit in map(int, reversed(key)):
        letters = letters[1::2] + letters[0::2]
        cut = max(len(letters) - digit, 0)
        letters = _shifted(letters[cut:] + letters[:cut], key, -1)
    return letters


def _shifted(letters: bytes, key: str, sign: int) -> bytes:
    shifted = bytearray(letters)
    for start, digit in enumerate(map(int, key)):
        shifted[start::4] = letters[start::4].translate(_SHIFTS[sign * digit])
    return bytes(shifted)


def matching_keys(letters: bytes, expected: int) -> Iterator[str]:
    """Yield the keys that unscramble letters to some with this checksum."""
    for key in KEYS:
        if checksum(unscramble(letters, key)) == expected:
            yield key


def find_key(letters: bytes, expected: int) -> str | None:
    """Return the key of scrambled letters, or None.

    The checksum has 16 bits, so a wrong key fits once in several puzzles: of all that fit, the key
    that makes the likeliest letters is taken.
    """
    return max(
        matching_keys(letters, expected),
        key=lambda key: _likelihood(unscramble(letters, key)),
        default=None,
    )


def _likelihood(letters: bytes) -> float:
    return sum(math.log(_FREQUENCIES.get(letter, 1)) for letter in letters)
