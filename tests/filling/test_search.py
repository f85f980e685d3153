"""Searches in slices, and portfolios of them."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading

import pytest
from helpers.fills import GRID, HARD, HARD_LIST, SPELLINGS, WORDS
from helpers.verify import check_fill

from crosswright import engine
from crosswright.errors import RuleError
from crosswright.filling.fill import fill, start
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.filling.search import LANES, Portfolio, Search
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status


def test_slices_do_not_change_the_search() -> None:
    problem = Model(HARD, HARD_LIST, Rules()).problem()
    whole, cut = engine.Solver(problem, 5), engine.Solver(problem, 5)
    whole.run(60, 1000)
    for _ in range(60):
        cut.run(1, 1000)
    assert (whole.nodes, whole.failures) == (cut.nodes, cut.failures)
    assert whole.rows() == cut.rows()
    assert whole.weights() == cut.weights()


def test_a_reproducible_portfolio_gives_one_fill_whatever_the_threads() -> None:
    some = Grid.parse(".....\n.....\n##...\n##...\n##...")
    for grid, seed in ((GRID, 1), (GRID, 2), (some, 3), (Grid.empty(4, 4), 4)):
        results = [fill(grid, WORDS, seed=seed, threads=threads) for threads in (1, 2, LANES + 1)]
        assert len({(result.status, str(result.grid)) for result in results}) == 1, str(grid)


def test_a_reproducible_portfolio_spends_its_limit_the_same_way_whatever_the_threads() -> None:
    for limit in (Limit(nodes=150), Limit(failures=90), Limit(nodes=2)):
        results = [fill(HARD, HARD_LIST, seed=1, limit=limit, threads=n) for n in (1, 2, 7)]
        assert {result.status for result in results} == {Status.LIMIT}
        assert len({str(result.grid) for result in results}) == 1
        assert len({result.statistics.nodes for result in results}) == 1
        if limit.nodes is not None:
            assert results[0].statistics.nodes == limit.nodes


def test_lanes_that_end_at_different_limits_end_the_portfolio_at_its_limit() -> None:
    limit = Limit(nodes=104, failures=90)  # one lane runs out of nodes, the others of failures
    budget, problem = Budget(limit), Model(HARD, HARD_LIST, Rules()).problem()
    portfolio = Portfolio(problem, 1, budget, 2, reproducible=True)
    for _ in portfolio.steps():
        pass
    assert portfolio.status is Status.LIMIT
    assert budget.statistics.nodes < 104
    assert budget.statistics.failures < 90


@pytest.mark.parametrize("reproducible", [True, False])
def test_no_thread_runs_between_two_steps_of_a_portfolio(reproducible: bool) -> None:
    before = {*threading.enumerate()}
    run = start(HARD, HARD_LIST, threads=3, reproducible=reproducible)
    for _ in range(3):
        next(iter(run))
        assert {*threading.enumerate()} <= before


@pytest.mark.parametrize("reproducible", [True, False])
def test_a_portfolio_that_nobody_waits_for_ends_quietly(
    reproducible: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let its own threads come upon it as garbage: they must not wait for themselves."""
    step = Search.step

    def collect(self: Search, *options: int) -> int:
        outcome = step(self, *options)
        if threading.current_thread() is not threading.main_thread():
            gc.collect()
        return outcome

    monkeypatch.setattr(Search, "step", collect)
    gc.collect()  # what others left is not to be complained of here
    gc.freeze()  # nor to be gone through again and again
    complaints = []
    monkeypatch.setattr(sys, "unraisablehook", complaints.append)
    before = {*threading.enumerate()}
    run = start(HARD, HARD_LIST, threads=2, reproducible=reproducible)
    next(iter(run))
    threads = {*threading.enumerate()} - before
    del run
    for thread in threads:
        thread.join(60)
    gc.collect()
    assert not complaints
    assert not any(thread.is_alive() for thread in threads)


UNCLOSED = """
import random
from crosswright import Grid, start
rng = random.Random(7)
words = sorted({"".join(rng.choices("ABCDEFGH", k=7)) for _ in range(1500)})
run = start(Grid.empty(7, 7), words, threads=2, reproducible=%s)
next(iter(run))
print("left")
"""


@pytest.mark.parametrize("reproducible", [True, False])
def test_a_portfolio_left_unclosed_does_not_keep_the_interpreter_from_ending(
    reproducible: bool, each_engine: str
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", UNCLOSED % reproducible],
        env={**os.environ, "CROSSWRIGHT_ENGINE": each_engine},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "left\n", "")


def test_an_error_in_a_lane_ends_the_portfolio(monkeypatch: pytest.MonkeyPatch) -> None:
    step = Search.step

    def fails(self: Search, failures: int) -> int:
        if self is second:
            raise MemoryError("none left")
        return step(self, failures)

    problem = Model(HARD, HARD_LIST, Rules()).problem()
    portfolio = Portfolio(problem, 1, Budget(), 2, reproducible=False)
    second = portfolio.lanes[1]
    monkeypatch.setattr(Search, "step", fails)
    with pytest.raises(MemoryError, match="none left"):
        for _ in portfolio.steps():
            pass


def test_a_race_fills_too() -> None:
    result = fill(GRID, WORDS, threads=2, reproducible=False)
    check_fill(result, GRID, SPELLINGS)
    impossible = fill(Grid.parse("QQ."), WORDS, threads=2, reproducible=False)
    assert impossible.status is Status.IMPOSSIBLE
    with pytest.raises(RuleError, match="at least one thread"):
        fill(GRID, WORDS, threads=0)


def test_a_portfolio_can_be_stopped() -> None:
    with start(HARD, HARD_LIST, threads=2) as run:
        for _ in run:
            run.stop()
        assert run.result().status is Status.CANCELLED


def test_a_budget_adds_up_all_searches() -> None:
    budget = Budget()
    problem = Model(GRID, WORDS, Rules()).problem()
    searches = [Search(problem, seed, budget) for seed in range(3)]
    for search in searches:
        for _ in search.steps():
            pass
    assert budget.statistics.nodes == sum(search.solver.nodes for search in searches)
