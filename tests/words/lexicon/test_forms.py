"""Which form of its base a word is."""

import pytest

from crosswright.words.lexicon.forms import WordForm, form_of, has_clitic, is_subjunctive

GERMAN = {
    "gut": "gut",
    "gute": "gut",
    "gutem": "gut",
    "Gute": "Gute",
    "hören": "hören",
    "hör": "hören",
    "hört": "hören",
    "aufgeben": "aufgeben",
    "aufzugeben": "aufgeben",
    "Hund": "Hund",
    "Hundes": "Hund",
    "Hunde": "Hund",
    "Rede": "Rede",
    "Reden": "Rede",
    "Organ": "Organ",
    "Organe": "Organ",
    "Organen": "Organ",
    "Araber": "Araber",
    "Arabers": "Araber",
    "Arabern": "Araber",
    "Feder": "Feder",
    "Federn": "Feder",
}


@pytest.mark.parametrize(
    ("language", "written", "base", "form"),
    [
        ("de", "hund", "hund", WordForm.BASE),
        ("de", "organen", "organ", WordForm.STIFF),  # the dative of a plural
        ("de", "arabern", "araber", WordForm.STIFF),
        ("de", "federn", "feder", WordForm.INFLECTED),  # the plural itself
        ("de", "gut", "gut", WordForm.BASE),
        ("de", "gute", "gute", WordForm.STIFF),  # declined, though also a noun
        ("de", "gutem", "gut", WordForm.STIFF),
        ("de", "hör", "hören", WordForm.STIFF),
        ("de", "hört", "hören", WordForm.INFLECTED),
        ("de", "aufzugeben", "aufgeben", WordForm.STIFF),
        ("de", "hundes", "hund", WordForm.STIFF),
        ("de", "reden", "rede", WordForm.INFLECTED),
        ("it", "son", "essere", WordForm.STIFF),
        ("it", "sono", "essere", WordForm.INFLECTED),
        ("it", "bar", "bar", WordForm.BASE),
        ("fr", "chats", "chat", WordForm.INFLECTED),
        ("pl", "rybami", "ryba", WordForm.STIFF),
        ("pl", "ryby", "ryba", WordForm.INFLECTED),
        ("ru", "рыбами", "рыба", WordForm.STIFF),
        ("sv", "hus", "hus", WordForm.BASE),
    ],
)
def test_forms(language: str, written: str, base: str, form: WordForm) -> None:
    assert form_of(written, base, GERMAN, language) is form


def test_a_swedish_genitive_is_another_form_and_s() -> None:
    words = {"dag": "dag", "dagen": "dag", "dagens": "dag"}
    assert form_of("dagens", "dag", words, "sv") is WordForm.STIFF
    assert form_of("dagen", "dag", words, "sv") is WordForm.INFLECTED


def test_verbs_with_a_pronoun() -> None:
    assert has_clitic("dirmi", {"dire"}, "it")
    assert has_clitic("hacerlo", {"hacer"}, "es")
    assert not has_clitic("crisi", {"dire"}, "it")
    assert not has_clitic("reden", {"reden"}, "de")


@pytest.mark.parametrize(
    ("language", "written", "base", "subjunctive"),
    [
        ("es", "apoye", "apoyar", True),
        ("es", "utilicen", "utilizar", True),
        ("es", "saliera", "salir", True),
        ("es", "apoya", "apoyar", False),
        ("es", "sale", "salir", False),
        ("pt", "mostrasse", "mostrar", True),
        ("pt", "abrace", "abraçar", True),
        ("pt", "falam", "falar", False),
        ("pt", "lugares", "lugar", False),
        ("it", "parli", "parlare", False),
    ],
)
def test_subjunctives(language: str, written: str, base: str, subjunctive: bool) -> None:
    assert is_subjunctive(written, base, language) is subjunctive
