"""Spellings of one word among the words of one meaning, and synonyms that are none."""

from __future__ import annotations

import pytest

from crosswright.clues.spellings import are_spellings


@pytest.mark.parametrize(
    "pair",
    [
        "DONUT DOUGHNUT",
        "LICORICE LIQUORICE",
        "VIAL PHIAL",
        "KABOB KEBAB",
        "KORAN QURAN",
        "PEKING BEIJING",
        "CLEW CLUE",
        "CZAR TSAR",
        "CURB KERB",
        "CHEQUER CHECKER",
        "CATALOG CATALOGUE",
        "KETCHUP CATSUP",
        "PLOW PLOUGH",
        "AX AXE",
        "AMEER EMIR",
        "COLANDER CULLENDER",
        "DONJON DUNGEON",
        "TEPEE TIPI",
    ],
)
def test_spellings_of_one_word(pair: str) -> None:
    one, other = pair.split()
    assert are_spellings(one, other)
    assert are_spellings(other, one)


@pytest.mark.parametrize(
    "pair",
    [
        "OBOE HAUTBOY",
        "BIG LARGE",
        "CAR AUTO",
        "POUND PUNT",
        "SPOUT SPURT",
        "FIERCE FURIOUS",
        "RAISE AROUSE",
        "LAST LOWEST",
        "CHILL COOL",
        "DELUSION ILLUSION",
        "FOSTER FURTHER",
        "MOTHER MAMA",
    ],
)
def test_synonyms_that_look_somewhat_alike(pair: str) -> None:
    one, other = pair.split()
    assert not are_spellings(one, other)
    assert not are_spellings(other, one)
