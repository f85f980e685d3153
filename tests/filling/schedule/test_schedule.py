"""Schedules: every phase decides right, and the same way whoever does the tasks."""

from __future__ import annotations

import re

import pytest
from helpers.engines import ENGINES, solving_with
from helpers.fills import random_case, random_words
from helpers.verify import all_fills, check_fill
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.filling import attempt
from crosswright.filling.fill import fill, start
from crosswright.filling.model import Model
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.filling.schedule import schedule
from crosswright.filling.schedule.schedule import Schedule, SpendingPlan
from crosswright.filling.search import Portfolio, Search
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.support.records import replace
from crosswright.words.wordlist import WordList

EAGER = SpendingPlan(run=1, part=1, searches=1, rounds=1, singletons=2)
TINY = replace(EAGER, first=1, second=1, rotation=1, splitting=3, growth=1.3)
"""So little for everything that small problems get into all phases."""

SPLITTING = replace(EAGER, first=0, second=0, rotation=1, splitting=20, growth=1.01)
"""Splitting has to decide."""

ROTATION = SpendingPlan(first=0, second=0, rotation=5, splitting=0, growth=1.5, run=2)
"""Runs in rotation have to decide."""


def scheduled(
    model: Model,
    seed: int,
    budget: Budget,
    plan: SpendingPlan,
    threads: int | None = None,
) -> Schedule | None:
    """Run a schedule to its end, without a first search before it."""
    problem = model.problem()
    if problem is None:
        return None
    if threads is None:
        first: Search | Portfolio = Search(problem, seed, budget)
    else:
        first = Portfolio(problem, seed, budget, threads, reproducible=True)
    rounds = Schedule(first, problem, seed, budget, threads=threads, plan=plan)
    for _ in rounds.steps():
        pass
    return rounds


def result_of(model: Model, rounds: Schedule, budget: Budget) -> FillResult:
    filled = rounds.status is Status.FILLED
    return FillResult.of(
        model,
        rounds.status,
        rounds.rows() if filled else None,
        rounds.masks() if filled else None,
        seed=0,
        statistics=budget.report(),
    )


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 10**9), st.booleans(), st.sampled_from([None, 1, 2]))
def test_a_schedule_fills_exactly_when_brute_force_does(
    seed: int, distinct: bool, threads: int | None
) -> None:
    grid, words = random_case(seed, letters=False)
    model, budget = Model(grid, WordList.from_words(words), Rules(distinct=distinct)), Budget()
    rounds = scheduled(model, seed, budget, TINY, threads)
    has_fill = any(True for _ in all_fills(grid, words, distinct=distinct))
    if rounds is None or rounds.status is not Status.FILLED:
        assert rounds is None or rounds.status is Status.IMPOSSIBLE
        assert not has_fill
    else:
        check_fill(result_of(model, rounds, budget), grid, words, distinct=distinct)


def near_threshold(seed: int) -> tuple[Grid, list[str]]:
    """Make a 4×4 square with words that fill it about once on average."""
    return Grid.empty(4, 4), random_words(seed, "ABCDE", 4, 70)


LONG = Model(Grid.empty(6, 6), WordList.of(random_words(1, "ABCDEF", 6, 180)), Rules())
"""What takes longer than any test."""


@pytest.mark.parametrize("plan", [TINY, SPLITTING, ROTATION], ids=["all", "splitting", "rotation"])
@pytest.mark.parametrize("seed", range(8))
def test_each_phase_decides_what_takes_a_while(seed: int, plan: SpendingPlan) -> None:
    grid, words = near_threshold(seed)
    model = Model(grid, WordList.from_words(words), Rules())
    budget = Budget()
    rounds = scheduled(model, seed, budget, plan)
    assert rounds is not None
    expected = fill(grid, words).status
    assert rounds.status is expected
    if expected is Status.FILLED:
        check_fill(result_of(model, rounds, budget), grid, words)


@pytest.mark.parametrize("limit", [Limit(nodes=500), Limit(failures=400), Limit(nodes=7)])
def test_a_limit_in_nodes_or_failures_is_exact_and_repeats(limit: Limit) -> None:
    ends = []
    for threads in (None, None, 1, 3):
        budget = Budget(limit)
        rounds = scheduled(LONG, 1, budget, TINY, threads)
        assert rounds is not None
        assert rounds.status is Status.LIMIT
        spent = budget.statistics
        assert spent.nodes == limit.nodes or limit.failures <= spent.failures <= limit.failures + 20
        ends.append((spent.nodes, spent.failures, rounds.splits, rounds.runs))
    assert ends[0] == ends[1]
    assert ends[2] == ends[3]


def test_both_engines_do_the_same() -> None:
    limit, ends = Limit(failures=900), []
    for module in ENGINES:
        with solving_with(module):
            budget = Budget(limit)
            rounds = scheduled(LONG, 3, budget, TINY)
        assert rounds is not None
        spent = budget.statistics
        ends.append((spent.nodes, spent.failures, spent.restarts, rounds.splits, rounds.runs))
    assert all(end == ends[0] for end in ends)
    assert ends[0][3]


def test_a_fill_says_what_it_is_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempt, "FIRST_FAILURES", 5)
    monkeypatch.setattr(schedule, "PLAN", TINY)
    activities = []
    with start(LONG.grid, LONG.words) as run:
        for progress in run:
            if progress.activity:
                activities.append(progress.activity)
            if progress.activity.startswith("splitting"):
                run.stop()
        assert run.result().status is Status.CANCELLED
    searching = r"searching by words and by letters(, and [1-9]\d* times? afresh)?"
    assert all(re.fullmatch(searching, activity) for activity in activities[:-1])
    assert re.fullmatch(r"splitting \d-\w+: [\d,]+ of [\d,]+ words refuted.*", activities[-1])


@pytest.mark.parametrize("threads", [None, 2])
def test_a_schedule_can_be_stopped(monkeypatch: pytest.MonkeyPatch, threads: int | None) -> None:
    monkeypatch.setattr(attempt, "FIRST_FAILURES", 5)
    monkeypatch.setattr(schedule, "PLAN", TINY)
    with start(LONG.grid, LONG.words, threads=threads) as run:
        for progress in run:
            if progress.activity:
                run.stop()
        result = run.result()
    assert result.status is Status.CANCELLED
    assert result.statistics.failures > 5


@pytest.mark.parametrize("seed", range(3))
def test_a_fill_is_the_same_whatever_the_threads(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(attempt, "FIRST_FAILURES", 2)
    monkeypatch.setattr(schedule, "PLAN", TINY)
    words = random_words(seed, "ABCDE", 4, 80)
    results = [fill(Grid.empty(4, 4), words, seed=seed, threads=n) for n in (1, 2, 5)]
    assert len({(result.status, str(result.grid)) for result in results}) == 1


@pytest.mark.parametrize("plan", [TINY, SPLITTING, ROTATION], ids=["all", "splitting", "rotation"])
@pytest.mark.parametrize("seed", range(4))
def test_a_floor_leaves_words_out(seed: int, plan: SpendingPlan) -> None:
    words = [(word, index % 4) for index, word in enumerate(random_words(seed, "ABCD", 4, 70))]
    grid, budget = Grid.parse("....#....\n" * 4), Budget()
    model = Model(grid, WordList.of(words), Rules(min_score=1, distinct=False))
    rounds = scheduled(model, seed, budget, plan)
    assert rounds is not None
    assert rounds.status is fill(grid, words, min_score=1, distinct=False).status
    if rounds.status is Status.FILLED:
        allowed = [word for word, score in words if score >= 1]
        check_fill(result_of(model, rounds, budget), grid, allowed, distinct=False)
