"""The hard grids of the benchmark are there, and what is decided of them is counted."""

from __future__ import annotations

import pytest

from bench import draw_growth, grids, hard40, lists, report

CASES = [*hard40.cases(), *hard40.cases("harder")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.grid)
def test_hard_grids_are_of_the_sizes_that_their_names_say(case: hard40.HardCase) -> None:
    rows = grids.load(case.grid)
    _, size, words = case.grid.split("_")
    assert [len(row) for row in rows] == [int(size)] * int(size)
    assert sum(1 for _ in grids.slots(rows)) == int(words)


def planted() -> list[hard40.HardCase]:
    return [case for case in CASES if case.side == "planted"]


@pytest.mark.parametrize("case", planted(), ids=lambda case: case.grid)
def test_planted_fills_are_fills_of_their_grids(case: hard40.HardCase) -> None:
    assert case.words.endswith(f"+{case.grid}")
    filled = (lists.FILLS / f"{case.grid}.txt").read_text("ascii").split()
    words = lists.planted_words(case.grid)
    assert grids.fault(grids.load(case.grid), filled, words) is None


def row(landed: str, schedule: str) -> dict:
    return {
        "grid": "hard00_15_64",
        "words": "wf24",
        "side": "below",
        "landed": {"status": landed, "cpu": 6.0},
        "schedule": {"status": schedule, "cpu": 2.0},
    }


def test_what_is_decided_is_counted() -> None:
    rows = {
        "a": row("LIMIT", "FILLED"),
        "b": row("IMPOSSIBLE", "IMPOSSIBLE"),
        "c": row("FILLED", "FAILED"),
        "d": {"grid": "not yet run"},
    }
    sums = hard40.Decided.of(rows)
    assert sums == hard40.Decided(3, landed=2, schedule=2, lost=("c",), factors=(3.0,))


def test_the_page_shows_how_each_case_ended() -> None:
    cases = {"a": row("LIMIT", "FILLED"), "b": row("IMPOSSIBLE", "IMPOSSIBLE")}
    figures = {"cases": cases, "landed": "abc", "limit": 60}
    page = report._by_time(cases) + report._hard40(figures)
    assert "| 2 s | 0 | 2 |" in page
    assert "| 60 s | 1 | 2 |" in page
    assert "the schedule decides more within 2, 5, 10, 15" in " ".join(page.split())
    assert "| open | filled 2.0 s |" in page
    assert "| proved impossible 6.0 s | proved impossible 2.0 s |" in page
    assert "takes 3.0× as long in the median" in " ".join(page.split())


@pytest.mark.parametrize(("name", "source"), draw_growth.SOURCES.items())
def test_large_grids_are_made_of_smaller_ones(name: str, source: str) -> None:
    rows = draw_growth.shortened(draw_growth.unfolded(grids.load(source)))
    assert rows == grids.load(name)
    assert {len(row) for row in rows} == {2 * len(grids.load(source)) - 1}


def test_everything_tried_has_all_its_cells() -> None:
    lines = report.TRIED.read_text("utf-8").splitlines()
    assert lines
    assert {line.count("|") for line in lines} == {3}
