"""What a problem refuses: the engines trust what passes."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from helpers.problems import PAIRS, problem_with

from crosswright.engine import Exclusions, Tables
from crosswright.words.wordlist import WordList


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"masks": [7, 7]}, "cell that does not exist"),
        ({"masks": [7, 7, 8]}, "beyond its table's alphabet"),
        ({"masks": [7, 7, -1]}, "64 bits"),
        ({"masks": [7, 7, 1 << 64]}, "64 bits"),
        ({"slots": [(1, (0, 1))]}, "table 1, which does not exist"),
        ({"slots": [(0, (0, 1, 2))]}, "needs 2 different cells"),
        ({"slots": [(0, (1, 1))]}, "needs 2 different cells"),
        ({"slots": [(0, (-1, 0))]}, "cell that does not exist"),
        ({"live": [None]}, "one entry for every slot"),
        ({"live": [b"", None]}, "need 8 bytes"),
        ({"goals": [True]}, "one entry for every slot"),
        ({"required": [[(0, 2)]]}, "no row 2"),
        ({"required": [[(0, -1)]]}, "no row -1"),
        ({"exclusions": Exclusions([3], [])}, "other tables"),
        ({"score_range": (5, 4)}, "worst to the best"),
        ({"score_range": (0, 1 << 31)}, "worst to the best"),
    ],
)
def test_wrong_numbers_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        problem_with(**changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"codes": b"\0\1\1"}, "codes must be 4 bytes"),
        ({"scores": b""}, "scores must be 8 bytes"),
        ({"support": b""}, "support must be 48 bytes"),
        ({"alphabet_size": 65}, "1 to 64 tokens"),
        ({"alphabet_size": 0}, "1 to 64 tokens"),
        ({"blocks": 2}, "do not make 2 blocks"),
        ({"length": 65}, "1 to 64 cells"),
        ({"length": 0}, "1 to 64 cells"),
    ],
)
def test_wrong_tables_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Tables([replace(PAIRS, **changes)])


def test_exclusions_are_kept_both_ways() -> None:
    made = Exclusions([3, 2], [[(0, 0), (1, 1)], [(0, 2)], [(1, 1), (0, 0), (0, 1)]])
    assert sorted(set(made.excluded_by(0, 0))) == [(0, 0), (0, 1), (1, 1)]
    assert list(made.excluded_by(0, 2)) == [(0, 2)]
    assert sorted(made.excluded_by(0, 1)) == [(0, 0), (0, 1), (1, 1)]
    assert not list(made.excluded_by(1, 0))


def test_exclusions_name_rows_that_exist() -> None:
    with pytest.raises(ValueError, match="no row 5"):
        Exclusions([2], [[(0, 0), (0, 5)]])
    with pytest.raises(ValueError, match="no row 0 in table 1"):
        Exclusions([2], [[(1, 0)]])
    with pytest.raises(ValueError, match="no row -1"):
        Exclusions([2], [[(0, -1)]])


def test_rows_are_sorted_once_for_all_problems_with_a_table() -> None:
    table = WordList.parse("CAT;10\nCOT;30\nCUT;20\nDOG;30").table(3)
    one, other = Tables([table]), Tables([table])
    assert [*one.by_score(0)] == [1, 3, 2, 0]
    assert other.by_score(0) is one.by_score(0)
    assert [*pickle.loads(pickle.dumps(one)).by_score(0)] == [1, 3, 2, 0]


def test_a_table_that_changes_its_size_is_sorted_again() -> None:
    class Changing:
        """A table that is another one each time."""

        def __init__(self) -> None:
            self.table = WordList.parse("CAT;10\nCOT;30").table(3)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.table, name)

    table = Changing()
    assert [*Tables([table]).by_score(0)] == [1, 0]
    table.table = WordList.parse("CAT;10").table(3)
    assert [*Tables([table]).by_score(0)] == [0]
