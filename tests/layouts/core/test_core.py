"""The plain search and its compiled twin take the same steps."""

from __future__ import annotations

import importlib
import random
import shutil
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.grids.grid import Grid
from crosswright.layouts import core
from crosswright.layouts.core import plain

WORDS = st.lists(
    st.lists(st.integers(1, 6), min_size=2, max_size=9).map(tuple), min_size=1, max_size=12
)


def compiled() -> Any:
    try:
        return importlib.import_module("crosswright.layouts.core.compiled").Core
    except ImportError:
        if shutil.which("cc") or shutil.which("gcc"):
            raise
        pytest.skip("no C compiler here: the compiled search was not built")


def build(kind: Any, words: list[tuple[int, ...]], limits: tuple[int, int], seed: int) -> Any:
    longest = max(map(len, words))
    limits = max(limits[0], longest), max(limits[1], longest)
    table = [[core.spread(y, x) for x in range(limits[1] + 1)] for y in range(limits[0] + 1)]
    side = max(limits) + longest
    return kind(words, side, limits, table, core.HAZARD, core.TUNING, seed)


@settings(max_examples=60)
@given(
    WORDS, st.tuples(st.integers(1, 20), st.integers(1, 20)), st.integers(0, 2**63), st.booleans()
)
def test_twins_agree(
    words: list[tuple[int, ...]], limits: tuple[int, int], seed: int, hot: bool
) -> None:
    twins = [build(kind, words, limits, seed) for kind in (plain.Core, compiled())]
    for first in (0, len(words) - 1):
        for twin in twins:
            twin.construct(first)
            twin.advance(25, 500 if hot else 20)
        slow, fast = twins
        assert (slow.cost, slow.best_cost) == (fast.cost, fast.best_cost)
        assert slow.best_missing == fast.best_missing
        assert slow.best() == fast.best()


def test_twins_agree_on_positions_of_equal_worth() -> None:
    """Without noise, a position with fewer crossings may be worth as much, and come first."""
    words = [(1,) * length for length in (2, 3, 4, 5, 4, 6)] + [(1, 2)]
    table = [[core.spread(y, x) for x in range(6)] for y in range(10)]
    for worth in (0, 4494):
        tuning = core.TUNING._replace(crossing_worth=worth, noise=0, blink=699)
        for seed in range(60, 90):
            twins = [
                kind(words, 15, (9, 5), table, core.HAZARD, tuning, seed)
                for kind in (plain.Core, compiled())
            ]
            for twin in twins:
                twin.construct(0)
            assert twins[0].best() == twins[1].best()


@settings(max_examples=40)
@given(WORDS, st.integers(1, 20), st.integers(0, 2**63), st.integers(1, 9))
def test_slices_change_nothing(
    words: list[tuple[int, ...]], side: int, seed: int, tries: int
) -> None:
    for kind in (plain.Core, compiled()):
        whole, sliced = (build(kind, words, (side, side), seed) for _ in range(2))
        whole.construct(0)
        sliced.construct(0, tries)
        resume_to_the_end(sliced, tries)
        assert sliced.best() == whole.best()
        whole.advance(15, 300)
        sliced.advance(15, 300, tries)
        resume_to_the_end(sliced, tries)
        assert sliced.best() == whole.best()
        assert (sliced.cost, sliced.steps_left) == (whole.cost, 0)


def resume_to_the_end(search: Any, tries: int) -> None:
    while search.is_under_way:
        search.resume(tries)


@pytest.mark.parametrize("name", ["plain", "compiled"])
def test_a_slice_has_as_many_tries_as_it_is_given(name: str) -> None:
    words = [(1, 2, 3 + n) for n in range(40)]
    search = build(plain.Core if name == "plain" else compiled(), words, (40, 40), 1)
    search.construct(0, 7)
    assert search.is_under_way
    assert search.best() == []
    search.settle()
    assert not search.is_under_way
    assert 1 < len(search.best()) <= 1 + 7
    search.advance(5, 300, 1)
    assert search.steps_left == 4
    search.settle()
    assert not search.is_under_way


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["plain", "compiled"])
def test_the_board_is_sound_after_every_step(name: str, seed: int) -> None:
    # A word that crosses two others in cells side by side leaves them touching when it goes.
    rng = random.Random(seed)
    words = sorted({tuple(rng.choices((1, 2, 3), k=rng.randint(2, 7))) for _ in range(20)})
    search = build(plain.Core if name == "plain" else compiled(), words, (30, 30), seed)
    search.construct(0)
    for _ in range(100):
        search.reset_best()
        search.advance(1, 1_000_000)  # so hot that every outcome is kept, as the best of one
        check_board(words, search.best())


@pytest.mark.parametrize("name", ["plain", "compiled"])
def test_a_cold_search_never_gets_worse(name: str) -> None:
    words = [tuple(1 + (n * k) % 7 for k in range(2, 8)) for n in range(1, 20)]
    search = build(plain.Core if name == "plain" else compiled(), words, (30, 30), 1)
    search.construct(0)
    costs = [search.cost]
    for _ in range(100):
        search.advance(1, 0)
        costs.append(search.cost)
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < costs[0]
    assert search.best_cost == costs[-1]


def check_board(words: list[tuple[int, ...]], placed: list[tuple[int, int, int, int]]) -> None:
    letters: dict[tuple[int, int], str] = {}
    for word, down, row, column in placed:
        for n, code in enumerate(words[word]):
            cell = (row + n, column) if down else (row, column + n)
            assert letters.setdefault(cell, " ABC"[code]) == " ABC"[code]
    top, left = min(y for y, _ in letters), min(x for _, x in letters)
    letters = {(y - top, x - left): letter for (y, x), letter in letters.items()}
    height, width = 1 + max(y for y, _ in letters), 1 + max(x for _, x in letters)
    voids = {(y, x) for y in range(height) for x in range(width)} - letters.keys()
    grid = Grid(height, width, voids=voids, letters=letters)
    runs = sorted(str(grid.word(slot)) for slot in grid.slots)
    assert runs == sorted("".join(" ABC"[code] for code in words[word]) for word, *_ in placed)
    assert grid.is_connected()


def test_the_cost_of_a_box() -> None:
    assert core.spread(10, 10) == 100 * core.SCALE
    assert core.spread(5, 20) == core.spread(20, 5) == 200 * core.SCALE
    assert core.spread(0, 7) == 0
