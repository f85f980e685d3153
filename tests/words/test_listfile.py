"""Word-list files: every form of a line, and the line of what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from crosswright.errors import WordListError
from crosswright.words.wordlist import WordList


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
    ("line", "message"),
    [
        (b"OBOE;high", "score 'high' is not a number"),
        (b"OBOE;nan", "not a number"),
        (b"OBOE;5_0", "not a number"),
        (b"CAT, DOG", "score 'DOG'"),
        (b"OBOE;1e9", "not within"),
        (b"\xc9TUDE;5", "0xC9 is not UTF-8"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, line: bytes, message: str) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"ODOR;50\n\n" + line + b"\n")
    with pytest.raises(WordListError) as error:
        WordList.load(path)
    assert f"{path}, line 3: " in str(error.value)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("digraphs", [(), ("IJ",)])
def test_a_comment_may_be_in_any_encoding(digraphs: tuple[str, ...]) -> None:
    assert dict(WordList.parse(b" # caf\xe9\nOBOE", digraphs=digraphs)) == {"OBOE": 50}


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(WordListError, match=r"absent\.txt: cannot be read: No such file"):
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
    with pytest.raises(WordListError, match="unknown encoding"):
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
        (5, f"'{'A' * 40}…' has more than 64 letters"),
    )
    many = WordList.parse("R2\n" * 1000)
    assert many.skipped_count == 1000
    assert len(many.skipped) == 100
