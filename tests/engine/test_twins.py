"""The two engines run the same search: same rows, same counts, at every budget."""

from __future__ import annotations

import random
from array import array

import pytest
from helpers.problems import make_table, random_problem
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION, Problem, plain
from crosswright.engine.heuristics import NO_SCORE
from crosswright.support.sizes import MAX_LENGTH, MAX_TOKENS

compiled = pytest.importorskip(
    "crosswright.engine.compiled", reason="the compiled engine is not built"
)


def state(solver: plain.Solver) -> dict[str, object]:
    slots = range(len(solver.counts()))
    return {
        "rows": solver.rows(),
        "counts": solver.counts(),
        "live": [solver.live(slot) for slot in slots],
        "masks": solver.masks(),
        "weights": solver.weights(),
        "work": (solver.nodes, solver.failures, solver.restarts, solver.propagations),
    }


def walk(problem: Problem, seed: int, restarts: bool, budgets: list[int]) -> tuple[set[int], int]:
    """Run both engines side by side and compare them after every slice."""
    twins = [
        module.Solver(
            problem,
            seed,
            restarts=restarts,
            noise=seed % 300,
            letters=seed % 4 < 2,
            log_sizes=seed % 3 == 0,
            parts=seed % 5 < 3,
        )
        for module in (plain, compiled)
    ]
    seen = set()
    for budget in budgets:
        outcomes = [twin.run(budget, budget * 2) for twin in twins]
        assert outcomes[0] == outcomes[1]
        seen.add(outcomes[0])
        if outcomes[0] != EXHAUSTED:
            assert state(twins[0]) == state(twins[1])
    return seen, twins[0].restarts


@settings(max_examples=150)
@given(st.integers(0, 10**9), st.booleans(), st.lists(st.integers(0, 30), min_size=4, max_size=9))
def test_twins_agree_on_small_problems(seed: int, restarts: bool, budgets: list[int]) -> None:
    problem = random_problem(seed, side=4, words=30, tokens=3, rules=True)
    walk(problem, seed, restarts, budgets)


def test_twins_agree_on_larger_problems_and_every_outcome_is_met() -> None:
    seen, restarts = set(), 0
    for seed in range(12):
        tokens = 8 if seed < 6 else 64
        problem = random_problem(seed, side=6, words=700, tokens=tokens, rules=seed % 2 == 1)
        found, count = walk(problem, seed, True, [5, 60, 200])
        seen |= found
        restarts += count
    assert seen == {RUNNING, SOLUTION, EXHAUSTED}
    assert restarts > 0


@given(
    st.lists(st.integers(-(2**31), 2**31 - 1), min_size=1, max_size=200),
    st.integers(-(2**31), 2**31 - 1),
)
def test_twins_agree_on_scores(scores: list[int], floor: int) -> None:
    data = array("i", scores).tobytes()
    assert compiled.rows_at_least(data, floor) == plain.rows_at_least(data, floor)
    rows = int.from_bytes(plain.rows_at_least(data, floor), "little")
    assert rows == sum(1 << row for row, score in enumerate(scores) if score >= floor)
    assert compiled.score_range(data) == plain.score_range(data) == (min(scores), max(scores))


@given(st.integers(0, 10**9))
def test_twins_agree_on_the_best_scores(seed: int) -> None:
    rng = random.Random(seed)
    words = {bytes(rng.randrange(5) for _ in range(4)) for _ in range(100)}
    table = make_table(4, 5, words, rng)
    live = rng.randbytes(table.blocks * 8)
    live = (int.from_bytes(live, "little") & ((1 << table.size) - 1)).to_bytes(len(live), "little")
    whole = b"\xff" * (table.size // 8) + bytes([(1 << table.size % 8) - 1])
    lives = [live, bytes(len(live)), whole.ljust(len(live), b"\0")]
    found, nothing, _ = compiled.best_scores(table, lives)
    assert compiled.best_scores(table, lives) == plain.best_scores(table, lives)
    assert set(nothing) == {NO_SCORE}
    scores = memoryview(table.scores).cast("i")
    for position in range(4):
        for token in range(5):
            fitting = [
                scores[row]
                for row in range(table.size)
                if int.from_bytes(live, "little") >> row & 1
                and table.codes[row * 4 + position] == token
            ]
            assert found[position * 5 + token] == max(fitting, default=NO_SCORE)


def test_the_compiled_engine_has_the_sizes_that_all_agree_on() -> None:
    assert compiled.MAX_TOKENS == MAX_TOKENS
    assert compiled.MAX_LENGTH == MAX_LENGTH
