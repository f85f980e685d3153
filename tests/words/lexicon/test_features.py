"""What the features of the lexicon's scores make of planted entries, both ways."""

import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "scripts"))

from lexicon_build import features, taste  # noqa: E402
from lexicon_build.evidence import Evidence, Sense  # noqa: E402
from lexicon_build.features import DOUBTFUL  # noqa: E402
from lexicon_build.scores import Candidate, kind_of  # noqa: E402
from lexicon_build.sources import Headword, Sources  # noqa: E402


def sense(
    definition: str, *synonyms: str, category: str = "noun.communication", tagged: int = 0
) -> Sense:
    return Sense("noun", definition, category, frozenset(), tagged, synonyms)


@pytest.fixture
def known() -> Evidence:
    sizes = {"ambo": 35, "dais": 35, "mot": 60, "fork": 35, "toleration": 50, "tolerance": 35}
    sizes |= {"substation": 50, "substance": 35}
    words = [Headword(word, size, size, ()) for word, size in sizes.items()]
    zipf = {"ambo": 2.2, "dais": 2.2, "mot": 3.1, "bon": 3.5, "toleration": 2.5, "tolerance": 3.9}
    zipf |= {"substation": 2.9, "substance": 4.3, "tuning": 3.8, "fork": 3.9}
    glosses = {"substation": {"subsidiary", "station"}}
    data = Sources(words, zipf, {}, {}, {}, related={}, glosses=glosses, synonyms=[])
    senses = {
        "ambo": [sense("a platform", "podium", "pulpit", "ambo")],
        "dais": [sense("a platform", "dais", "podium", "pulpit")],
        "mot": [sense("a clever remark", "bon mot", "mot")],
        "fork": [sense("a device for tuning", "tuning fork", "fork")],
        "sperm": [sense("the male reproductive cell", "sperm", category="noun.body")],
        "elbow": [sense("a hinge joint", "elbow", category="noun.body")],
        "urination": [sense("the discharge of urine", "urination", category="noun.process")],
        "diaper": [sense("worn to hold excreta", "diaper", category="noun.artifact")],
        "taliban": [sense("an islamic militia", "Taliban", category="noun.group")],
        "al-qaeda": [sense("a terrorist network", "al-Qaeda", category="noun.group")],
        "gia": [sense("a terrorist organization", "GIA", category="noun.group")],
        "shining path": [sense("a terrorist group", "Shining Path", category="noun.group")],
        "stalin": [sense("leader by purging all opposition", "Stalin", category="noun.person")],
        "castro": [sense("who overthrew a dictator", "Castro", category="noun.person")],
        "esther": [sense("she stopped a massacre", "Esther", category="noun.person")],
        **{word: [sense("", word)] for word in ("toleration", "tolerance", "substance")},
    }
    thesaurus = Counter({"ambo": 11, "dais": 11})
    return Evidence(data, senses, {"mot": 5.2, "bon": 5.3}, thesaurus, {})


def judged(text: str, feature: str, known: Evidence) -> float:
    candidate = Candidate(text, 70, kind_of(text))
    return features.FEATURES[feature](candidate, known)


def test_half_of_a_foreign_phrase_is_doubtful(known: Evidence) -> None:
    assert judged("mot", "half of a foreign phrase", known) == DOUBTFUL
    assert judged("fork", "half of a foreign phrase", known) == 70


def test_what_wordnet_names_last_is_not_confirmed(known: Evidence) -> None:
    assert judged("ambo", "unconfirmed", known) < 50
    assert judged("dais", "unconfirmed", known) == 70


def test_doublets_are_not_made_of_other_words(known: Evidence) -> None:
    assert judged("toleration", "doublet", known) < 50
    assert judged("substation", "doublet", known) == 70  # a station, not for substance


def test_private_matters_are_coarse(known: Evidence) -> None:
    assert taste.is_coarse("sperm", known)
    assert not taste.is_coarse("elbow", known)


def test_what_a_body_does_in_private_is_bodily(known: Evidence) -> None:
    assert taste.is_bodily("urination", known)
    assert not taste.is_bodily("diaper", known)
    assert not taste.is_bodily("elbow", known)


@pytest.mark.parametrize("name", ["Taliban", "al-Qaeda", "shining path", "Stalin"])
def test_organisations_and_authors_of_mass_murder_are_told_by_their_definitions(
    name: str, known: Evidence
) -> None:
    assert taste.is_murderous(name, known)


@pytest.mark.parametrize("name", ["Gia", "GIA", "Castro", "Esther", "dais"])
def test_other_names_are_not_those_of_mass_murder(name: str, known: Evidence) -> None:
    assert not taste.is_murderous(name, known)
