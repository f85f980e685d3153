"""How each language spells in a grid."""

import pytest

from crosswright.grids.collation import own_letters
from crosswright.words.lexicon import folding


@pytest.mark.parametrize(
    ("language", "word", "folded"),
    [
        ("fr", "œuvré", "OEUVRE"),
        ("fr", "garçon", "GARCON"),
        ("fr", "aujourd'hui", "AUJOURDHUI"),
        ("fr", "où", "OU"),
        ("de", "Übergröße", "UEBERGROESSE"),
        ("de", "STRAẞE", "STRASSE"),
        ("de", "Ärger", "AERGER"),
        ("de", "café", "CAFE"),
        ("es", "señor", "SEÑOR"),
        ("es", "pingüino", "PINGUINO"),
        ("es", "canción", "CANCION"),
        ("it", "perché", "PERCHE"),
        ("it", "città", "CITTA"),
        ("nl", "ijsvrij", "IJSVRIJ"),
        ("nl", "reünie", "REUNIE"),
        ("pt", "coração", "CORACAO"),
        ("pt", "avô", "AVO"),
        ("sv", "smörgåsbord", "SMÖRGÅSBORD"),
        ("sv", "idé", "IDE"),
        ("sv", "ärlig", "ÄRLIG"),
        ("pl", "źdźbło", "ŹDŹBŁO"),
        ("pl", "gęś", "GĘŚ"),
        ("pl", "à", "A"),
        ("el", "θάλασσας", "ΘΑΛΑΣΣΑΣ"),
        ("el", "μαΐου", "ΜΑΙΟΥ"),
        ("ru", "ёжик", "ЕЖИК"),
        ("ru", "йод", "ЙОД"),
    ],
)
def test_folding(language: str, word: str, folded: str) -> None:
    assert folding.fold(word, language) == folded
    assert folding.letters_of(language).issuperset(folded)


def test_dutch_ij_takes_one_cell_on_request() -> None:
    rules = folding.rules_of("nl")
    assert rules.normaliser()("ijsvrij") == tuple("IJSVRIJ")
    assert rules.normaliser(digraphs=True)("ijsvrij") == ("IJ", "S", "V", "R", "IJ")


@pytest.mark.parametrize("language", ["es", "sv", "pl", "ru"])
def test_the_letters_of_a_language_are_those_that_it_sorts_as_its_own(language: str) -> None:
    assert folding.LANGUAGES[language].fold == own_letters(language)


def test_accents_of_any_language_are_folded() -> None:
    assert folding.accent_folding("es-MX").letters("Niño José") == "NIÑOJOSE"
    assert folding.accent_folding("da").letters("Ærø à la") == "ÆRØALA"
    assert folding.accent_folding("").letters("Ærø") == "AERO"
