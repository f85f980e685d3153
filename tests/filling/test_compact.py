"""Gathered words: the same search with smaller tables."""

from __future__ import annotations

import pytest
from helpers.fills import GRID, WORDS

from crosswright import engine
from crosswright.filling.compact import CompactProblem
from crosswright.filling.model import Model
from crosswright.filling.rules import RuleFields, Rules


@pytest.mark.parametrize("floor", [30, 40, 60, 75, 90])
def test_the_search_is_the_same_with_fewer_rows(floor: int) -> None:
    model = Model(GRID, WORDS, Rules(slot_scores={"1A": 20}, required=("STONE",)))
    problem = model.problem(floor)
    assert problem is not None
    compact = CompactProblem.of(problem)
    solvers = [engine.Solver(problem, 3), engine.Solver(compact.problem, 3)]
    outcomes = {solver.run(300, 300) for solver in solvers}
    assert len(outcomes) == 1
    assert solvers[0].masks() == solvers[1].masks()
    assert solvers[0].rows() == compact.original_rows(solvers[1].rows())
    assert len({(s.nodes, s.failures, s.restarts, s.propagations) for s in solvers}) == 1
    assert sum(compact.problem.tables.sizes) < sum(problem.tables.sizes)


def test_only_rows_that_some_slot_may_take_are_kept() -> None:
    problem = Model(GRID, WORDS, Rules(min_score=80)).problem()
    assert problem is not None
    compact = CompactProblem.of(problem)
    for table, rows in zip(problem.tables.words, compact.rows, strict=True):
        scores = table.scores.cast("i")
        assert all(scores[row] >= 80 for row in rows)
        assert list(rows) == sorted(rows)


@pytest.mark.parametrize("scores", [{}, {"1A": 20}])
def test_the_search_is_the_same_with_all_rows(scores: dict[str, int]) -> None:
    problem = Model(GRID, WORDS, Rules(slot_scores=scores)).problem()
    assert problem is not None
    compact = CompactProblem.of(problem)
    assert compact.problem.tables.sizes == problem.tables.sizes
    solvers = [engine.Solver(problem, 3), engine.Solver(compact.problem, 3)]
    assert len({solver.run(300, 300) for solver in solvers}) == 1
    assert solvers[0].masks() == solvers[1].masks()
    assert [solvers[0].live(slot) for slot in range(len(problem.slots))] == [
        solvers[1].live(slot) for slot in range(len(problem.slots))
    ]


@pytest.mark.parametrize("rules", [{"no_shared_letters": 3}, {"no_shared_stem": True}])
def test_words_exclude_each_other_as_before(rules: RuleFields) -> None:
    problem = Model(GRID, WORDS, Rules(min_score=50, **rules)).problem()
    assert problem is not None
    assert problem.exclusions is not None
    compact = CompactProblem.of(problem)
    solvers = [engine.Solver(problem, 3), engine.Solver(compact.problem, 3)]
    assert len({solver.run(500, 500) for solver in solvers}) == 1
    assert solvers[0].rows() == compact.original_rows(solvers[1].rows())
    assert len({(s.nodes, s.failures, s.restarts, s.propagations) for s in solvers}) == 1
    assert sum(compact.problem.tables.sizes) < sum(problem.tables.sizes)
