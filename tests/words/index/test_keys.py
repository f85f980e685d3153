"""The keys that words share, on both twins."""

from __future__ import annotations

from array import array
from itertools import pairwise
from types import ModuleType

import pytest
from helpers.twins import twins_of
from hypothesis import given
from hypothesis import strategies as st

TWINS = twins_of("crosswright.words.index")
twins = pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.__name__)

Listed = dict[str, list[int]]

listed = st.dictionaries(
    st.text("ABC", min_size=3, max_size=3), st.lists(st.integers(0, 9), max_size=3), max_size=12
)


def packed(words: Listed) -> tuple[bytes, array[int], array[int]]:
    """Return words in order as codes, with the starts of their keys, and the keys."""
    starts, keys = array("i", [0]), array("i")
    for word in sorted(words):
        keys.extend(words[word])
        starts.append(len(keys))
    return b"".join(bytes(ord(c) - 65 for c in word) for word in sorted(words)), starts, keys


def unpacked(starts: array[int], keys: array[int]) -> list[list[int]]:
    return [[*keys[start:end]] for start, end in pairwise(starts)]


@given(listed, st.sets(st.text("ABC", min_size=3, max_size=3), max_size=12))
def test_rows_get_the_keys_of_the_known_ones(known: Listed, words: set[str]) -> None:
    codes, _, _ = packed({word: [] for word in words})
    expected = [known.get(word, []) for word in sorted(words)]
    unknown = [row for row, word in enumerate(sorted(words)) if word not in known]
    for twin in TWINS:
        starts, keys, missing = twin.keys_of(codes, 3, *packed(known))
        assert unpacked(starts, keys) == expected
        assert [*missing] == unknown


@given(listed, st.integers(0, 1 << 12))
def test_live_rows_are_listed_with_their_keys(words: Listed, live: int) -> None:
    _, starts, keys = packed(words)
    pairs = [(key, row) for row, word in enumerate(sorted(words)) for key in words[word]]
    for twin in TWINS:
        assert [*zip(*twin.members(starts, keys, None), strict=True)] == pairs
        assert [*zip(*twin.members(starts, keys, live.to_bytes(2, "little")), strict=True)] == [
            (key, row) for key, row in pairs if live >> row & 1
        ]


@given(listed, st.lists(st.integers(0, 9), max_size=4))
def test_rows_are_found_by_their_keys(words: Listed, wanted: list[int]) -> None:
    _, starts, keys = packed(words)
    rows = [row for row, word in enumerate(sorted(words)) for key in words[word] if key in wanted]
    for twin in TWINS:
        assert twin.rows_having(starts, keys, array("i", wanted)) == array("i", rows)


@twins
def test_rows_are_not_looked_for_by_what_cannot_be_a_key(twin: ModuleType) -> None:
    keys = array("i", [3, -1])
    with pytest.raises(ValueError, match="a key of -1"):
        twin.rows_having(array("i", [0, 2]), keys, array("i", [3, -1]))
    with pytest.raises(ValueError, match="do not divide"):
        twin.rows_having(array("i", [0, 1]), keys, array("i", [3]))
    assert twin.rows_having(array("i", [0, 2]), keys, array("i", [3])) == array("i", [0])


members = st.lists(
    st.tuples(st.integers(0, 6), st.sampled_from([(0, 0), (0, 1), (2, 0), (2, 3)])),
    max_size=20,
    unique=True,
)
SIZES = array("i", [2, 0, 4])


@given(members, st.integers(-1, 3))
def test_owners_are_found_by_key_and_keys_by_owner(
    members: list[tuple[int, tuple[int, int]]], fewest: int
) -> None:
    arrays = (
        array("i", [key for key, _ in members]),
        array("i", [table for _, (table, _) in members]),
        array("i", [row for _, (_, row) in members]),
    )
    groups = [[owner for key, owner in members if key == number] for number in range(7)]
    groups = [group for group in groups if group and len(group) >= fewest]
    for twin in TWINS:
        starts, tables, rows, key_starts, keys = twin.owners(*arrays, SIZES, fewest)
        owners = [*zip(tables, rows, strict=True)]
        assert [owners[start:end] for start, end in pairwise(starts)] == groups
        for table, size in enumerate(SIZES):
            assert unpacked(key_starts[table], keys[table]) == [
                [number for number, group in enumerate(groups) if (table, row) in group]
                for row in range(size)
            ]


REFUSED = {
    "a row that is not there": ("no row 2 in table 0", ([0], [0], [2])),
    "a table that is not there": ("no row 0 in table 3", ([0], [3], [0])),
    "a negative row": ("no row -1 in table 0", ([0], [0], [-1])),
    "a negative key": ("a key of -1", ([-1], [0], [0])),
    "a key beyond all": ("a key of 16777217", ([(1 << 24) + 1], [0], [0])),
    "fewer rows than keys": ("as many keys", ([0, 1], [0, 0], [0])),
}


@twins
@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_there_is_refused(twin: ModuleType, case: str) -> None:
    message, lists = REFUSED[case]
    with pytest.raises(ValueError, match=message):
        twin.owners(*(array("i", numbers) for numbers in lists), SIZES, 1)


@twins
@pytest.mark.parametrize(
    ("message", "codes", "known", "starts"),
    [
        ("do not ascend", b"\1\0", b"\0\1", [0, 1, 2]),
        ("do not ascend", b"\0\1", b"\1\1", [0, 1, 2]),
        ("do not divide", b"\0", b"\0\1", [0, 1]),
        ("do not divide", b"\0", b"\0\1", [0, 2, 1]),
        ("do not divide", b"\0", b"\0\1", [1, 1, 2]),
    ],
)
def test_what_is_out_of_order_is_refused(
    twin: ModuleType, message: str, codes: bytes, known: bytes, starts: list[int]
) -> None:
    with pytest.raises(ValueError, match=message):
        twin.keys_of(codes, 1, known, array("i", starts), array("i", [7, 8]))


@twins
def test_too_few_bits_are_refused(twin: ModuleType) -> None:
    with pytest.raises(ValueError, match="8 bits are not enough for 9 rows"):
        twin.members(array("i", bytes(40)), array("i"), b"\0")
    with pytest.raises(ValueError, match="do not divide"):
        twin.members(array("i"), array("i"), None)
