"""Running a fill: seeds, limits, cancellation, portfolios, quality."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from helpers.fills import GRID, HARD, HARD_LIST, HARD_WORDS, SPELLINGS, WORDS
from helpers.verify import check_fill

from crosswright import engine
from crosswright.errors import RuleError
from crosswright.filling.fill import fill, solutions, start
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.filling.search import LANES, Portfolio, Search
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.words.wordlist import WordList


def test_the_same_seed_gives_the_same_fill_and_another_may_not() -> None:
    fills = [fill(GRID, WORDS, seed=seed) for seed in (1, 1, 2, 3, 4)]
    assert fills[0].grid == fills[1].grid
    assert fills[0].statistics.nodes == fills[1].statistics.nodes
    assert len({str(result.grid) for result in fills}) > 1


def test_slices_do_not_change_the_search() -> None:
    problem = Model(HARD, HARD_LIST, Rules()).problem()
    whole, cut = engine.Solver(problem, 5), engine.Solver(problem, 5)
    whole.run(60, 1000)
    for _ in range(60):
        cut.run(1, 1000)
    assert (whole.nodes, whole.failures) == (cut.nodes, cut.failures)
    assert whole.rows() == cut.rows()
    assert whole.weights() == cut.weights()


SCRIPT = """
from crosswright import engine
from crosswright.filling.fill import fill
from crosswright.grids.grid import Grid
from crosswright.words.wordlist import WordList
import sys
words = WordList.load(sys.argv[1], default_score=50)
result = fill(Grid.parse(sys.argv[2]), words, seed=11, min_score=1)
print(engine.name, result.statistics.nodes, result.statistics.failures, *result.grid.rows())
"""


def test_processes_and_hash_seeds_make_no_difference(each_engine: str) -> None:
    lines = set()
    words = Path(__file__).resolve().parents[2] / "data" / "words2.txt"
    for hash_seed in ("0", "1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(words), str(GRID)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "CROSSWRIGHT_ENGINE": each_engine},
            capture_output=True,
            text=True,
            check=True,
        )
        lines.add(run.stdout)
    assert len(lines) == 1
    assert lines.pop().startswith(each_engine)


def test_limits_on_nodes_and_failures_are_exact() -> None:
    result = fill(HARD, HARD_LIST, limit=Limit(nodes=7))
    assert result.status is Status.LIMIT
    assert result.statistics.nodes == 7
    result = fill(HARD, HARD_LIST, limit=Limit(failures=3))
    assert result.status is Status.LIMIT
    assert 3 <= result.statistics.failures <= 3 + len(HARD.slots)
    assert fill(HARD, HARD_LIST, limit=Limit(nodes=0)).status is Status.LIMIT


def test_a_time_limit_ends_the_fill() -> None:
    result = fill(HARD, HARD_LIST, limit=Limit(seconds=0.05))
    assert result.status is Status.LIMIT
    assert fill(GRID, WORDS, limit=Limit(seconds=0)).status is Status.LIMIT


def test_stop_ends_a_fill_at_the_next_slice_with_what_it_has() -> None:
    with start(HARD, HARD_LIST, seed=1) as run:
        steps = 0
        for _ in run:
            steps += 1
            if steps == 3:
                run.stop()
        assert steps <= 4
        result = run.result()
    assert result.status is Status.CANCELLED
    assert result.statistics.nodes > 0
    for label, word in result.answers.items():
        assert word in HARD_WORDS
        assert result.grid.word(label) == word


def test_another_thread_can_stop_a_fill() -> None:
    with start(HARD, HARD_LIST, seed=1) as run:
        timer = threading.Timer(0.05, run.stop)
        timer.start()
        result = run.result()
        timer.join()
    assert result.status is Status.CANCELLED


def test_leaving_a_run_stops_it() -> None:
    with start(HARD, HARD_LIST) as run:
        next(iter(run))
    assert run.result().status is Status.CANCELLED


def test_a_loop_may_be_left_and_the_fill_goes_on() -> None:
    with start(HARD, HARD_LIST, seed=1, limit=Limit(nodes=60)) as run:
        for _ in run:
            break
        result = run.result()
    assert result.status is Status.LIMIT
    assert result.statistics.nodes == 60


@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"objective": "score"}])
def test_a_run_that_was_left_shows_how_far_it_got(options: dict[str, object]) -> None:
    with start(HARD, HARD_LIST, seed=1, **options) as run:
        for progress in run:
            if progress.statistics.nodes > 20 and progress.slots_filled:
                break
    result = run.result()
    assert result.status is Status.CANCELLED
    assert result.statistics.nodes > 20
    # Threads go on until they are stopped, and a search that has just restarted has placed nothing.
    assert result.answers or "threads" in options
    assert all(result.grid.word(label) == word for label, word in result.answers.items())


def test_a_best_fill_that_was_left_has_its_bounds() -> None:
    with start(GRID, WORDS, objective="score") as run:
        for progress in run:
            if progress.best is not None:
                break
    result = run.result()
    assert result.status is Status.FILLED
    assert result.quality is None or result.quality.floor <= result.quality.floor_bound


def test_progress_counts_slots_and_work() -> None:
    seen = []
    with start(HARD, HARD_LIST, limit=Limit(nodes=40)) as run:
        seen = list(run)
    assert seen
    assert all(0 <= progress.slots_filled <= progress.slots == 14 for progress in seen)
    nodes = [progress.statistics.nodes for progress in seen]
    assert nodes == sorted(nodes)
    assert seen[-1].statistics.engine == engine.name


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
    result = fill(HARD, HARD_LIST, seed=1, limit=limit, threads=2)
    assert result.status is Status.LIMIT
    assert result.statistics.nodes < 104
    assert result.statistics.failures < 90


@pytest.mark.parametrize("reproducible", [True, False])
def test_a_portfolio_that_nobody_waits_for_ends(reproducible: bool) -> None:
    run = start(HARD, HARD_LIST, threads=2, reproducible=reproducible)
    next(iter(run))
    before = threading.active_count()
    assert before > 1
    del run
    gc.collect()
    assert threading.active_count() < before


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


def test_quality_is_never_below_the_first_fill_and_bounds_hold() -> None:
    first = fill(GRID, WORDS, seed=5)
    best = fill(GRID, WORDS, seed=5, objective="score", limit=Limit(nodes=1500))
    check_fill(best, GRID, SPELLINGS)
    quality = best.quality
    assert quality is not None
    scores = list(best.scores.values())
    assert quality.floor == min(scores) >= min(first.scores.values())
    assert quality.mean == pytest.approx(sum(scores) / len(scores))
    assert quality.floor <= quality.floor_bound
    assert quality.mean <= quality.mean_bound
    assert 0 <= quality.gap < 1
    if quality.floor_proved:
        above = fill(GRID, WORDS, min_score=quality.floor + 1)
        assert above.status is Status.IMPOSSIBLE


def test_quality_without_the_clock_is_reproducible() -> None:
    results = [
        fill(GRID, WORDS, seed=3, objective="score", limit=Limit(nodes=600)) for _ in range(2)
    ]
    assert results[0].grid == results[1].grid
    assert results[0].statistics.nodes == results[1].statistics.nodes


def test_the_best_floor_and_mean_of_a_small_grid_are_found() -> None:
    grid = Grid.parse("...\n.#.\n...")
    spellings = ["CAT", "COT", "TIN", "TEN", "TON", "CUT", "NIT", "NUT", "NET"]
    few = WordList.from_words((word, 7 * place + 3) for place, word in enumerate(spellings))
    best = fill(grid, few, objective="score", seed=2)
    everything = [list(result.scores.values()) for result in solutions(grid, few)]
    floor = max(min(scores) for scores in everything)
    assert best.quality is not None
    assert best.quality.floor == floor
    assert best.quality.floor_proved
    mean = max(sum(s) / len(s) for s in everything if min(s) >= floor)
    assert best.quality.mean <= mean <= best.quality.mean_bound


def test_quality_with_rules_and_given_words() -> None:
    grid = GRID.with_word("1A", "THESE")
    rules = {"min_score": 20, "no_shared_letters": 3, "required": ["STONE"]}
    rules["slot_scores"] = {"5A": 5}
    best = fill(grid, WORDS, objective="score", limit=Limit(nodes=2500), seed=1, **rules)
    if best.status is Status.IMPOSSIBLE:
        assert fill(grid, WORDS, **rules).status is Status.IMPOSSIBLE
        return
    assert best.answers["1A"] == "THESE"
    assert "STONE" in best.answers.values()
    for index, word in enumerate(best.answers.values()):
        for other in list(best.answers.values())[:index]:
            assert not {word[i : i + 3] for i in range(3)} & {other[i : i + 3] for i in range(3)}


@pytest.mark.parametrize(
    "rules", [{"required": ["CAT"]}, {"slot_scores": {"1A": 0, "1D": 0, "2D": 0}}]
)
def test_quality_ends_where_a_weak_word_is_allowed_for(rules: dict[str, object]) -> None:
    grid = Grid.parse("...\n.#.\n...")
    spellings = ["CAT", "COT", "TIN", "TEN", "TON", "CUT", "NIT", "NUT", "NET"]
    few = WordList.from_words((word, 10 * place) for place, word in enumerate(spellings))
    best = fill(grid, few, objective="score", **rules)
    assert best.quality is not None
    assert best.quality.floor_proved
    floor = best.quality.floor
    assert fill(grid, few, min_score=floor, **rules).status is Status.FILLED
    if floor < 80:
        assert fill(grid, few, min_score=floor + 1, **rules).status is Status.IMPOSSIBLE


def test_quality_with_as_many_scores_as_words_and_with_negative_ones() -> None:
    for sign in (1, -1):
        scored = WordList.from_words((w, sign * (n + 1)) for n, w in enumerate(SPELLINGS))
        best = fill(GRID, scored, objective="score", limit=Limit(nodes=400), seed=1)
        check_fill(best, GRID, SPELLINGS)
        assert best.quality is not None
        assert best.quality.mean <= best.quality.mean_bound
        assert (best.quality.mean_bound > 0) == (sign > 0)
        assert best.quality.gap >= 0


def test_quality_of_the_impossible_the_given_and_the_cancelled() -> None:
    assert fill(Grid.parse("Q."), WORDS, objective="score").status is Status.IMPOSSIBLE
    given = fill(Grid.parse("CAT"), WORDS, objective="score")
    assert given.status is Status.FILLED
    assert given.quality is None
    assert fill(HARD, HARD_LIST, objective="score", limit=Limit(nodes=3)).status is Status.LIMIT
    with start(GRID, WORDS, objective="score") as run:
        for progress in run:
            if progress.best is not None:
                run.stop()
        assert run.result().status is Status.FILLED


def test_a_budget_adds_up_all_searches() -> None:
    budget = Budget()
    problem = Model(GRID, WORDS, Rules()).problem()
    searches = [Search(problem, seed, budget) for seed in range(3)]
    for search in searches:
        for _ in search.steps():
            pass
    assert budget.statistics.nodes == sum(search.solver.nodes for search in searches)
