"""The draw of hard grids finds the floors that it says it finds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench import draw_hard, hard40
from bench.peers import Case

Judge = Callable[[int, int], tuple[str, float]]


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Callable[[Judge], list[tuple[int, int, float]]]:
    """Put a rule in place of the search: a floor and a seed give an end and a time."""

    def put(judge: Judge) -> list[tuple[int, int, float]]:
        asked = []

        def measured(case: Case, limit: float, commit: str | None, seed: int) -> hard40.Figures:
            floor = int(case.words.partition("+")[0].removeprefix("wf"))
            asked.append((floor, seed, limit))
            status, took = judge(floor, seed)
            if took > limit:
                return {"status": "LIMIT", "cpu": limit}
            return {"status": status, "cpu": took}

        monkeypatch.setattr(hard40, "measured", measured)
        return asked

    return put


def drawing(side: str) -> draw_hard.Drawing:
    return draw_hard.Drawing("hard7_15_64", "wf", side)


@pytest.mark.parametrize(
    ("side", "status", "edge"), [("below", "FILLED", 24), ("above", "IMPOSSIBLE", 33)]
)
def test_the_edge_is_where_searches_stop_to_end_at_once(
    searches: Callable[[Judge], list], side: str, status: str, edge: int
) -> None:
    easy = {"below": lambda floor: floor <= edge, "above": lambda floor: floor >= edge}[side]
    asked = searches(lambda floor, seed: (status, 0.5 if easy(floor) else 99))
    found = drawing(side).edge()
    assert found is not None
    assert found[0] == edge
    assert {seed for _, seed, _ in asked} == {1}


def test_a_floor_from_below_is_open_with_both_seeds(searches: Callable[[Judge], list]) -> None:
    times = {25: (3, 3), 26: (99, 2), 27: (99, 99)}
    asked = searches(lambda floor, seed: ("FILLED", times[floor][seed - 1]))
    assert drawing("below").open_floor(24) == 27
    assert [(floor, seed) for floor, seed, _ in asked] == [
        (25, 1),
        (26, 1),
        (26, 2),
        (27, 1),
        (27, 2),
    ]


def test_a_pattern_that_takes_too_long_is_left(searches: Callable[[Judge], list]) -> None:
    asked = searches(lambda floor, seed: ("FILLED", 19))
    assert drawing("planted").open_floor(24) is None
    assert len(asked) == 4


def test_a_floor_from_above_should_take_more_than_a_minute(
    searches: Callable[[Judge], list],
) -> None:
    asked = searches(lambda floor, seed: ("IMPOSSIBLE", 2.0 ** (33 - floor)))
    assert drawing("above").slow_floor(33, 1.0) == 27  # 64 s
    assert [floor for floor, _, _ in asked] == [32, 31, 30, 27]


def test_what_fills_is_not_hard_to_refute(searches: Callable[[Judge], list]) -> None:
    searches(lambda floor, seed: ("IMPOSSIBLE", 2.0) if floor == 32 else ("FILLED", 0.1))
    assert drawing("above").slow_floor(33, 1.0) is None
