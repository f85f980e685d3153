"""The boundary of the word index: both twins refuse the same arguments with the same words.

Buffers are read without the GIL, so another thread may write to them meanwhile: what counts is what
they held at the call.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest
from helpers.twins import twins_of

from crosswright.support.sizes import MAX_LENGTH, MAX_TOKENS

TWINS = twins_of("crosswright.words.index")

twins = pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.__name__)

CODES, SCORES = b"\1\0\0\1", array("i", [5, 6])
Call = Callable[[ModuleType], Any]

REFUSED: dict[str, tuple[type[Exception], str, Call]] = {
    "codes that are text": (TypeError, "bytes-like", lambda t: t.arrange("abcd", SCORES, 2)),
    "codes that are a list": (TypeError, "bytes-like", lambda t: t.support([0, 1], 2, 26)),
    "codes that are a number": (TypeError, "bytes-like", lambda t: t.support(4, 2, 26)),
    "no codes": (TypeError, "bytes-like", lambda t: t.select(None, SCORES, 2, 0)),
    "codes of four bytes each": (
        TypeError,
        "codes must be bytes",
        lambda t: t.arrange(array("i", [1, 0, 0, 1]), SCORES, 2),
    ),
    "signed codes": (
        TypeError,
        "codes must be bytes",
        lambda t: t.support(memoryview(CODES).cast("b"), 2, 26),
    ),
    "codes in two dimensions": (
        TypeError,
        "codes must be bytes",
        lambda t: t.arrange(memoryview(CODES).cast("B", [2, 2]), SCORES, 2),
    ),
    "scores that are a list": (TypeError, "bytes-like", lambda t: t.arrange(CODES, [1, 2], 2)),
    "scores that are bytes": (
        TypeError,
        "scores must be 32-bit integers",
        lambda t: t.select(CODES, b"\1\2", 2, 0),
    ),
    "scores of eight bytes each": (
        TypeError,
        "scores must be 32-bit integers",
        lambda t: t.arrange(CODES, array("q", [1, 2]), 2),
    ),
    "unsigned scores": (
        TypeError,
        "scores must be 32-bit integers",
        lambda t: t.select(CODES, array("I", [1, 2]), 2, 0),
    ),
    "scores in two dimensions": (
        TypeError,
        "scores must be 32-bit integers",
        lambda t: t.arrange(CODES, memoryview(SCORES).cast("B").cast("i", [2, 1]), 2),
    ),
    "fewer codes": (
        ValueError,
        "3 codes do not make 2 rows of 2",
        lambda t: t.arrange(CODES[:3], SCORES, 2),
    ),
    "more codes": (
        ValueError,
        "6 codes do not make 2 rows of 2",
        lambda t: t.select(CODES + b"\0\0", SCORES, 2, 0),
    ),
    "rows cut short": (
        ValueError,
        "4 codes do not make rows of 3",
        lambda t: t.support(CODES, 3, 26),
    ),
    "a length of 0": (
        ValueError,
        f"0 is not within 1 to {MAX_LENGTH}",
        lambda t: t.arrange(b"", array("i"), 0),
    ),
    "a length of 65": (
        ValueError,
        f"65 is not within 1 to {MAX_LENGTH}",
        lambda t: t.support(bytes(65), 65, 26),
    ),
    "a negative length": (ValueError, "is not within", lambda t: t.select(CODES, SCORES, -2, 0)),
    "a huge length": (ValueError, "is not within", lambda t: t.arrange(CODES, SCORES, 1 << 80)),
    "a length that overflows": (
        ValueError,
        "is not within",
        lambda t: t.arrange(CODES, SCORES, 1 << 63),
    ),
    "a length that is none": (TypeError, "integer", lambda t: t.support(CODES, 2.0, 26)),
    "no tokens": (ValueError, "0 tokens", lambda t: t.support(CODES, 2, 0)),
    "negative tokens": (ValueError, "-1 tokens", lambda t: t.support(CODES, 2, -1)),
    "many tokens": (ValueError, "65 tokens", lambda t: t.support(CODES, 2, 65)),
    "huge tokens": (ValueError, "tokens is not within", lambda t: t.support(CODES, 2, 1 << 80)),
    "tokens that are none": (TypeError, "integer", lambda t: t.support(CODES, 2, "26")),
    "a code beyond the alphabet": (
        ValueError,
        "code 26 is not below 26",
        lambda t: t.support(b"\0\x1a", 2, 26),
    ),
    "a code beyond all alphabets": (
        ValueError,
        f"code 255 is not below {MAX_TOKENS}",
        lambda t: t.arrange(b"\xff\0", array("i", [1]), 2),
    ),
    "a floor that is none": (TypeError, "integer", lambda t: t.select(CODES, SCORES, 2, 0.5)),
    "scores of nothing": (
        TypeError,
        "scores must be 32-bit integers",
        lambda t: t.is_arranged(CODES, b"", 2, 26),
    ),
    "a text that is in order": (
        TypeError,
        "bytes-like",
        lambda t: t.is_arranged("ab", SCORES, 2, 26),
    ),
    "a text to scan": (TypeError, "bytes-like", lambda t: t.scan("A;50", 50)),
    "a number to scan": (TypeError, "bytes-like", lambda t: t.scan(7, 50)),
    "numbers to scan": (TypeError, "bytes-like", lambda t: t.scan([65, 66], 50)),
    "wide items to scan": (
        TypeError,
        "must be bytes",
        lambda t: t.scan(array("H", [65, 66]), 50),
    ),
    "a huge default score": (ValueError, "32 bits", lambda t: t.scan(b"A;5", 1 << 31)),
    "a very negative default score": (ValueError, "32 bits", lambda t: t.scan(b"A;5", -(1 << 80))),
    "a default score that is none": (TypeError, "integer", lambda t: t.scan(b"A;5", 0.5)),
}


@twins
@pytest.mark.parametrize(
    ("error", "message", "call"), REFUSED.values(), ids=[name.replace(" ", "-") for name in REFUSED]
)
def test_wrong_arguments_are_refused(
    twin: ModuleType, error: type[Exception], message: str, call: Call
) -> None:
    with pytest.raises(error, match=message):
        call(twin)


def gapped(data: bytes) -> memoryview:
    """View bytes that are not next to each other."""
    return memoryview(bytes(byte for item in data for byte in (item, 255)))[::2]


@twins
def test_any_view_of_bytes_will_do(twin: ModuleType) -> None:
    """With gaps, backwards, from the middle, writable or not."""
    scores = memoryview(array("i", [6, 9, 5, 9]))[::-2][::-1][::-1]
    for codes in (gapped(CODES), memoryview(CODES[::-1])[::-1], bytearray(CODES)):
        assert bytes(twin.arrange(codes, scores, 2)[0]) == b"\0\1\1\0"
        assert bytes(twin.select(codes, SCORES, 2, 6)[0]) == b"\0\1"
        assert twin.support(codes, 2, 2) == twin.support(CODES, 2, 2)
    text = b"OBOE;90\nodor;7"
    for data in (gapped(text), bytearray(text), memoryview(b" " + text)[1:]):
        assert twin.scan(data, 50) == twin.scan(text, 50)
    odd = memoryview(bytes(9))[1:].cast("i")
    assert twin.arrange(CODES, odd, 2)[1].tolist() == [0, 0]
    assert twin.select(CODES, odd, 2, 1)[1].tolist() == []


@twins
def test_floors_and_lengths_at_their_ends(twin: ModuleType) -> None:
    assert twin.select(CODES, SCORES, 2, 1 << 80)[1].tolist() == []
    assert twin.select(CODES, SCORES, 2, -(1 << 80))[1].tolist() == [5, 6]
    lowest = array("i", [-(1 << 31), (1 << 31) - 1])
    assert twin.select(CODES, lowest, 2, -(1 << 31))[1] == lowest
    assert twin.select(CODES, lowest, 2, (1 << 31) - 1)[1].tolist() == [(1 << 31) - 1]
    longest = bytes(range(MAX_LENGTH))
    assert twin.arrange(longest * 2, SCORES, MAX_LENGTH) == (longest, array("i", [6]))
    assert len(twin.support(longest, MAX_LENGTH, MAX_TOKENS)) == MAX_LENGTH * MAX_TOKENS
    assert twin.scan(b"A", -(1 << 31))[0][1][1].tolist() == [-(1 << 31)]


@twins
def test_numbers_out_of_range_are_not_in_order(twin: ModuleType) -> None:
    for length, tokens in ((0, 26), (-1, 26), (1 << 80, 26), (2, 0), (2, -1), (2, -(1 << 80))):
        assert not twin.is_arranged(b"\0\1\1\0", SCORES, length, tokens)
    for tokens in (2, 65, 1 << 80):
        assert twin.is_arranged(b"\0\1\1\0", SCORES, 2, tokens)
    assert not twin.is_arranged(b"\x40\0", SCORES[:1], 2, 1 << 80)


@twins
def test_nothing_is_arranged_selected_and_supported(twin: ModuleType) -> None:
    none: array[int] = array("i")
    assert twin.arrange(b"", none, 3) == (b"", none)
    assert twin.select(b"", none, 3, 0) == (b"", none)
    assert twin.support(b"", 3, 26) == array("Q")
    assert twin.scan(b"", 50) == ({}, [])


@contextmanager
def repeating(action: Callable[[], object]) -> Iterator[None]:
    """Let another thread do something again and again."""
    over = threading.Event()

    def repeat() -> None:
        while not over.is_set():
            action()

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def rounds(twin: ModuleType) -> int:
    """Return how often to try: the plain twin takes long, and holds the GIL for most of it."""
    return 5 if twin is TWINS[0] else 60


@twins
def test_scores_that_change_meanwhile_do_no_harm(twin: ModuleType) -> None:
    """More rows may reach the floor when they are copied than did when they were counted."""
    size = 100_000
    low, high = array("i", [-1]) * size, array("i", [1]) * size
    scores = array("i", low)

    def write() -> None:
        memoryview(scores)[:] = high
        memoryview(scores)[:] = low

    with repeating(write):
        for _ in range(rounds(twin)):
            codes, kept = twin.select(bytes(size), scores, 1, 0)
            assert len(codes) == len(kept)
            assert set(kept) <= {1}


@twins
@pytest.mark.parametrize("name", ["arrange", "support"])
def test_codes_that_change_meanwhile_do_no_harm(twin: ModuleType, name: str) -> None:
    """Codes may be beyond the alphabet after they were all found to be within."""
    size, length = 50_000, 4
    codes = bytearray(size * length)
    arguments = {"arrange": (array("i", bytes(4 * size)), length), "support": (length, 26)}[name]
    expected = getattr(twin, name)(bytes(codes), *arguments)

    def write() -> None:
        codes[-2] = 255
        codes[-2] = 0

    with repeating(write):
        for _ in range(rounds(twin)):
            try:
                assert getattr(twin, name)(codes, *arguments) == expected
            except ValueError as error:
                assert "code 255 is not below" in str(error)
