"""Tables of words and clues: separators, headings, quotes, comments, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.clues.columns import HEADINGS
from crosswright.clues.tables import parse_table, read_table
from crosswright.errors import TableError, TableWarning
from crosswright.grids.letters import in_capitals, normalise_token, strip_accent
from crosswright.rendering.catalogue import LANGUAGES
from crosswright.support.languages import language_code

TREES = [("oak", "Acorns, of course"), ("ash", "Grey")]


def pairs(text: str | bytes) -> list[tuple[str, str | None]]:
    return [(row.word, row.clue) for row in parse_table(text)]


@pytest.mark.parametrize(
    "text",
    [
        'oak,"Acorns, of course"\nash,Grey\n',
        "oak;Acorns, of course\nash;Grey",
        "oak\tAcorns, of course\r\nash\tGrey\r\n",
        "oak\tAcorns, of course\rash\tGrey",
        "oak,Acorns, of course\nash,Grey",
        '\ufeffword,clue\noak,"Acorns, of course"\nash,Grey\n',
        "word,clue\noak,Acorns, of course\nash,Grey\n",
        '\n\nWord , Clue\noak, "Acorns, of course"\n\nash,Grey\n',
        'Clue,Answer\n"Acorns, of course",oak\nGrey,ash\n',
        '"Clue";"Answer"\n"Acorns, of course";oak\nGrey;ash\n',
        'number,word,hint,date\n1,oak,"Acorns, of course",May\n2,ash,Grey,\n',
        '# trees, "mostly\n\noak, "Acorns, of course", 3\n  # more\nash,  Grey \n',
    ],
)
def test_the_same_table_in_many_hands(text: str) -> None:
    assert pairs(text) == TREES


def test_one_word_per_line() -> None:
    assert pairs("oak\n\nice cream\n") == [("oak", None), ("ice cream", None)]
    assert pairs("word\noak\n") == [("word", None), ("oak", None)]


def test_a_word_may_still_be_without_its_clue() -> None:
    assert pairs("oak,Tree\nash\nelm,\n") == [("oak", "Tree"), ("ash", None), ("elm", "")]


def test_a_quoted_field_may_hold_quotes_separators_lines_and_comment_signs() -> None:
    assert pairs('"Hello, Dolly!","It says ""well, hello"""\n') == [
        ("Hello, Dolly!", 'It says "well, hello"')
    ]
    table = 'oak,"Acorns,\n# of course"\nash,Grey'
    assert pairs(table) == [("oak", "Acorns,\n# of course"), ("ash", "Grey")]
    assert [row.line for row in parse_table(table)] == [1, 3]


def test_quotes_that_quote_no_field_are_part_of_the_clue() -> None:
    assert pairs('ohno,"Yikes!" relative, often\nboard,2" by 4"') == [
        ("ohno", '"Yikes!" relative, often'),
        ("board", '2" by 4"'),
    ]
    assert pairs('hello,He said "hi, there", loudly') == [("hello", 'He said "hi, there", loudly')]


@pytest.mark.parametrize(
    "line",
    [
        "cat, says meow, is soft",
        "cat; says meow, is soft",
        "cat\tsays meow, is soft",
        "cat - says meow, is soft",
        "cat – says meow, is soft",
        "cat—says meow, is soft",
        "cat -says meow, is soft",
        "cat: says meow, is soft",
        "cat : says meow, is soft",
        "cat:says meow, is soft",
        "cat = says meow, is soft",
        "cat=says meow, is soft",
        '"cat",says meow, is soft',
        '"cat": says meow, is soft',
        "cat,says meow, is soft,,",
    ],
)
def test_a_clue_is_never_cut(line: str) -> None:
    assert pairs(line) == [("cat", "says meow, is soft")]
    again = line.replace("cat", "dog").replace("meow", "woof")
    assert pairs(f"{again}\n\n{line}")[1:] == [("cat", "says meow, is soft")]


@pytest.mark.parametrize("separator", ["\t", ";", ",", " - ", " – ", ": ", " = "])
def test_no_sign_cuts_a_clue(separator: str) -> None:
    clue = "a; b, c\td - e: f = g – h, and so on"
    for line in (f"cat{separator}{clue}", f"T-cell{separator}{clue}"):
        assert [row.clue for row in parse_table(f"{line}\n{line}")] == [clue] * 2


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("number,word,hint,date\n1,oak,Acorns, of course,May", ("oak", "Acorns, of course")),
        ("clue,answer\nAcorns, of course,oak", ("oak", "Acorns, of course")),
        ('word,clue\nhello,"Hi", he said', ("hello", '"Hi", he said')),
        ('hello,"Hi", he said', ("hello", '"Hi", he said')),
        ('"hello","Hi","3"', ("hello", "Hi")),
        ('hello,"Hi, there",3', ("hello", "Hi, there")),
        ("word,clue\nStar Wars: A New Hope,Film", ("Star Wars: A New Hope", "Film")),
        ('clue,answer\n"A film" - or three,Star Wars', ("Star Wars", '"A film" - or three')),
        ('"Star Wars: A New Hope": Film', ("Star Wars: A New Hope", "Film")),
        ("New York, NY;Big Apple\nRome;Hills", ("New York, NY", "Big Apple")),
        ("12:30,Lunch", ("12:30", "Lunch")),
        ("half-time,Oranges", ("half-time", "Oranges")),
        ("- cat: meow", ("cat", "meow")),
        ("Wort;Frage\nHund;Bellt", ("Hund", "Bellt")),
        ("palabra,pista\nperro,Ladra", ("perro", "Ladra")),
    ],
)
def test_what_belongs_to_the_clue_and_what_to_the_word(table: str, row: tuple[str, str]) -> None:
    assert pairs(table)[0] == row


@pytest.mark.parametrize(
    ("table", "sign", "other"),
    [
        ("oak,Tree\nelm,Tree\nStar Wars: A New Hope,Film", ":", ","),
        ("oak: Tree\nelm: Tree\nNew York, NY: Big Apple", ",", ":"),
        ("oak - Tree\nelm - Tree\nStar Wars: A New Hope - Film", ":", "-"),
    ],
)
def test_a_word_that_may_end_in_two_places_is_refused(table: str, sign: str, other: str) -> None:
    with pytest.raises(TableError) as error:
        parse_table(table, "list")
    assert str(error.value) == (
        f"list, line 3: the word may end at {sign!r} or at {other!r}; put the word in quotes"
    )


@pytest.mark.parametrize("line", ['"dog": woof, woof', '"dog" - woof, woof', '"dog", woof, woof'])
def test_quotes_say_where_a_word_ends(line: str) -> None:
    for other in ("oak,Tree\nelm,Tree\n", "oak: Tree\nelm: Tree\n", "oak;Tree\nelm;Tree\n"):
        assert pairs(other + line)[2] == ("dog", "woof, woof")


CLUE = st.text(alphabet="ab,;:=- –\t", max_size=12).map(str.strip)


@given(st.sampled_from(["\t", ";", ",", " - ", " — ", ": ", " = "]), st.lists(CLUE, min_size=1))
def test_any_clue_comes_back_whole(separator: str, clues: list[str]) -> None:
    clues = [f"x{clue}y" for clue in clues]
    table = "\n".join(f"cat{separator}{clue}" for clue in clues)
    assert [row.clue for row in parse_table(table)] == clues


def without_accents(text: str) -> str:
    return "".join(map(strip_accent, normalise_token(text)))


@pytest.mark.parametrize("language", sorted(HEADINGS))
@pytest.mark.parametrize("write", [str.lower, str.title, str.upper, in_capitals, without_accents])
def test_headings_in_every_language_and_in_any_capitals(
    language: str, write: Callable[[str], str]
) -> None:
    words, clues = (names.split() for names in HEADINGS[language])
    for word, clue in product(words, clues):
        assert pairs(f"{write(clue)},{write(word)}\nGrey,ash\n") == [("ash", "Grey")]


def test_turkish_headings_in_turkish_capitals() -> None:
    for heading in ("KELİME,İPUCU", "Kelime,TANIM", "KELIME,IPUCU", "kelime,tanım"):
        assert pairs(f"{heading}\nash,Grey\n") == [("ash", "Grey")]


def test_headings_are_known_in_the_languages_of_sheets() -> None:
    assert {*map(language_code, LANGUAGES)} <= set(HEADINGS)


def test_tabs_alone_separate_in_a_file_that_says_so(tmp_path: Path) -> None:
    for name in ("cities.tsv", "cities.TAB"):
        (tmp_path / name).write_text("New York, NY\tApple\nRome, Italy\tSeven hills\n")
        assert [row.word for row in read_table(tmp_path / name)] == ["New York, NY", "Rome, Italy"]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_encodings(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "arbres.csv").write_text("chêne,Arbre\n", encoding=encoding)
    assert read_table(tmp_path / "arbres.csv") == [("chêne", "Arbre", 1)]


def test_what_windows_writes_is_read_with_a_warning() -> None:
    data = "œuf;Poule – élevée à 3 €".encode("cp1252")
    message = "list: it is not UTF-8, so it was read as cp1252; if letters are wrong, save it as"
    with pytest.warns(TableWarning, match=message):
        assert parse_table(data, "list") == [("œuf", "Poule – élevée à 3 €", 1)]


@pytest.mark.parametrize(
    ("language", "word", "encoding"),
    [("pl", "żółw", "cp1250"), ("ru-RU", "ёлка", "cp1251"), ("el", "γάτα", "cp1253")],
)
def test_windows_writes_otherwise_where_other_languages_are_spoken(
    language: str, word: str, encoding: str
) -> None:
    with pytest.warns(TableWarning, match=f"it was read as {encoding}"):
        assert parse_table(word.encode(encoding), language=language) == [(word, None, 1)]


@pytest.mark.parametrize("encoding", ["cp1250", "CP1252", "mac-roman", "utf-8", "utf-16-le"])
def test_an_encoding_can_be_named(encoding: str) -> None:
    data = "blé,Épi".encode(encoding)
    assert parse_table(data, encoding=encoding) == [("blé", "Épi", 1)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"oak,Tree\n,Grey\n", "list, line 2: no word in ',Grey'; write WORD,CLUE"),
        (b"oak,Tree\n\n?!,Grey\n", "list, line 3: no word in '?!,Grey'; write WORD,CLUE"),
        (b'oak,"Tree\nash,Grey\n', "list, line 1: a quote is never closed"),
        (
            b"oak,Tree\nch\x81ne,Arbre\n",
            "list: line 2 is neither UTF-8 nor cp1252; save it as UTF-8, or name its encoding",
        ),
        (b"\x89PNG\r\n\x1a\n\0\x81", "list: this is not text; save it as .xlsx or CSV"),
        (b"\x7fELF, oak\0and ash", "list: this is not text; save it as .xlsx or CSV"),
        (b"oak," + b"x" * 200_000, "list, line 1: longer than 100,000 characters"),
        (b"x" * 9_000_000, "list: larger than 8 MiB"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(data: bytes, message: str) -> None:
    with pytest.raises(TableError) as error:
        parse_table(data, "list")
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("name", ["klingon", "base64", "a\0b", " "])
def test_an_unknown_encoding_is_named(name: str) -> None:
    with pytest.raises(
        TableError, match=r"^list: unknown encoding '.*'; choose from utf-8, utf-16"
    ):
        parse_table(b"oak", "list", encoding=name)


def test_an_encoding_that_does_not_fit_is_named() -> None:
    with pytest.raises(TableError, match="list: line 2 is not utf-8; save it as UTF-8"):
        parse_table(b"oak,Tree\n\xe9t\xe9", "list", encoding="utf-8")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"none\.csv: cannot be read: No such file"):
        read_table(tmp_path / "none.csv")


FIELD = st.text(alphabet='aB,;\t"#é \n', max_size=6)


@given(st.lists(FIELD, max_size=8).map("".join) | st.text(max_size=40))
def test_any_text_is_read_or_refused_in_a_line(text: str) -> None:
    try:
        rows = parse_table(text)
    except TableError as error:
        assert "\n" not in str(error)
    else:
        assert all(row.word for row in rows)
        assert [row.line for row in rows] == sorted({row.line for row in rows})


def test_apostrophes_in_the_heading_say_that_cells_like_formulas_have_them_too() -> None:
    rows = "oak,'=1+1\nash,'tis\nelm,'-er\n"
    assert pairs(f"'word,'clue\n{rows}") == [("oak", "=1+1"), ("ash", "'tis"), ("elm", "-er")]
    assert pairs(f"word,clue\n{rows}") == [("oak", "'=1+1"), ("ash", "'tis"), ("elm", "'-er")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. cat, meow\n2. dog, barks", ["cat", "dog"]),
        ("word,clue\n 1) cat, meow\n\n# the big ones\n 2) ox, moo", ["cat", "ox"]),
        ("1.\tcat - meow\n2.\tdog - barks", ["cat", "dog"]),
        ("1. FC Cologne, a club\ncat, meow", ["1. FC Cologne", "cat"]),
        ("1. FC Cologne, a club", ["1. FC Cologne"]),
        ("1. cat, meow\n3. dog, barks", ["1. cat", "3. dog"]),
        ("1.5, a number\n2.5, another", ["1.5", "2.5"]),
    ],
)
def test_the_numbers_of_a_numbered_list_are_not_part_of_its_words(
    text: str, words: list[str]
) -> None:
    assert [row.word for row in parse_table(text)] == words


@pytest.mark.parametrize(
    "text",
    [
        "1,cat,meow\n2,dog,'barks, of course'",
        "1;cat;meow\n\n# more\n2;dog;'barks, of course'",
        '"1","cat","meow"\n"2","dog","\'barks, of course\'"',
        "1.\tcat\tmeow\n2.\tdog\t'barks, of course'",
        ",word,clue\n1,cat,meow\n2,dog,'barks, of course'",
        "No.,word,clue\n1,cat,meow\n2,dog,'barks, of course'",
    ],
)
def test_a_column_of_numbers_does_not_count(text: str) -> None:
    assert pairs(text) == [("cat", "meow"), ("dog", "'barks, of course'")]
    if "\t" in text:
        rows = parse_table(text, tabs=True)
        assert [row.word for row in rows] == ["cat", "dog"]


@pytest.mark.parametrize("text", ["7,A number\n8,Another", "1,A number\n3,Another", "1,One"])
def test_numbers_that_count_nothing_are_words(text: str) -> None:
    assert [row.word for row in parse_table(text)] == [line[0] for line in text.split("\n")]


def test_where_only_tabs_separate_a_comma_ends_no_number() -> None:
    assert [row.word for row in parse_table("1,5 l\ta\n2,5 l\tb", tabs=True)] == ["1,5 l", "2,5 l"]
