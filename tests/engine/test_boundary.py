"""What reaches the engines is checked first, and they survive misuse."""

from __future__ import annotations

import gc
import random
import sys
import threading
from dataclasses import replace
from types import ModuleType

import pytest
from helpers.engines import each_module
from helpers.problems import make_table, random_problem

from crosswright.engine import EXHAUSTED, SOLUTION, Exclusions, Problem, Tables

NOT_BUILT = "the compiled engine is not built"
WORDS = make_table(2, 3, {b"\0\1", b"\1\2"}, random.Random(0))


def problem(**changes: object) -> Problem:
    parts: dict[str, object] = {
        "tables": Tables([WORDS]),
        "masks": [7, 7, 7],
        "slots": [(0, (0, 1)), (0, (1, 2))],
    }
    return Problem(**{**parts, **changes})


@each_module
def test_a_small_problem_is_solved(module: ModuleType) -> None:
    solver = module.Solver(problem())
    assert solver.run(100, 100) == SOLUTION
    assert solver.rows() == [0, 1]
    assert solver.masks() == [1, 2, 4]
    assert solver.run(100, 100) == EXHAUSTED
    assert solver.run(100, 100) == EXHAUSTED


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
        problem(**changes)


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
        Tables([replace(WORDS, **changes)])


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


@each_module
def test_no_slots_no_cells_and_no_words(module: ModuleType) -> None:
    assert module.Solver(Problem(Tables([]), [], [])).run(1, 1) == SOLUTION
    assert module.Solver(Problem(Tables([]), [1], [])).run(1, 1) == SOLUTION
    assert module.Solver(Problem(Tables([]), [0], [])).run(1, 1) == EXHAUSTED
    empty = make_table(2, 3, set(), random.Random(0))
    assert module.Solver(Problem(Tables([empty]), [7, 7], [(0, (0, 1))])).run(1, 1) == EXHAUSTED
    nothing = problem(live=[bytes(8), None])
    assert module.Solver(nothing).run(1, 1) == EXHAUSTED
    nowhere = problem(required=[[]])
    assert module.Solver(nowhere).run(1, 1) == EXHAUSTED


@each_module
def test_live_bits_beyond_the_last_row_are_ignored(module: ModuleType) -> None:
    solver = module.Solver(problem(live=[b"\xff" * 8, b"\xff" * 8]))
    assert solver.counts() == [2, 2]
    assert solver.run(100, 100) == SOLUTION


@each_module
def test_codes_beyond_the_alphabet_do_no_harm(module: ModuleType) -> None:
    odd = replace(WORDS, codes=b"\xff\xff\xff\xff")
    module.Solver(problem(tables=Tables([odd]))).run(100, 100)


@each_module
def test_no_scores_have_no_range(module: ModuleType) -> None:
    with pytest.raises(ValueError):
        module.score_range(b"")
    assert module.rows_at_least(b"", 5) == b""


@each_module
def test_floors_beyond_all_scores(module: ModuleType) -> None:
    assert module.rows_at_least(WORDS.scores, 1 << 70) == bytes(8)
    assert module.rows_at_least(WORDS.scores, -(1 << 70)) == b"\3" + bytes(7)


def test_the_compiled_engine_takes_problems_alone() -> None:
    compiled = pytest.importorskip("crosswright.engine.compiled", reason=NOT_BUILT)
    with pytest.raises(TypeError, match="takes a Problem"):
        compiled.Solver(object())
    with pytest.raises(ValueError, match="do not fit"):
        compiled.best_scores(WORDS, [b""])
    with pytest.raises(ValueError, match="at least one"):
        compiled.best_scores(replace(WORDS, alphabet_size=0), [bytes(8)])
    solver = compiled.Solver(problem())
    with pytest.raises(RuntimeError, match="set up once"):
        solver.__init__(problem())
    for slot in (-1, 2):
        with pytest.raises(IndexError):
            solver.live(slot)


@each_module
def test_a_required_word_stands_in_a_goal(module: ModuleType) -> None:
    for goals, outcome in (([True, False], SOLUTION), ([False, True], EXHAUSTED)):
        needy = problem(goals=goals, required=[[(0, 0)]])
        assert module.Solver(needy).run(100, 100) == outcome


def test_one_search_is_not_run_by_two_threads_at_once() -> None:
    compiled = pytest.importorskip("crosswright.engine.compiled", reason=NOT_BUILT)
    solver = compiled.Solver(random_problem(2, side=6, words=700, tokens=64, rules=False))
    refused = []

    def run() -> None:
        try:
            for _ in range(200):
                solver.run(50, 50)
        except RuntimeError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(refused) <= {"another thread is running this search"}


@each_module
def test_memory_stays_flat(module: ModuleType) -> None:
    resource = pytest.importorskip("resource", reason="no memory figures on this platform")
    task = random_problem(3, side=5, words=400, tokens=8, rules=True)

    def run(times: int) -> int:
        for seed in range(times):
            module.Solver(task, seed).run(4, 20)
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = run(200)
    unit = 1 if sys.platform == "darwin" else 1024
    assert (run(1000) - before) * unit < 4_000_000
