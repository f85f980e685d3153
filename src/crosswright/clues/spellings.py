"""Which of the words with one meaning are spellings of one word: DONUT and DOUGHNUT.

They sound alike, so their letters are folded into a skeleton of sounds. Words with the same one
need not have anything to do with each other (LOAD, LAWED), but of the words in one sense of a
dictionary hardly any others have it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from crosswright.clues.fairness import has_one_letter_off

FOLDS: Final = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"^(?:CZ|TS|TZ)", "S"),  # CZAR, TSAR
        (r"(?<=G)UE$", ""),  # CATALOGUE
        (r"[CK]H(?=[RL])|KH|CK|C?QU(?=[AEIOU])", "K"),  # CHECKER, CHEQUER
        (r"GH(?=[AEIOUY])", "G"),
        (r"GH", ""),  # PLOUGH
        (r"PH|V", "F"),  # VIAL, PHIAL
        (r"TH", "T"),
        (r"SCH|SH", "1"),
        (r"CH", "TS"),  # KETCHUP, CATSUP
        (r"H", ""),  # HURRAH
        (r"X", "KS"),
        (r"C(?=[EIY])|Z", "S"),
        (r"[CQ]", "K"),  # KORAN, QURAN
        (r"E$", ""),  # AX, AXE
        (r"W(?![AEIOUY])|(?<=.)Y", "U"),  # CLEW, CLUE
        (r"[AEIOU]+", "A"),
        (r"(.)\1+", r"\1"),
    )
)
"""Letters and the sounds for which they may stand, in the order in which they are folded."""

VOICELESS: Final = str.maketrans("BDGJ", "PTKK")
MIN_VOICED: Final = 5
"""Sounds of words that may differ in voice as well: PEKING, BEIJING, but not POUND and PUNT."""


@lru_cache(maxsize=4096)
def skeleton(word: str) -> str:
    """Return the sounds of a word, with one sign for all vowels.

    >>> skeleton("DOUGHNUT"), skeleton("DONUT"), skeleton("LIQUORICE")
    ('DANAT', 'DANAT', 'LAKARAS')
    """
    for pattern, sound in FOLDS:
        word = pattern.sub(sound, word)
    return word


def are_spellings(one: str, other: str) -> bool:
    """Return whether two words of one meaning are spellings of one word by the look of them.

    >>> are_spellings("EMIR", "AMIR"), are_spellings("KORAN", "QURAN")
    (True, True)
    >>> are_spellings("CAR", "AUTO"), are_spellings("OBOE", "HAUTBOY")
    (False, False)
    """
    if has_one_letter_off(one, other):
        return True
    sounds, others = skeleton(one), skeleton(other)
    voiceless = sounds.translate(VOICELESS)
    is_long = len(voiceless) >= MIN_VOICED
    return sounds == others or (is_long and voiceless == others.translate(VOICELESS))
