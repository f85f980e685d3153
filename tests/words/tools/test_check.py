"""The lint: every odd line of a word-list file is found."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crosswright.errors import WordListError
from crosswright.words.tools.check import ListFinding, check, check_text
from crosswright.words.wordlist import WordList


def test_every_kind_of_finding() -> None:
    text = (
        "# mine\nOBOE;90\nODOR;high\nR2D2;50\noboe;80\nEMU;500\nTAPIR\nX;50\ncafÃ©;50\nforÃªt;50\n"
        "ICE;90\nice;90"
    )
    findings = check_text(text.encode() + b"\n\xc9TUDE;5\n" + b"A" * 30 + b";50")
    assert [(each.line, each.kind) for each in findings] == [
        (3, "error"),
        (4, "skipped"),
        (5, "duplicate"),
        (6, "score"),
        (7, "score"),
        (8, "entry"),
        (9, "skipped"),
        (10, "entry"),
        (12, "duplicate"),
        (13, "error"),
        (14, "entry"),
    ]
    shown = {each.line: str(each) for each in findings}
    assert shown[3].startswith("line 3: the score 'high' is not a number")
    assert shown[5] == "line 5: OBOE is in line 2 already, with 90, not 80; the higher counts"
    assert shown[12] == "line 12: ICE is in line 11 already, with the same score"
    assert shown[9] == (
        "line 9: 'cafÃ©' has the character '©' (garbled in some earlier copy); it is left out"
    )
    assert "'forÃªt' looks garbled" in shown[10]
    assert "0xC9 is not UTF-8" in shown[13]


def test_a_score_alone_far_out_is_suspicious() -> None:
    usual = "".join(
        f"{''.join(w)};{40 + n % 11}\n" for n, w in enumerate(itertools.product("ABCD", repeat=6))
    )
    assert check_text(usual.encode()) == []
    (finding,) = check_text((usual + "OBOE;5\n").encode())
    assert finding.line == 4097
    assert finding.message.endswith("nearly all others are within 40 to 50")


def test_a_clean_file_has_no_findings(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("OBOE\nODOR\n")
    assert check(path) == []
    with pytest.raises(WordListError, match="absent"):
        check(tmp_path / "absent.txt")
    path.write_bytes("ÉTÉ\n".encode("latin-1"))
    assert check(path)[0] == ListFinding(1, "error", "byte 0xC9 is not UTF-8")
    assert check(path, encoding="latin-1") == []


@given(
    st.one_of(
        st.binary(max_size=60),
        st.lists(
            st.sampled_from(
                [b"#", b" ", b"\t", b"A", b"5", b";", b",", b"\n", b"\x80", b"\xc3\xa9"]
            ),
            max_size=12,
        ).map(b"".join),
    )
)
@example(b"#\x80")
@example(b"R2;x")
def test_the_lint_finds_an_error_just_when_a_load_fails(data: bytes) -> None:
    errors = [each for each in check_text(data) if each.kind == "error"]
    try:
        words = WordList.parse(data)
    except WordListError as error:
        assert f"line {errors[0].line}: " in str(error)
    else:
        assert errors == []
        skipped = [each.line for each in check_text(data) if each.kind == "skipped"]
        assert skipped == [line for line, _ in words.skipped]
