"""Word lists: reading, normalising, asking, and making one of another."""

from __future__ import annotations

import pickle
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosswright.errors import WordListError
from crosswright.words.table import Table
from crosswright.words.tokens import Alphabet, Fold
from crosswright.words.wordlist import WordList

WORDS = st.lists(
    st.tuples(st.text(alphabet="ABC", min_size=1, max_size=4), st.integers(-10, 100)), max_size=40
)


def best_of(entries: list[tuple[str, int]]) -> dict[str, int]:
    best: dict[str, int] = {}
    for word, score in entries:
        best[word] = max(score, best.get(word, score))
    return best


# ---------------------------------------------------------------------- reading


def test_every_line_form_is_read() -> None:
    text = """
# a comment
OBOE;90
etude,80
Tapir\t70
ODOR
ice cream; 60   # run together
don't;55
X-ray;52.5
    """
    words = WordList.parse(text)
    assert dict(words) == {
        "OBOE": 90,
        "ETUDE": 80,
        "TAPIR": 70,
        "ODOR": 50,
        "ICECREAM": 60,
        "DONT": 55,
        "XRAY": 53,
    }
    assert words.skipped == ()


@given(WORDS)
def test_a_list_is_the_same_from_pairs_and_from_text(entries: list[tuple[str, int]]) -> None:
    made = WordList.from_words(entries)
    text = "\n".join(f"{word};{score}" for word, score in entries)
    assert dict(made) == best_of(entries)
    assert list(made) == sorted(best_of(entries).items(), key=lambda e: (len(e[0]), e[0]))
    assert len(made) == len(best_of(entries))
    assert WordList.parse(text).digest == made.digest


def test_a_list_of_words_will_do_for_a_word_list() -> None:
    words = WordList.parse("OBOE;90")
    assert WordList.of(words) is words
    assert dict(WordList.of(["oboe", ("ice cream", 80)])) == {"OBOE": 50, "ICECREAM": 80}
    assert dict(WordList.of({"oboe": 7})) == {"OBOE": 7}
    assert dict(WordList.of(word for word in ("A", "B"))) == {"A": 50, "B": 50}


@pytest.mark.parametrize("value", ["words.txt", "OBOE\nODOR", Path("words.txt"), b"OBOE"])
def test_a_text_is_no_list_of_words(value: Any) -> None:
    with pytest.raises(WordListError, match=r"WordList\.load\(path\).*WordList\.parse\(text\)"):
        WordList.of(value)
    with pytest.raises(TypeError, match="not int"):
        WordList.of(5)  # type: ignore[arg-type]


def test_the_highest_score_of_a_duplicate_counts() -> None:
    assert dict(WordList.parse("OBOE;10\nOboe;70\nO-BOE;40")) == {"OBOE": 70}
    assert dict(WordList.parse("ÉTUDE;10\nETUDE;5")) == {"ETUDE": 10}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_endings_and_a_byte_order_mark(ending: str) -> None:
    data = ("\ufeff" + ending.join(["OBOE;1", "É;x", "C"])).encode()
    with pytest.raises(WordListError, match="line 2"):
        WordList.parse(data)
    assert dict(WordList.parse(data.replace(b";x", b""))) == {"OBOE": 1, "E": 50, "C": 50}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"OBOE;high", "score 'high' is not a number"),
        (b"OBOE;nan", "not a number"),
        (b"OBOE;5_0", "not a number"),
        (b"CAT, DOG", "score 'DOG'"),
        (b"OBOE;1e9", "not within"),
        (b"\xc9TUDE;5", "0xC9 is not UTF-8"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, line: bytes, told: str) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"ODOR;50\n\n" + line + b"\n")
    with pytest.raises(WordListError) as error:
        WordList.load(path)
    assert f"{path}, line 3: " in str(error.value)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("digraphs", [(), ("IJ",)])
def test_a_comment_may_be_in_any_encoding(digraphs: tuple[str, ...]) -> None:
    assert dict(WordList.parse(b" # caf\xe9\nOBOE", digraphs=digraphs)) == {"OBOE": 50}


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(WordListError, match=r"absent\.txt: No such file"):
        WordList.load(tmp_path / "absent.txt")
    with pytest.raises(WordListError, match="directory"):
        WordList.load(tmp_path)


def test_other_encodings(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes("ODOR\nÉTUDE;7".encode("latin-1"))
    assert WordList.load(path, encoding="latin-1").score("étude") == 7
    path.write_bytes("ODOR\nÉTUDE;7".encode("utf-16"))
    assert WordList.load(path).score("étude") == 7
    path.write_bytes(b"ODOR")
    with pytest.raises(WordListError, match="no encoding"):
        WordList.load(path, encoding="klingon-8")
    path.write_bytes(b"ODOR\n\x81")
    with pytest.raises(WordListError, match=r"list\.txt, line 2"):
        WordList.load(path, encoding="cp1252")


def test_entries_that_no_grid_can_hold_are_left_out_and_noted() -> None:
    words = WordList.parse("R2D2;50\nOBOE\nR&B\n---\n" + "A" * 65)
    assert list(words) == [("OBOE", 50)]
    assert words.skipped == (
        (1, "'R2D2' has a digit"),
        (3, "'R&B' has the character '&'"),
        (4, "'---' has no letters"),
        (5, f"'{'A' * 65}' has more than 64 letters"),
    )
    many = WordList.parse("R2\n" * 1000)
    assert many.skipped_count == 1000
    assert len(many.skipped) == 100


def test_a_floor_at_loading() -> None:
    assert dict(WordList.parse("A;1\nAB;60\nÉE;70", min_score=50)) == {"AB": 60, "EE": 70}


# ---------------------------------------------------------------------- normalising


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
    ],
)
def test_accents_fall_away_by_default(entry: str, letters: str) -> None:
    assert [word for word, _ in WordList.parse(entry)] == [letters]
    assert [word for word, _ in WordList.from_words([entry])] == [letters]


def test_accents_may_be_kept_as_letters_of_their_own() -> None:
    words = WordList.parse("ÉTÉ\nETE\ne\u0301te\u0301", fold="keep")
    assert list(words) == [("ETE", 50), ("ÉTÉ", 50)]
    assert words.alphabet.tokens[26:] == ("É",)
    assert words.alphabet.code("É") == 26


def test_a_mapping_goes_before_stripping() -> None:
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


# ---------------------------------------------------------------------- asking


def test_scores_and_membership_take_words_as_people_write_them() -> None:
    words = WordList.parse("ICE CREAM;80\nODOR;0")
    assert words.score("ice-cream") == 80
    assert words.score("ODOR") == 0
    assert words.score("ODORS") is None
    assert words.score("Ж") is None
    assert words.score("R2D2") is None
    assert "Odor" in words
    assert "R2D2" not in words
    assert 5 not in words


@given(WORDS)
def test_tables_find_every_word(entries: list[tuple[str, int]]) -> None:
    words = WordList.from_words(entries)
    best = best_of(entries)
    for length in range(1, 6):
        table = words.table(length)
        expected = sorted(word for word in best if len(word) == length)
        assert [table.word(row) for row in range(table.size)] == expected
        assert [table.row(word) for word in expected] == list(range(len(expected)))
        assert list(table) == [(word, best[word]) for word in expected]
        assert table.row("A" * (length - 1) + "Z") is None
        assert table.blocks == (len(expected) + 63) // 64
        assert len(table.support) == length * 26 * table.blocks
        for position in range(length):
            rows = [n for n, word in enumerate(expected) if word[position] == "B"]
            assert table.bits(position, 1) == sum(1 << row for row in rows)


def test_the_table_of_a_length_without_words_is_empty() -> None:
    table = WordList.parse("OBOE").table(40)
    assert (table.size, table.blocks, len(table.support), list(table)) == (0, 0, 0, [])
    assert table.row("A" * 40) is None
    assert len(WordList.parse("").table(3)) == 0


def test_one_table_for_all_threads() -> None:
    words = WordList.from_words(a + b + c for a in "ABCDE" for b in "ABCDE" for c in "ABCDE")
    tables: list[Table] = []
    threads = [threading.Thread(target=lambda: tables.append(words.table(3))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tables) == 8
    assert len(set(map(id, tables))) == 1


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("O..E", ["OBOE", "OGRE"]),
        ("o??e", ["OBOE", "OGRE"]),
        ("[OI].[AEIOU]E", ["OBOE"]),
        ("[^O]...", ["IDOL"]),
        ("[!O]...", ["IDOL"]),
        ("[A-J]...", ["IDOL"]),
        ("[A-CG-I]DOL", ["IDOL"]),
        ("O*E", ["OBOE", "OGRE"]),
        ("*O*", ["OBOE", "IDOL", "OGRE", "OGRES"]),
        ("OGRE*", ["OGRE", "OGRES"]),
        ("OB...", []),
        ("ÓBOE", ["OBOE"]),
        ("Ж...", []),
        ("", []),
    ],
)
def test_patterns(pattern: str, found: list[str]) -> None:
    words = WordList.parse("OBOE;90\nIDOL;80\nOGRE;70\nOGRES;60")
    assert [word for word, _ in words.match(pattern)] == found


@given(WORDS, st.text(alphabet="ABC.", max_size=4), st.integers(-10, 100))
def test_a_pattern_finds_what_brute_force_finds(
    entries: list[tuple[str, int]], pattern: str, floor: int
) -> None:
    fitting = {
        word: score
        for word, score in best_of(entries).items()
        if score >= floor
        and len(word) == len(pattern)
        and all(p in (".", letter) for p, letter in zip(pattern, word, strict=True))
    }
    expected = sorted(fitting.items(), key=lambda pair: (-pair[1], pair[0]))
    assert WordList.from_words(entries).match(pattern, floor) == expected


@pytest.mark.parametrize("pattern", ["A[BC", "A]B", "A1..", "[]", "A[1]"])
def test_a_bad_pattern_is_named(pattern: str) -> None:
    with pytest.raises(WordListError, match="pattern"):
        WordList.parse("OBOE").match(pattern)


def test_words_cut_to_fit_rebus_cells() -> None:
    words = WordList.parse("SWEETHEART\nHEARTLAND\nHEARTHSTONE\nEARTHWORM")
    assert words.tokenized([*[None] * 5, "HEART"]) == ["SWEETHEART"]
    assert words.tokenized(["HEART", *[None] * 4]) == ["HEARTLAND"]
    assert words.tokenized(["HEART", "L", None, None, None]) == ["HEARTLAND"]
    assert words.tokenized(["HEART", "X", None, None, None]) == []
    assert words.tokenized([None, "HEART"]) == []
    assert words.tokenized(["1", None]) == []


def test_a_table_with_rebus_tokens() -> None:
    alphabet = Alphabet(["HEART"])
    table = Table.of(alphabet, 3, [(("I", "T", "S"), 5), (("HEART", "E", "D"), 7)])
    assert [table.word(row) for row in range(2)] == ["ITS", "HEARTED"]
    assert table.bits(0, alphabet.code("HEART")) == 0b10
    assert table.scores.tolist() == [5, 7]


def test_stems_by_english_endings() -> None:
    known = "TENEMENT CARRY RUN HOPE HOP SING SINGER QUICK HAPPY BOX BUS FIT"
    words = WordList.from_words(known.split())
    stems = {
        "TENEMENTS": "TENEMENT",
        "CARRIES": "CARRY",
        "CARRIED": "CARRY",
        "RUNNING": "RUN",
        "HOPING": "HOPE",
        "HOPPING": "HOP",
        "SINGERS": "SING",
        "QUICKLY": "QUICK",
        "HAPPILY": "HAPPY",
        "BOXES": "BOX",
        "FITTEST": "FIT",
        "BUS": "BUS",
        "SPRING": "SPRING",
    }
    assert {word: words.base(word) for word in stems} == stems


def test_stems_by_given_bases() -> None:
    assert WordList.parse("WENT", bases={"WENT": "GO"}).base("WENT") == "GO"
    assert WordList.parse("WENT", bases={"WENT": "GO"}).base("CARS") == "CARS"
    assert WordList.parse("WENT", bases=lambda word: "GO").base("WENT") == "GO"


# ---------------------------------------------------------------------- making one of another


@given(WORDS, st.integers(-10, 100), st.sets(st.integers(1, 4)))
def test_filtering(entries: list[tuple[str, int]], floor: int, lengths: set[int]) -> None:
    kept = WordList.from_words(entries).filter(min_score=floor, lengths=lengths)
    expected = {
        word: score
        for word, score in best_of(entries).items()
        if score >= floor and len(word) in lengths
    }
    assert dict(kept) == expected
    assert kept.lengths == tuple(sorted({len(word) for word in expected}))


@given(WORDS, WORDS)
def test_overriding_and_leaving_out(
    entries: list[tuple[str, int]], changes: list[tuple[str, int]]
) -> None:
    words = WordList.from_words(entries)
    overrides = dict(changes)
    assert dict(words.with_scores(overrides)) == best_of(entries) | overrides
    assert dict(words.without(overrides)) == {
        word: score for word, score in best_of(entries).items() if word not in overrides
    }
    assert dict(words) == best_of(entries)


def test_overrides_may_bring_new_letters() -> None:
    words = WordList.from_words(["ÉTÉ", "OBOE"], fold="keep").with_scores({"Ç": 3, "oboe": 9})
    assert dict(words) == {"Ç": 3, "ÉTÉ": 50, "OBOE": 9}
    assert words.alphabet.tokens[26:] == ("Ç", "É")
    assert words.match("É.É") == [("ÉTÉ", 50)]
    with pytest.raises(WordListError, match="R2D2"):
        words.with_scores({"R2D2": 5})


def test_a_list_travels_to_other_processes() -> None:
    words = WordList.parse("ÉTÉ;3\nR2", fold="keep", name="mine")
    again = pickle.loads(pickle.dumps(words))
    assert (again.digest, again.name, again.skipped) == (words.digest, "mine", words.skipped)
    assert list(again) == [("ÉTÉ", 3)]


def test_the_digest_tells_lists_apart() -> None:
    digests = {WordList.parse(text).digest for text in ("", "A;1", "A;2", "AB;1", "A;1\nB;1")}
    assert len(digests) == 5
