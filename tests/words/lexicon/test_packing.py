"""The file format of the built-in list."""

from crosswright.words.lexicon import packing


def test_columns_are_packed_and_unpacked() -> None:
    rows = [
        ("AT", 50, 0, "AT", 0),
        ("ATE", 90, packing.BRITISH, "EAT", 3),
        ("EAT", 91, 0, "EAT", 0),
        ("CARRIED", 80, packing.OFFENSIVE, "CARRY", 99),
    ]
    columns = packing.WordColumns.from_rows(rows, {"ATE": [0], "EAT": [70_000, 0]}, 1)
    again = packing.unpack(packing.pack(columns))
    assert again == columns
    assert again.words == [row[0] for row in rows]
    assert again.bases() == {"ATE": "EAT", "CARRIED": "CARRY"}
    assert [*again.key_counts] == [0, 1, 2, 0]
    assert [*again.keys] == [0, 70_000, 0]
    assert again.family_count == 1
    assert again.lively == bytes([0, 3, 0, 99])


def test_many_different_edits_are_numbered() -> None:
    letters = [
        f"{a}{b}" for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for b in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    ]
    rows = [(pair, 1, 0, pair[::-1] + "XYZ"[: i % 4], 0) for i, pair in enumerate(letters)]
    columns = packing.unpack(packing.pack(packing.WordColumns.from_rows(rows, {}, 0)))
    assert columns.bases() == {row[0]: row[3] for row in rows if row[0] != row[3]}
