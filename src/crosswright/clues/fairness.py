"""What a draft clue must not have in it: its answer, a word of the same stem, an offensive word."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from crosswright.clues.inflection import DOUBLED
from crosswright.grids.letters import latin_letters
from crosswright.words.lexicon import builtin, packing

SMALL = (
    "A AN THE OF IN ON AT TO FOR BY WITH FROM AND OR BUT AS IS ARE BE BEEN WAS IT ITS THAT THIS "
    "WHICH WHO WHOM NOT NO SO IF INTO ONTO OFF OUT UP DOWN OVER ONE ONES USED HAVING HAS HAVE "
    "DO DOES SOME ANY ALL SUCH THAN THEN THEIR HIS HER YOU YOUR KIND WAY "
)
SMALL_WORDS = frozenset(SMALL.split())


def gives_away(text: str, *answers: str) -> bool:
    """Return whether a clue contains its answer, a part of it, or a word of the same stem."""
    words = [latin_letters(word) for word in re.findall(r"[^\W\d_]+", text)]
    joined = "".join(words)
    return any(
        (len(answer) > 2 and answer in joined)
        or any(related(word, answer) for word in words if word not in SMALL_WORDS)
        or answer in words
        for answer in answers
    )


@lru_cache(maxsize=16384)
def related(word: str, answer: str) -> bool:
    """Return whether two words share a stem, or one is a part of the other."""
    if word == answer or (len(word) >= 4 and word in answer):
        return True
    one, other = stem(word), stem(answer)
    if len(one) == 3 and len(answer) >= 4 and (answer.startswith(one) or answer.endswith(one)):
        return True
    if one == other or (len(other) >= 3 and word.startswith(other)):
        return True
    if (len(one) >= 3 and answer.startswith(one)) or (len(one) >= 4 and one in answer):
        return True
    if len(other) >= 5 and other in word:  # ORDINATE, COORDINATION
        return True
    if len(trimmed(word)) >= 4 and trimmed(word) in answer:
        return True
    shortest = min(len(word), len(answer))
    endings = common(trimmed(word)[::-1], trimmed(answer)[::-1])
    shared = max(common(word, answer), endings)
    return (shared >= 4 and shared >= 0.6 * shortest) or is_variant(word, answer)


def is_variant(word: str, answer: str) -> bool:
    """Return whether two words are of one family, or spellings of one word by the look of them.

    >>> is_variant("SARI", "SAREE"), is_variant("YOGHURT", "YOGURT"), is_variant("CANOE", "OBOE")
    (True, True, False)
    """
    families = builtin.EnglishBases()
    keys, others = families.keys(word), families.keys(answer)
    if keys and others and not set(keys).isdisjoint(others):
        return True
    if min(len(word), len(answer)) < 5 or abs(len(word) - len(answer)) > 1:
        return False
    bare = (word.removesuffix("E"), answer.removesuffix("E"))  # ALINE, ALIGN
    is_close = has_one_letter_off(word, answer) or has_one_letter_off(*bare)
    return word[:1] == answer[:1] and is_close


def has_one_letter_off(one: str, other: str) -> bool:
    """Return whether two words differ by one letter: put in, left out or replaced."""
    start, end = common(one, other), 0
    shorter = min(len(one), len(other))
    while end < shorter - start and one[-1 - end] == other[-1 - end]:
        end += 1
    return max(len(one), len(other)) - start - end <= 1


def common(one: str, other: str) -> int:
    """Return how many letters two words begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


STEM_ENDINGS = (
    "ATIONS", "ATION", "NESSES", "NESS", "MENTS", "MENT", "INGS", "INGLY", "EDLY", "ABLE",
    "IBLE", "IEST", "IERS", "IER", "IES", "IED", "ING", "EST", "ERS", "ORS", "ISM", "IST",
    "ITY", "OUS", "IVE", "FUL", "ILY", "ION", "ER", "OR", "ED", "ES", "LY", "AL", "IC", "Y",
    "E", "S",
)  # fmt: skip


def trimmed(word: str) -> str:
    """Cut one ending off a word."""
    for ending in STEM_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: len(word) - len(ending)]
    return word


def stem(word: str) -> str:
    """Return a rough stem; it errs on the safe side.

    >>> stem("RUNNING"), stem("RUNS"), stem("BAKER")
    ('RUN', 'RUN', 'BAK')
    """
    return DOUBLED.sub(r"\1", trimmed(word))


@cache
def marked(flag: int) -> frozenset[str]:
    """Return what the built-in list marks with a flag."""
    columns = builtin.columns()
    words = zip(columns.words, columns.flags, strict=True)
    return frozenset(word for word, flags in words if flags & flag)


def is_rude(text: str) -> bool:
    """Return whether a clue contains a word that the built-in list marks as offensive."""
    rude = marked(packing.OFFENSIVE)
    return any(latin_letters(word) in rude for word in re.findall(r"[^\W\d_]+", text))


def is_coarse(word: str) -> bool:
    """Return whether the built-in list marks a word as coarse, and not for every newspaper."""
    return latin_letters(word) in marked(packing.COARSE)
