"""Which words of another language are forms of one another, or have one another inside."""

import pytest

from crosswright.words.lexicon.relations import families_of

GERMAN = [
    ("HAUS", 90, ("HAUS",)),
    ("HAEUSER", 80, ("HAUS",)),
    ("HAUSTUER", 60, ("HAUSTUER",)),
    ("TUER", 80, ("TUER",)),
    ("LEHRER", 80, ("LEHRER",)),
    ("LEHRERIN", 80, ("LEHRERIN",)),
    ("SEHEN", 90, ("SEHEN",)),
    ("ANSEHEN", 80, ("ANSEHEN",)),
    ("SAH", 80, ("SEHEN",)),
    ("LEBENSMUT", 60, ("LEBENSMUT",)),
    ("LEBEN", 90, ("LEBEN",)),
    ("LAUB", 70, ("LAUB",)),
    ("TAT", 90, ("TAT", "TUN")),
    ("TUE", 70, ("TUN",)),
    ("SEE", 90, ("SEE",)),
    ("SEENOT", 60, ("SEENOT",)),
    ("NOT", 90, ("NOT",)),
    ("OSE", 40, ("OSE",)),
    ("SEEROSE", 60, ("SEEROSE",)),
    ("ROSE", 80, ("ROSE",)),
    ("DEN", 99, ("DEN",)),
    ("RED", 80, ("REDEN",)),
    ("REDDEN", 60, ("REDDEN",)),
]


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("HAUS", "HAEUSER", True),
        ("HAEUSER", "HAUSTUER", True),
        ("TUER", "HAUSTUER", True),
        ("HAUS", "TUER", False),
        ("LEHRER", "LEHRERIN", True),
        ("ANSEHEN", "SAH", True),
        ("LAUB", "HAUS", False),
        ("TAT", "TUE", True),  # a form of another word, too
        ("SEE", "SEENOT", True),  # parts of three letters
        ("SEENOT", "SEEROSE", True),
        ("OSE", "SEEROSE", False),  # less known
        ("REDDEN", "DEN", False),  # an ending, not a part
    ],
)
def test_german_families(one: str, other: str, shared: bool) -> None:
    families = families_of(GERMAN, "de")
    assert bool({*families[one]} & {*families[other]}) is shared


FRENCH = [
    ("MELER", 70, ("MELER",)),
    ("MELE", 70, ("MELE",)),
    ("MELEE", 60, ("MELE",)),
    ("LIER", 70, ("LIER",)),
    ("RELIER", 70, ("RELIER",)),
    ("VOIR", 90, ("VOIR",)),
    ("DEVOIR", 90, ("DEVOIR",)),
    ("MENER", 80, ("MENER",)),
    ("AMENER", 80, ("AMENER",)),
    ("AMENES", 50, ("AMENER",)),
]
PORTUGUESE = [
    ("CANTAR", 80, ("CANTAR",)),
    ("CANTADO", 60, ("CANTADO",)),
    ("CANTO", 80, ("CANTO",)),
    ("CANTOS", 70, ("CANTO",)),
    ("CANTINA", 70, ("CANTINA",)),
    ("ASA", 80, ("ASAR",)),
    ("ASAS", 80, ("ASA",)),
    ("GOSTOSAS", 60, ("GOSTOSO",)),
    ("GOSTOSO", 60, ("GOSTOSO",)),
    ("GOSTO", 90, ("GOSTO",)),
    ("GOSTAR", 90, ("GOSTAR",)),
    ("GOSTAS", 60, ("GOSTAR",)),
    ("ATAR", 30, ("ATAR",)),
    ("ATO", 80, ("ATO",)),
]


@pytest.mark.parametrize(
    ("language", "one", "other", "shared"),
    [
        ("fr", "MELER", "MELE", True),
        ("fr", "MELER", "MELEE", True),
        ("fr", "LIER", "RELIER", True),
        ("fr", "AMENES", "MENER", True),
        ("fr", "VOIR", "DEVOIR", False),
        ("pt", "CANTAR", "CANTADO", True),
        ("pt", "CANTADO", "CANTOS", True),  # the noun of the bare stem
        ("pt", "CANTAR", "CANTINA", False),
        ("pt", "ASA", "ASAS", True),  # a form that is a base, too
        ("pt", "GOSTAS", "GOSTOSAS", True),
        ("pt", "GOSTAS", "CANTOS", False),
        ("pt", "ATAR", "ATO", False),  # a verb that nobody knows
    ],
)
def test_families_of_verbs(language: str, one: str, other: str, shared: bool) -> None:
    families = families_of({"fr": FRENCH, "pt": PORTUGUESE}[language], language)
    assert bool({*families[one]} & {*families[other]}) is shared


def test_endings_are_learnt_from_the_list() -> None:
    roots = ("CAMA", "CENA", "DAMA", "FAMA", "GOTA", "MALA")
    words = [(root, 80, (root,)) for root in roots] + [(root + "S", 70, (root,)) for root in roots]
    odd = [("LATAS", 70, ("LATAS",)), ("LATA", 80, ("LATA",))]
    families = families_of(words + odd, "pt")
    assert {*families["LATAS"]} & {*families["LATA"]}
    alone = families_of(odd, "pt")
    assert not {*alone["LATAS"]} & {*alone["LATA"]}


def test_families_are_numbered_from_0() -> None:
    families = families_of(GERMAN, "de")
    numbers = {key for keys in families.values() for key in keys}
    assert numbers == set(range(len(numbers)))
