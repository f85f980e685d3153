"""Setting a fill up: in steps as well, so that limits and `stop()` end it too."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from crosswright.explaining import explain
from crosswright.filling.fill import fill, start
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.filling.several import every
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.words.wordlist import WordList

SPELLINGS = list(map("".join, product("ABCDEF", repeat=5)))
WORDS = WordList.from_words(SPELLINGS)
GRID = Grid.parse(".....\n.#.#.\n.....\n.#.#.\n.....")
WITH_A_WORD = Grid.parse("ABCDE\n.#.#.\n.....\n.#.#.\n.....")

RULES: dict[str, tuple[Grid, dict[str, Any]]] = {
    "no shared letters": (GRID, {"no_shared_letters": 4}),
    "no shared stem": (GRID, {"no_shared_stem": True}),
    "matching": (GRID, {"matching": {"1A": "(A|.+)+F"}}),
    "allowed": (GRID, {"allowed": {"1A": SPELLINGS}}),
    "banned": (GRID, {"banned": SPELLINGS[1000:]}),
    "outside": (WITH_A_WORD, {"region": ["4A", "5A"], "no_shared_letters": 4}),
}
rules = pytest.mark.parametrize(("grid", "rules"), RULES.values(), ids=RULES)


@rules
def test_rules_are_set_up_in_steps(grid: Grid, rules: dict[str, Any]) -> None:
    steps = 0
    with start(grid, WORDS, seed=1, **rules) as run:
        for progress in run:
            if progress.statistics.nodes:
                break
            steps += 1
    assert steps > 5
    model = Model(grid, WORDS, Rules(**rules))  # it sets itself up where nobody else did
    problem = model.problem()
    assert problem is not None
    assert list(model.set_up()) == []


@rules
def test_a_stop_during_the_set_up_is_heeded(grid: Grid, rules: dict[str, Any]) -> None:
    with start(grid, WORDS, **rules) as run:
        next(iter(run))
        run.stop()
        result = run.result()
    assert result.status is Status.CANCELLED
    assert result.statistics.nodes == 0
    assert not result.answers


@rules
@pytest.mark.parametrize("threads", [None, 2])
def test_the_time_is_looked_at_during_the_set_up(
    grid: Grid, rules: dict[str, Any], threads: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter(range(10**9))
    monkeypatch.setattr("time.perf_counter", lambda: float(next(seconds)))
    result = fill(grid, WORDS, limit=Limit(seconds=12), threads=threads, **rules)
    assert result.status is Status.LIMIT
    assert result.statistics.nodes == 0


@rules
def test_going_through_all_fills_looks_at_the_time_too(
    grid: Grid, rules: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter(range(10**9))
    monkeypatch.setattr("time.perf_counter", lambda: float(next(seconds)))
    model = Model(grid, WORDS, Rules(**rules))
    budget = Budget(Limit(seconds=12))
    assert [result.status for result in every(model, 0, budget)] == [Status.LIMIT]
    assert budget.statistics.nodes == 0


@pytest.mark.parametrize("impossible", [False, True])
def test_an_explanation_is_set_up_in_steps(impossible: bool) -> None:
    grid = GRID.with_letters({(0, 0): "Q"}) if impossible else GRID
    with explain.start(grid, WORDS, no_shared_letters=4) as run:
        for _ in range(5):
            progress = next(iter(run))
        assert progress.statistics.nodes == 0
        run.stop()
        assert run.result().status is Status.CANCELLED


def test_an_explanation_that_runs_out_of_time_during_the_set_up_proves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = iter(range(10**9))
    monkeypatch.setattr("time.perf_counter", lambda: float(next(seconds)))
    explanation = explain.explain(GRID, WORDS, no_shared_letters=4, limit=Limit(seconds=12))
    assert explanation.status is Status.LIMIT
    assert explanation.conflict is None


def test_higher_floors_are_set_up_within_the_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(10**9))
    monkeypatch.setattr("time.perf_counter", lambda: float(next(seconds)))
    limit = Limit(seconds=12)
    result = fill(GRID, WORDS, floors=(5, None), no_shared_letters=4, limit=limit)
    assert (result.status, result.min_score) == (Status.LIMIT, 5)
