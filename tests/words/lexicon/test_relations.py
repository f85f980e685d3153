"""Which words of another language are forms of one another, or have one another inside."""

import pytest

from crosswright.words.lexicon.relations import families_of

GERMAN = [
    ("HAUS", 90, "HAUS"),
    ("HAEUSER", 80, "HAUS"),
    ("HAUSTUER", 60, "HAUSTUER"),
    ("TUER", 80, "TUER"),
    ("LEHRER", 80, "LEHRER"),
    ("LEHRERIN", 80, "LEHRERIN"),
    ("SEHEN", 90, "SEHEN"),
    ("ANSEHEN", 80, "ANSEHEN"),
    ("SAH", 80, "SEHEN"),
    ("LEBENSMUT", 60, "LEBENSMUT"),
    ("LEBEN", 90, "LEBEN"),
    ("LAUB", 70, "LAUB"),
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
    ],
)
def test_german_families(one: str, other: str, shared: bool) -> None:
    families = families_of(GERMAN, "de")
    assert bool({*families[one]} & {*families[other]}) is shared


def test_participles_belong_to_their_verb() -> None:
    words = [("MELER", 70, "MELER"), ("MELE", 70, "MELE"), ("MELEE", 60, "MELE")]
    assert len({tuple(keys) for keys in families_of(words, "fr").values()}) == 1
    spanish = [("CANTAR", 80, "CANTAR"), ("CANTADO", 60, "CANTADO"), ("CANTO", 80, "CANTO")]
    families = families_of(spanish, "es")
    assert families["CANTAR"] == families["CANTADO"] != families["CANTO"]


def test_families_are_numbered_from_0() -> None:
    families = families_of(GERMAN, "de")
    numbers = {key for keys in families.values() for key in keys}
    assert numbers == set(range(len(numbers)))
