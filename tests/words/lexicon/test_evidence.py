"""What is gathered about words, from packages that are put in place of the real ones."""

from pathlib import Path

import pytest

from crosswright.support import cache
from crosswright.words.lexicon import evidence
from crosswright.words.lexicon.evidence import Evidence, WordCase
from crosswright.words.lexicon.forms import WordForm

DICTIONARIES = {
    "de": {
        "Hund": "Hund",
        "Hunde": "Hund",
        "Hunds": "Hund",
        "Hundehütte": "Hundehütte",
        "Hütte": "Hütte",
        "Peter": "Peter",
        "Peters": "Peter",
        "gut": "gut",
        "gute": "gut",
        "gutem": "gut",
        "BKA": "BKA",
        "kurbel": "kurbeln",
        "Kurbel": "kurbeln",
        "kurbeln": "kurbeln",
        "tat": "tun",
        "Tat": "Tat",
    },
    "fr": {"sil": "sil", "don": "don", "ptit": "ptit", "il": "il", "on": "on"},
    "pl": {"więc": "więc", "wiec": "wiec", "Anna": "Anna", "lot": "lot", "LOT": "LOT"},
    "it": {"dire": "dire", "dico": "dire"},
    "en": {"Peter": "Peter", "gas": "gas", "dog": "dog"},
    "sv": {"Peter": "Peter", "gas": "gas", "anna": "anna", "Anna": "Anna"},
    "cs": {"gas": "gas"},
    "da": {"gas": "gas"},
    "sl": {"Peter": "Peter"},
}
FREQUENCIES = {
    "de": {"hund": 1e-4, "hunde": 5e-5, "hunds": 1e-6, "hütte": 1e-5, "peter": 1e-4, "peters": 1e-5}
    | {
        "tat": 1e-4,
        "gut": 1e-3,
        "gute": 5e-4,
        "bka": 1e-6,
        "kurbel": 1e-6,
        "rare": 1e-9,
        "x1": 1e-3,
    },
    "pl": {"więc": 1e-3, "wiec": 1e-5, "anna": 1e-4, "lot": 1e-5},
    "it": {"dico": 1e-4, "città": 1e-4, "dirmi": 1e-5, "gas": 1e-5, "the": 1e-4, "peter": 1e-5},
    "fr": {"sil": 2e-6, "il": 1e-2, "on": 8e-3, "don": 2e-5, "ptit": 3e-6, "p'tit": 8e-6},
    "en": {"hunde": 6e-5, "peter": 1e-4, "gas": 1e-4, "the": 5e-2, "gut": 1e-5, "hund": 1e-8},
}


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROSSWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(evidence, "versions", lambda language: "1 2")
    monkeypatch.setattr(evidence, "dictionary", DICTIONARIES.__getitem__)
    monkeypatch.setattr(evidence, "frequencies", lambda language: FREQUENCIES.get(language, {}))


def gathered(language: str) -> dict[str, Evidence]:
    return {known.written: known for known in evidence.gather(language)}


def test_zipf_frequencies() -> None:
    assert evidence.zipf_of(1e-3) == pytest.approx(6)
    assert evidence.zipf_of(0) == evidence.zipf_of(1e-12) == 0


def test_a_noun_with_its_forms() -> None:
    words = gathered("de")
    hund, hunde = words["hund"], words["hunde"]
    assert (hund.form, hund.case, hund.base, hund.word) == (
        WordForm.BASE,
        WordCase.NOUN,
        "hund",
        "HUND",
    )
    assert (hunde.form, hunde.base) == (WordForm.STIFF, "hund")
    assert hund.zipf == pytest.approx(5)
    assert hund.others == pytest.approx(evidence.zipf_of(5.1e-5))
    assert hund.support == pytest.approx(evidence.zipf_of(5e-5))  # without the genitive
    assert (hund.abroad, hund.shared, hund.votes) == (pytest.approx(1), 0, 0)
    assert hund.compounds == 0
    assert words["hütte"].compounds == 1
    assert words["hütte"].word == "HUETTE"


def test_adjectives_names_and_abbreviations() -> None:
    words = gathered("de")
    assert words["gut"].case is WordCase.COMMON
    assert words["kurbel"].form is WordForm.BASE
    assert words["gute"].form is WordForm.STIFF
    assert words["peter"].votes == 3
    assert words["bka"].capitals and words["bka"].case is WordCase.NAME
    assert "rare" not in words and "x1" not in words


def test_marks_and_names_of_a_language_that_keeps_its_marks() -> None:
    words = gathered("pl")
    assert words["wiec"].rival == pytest.approx(6)
    assert words["więc"].rival == 0
    assert words["anna"].case is WordCase.NAME
    assert words["lot"].capitals and words["lot"].case is WordCase.COMMON


def test_words_that_never_change_are_adopted_and_names_and_pronouns_are_not() -> None:
    words = gathered("it")
    assert {word for word, known in words.items() if known.case is WordCase.ADOPTED} == {
        "città",
        "gas",
    }
    assert "dirmi" not in words and "the" not in words and "peter" not in words


def test_steps_are_told() -> None:
    steps: list[str] = []
    list(evidence.gather("de", steps.append))
    assert steps[0] == "looking up names" and steps[-1] == "scoring words"


@pytest.mark.parametrize("odd", [b"1", b"\xff", b"ab\nc", None])
def test_names_in_the_cache_that_make_no_sense_are_counted_anew(
    tmp_path: Path, odd: bytes | None
) -> None:
    votes = evidence.name_votes("de")
    assert votes == {"peter": (3, 0), "gas": (0, 4)}
    (path,) = tmp_path.iterdir()
    assert cache.store(path.stem, [] if odd is None else [("names", odd)])
    assert evidence.name_votes("de") == votes == evidence.name_votes("de")


def test_forms_that_are_common_abroad_are_not_native() -> None:
    hund = gathered("de")["hund"]
    assert hund.native == pytest.approx(evidence.zipf_of(1e-6))
    assert hund.native < hund.others
    assert gathered("de")["hunds"].native == pytest.approx(evidence.zipf_of(1e-4))


def test_a_word_has_all_its_bases() -> None:
    assert gathered("de")["tat"].bases == ("tat", "tun")
    assert gathered("de")["hunde"].bases == ("hund",)


def test_words_of_many_dictionaries_are_international() -> None:
    assert gathered("it")["gas"].international
    assert not gathered("it")["dico"].international


def test_words_that_have_lost_their_apostrophe() -> None:
    words = gathered("fr")
    assert words["ptit"].marked > words["ptit"].zipf
    assert words["sil"].marked > words["sil"].zipf
    assert 0 < words["don"].marked < words["don"].zipf
    assert words["on"].marked == 0


COMPOUNDS = ("Erdball", "Erdloch", "Erdboden", "Erdreich", "Bretter", "Bilder", "Schulhof")


def test_stumps_and_endings_of_compounds() -> None:
    nouns = [*COMPOUNDS, "Erde", "Erd", "Ball", "Loch", "Boden", "Reich", "Brett", "Bild", "Schul"]
    words = {noun.lower(): noun for noun in nouns} | {"er": "er"}
    counts, firsts = evidence.compound_parts({noun: noun for noun in nouns}, words)
    assert counts["erd"] == firsts["erd"] == 4
    assert counts["ball"] == 0 and firsts["ball"] == 0  # so few, and only at the end
    balls = [f"Erd{'x' * n}ball" for n in range(1, 9)]
    more = {f"Erd{'x' * n}": f"Erd{'x' * n}" for n in range(1, 9)} | {"Ballnetz": "Ballnetz"}
    more |= {noun: noun for noun in (*balls, "Netz", "Ball")}
    counts, _ = evidence.compound_parts(more, {"ball", "netz"})
    assert counts["ball"] == 9


def test_a_stump_lacks_the_last_letter_of_a_noun(monkeypatch: pytest.MonkeyPatch) -> None:
    nouns = [*COMPOUNDS, "Erde", "Erd", "Ball", "Loch", "Boden", "Reich", "Hof", "Balle"]
    monkeypatch.setitem(DICTIONARIES, "de", {noun: noun for noun in nouns})
    shares = {noun.lower(): 1e-5 for noun in nouns} | {"erde": 1e-4, "balle": 1e-4}
    monkeypatch.setitem(FREQUENCIES, "de", shares)
    words = gathered("de")
    assert words["erd"].stump
    assert not words["ball"].stump and not words["erde"].stump
