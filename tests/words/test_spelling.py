"""How a list spells: accents, digraphs, and any text at all."""

from __future__ import annotations

import pytest

from crosswright.errors import WordListError
from crosswright.words.spelling import Fold
from crosswright.words.wordlist import WordList


@pytest.mark.parametrize(
    ("entry", "letters"),
    [
        ("élève", "ELEVE"),
        ("Smørrebrød", "SMORREBROD"),
        ("œuvre", "OEUVRE"),
        ("Straße", "STRASSE"),
        ("Łódź", "LODZ"),
        ("L’été – là", "LETELA"),
        ("Ångström", "ANGSTROM"),
        ("e\u0301tude", "ETUDE"),
        ("Νίκος", "ΝΙΚΟΣ"),
        ("май", "МАЙ"),
        ("pʼtit été", "PTITETE"),  # Unicode counts this apostrophe among the letters
    ],
)
def test_accents_are_dropped_by_default(entry: str, letters: str) -> None:
    assert [word for word, _ in WordList.parse(entry)] == [letters]
    assert [word for word, _ in WordList.from_words([entry])] == [letters]


def test_accents_may_be_kept_as_letters_of_their_own() -> None:
    words = WordList.parse("ÉTÉ\nETE\ne\u0301te\u0301", fold="keep")
    assert list(words) == [("ETE", 50), ("ÉTÉ", 50)]
    assert words.alphabet.tokens[26:] == ("É",)
    assert words.alphabet.code("É") == 26


def test_a_mapping_takes_precedence_over_stripping() -> None:
    german = WordList.parse("Äpfel\nCafé", fold={"Ä": "AE"})
    assert [word for word, _ in german] == ["CAFE", "AEPFEL"]
    spanish = WordList.parse("niño\ncafé", fold={"Ñ": "Ñ"})
    assert [word for word, _ in spanish] == ["CAFE", "NIÑO"]
    latin = WordList.parse("Wien\nJulia", fold={"W": "V", "J": "I"})
    assert [word for word, _ in latin] == ["VIEN", "IULIA"]


def test_a_function_may_fold() -> None:
    words = WordList.parse("über;3", fold=lambda entry: entry.replace("Ü", "UE"))
    assert dict(words) == {"UEBER": 3}
    with pytest.raises(WordListError, match="neither"):
        WordList.parse("A", fold="fold")


def test_a_digraph_takes_one_cell() -> None:
    dutch = WordList.parse("ijsvrij;70\nijs\nlijst", digraphs=["ij"])
    assert dutch.lengths == (2, 4, 5)
    assert dutch.table(2).word(0) == "IJS"
    assert dutch.score("IJSVRIJ") == 70
    assert dutch.match("[L]?ST") == [("LIJST", 50)]
    assert dutch.match("L[IJ]ST") == []
    assert dutch.match("LIJST") == [("LIJST", 50)]


def test_an_alphabet_of_more_than_64_letters_is_refused() -> None:
    cyrillic = "".join(map(chr, range(0x410, 0x430))) + "Ё"
    assert len(WordList.from_words([cyrillic]).alphabet) == 59
    with pytest.raises(WordListError, match="too large"):
        WordList.from_words([cyrillic, "ΑΒΓΔΕΖ"])


@pytest.mark.parametrize(
    ("fold", "text", "tokens"),
    [
        ("strip", "cafés", "CAFES"),
        ("keep", "cafés", "CAFÉS"),
        ("keep", "Straße", "STRAẞE"),
        ({"Ä": "AE"}, "Käse-Café", "KAESECAFE"),
        ("strip", "R2-D2 à la carte", "R2D2ALACARTE"),
        ("strip", "AC/DC", "ACDC"),
        ("strip", "अन्न", "अन्न"),
        ("strip", "--", ""),
    ],
)
def test_a_list_spells_any_text(fold: Fold, text: str, tokens: str) -> None:
    words = WordList.from_words([], fold=fold)
    assert words.spell(text) == tokens
    assert words.spell(words.spell(text)) == tokens


def test_a_list_says_which_cells_a_text_takes() -> None:
    dutch = WordList.parse("ijs", digraphs=["ij"])
    assert dutch.tokens("IJs-vrij") == ("IJ", "S", "V", "R", "IJ")
    assert dutch.tokens("R2") == ("R", "2")
