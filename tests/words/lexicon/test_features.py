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
from lexicon_build.scores import Candidate, Kind, kind_of  # noqa: E402
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


@pytest.fixture
def forms() -> Evidence:
    """Words with forms, spellings and phrases that are told by how common they are."""
    bases = {
        "echo": ("echoes", "echos"), "ban": ("bans", "bani", "banned"),
        "calf": ("calves", "calfs"), "wolf": ("wolves", "wolfs"),
        "format": ("formatted", "formated"), "leap": ("leaped", "lept"),
        "sou": ("sous",), "amigo": ("amigos",),
    }  # fmt: skip
    plain = ["stony", "stoney", "sari", "saree", "vale", "capita", "ought", "per capita"]
    headwords = [
        *(Headword(word, 35, 35, ()) for word in [*plain, *bases]),
        *(Headword(form, 35, None, (base,)) for base, forms in bases.items() for form in forms),
    ]
    zipf = {
        "echoes": 3.6, "echos": 2.4, "bans": 3.7, "bani": 2.6, "banned": 3.6, "calves": 3.2,
        "calfs": 1.5, "wolves": 3.8, "wolfs": 1.9, "formatted": 3.1, "formated": 1.3,
        "leaped": 3.2, "lept": 2.1, "sou": 2.8, "sous": 3.1, "amigo": 3.2, "amigos": 2.9,
        "stony": 3.3, "stoney": 2.8, "sari": 3.1, "saree": 2.6, "vale": 3.8, "capita": 3.8,
        "ought": 4.6,
    }  # fmt: skip
    pairs = {"per capita": 75.0, "ought to": 80.0}
    parts = {word: {"noun"} for word in bases} | {"wolf": {"noun", "verb"}}
    data = Sources(
        headwords, zipf, {"capita": 100.0, "ought": 100.0}, pairs, parts,
        related={}, glosses={}, synonyms=[],
    )  # fmt: skip
    senses = {
        **{word: [sense("", word)] for word in (*bases, "stony", "sari", "vale", "per capita")},
        "saree": [sense("a dress", "sari", "saree")],
        "ought to": [sense("", "ought to")],
    }
    return Evidence(data, senses, {"sous": 5.9, "amigos": 5.5}, Counter(), {})


@pytest.mark.parametrize(
    ("form", "base", "expected"),
    [
        ("echos", "echo", DOUBTFUL),
        ("echoes", "echo", 70),
        ("bani", "ban", DOUBTFUL),
        ("banned", "ban", 70),  # not another plural
        ("calfs", "calf", DOUBTFUL),
        ("wolfs", "wolf", 70),  # is what a hungry one does
        ("formated", "format", DOUBTFUL),
        ("lept", "leap", DOUBTFUL),
        ("leaped", "leap", 70),
    ],
)
def test_forms_with_a_commoner_twin_are_doubtful(
    form: str, base: str, expected: int, forms: Evidence
) -> None:
    candidate = Candidate(form, 70, kind_of(form), base)
    assert features.rarer_form(candidate, forms) == expected


def test_forms_that_another_language_lends_its_frequency_are_doubtful(forms: Evidence) -> None:
    assert features.foreign(Candidate("sous", 70, Kind.WORD, "sou"), forms) == DOUBTFUL
    assert features.foreign(Candidate("amigos", 70, Kind.WORD, "amigo"), forms) == 70


def test_second_spellings_are_worse_than_first_ones(forms: Evidence) -> None:
    assert judged("stoney", "spelled otherwise", forms) == DOUBTFUL
    assert judged("stony", "spelled otherwise", forms) == 70
    assert judged("saree", "variant", forms) == features.HALF
    assert judged("sari", "variant", forms) == 70


def test_half_of_a_phrase_is_struck(forms: Evidence) -> None:
    assert judged("capita", "half of a phrase", forms) == features.STRUCK
    assert judged("ought", "half of a phrase", forms) == 70  # is too common


def test_comparisons_need_what_they_compare_with(forms: Evidence) -> None:
    assert judged("as soon as", "in mid-air", forms) == features.HALF
    assert judged("as if", "in mid-air", forms) == 70


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
