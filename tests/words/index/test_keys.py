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


@given(listed, st.integers(-1, 10))
def test_keys_below_a_number_are_kept(words: Listed, count: int) -> None:
    _, starts, keys = packed(words)
    kept = [[key for key in words[word] if key < count] for word in sorted(words)]
    for twin in TWINS:
        assert unpacked(*twin.keys_below(starts, keys, count)) == kept


@twins
def test_keys_below_a_number_are_those_of_rows(twin: ModuleType) -> None:
    with pytest.raises(ValueError, match="do not divide"):
        twin.keys_below(array("i", [0, 1]), array("i", [3, 4]), 4)
    with pytest.raises(ValueError, match="does not fit in 32 bits"):
        twin.keys_below(array("i", [0, 1]), array("i", [3]), 1 << 31)


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


row_keys = st.lists(st.lists(st.integers(0, 6), max_size=3), max_size=10)
MANY = array("i", [10, 0, 12])


def table_of(number: int, rows: list[list[int]], live: int | None) -> tuple[object, ...]:
    """Return a table whose rows own some keys; `live` has the bits of those that count."""
    starts = array("i", [sum(map(len, rows[:row])) for row in range(len(rows) + 1)])
    keys = array("i", [key for own in rows for key in own])
    return number, starts, keys, None if live is None else live.to_bytes(2, "little")


@given(row_keys, row_keys, st.none() | st.integers(0, 1 << 12), st.booleans(), st.integers(-1, 3))
def test_whole_tables_have_the_owners_of_their_rows(
    first: list[list[int]],
    second: list[list[int]],
    live: int | None,
    is_turned: bool,
    fewest: int,
) -> None:
    tables = [table_of(2, first, live), table_of(0, second, None)]
    tables = tables[::-1] if is_turned else tables
    counted = [
        (key, number, row)
        for number, rows, bits in ((2, first, live), (0, second, None))
        for row, own in enumerate(rows)
        if bits is None or bits >> row & 1
        for key in own
    ]
    if is_turned:
        counted.sort(key=lambda member: member[1])
    arrays = (array("i", numbers) for numbers in zip(*counted, strict=True))
    arrays = [*arrays] or [array("i")] * 3
    for twin in TWINS:
        expected = twin.owners(*arrays, MANY, fewest)
        assert twin.owners_of_rows(tables, MANY, fewest) == expected


@twins
@pytest.mark.parametrize(
    ("message", "tables"),
    [
        ("no row 10 in table 0", [table_of(0, [[1]] * 11, None)]),
        ("no row 0 in table 3", [table_of(3, [[1]], None)]),
        ("no row 0 in table -1", [table_of(-1, [[1]], None)]),
        ("a key of -1", [table_of(0, [[-1]], None)]),
        ("a key of 16777217", [table_of(0, [[(1 << 24) + 1]], 1)]),
        ("16 bits are not enough for 20 rows", [table_of(2, [[]] * 20, 0)]),
        ("do not divide", [(0, array("i", [0, 2]), array("i", [1]), None)]),
    ],
)
def test_odd_tables_are_refused(
    twin: ModuleType, message: str, tables: list[tuple[object, ...]]
) -> None:
    with pytest.raises(ValueError, match=message):
        twin.owners_of_rows(tables, MANY, 1)


@twins
def test_keys_of_rows_that_do_not_count_may_be_odd(twin: ModuleType) -> None:
    table = table_of(0, [[-1], [5]], 2)
    assert twin.owners_of_rows([table], MANY, 1)[2] == array("i", [1])


@twins
def test_a_table_may_come_in_two_parts(twin: ModuleType) -> None:
    parts = [table_of(0, [[4], [5, 3]], 1), table_of(0, [[4], [5, 3]], 2)]
    assert twin.owners_of_rows(parts, MANY, 1) == twin.owners_of_rows(
        [table_of(0, [[4], [5, 3]], 3)], MANY, 1
    )


@twins
def test_numbers_need_not_be_aligned(twin: ModuleType) -> None:
    numbers = memoryview(b"\0" + array("i", [0, 1, 2]).tobytes())[1:].cast("i")
    keys = memoryview(b"\0" + array("i", [4, 5]).tobytes())[1:].cast("i")
    assert [*twin.members(numbers, keys, None)[0]] == [4, 5]
    assert [*twin.rows_having(numbers, keys, array("i", [5]))] == [1]


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
