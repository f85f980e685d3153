"""The words of a layout: cut into letters, and read with their clues."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from crosswright.errors import LayoutError
from crosswright.layouts.entries import LayoutWord, fold_accents, parse_words, read_words


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("ice cream", "I C E C R E A M"),
        ("d'être", "D Ê T R E"),
        ("e\u0301te\u0301", "É T É"),
        ("Straße", "S T R A ẞ E"),
        ("ἀρχή", "Ἀ Ρ Χ Ή"),
        ("שָׁלוֹם", "שָׁ ל וֹ ם"),
        ("مَدْرَسَة", "مَ دْ رَ سَ ة"),
        ("می\u200cروم", "م ی ر و م"),
        ("한국어", "한 국 어"),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8", "한 국"),
        ("नमस्ते", "न म स्ते"),
        ("क्षत्रिय", "क्ष त्रि य"),
        ("বাংলা", "বাং লা"),
        ("தமிழ்", "த மி ழ்"),
        ("น้ำใจ", "น้ำ ใ จ"),
        ("4x4", "4 X 4"),
        ("C++", "C"),
        ("\u0301a", "A"),
        ("?!", ""),
    ],
)
def test_one_cell_per_grapheme(text: str, letters: str) -> None:
    parts = [unicodedata.normalize("NFC", part) for part in letters.split()]
    assert [*LayoutWord(text).letters] == parts


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("es", "pingüino", "PINGUINO"),
        ("es-MX", "niño", "NIÑO"),
        ("", "niño", "NINO"),
        ("fr", "cœur brisé", "COEURBRISE"),
        ("de", "Käse", "KAESE"),
        ("sv", "café på ön", "CAFEPÅÖN"),
        ("da", "smørrebrød à la", "SMØRREBRØDALA"),
        ("pl", "żółw", "ŻÓŁW"),
        ("cs", "čáp", "ČAP"),
        ("hu", "őzgörög", "ÖZGÖRÖG"),
        ("ru", "ёлка, йод", "ЕЛКАЙОД"),
        ("uk", "їжак", "ЇЖАК"),
        ("el", "πόλη", "ΠΟΛΗ"),
        ("he", "שָׁלוֹם", "שלום"),
        ("tr", "çığ", "ÇIĞ"),
    ],
)
def test_accents_are_folded_as_the_language_does(language: str, text: str, word: str) -> None:
    (folded,) = fold_accents([LayoutWord(text, "Clue")], language)
    assert folded.word == unicodedata.normalize("NFC", word)
    assert (folded.text, folded.clue) == (text, "Clue")


def test_words_with_clues_and_without() -> None:
    assert parse_words('oak,"Acorns,\n of course"\nice cream\n') == [
        LayoutWord("oak", "Acorns, of course"),
        LayoutWord("ice cream"),
    ]
    assert LayoutWord("ice cream").word == "ICECREAM"


@pytest.mark.parametrize("text", ["", "# nothing\n", "word,clue\n"])
def test_a_list_without_words_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="list: no words in it"):
        parse_words(text, "list")
    (tmp_path / "empty.csv").write_text(text)
    with pytest.raises(LayoutError, match=r"empty\.csv: no words in it"):
        read_words(tmp_path / "empty.csv")


def test_words_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "trees.tsv").write_text("oak\tAcorns, of course\n")
    assert read_words(tmp_path / "trees.tsv") == [LayoutWord("oak", "Acorns, of course")]


def test_turkish_has_two_capitals_of_i() -> None:
    (ship, warm) = parse_words("iskele gemisi,Limanda\nılık,Sıcak değil", language="tr")
    assert (ship.word, warm.word) == ("İSKELEGEMİSİ", "ILIK")
    assert ship.text == "İSKELE GEMİSİ"
    assert parse_words("iskele", language="en")[0].word == "ISKELE"
