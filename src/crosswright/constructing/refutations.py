"""Why no words of a list can cross a theme, or score high enough, before anything is tried."""

from __future__ import annotations

from collections.abc import Sequence

from crosswright.constructing.theme import ThemeEntry
from crosswright.support.wording import either
from crosswright.words.wordlist import WordList


def uncrossable(
    theme: Sequence[ThemeEntry], required: Sequence[ThemeEntry], words: WordList
) -> str:
    """Return which letters of a theme can cross nothing where all are checked; "" if all can.

    A letter that no word of the list has can only cross other entries that have it, each once. A
    required word is cut to cells only where it is put.
    """
    missing: dict[str, list[str]] = {}
    for entry in theme:
        others = [other for other in theme if other != entry]
        for token in dict.fromkeys(entry.tokens):
            owners = sum(token in other.tokens for other in others)
            owners += sum(token in other.word for other in required)
            if entry.tokens.count(token) > owners and not _has_letters(words, token):
                missing.setdefault(entry.word, []).append(token)
    if not missing:
        return ""
    letters = dict.fromkeys(token for tokens in missing.values() for token in tokens)
    return f"no word of the list has {either([*letters])} to cross {either([*missing], 'and')}"


def too_high(floor: int | None, words: WordList) -> str:
    """Return that no word of a list has a score, if none has it."""
    if floor is None or len(words.filter(min_score=floor)):
        return ""
    return f"no word of the list scores {floor} or more"


def _has_letters(words: WordList, token: str) -> bool:
    """Return whether some word of a list has the letters of a cell, one after another."""
    codes = words.codes(token)
    if not codes:
        return False
    for length in words.lengths:
        table = words.table(length)
        for start in range(length - len(codes) + 1):
            live = table.bits(start, codes[0])
            for position, code in enumerate(codes[1:], start + 1):
                live &= table.bits(position, code)
            if live:
                return True
    return False
