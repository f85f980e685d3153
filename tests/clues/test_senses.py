"""Senses: the one that a solver thinks of first, and how well a synonym fits."""

import importlib.util

import pytest

from crosswright.clues import wordnet
from crosswright.clues.candidates import expansion, misleads
from crosswright.clues.fairness import is_coarse
from crosswright.clues.inflection import Form
from crosswright.clues.senses import circular, fit, senses_of, weight

INSTALLED = importlib.util.find_spec("wn") is not None
pytestmark = pytest.mark.skipif(not INSTALLED, reason="the extra `clues` is not installed")


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("KITE", "plaything"),  # there are kinds of it; a check is labelled by its definition alone
        ("SEXTANT", "measuring instrument"),  # not the unit
        ("MANTA", "ray"),
        ("CICERO", "orator"),  # a name rather than a unit of printers
        ("LIEN", "security interest"),
        ("TYKE", "juvenile"),  # there are common words for it
        ("TUNA", "saltwater fish"),  # not one species of cactus
        ("ROCK", "natural object"),  # what was counted stays first
    ],
)
def test_the_likeliest_sense_comes_first(answer: str, kind: str) -> None:
    assert senses_of(answer)[0][2].kinds[0] == kind


def test_what_speaks_against_a_sense() -> None:
    plain = wordnet.Sense(1, "noun", "a small boat", ("skiff",), ("boat",), 0)
    against = [
        wordnet.Sense(1, "noun", "(botany) a small leaf", ("skiff",), ("leaf",), 0),
        wordnet.Sense(1, "noun", "a boat like a skiff", ("skiff",), ("boat",), 0),
        wordnet.Sense(1, "noun", "a coin", ("skiff",), ("monetary unit",), 0),
        wordnet.Sense(1, "noun", "a small boat", ("yawl", "skiff"), ("boat",), 0),
        wordnet.Sense(1, "noun", "a river", ("Skiff",), ("river",), 0, is_name=True),
        wordnet.Sense(1, "noun", "an archaic boat", ("skiff",), ("boat",), 0),
    ]
    assert all(weight(sense, "SKIFF") < weight(plain, "SKIFF") for sense in against)
    counted = wordnet.Sense(1, "noun", "(botany) a small leaf", ("skiff",), ("leaf",), 9)
    assert weight(counted, "SKIFF") > weight(plain, "SKIFF")


def test_a_synonym_fits_in_its_main_sense() -> None:
    verb = next(s.synset for *_, s in senses_of("BLAB") if "tattle" in s.lemmas)
    assert fit("TATTLE", verb) > fit("PEACH", verb) > 0
    assert fit("OBOE", verb) == 0


def test_words_derived_from_one_another() -> None:
    sense = senses_of("LESSEE")[0][2]
    assert "LEASE" in circular("LESSEE", sense)
    assert not [*circular("RENAL", senses_of("RENAL")[0][2])]  # "kidney" does not give it away


def test_abbreviations_and_what_they_stand_for() -> None:
    sense = senses_of("IEDS")[0][2]
    assert {"improvised", "device"} <= expansion(sense, "IEDS")
    assert not expansion(senses_of("OBOE")[0][2], "OBOE")


def test_synonyms_that_mislead() -> None:
    assert misleads("despite", Form.BASE)
    assert misleads("optics", Form.PLURAL)
    assert not misleads("couches", Form.PLURAL)
    assert not misleads("disdain", Form.BASE)
    assert is_coarse("crap")
    assert not is_coarse("sofa")


def test_a_verb_of_two_words_has_forms_of_the_first() -> None:
    assert all(sense.part != "verb" for *_, sense in senses_of("ADDONS"))
    assert any(form is Form.THIRD for _, form, _ in senses_of("ADDSON"))


def test_wide_kinds_have_more_members() -> None:
    osprey, potpie = wordnet.senses("OSPREY")[0], wordnet.senses("POTPIE")[0]
    assert osprey.widths[0] < potpie.widths[0]
    assert [*osprey.widths] == sorted(osprey.widths)
