"""Both engines on small problems and odd ones; what callers do wrong is in `test_boundary`."""

from __future__ import annotations

import gc
import random
import sys
from dataclasses import replace
from types import ModuleType

import pytest
from helpers.engines import each_module
from helpers.problems import PAIRS, make_table, problem_with, random_problem

from crosswright.engine import EXHAUSTED, SOLUTION, Problem, Tables


@each_module
def test_a_small_problem_is_solved(module: ModuleType) -> None:
    solver = module.Solver(problem_with())
    assert solver.run(100, 100) == SOLUTION
    assert solver.rows() == [0, 1]
    assert solver.masks() == [1, 2, 4]
    assert solver.run(100, 100) == EXHAUSTED
    assert solver.run(100, 100) == EXHAUSTED


@each_module
def test_no_slots_no_cells_and_no_words(module: ModuleType) -> None:
    assert module.Solver(Problem(Tables([]), [], [])).run(1, 1) == SOLUTION
    assert module.Solver(Problem(Tables([]), [1], [])).run(1, 1) == SOLUTION
    assert module.Solver(Problem(Tables([]), [0], [])).run(1, 1) == EXHAUSTED
    empty = make_table(2, 3, set(), random.Random(0))
    assert module.Solver(Problem(Tables([empty]), [7, 7], [(0, (0, 1))])).run(1, 1) == EXHAUSTED
    nothing = problem_with(live=[bytes(8), None])
    assert module.Solver(nothing).run(1, 1) == EXHAUSTED
    nowhere = problem_with(required=[[]])
    assert module.Solver(nowhere).run(1, 1) == EXHAUSTED


@each_module
def test_live_bits_beyond_the_last_row_are_ignored(module: ModuleType) -> None:
    solver = module.Solver(problem_with(live=[b"\xff" * 8, b"\xff" * 8]))
    assert solver.counts() == [2, 2]
    assert solver.run(100, 100) == SOLUTION


@each_module
def test_codes_beyond_the_alphabet_do_no_harm(module: ModuleType) -> None:
    odd = replace(PAIRS, codes=b"\xff\xff\xff\xff")
    for letters in (False, True):
        module.Solver(problem_with(tables=Tables([odd])), letters=letters).run(100, 100)


@each_module
def test_words_with_the_same_letters_are_decided_whole(module: ModuleType) -> None:
    twice = replace(PAIRS, codes=PAIRS.codes[:2] * 2, support=bytes([3, *bytes(31), 3, *bytes(15)]))
    task = Problem(Tables([twice]), [7, 7], [(0, (0, 1))])
    solver = module.Solver(task, letters=True)
    assert [solver.run(9, 9) for _ in range(3)] == [SOLUTION, SOLUTION, EXHAUSTED]


@each_module
def test_no_scores_have_no_range(module: ModuleType) -> None:
    with pytest.raises(ValueError):
        module.score_range(b"")
    assert module.rows_at_least(b"", 5) == b""


@each_module
def test_floors_beyond_all_scores(module: ModuleType) -> None:
    assert module.rows_at_least(PAIRS.scores, 1 << 70) == bytes(8)
    assert module.rows_at_least(PAIRS.scores, -(1 << 70)) == b"\3" + bytes(7)


@each_module
def test_a_required_word_is_used_in_a_goal(module: ModuleType) -> None:
    for goals, outcome in (([True, False], SOLUTION), ([False, True], EXHAUSTED)):
        needy = problem_with(goals=goals, required=[[(0, 0)]])
        assert module.Solver(needy).run(100, 100) == outcome


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
