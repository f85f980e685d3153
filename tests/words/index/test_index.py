"""The word index: the compiled module and its plain twin give the same bytes, the right ones."""

from __future__ import annotations

import random
from array import array
from types import ModuleType

import pytest
from helpers.twins import twins_of
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crosswright.support.sizes import MAX_LENGTH, MAX_SCORE, MAX_TOKENS
from crosswright.words.index import plain

TWINS = twins_of("crosswright.words.index")
compiled = TWINS[-1]

twins = pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.__name__)
both = pytest.mark.skipif(len(TWINS) < 2, reason="the compiled index is not built")

LINE = st.one_of(
    st.text(alphabet="ABCabcz", max_size=5),
    st.builds(
        "{}{}{}".format,
        st.text(alphabet="AbZ '-.", max_size=6),
        st.sampled_from(";,\t"),
        st.text(alphabet="0123456789+- \t.", max_size=8),
    ),
    st.text(alphabet="AZ#;,\t 5é'-.\r", max_size=8),
    st.sampled_from(["", " ", "\t", " \t50", "# A", " #", "A" * 64, "B" * 65 + ";3", "A;B"]),
)


def rows(*words: str) -> bytes:
    return bytes(ord(letter) - 65 for word in words for letter in word)


@both
@given(st.lists(LINE, max_size=12), st.integers(-5, 100))
@example([], 50)
@example(["A;1", "A;2", "B;0"], 50)
def test_both_twins_read_a_text_alike(lines: list[str], default: int) -> None:
    data = "\n".join(lines).encode()
    assert compiled.scan(data, default) == plain.scan(data, default)


@both
@given(st.binary(max_size=200))
def test_both_twins_read_any_bytes_alike(data: bytes) -> None:
    assert compiled.scan(data, 50) == plain.scan(data, 50)


TABLE = st.integers(1, 7).flatmap(
    lambda length: st.tuples(
        st.just(length),
        st.lists(
            st.tuples(
                st.binary(min_size=length, max_size=length).map(lambda b: bytes(c % 64 for c in b)),
                st.integers(-(2**31), 2**31 - 1),
            ),
            max_size=150,
        ),
    )
)


@twins
@given(TABLE)
def test_rows_are_ascending_and_the_highest_score_wins(
    twin: ModuleType, given_rows: tuple[int, list[tuple[bytes, int]]]
) -> None:
    length, entries = given_rows
    codes = b"".join(row for row, _ in entries)
    arranged, scores = twin.arrange(codes, array("i", [score for _, score in entries]), length)
    best: dict[bytes, int] = {}
    for row, score in entries:
        best[row] = max(score, best.get(row, score))
    assert arranged == b"".join(sorted(best))
    assert scores.tolist() == [best[row] for row in sorted(best)]


@twins
@given(TABLE)
def test_a_bit_of_the_support_is_a_row_with_that_token_there(
    twin: ModuleType, given_rows: tuple[int, list[tuple[bytes, int]]]
) -> None:
    length, entries = given_rows
    table = [row for row, _ in entries]
    bits = twin.support(b"".join(table), length, 64)
    blocks = (len(table) + 63) // 64
    expected = array("Q", bytes(8 * length * 64 * blocks))
    for number, row in enumerate(table):
        for position, code in enumerate(row):
            expected[(position * 64 + code) * blocks + number // 64] |= 1 << number % 64
    assert bits == expected


@twins
@given(TABLE, st.integers(-100, 100))
def test_selection_keeps_the_order(
    twin: ModuleType, given_rows: tuple[int, list[tuple[bytes, int]]], floor: int
) -> None:
    length, entries = given_rows
    codes = b"".join(row for row, _ in entries)
    kept, scores = twin.select(codes, array("i", [score for _, score in entries]), length, floor)
    assert kept == b"".join(row for row, score in entries if score >= floor)
    assert scores.tolist() == [score for _, score in entries if score >= floor]


@twins
@given(st.lists(st.integers(-3, 3) | st.integers(-(2**31), 2**31 - 1), max_size=12))
def test_rows_are_sorted_by_score(twin: ModuleType, scores: list[int]) -> None:
    rows = sorted(range(len(scores)), key=lambda row: (-scores[row], row))
    assert twin.by_score(array("i", scores)) == array("i", rows)


@twins
@given(TABLE)
def test_what_is_arranged_is_known_to_be(
    twin: ModuleType, given_rows: tuple[int, list[tuple[bytes, int]]]
) -> None:
    length, entries = given_rows
    codes = b"".join(row for row, _ in entries)
    scores = array("i", [score % MAX_SCORE for _, score in entries])
    arranged = twin.arrange(codes, scores, length)
    assert twin.is_arranged(*arranged, length, 64)
    assert twin.is_arranged(codes, scores, length, 64) == (arranged == (codes, scores))
    assert twin.is_arranged(*arranged, length, 9) == (max(codes, default=0) < 9)


@twins
@pytest.mark.parametrize(
    ("codes", "scores", "length", "tokens"),
    [
        (b"\0\1", [1, 2], 0, 26),
        (b"\0\1", [1, 2], -1, 26),
        (b"\0" * 65, [1], 65, 26),
        (b"\0\1", [1], 1, 26),
        (b"\0\1", [1, 2, 3], 1, 26),
        (b"\0\1", [1, 2], 2, 26),
        (b"", [1], 1, 26),
        (b"\0\x1a", [1, 2], 1, 26),
        (b"\0\xff", [1, 2], 1, 64),
        (b"\1\0", [1, 2], 1, 26),
        (b"\1\1", [1, 2], 1, 26),
        (b"\0\1", [1, MAX_SCORE + 1], 1, 26),
        (b"\0\1", [-MAX_SCORE - 1, 1], 1, 26),
        (b"\0\1", [1, 2], 1, 0),
    ],
)
def test_what_is_not_arranged_is_known_too(
    twin: ModuleType, codes: bytes, scores: list[int], length: int, tokens: int
) -> None:
    assert not twin.is_arranged(codes, array("i", scores), length, tokens)


@twins
def test_a_plain_text_is_read_whole(twin: ModuleType) -> None:
    text = b"oboe;90\nICE CREAM,80\n\n# comment\nRock-'n'-roll\t70\nODOR\nMR. T; +5 \nEL;-3"
    groups, odd = twin.scan(text, 50)
    assert not odd
    assert groups == {
        2: (rows("EL"), array("i", [-3])),
        3: (rows("MRT"), array("i", [5])),
        4: (rows("OBOE", "ODOR"), array("i", [90, 50])),
        8: (rows("ICECREAM"), array("i", [80])),
        9: (rows("ROCKNROLL"), array("i", [70])),
    }


@twins
@pytest.mark.parametrize("line", ["É;50", "R2D2;50", "A;x", "A;1234567", "A;5.5", ";5", "A;5;6"])
def test_an_odd_line_is_handed_back_with_its_place(twin: ModuleType, line: str) -> None:
    data = f"OBOE\n{line}\nODOR".encode()
    groups, odd = twin.scan(data, 50)
    assert list(groups) == [4]
    assert [(number, data[start:end].decode().upper()) for number, start, end in odd] == [
        (2, line.upper())
    ]


@twins
@pytest.mark.parametrize("length", [0, 65, -1, 3])
def test_sizes_that_do_not_fit_are_refused(twin: ModuleType, length: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        twin.arrange(b"\0\0\0\0", array("i", [1, 2]), length)
    with pytest.raises(ValueError, match=r"."):
        twin.select(b"\0\0\0\0", array("i", [1, 2]), length, 0)
    with pytest.raises(ValueError, match=r"."):
        twin.support(b"\0\0\0\0", length, 26)


@twins
def test_codes_beyond_the_alphabet_are_refused(twin: ModuleType) -> None:
    with pytest.raises(ValueError, match="26"):
        twin.support(b"\0\x1a", 2, 26)
    with pytest.raises(ValueError, match="64"):
        twin.arrange(b"\0\x40", array("i", [1]), 2)
    for tokens in (0, 65):
        with pytest.raises(ValueError, match="alphabet"):
            twin.support(b"\0\0", 2, tokens)


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 2**32))
@both
def test_both_twins_agree_on_thousands_of_words(seed: int) -> None:
    letters = random.Random(seed)
    words = ["".join(letters.choices("EARIOTNSLC", k=letters.randint(1, 9))) for _ in range(5000)]
    data = "\n".join(f"{word};{letters.randint(0, 100)}" for word in words).encode()
    groups, odd = compiled.scan(data, 50)
    assert (groups, odd) == plain.scan(data, 50)
    for length, (codes, _) in groups.items():
        assert compiled.support(codes, length, 26) == plain.support(codes, length, 26)


@both
def test_the_compiled_twin_has_the_sizes_that_all_agree_on() -> None:
    assert (compiled.MAX_LENGTH, compiled.MAX_TOKENS) == (MAX_LENGTH, MAX_TOKENS)
    assert compiled.MAX_SCORE == MAX_SCORE
