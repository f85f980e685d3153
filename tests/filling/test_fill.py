"""Running a fill: what it takes, seeds, limits, cancellation, progress."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest
from helpers.clocks import a_slow_machine
from helpers.fills import GRID, HARD, HARD_LIST, HARD_WORDS, WORDS

from crosswright import engine
from crosswright.errors import RuleError, WordListError
from crosswright.filling.fill import count, fill, solutions, start
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.words.wordlist import WordList


def test_the_same_seed_gives_the_same_fill_and_another_may_not() -> None:
    fills = [fill(GRID, WORDS, seed=seed) for seed in (1, 1, 2, 3, 4)]
    assert fills[0].grid == fills[1].grid
    assert fills[0].statistics.nodes == fills[1].statistics.nodes
    assert len({str(result.grid) for result in fills}) > 1


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


def test_limits_on_nodes_are_exact() -> None:
    result = fill(HARD, HARD_LIST, limit=Limit(nodes=7))
    assert result.status is Status.LIMIT
    assert result.statistics.nodes == 7
    assert fill(HARD, HARD_LIST, limit=Limit(nodes=0)).status is Status.LIMIT


def test_limits_on_failures_are_exceeded_by_one_step_back_at_most() -> None:
    """One step back can fail once for each slot; the slices of a search do not add up to more."""

    def excess(failures: int) -> int:
        result = fill(HARD, HARD_LIST, limit=Limit(failures=failures))
        assert result.status is Status.LIMIT
        return result.statistics.failures - failures

    limits = range(1, 16)
    excesses = [excess(failures) for failures in limits]
    assert set(excesses) <= {*range(len(HARD.slots))}
    assert 0 in excesses
    assert max(excesses) > 0
    with a_slow_machine():
        assert [excess(failures) for failures in limits] == excesses


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


def test_a_run_is_gone_with_its_solver_as_soon_as_nobody_has_it() -> None:
    gc.disable()  # which would find what goes round in circles, some fills later
    try:
        run = start(GRID, WORDS)
        assert run.result().status is Status.FILLED
        left = weakref.ref(run)
        del run
        assert left() is None
    finally:
        gc.enable()


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


def test_progress_counts_slots_and_work() -> None:
    seen = []
    with start(HARD, HARD_LIST, limit=Limit(nodes=40)) as run:
        seen = list(run)
    assert seen
    assert all(0 <= progress.slots_filled <= progress.slots == 14 for progress in seen)
    nodes = [progress.statistics.nodes for progress in seen]
    assert nodes == sorted(nodes)
    assert seen[-1].statistics.engine == engine.name


def test_a_grid_may_be_text_and_words_any_iterable() -> None:
    words = ["CAT", "CUT", "TIE", "TEE"]
    expected = fill(Grid.parse("C.T\n.#.\nT.E"), WordList.from_words(words))
    assert fill("C.T\n.#.\nT.E", words).grid == expected.grid
    scored = fill("...", {"CAT": 20, "COT": 70}, min_score=50)
    assert scored.scores == {"1A": 70}
    assert count("...", [("CAT", 20), ("COT", 70)], min_score=50) == 1
    assert count("...", ["CAT", "COT"], most=10**30) == 2
    assert len([*solutions("C.T", iter(words))]) == 2
    with start("...", words) as run:
        assert run.result().status is Status.FILLED


def test_words_are_not_one_text() -> None:
    for function in (fill, start, solutions, count):
        with pytest.raises(WordListError):
            function("...", "CAT COT")


def test_an_unknown_objective_names_the_known_ones() -> None:
    with pytest.raises(RuleError, match="unknown objective 'beauty'; choose from any, score"):
        start(GRID, WORDS, objective="beauty")


def test_a_fill_within_a_budget_spends_it() -> None:
    budget = Budget(Limit(nodes=20))
    assert fill(HARD, HARD_LIST, limit=budget.part(nodes=12)).statistics.nodes == 12
    assert fill(HARD, HARD_LIST, limit=budget).statistics.nodes == 8
    assert budget.spent() is Status.LIMIT
