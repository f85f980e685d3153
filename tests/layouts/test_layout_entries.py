"""Reading words and clues, and taking words apart into letters."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from crosswright.errors import LayoutError
from crosswright.layouts.entries import Entry, clusters, parse_words, read_words


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
def test_one_cell_a_grapheme(text: str, letters: str) -> None:
    assert clusters(text) == [unicodedata.normalize("NFC", part) for part in letters.split()]


OAK, ASH = Entry("oak", "Acorns, of course"), Entry("ash", "Grey")


@pytest.mark.parametrize(
    "text",
    [
        'oak,"Acorns, of course"\nash,Grey\n',
        "oak;Acorns, of course\nash;Grey",
        "oak\tAcorns, of course\r\nash\tGrey\r\n",
        '\ufeffword,clue\noak,"Acorns, of course"\nash,Grey\n',
        'Clue,Answer\n"Acorns, of course",oak\nGrey,ash\n',
        '# trees\n\noak, "Acorns, of course", 3\n  # more\nash,  Grey \n',
    ],
)
def test_words_with_clues(text: str) -> None:
    assert parse_words(text) == [OAK, ASH]


def test_one_word_a_line() -> None:
    assert parse_words("oak\n\nice cream\n") == [Entry("oak"), Entry("ice cream")]


def test_a_clue_over_two_lines_becomes_one() -> None:
    assert parse_words('oak,"Acorns,\nof course"\n') == [OAK]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "list: no words in it"),
        ("# nothing\n", "list: no words in it"),
        ("oak,Tree\n,Grey\n", "list, line 2: no word in ',Grey'"),
        ("oak,Tree\n?!,Grey\n", "list, line 2: no word"),
        ('oak,"Tree\nash,Grey\n', "list, line 2: unexpected end of data"),
    ],
)
def test_bad_lists(text: str, message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        parse_words(text, "list")


def test_files(tmp_path: Path) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        path = tmp_path / f"{encoding}.csv"
        path.write_text("chêne,Arbre\n", encoding=encoding)
        assert read_words(path) == [Entry("chêne", "Arbre")]
    latin = tmp_path / "latin.csv"
    latin.write_bytes("oak,Tree\nchêne,Arbre\n".encode("latin-1"))
    with pytest.raises(LayoutError, match=r"latin\.csv, line 2: not UTF-8; save the list as UTF-8"):
        read_words(latin)
    with pytest.raises(LayoutError, match="cannot be read: No such file"):
        read_words(tmp_path / "none.csv")
