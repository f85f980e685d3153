"""Every way to branch decides the same: held against brute force, on both engines."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import combinations, product
from types import ModuleType

import pytest
from helpers.engines import ENGINES, each_module
from helpers.problems import make_table, random_problem
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.engine import EXHAUSTED, SOLUTION, Problem, Solver, Tables, heuristics
from crosswright.engine.problem import CellIndex, Exclusions, SlotIndex, TableRow

WAYS = [
    {"letters": letters, "log_sizes": log_sizes, "parts": parts}
    for letters in (False, True)
    for log_sizes in (False, True)
    for parts in (False, True)
]
LIMIT = 1 << 30

seeds = st.integers(0, 10**9)


def small_problem(seed: int) -> Problem:
    """Return a small grid, or a smaller one twice, with random rules and a word in every slot."""
    if seed % 3:
        return random_problem(seed, side=4, words=18, tokens=3, rules=True).changed(goals=())
    problem = random_problem(seed, side=3, words=9, tokens=3, rules=seed % 2 == 1)
    return in_two_parts(problem.changed(goals=()))


def in_two_parts(problem: Problem) -> Problem:
    """Return a grid beside itself: two parts that share no cell, only words."""
    size = len(problem.masks)
    return problem.changed(
        masks=[*problem.masks, *problem.masks],
        slots=[
            *problem.slots,
            *((table, [cell + size for cell in cells]) for table, cells in problem.slots),
        ],
        live=[*problem.live, *problem.live],
        goals=[*problem.goals, *problem.goals],
    )


class BruteForce:
    """All fills of a problem, by trying every word in every slot."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.order = sorted(range(len(problem.slots)), key=self.number_in_table)

    def number_in_table(self, slot: SlotIndex) -> int:
        """Return how many slots of its table come before a slot, so that those of two alternate."""
        tables = [table_index for table_index, _ in self.problem.slots]
        return tables[:slot].count(tables[slot])

    def fills(self) -> set[tuple[int, ...]]:
        return {rows for rows in self.tried({}, {}) if self.keeps_rules(rows)}

    def tried(
        self, rows: dict[SlotIndex, int], tokens: dict[CellIndex, int]
    ) -> Iterator[tuple[int, ...]]:
        if len(rows) == len(self.order):
            yield tuple(rows[slot] for slot in range(len(rows)))
            return
        slot = self.order[len(rows)]
        table_index, cells = self.problem.slots[slot]
        table = self.problem.tables.words[table_index]
        live = self.problem.live[slot] if self.problem.live else None
        for row in range(table.size):
            codes = table.codes[row * table.length : (row + 1) * table.length]
            if live is not None and not live[row >> 3] >> (row & 7) & 1:
                continue
            if all(
                tokens.get(cell, code) == code and self.problem.masks[cell] >> code & 1
                for cell, code in zip(cells, codes, strict=True)
            ):
                more = dict(zip(cells, codes, strict=True))
                yield from self.tried({**rows, slot: row}, {**tokens, **more})

    def keeps_rules(self, rows: tuple[int, ...]) -> bool:
        words = [(self.problem.slots[slot][0], row) for slot, row in enumerate(rows)]
        if not all(any(word in words for word in group) for group in self.problem.required):
            return False
        return not any(self.is_excluded(one, other) for one, other in combinations(words, 2))

    def is_excluded(self, one: TableRow, other: TableRow) -> bool:
        exclusions = self.problem.exclusions
        is_same = self.problem.distinct and one == other
        return is_same or (exclusions is not None and other in exclusions.excluded_by(*one))


def all_fills(solver: Solver) -> Counter[tuple[int, ...]]:
    fills: Counter[tuple[int, ...]] = Counter()
    while solver.run(LIMIT, LIMIT) == SOLUTION:
        fills[tuple(solver.rows())] += 1
    return fills


@each_module
@settings(max_examples=40)
@given(seeds)
def test_every_way_finds_every_fill_once(module: ModuleType, seed: int) -> None:
    problem = small_problem(seed)
    expected = BruteForce(problem).fills()
    for way in WAYS:
        assert all_fills(module.Solver(problem, seed, restarts=False, **way)) == Counter(expected)


@each_module
@settings(max_examples=40)
@given(seeds)
def test_with_restarts_every_verdict_is_right(module: ModuleType, seed: int) -> None:
    problem = small_problem(seed)
    expected = BruteForce(problem).fills()
    kept = module.KeptSolver(problem)
    kept.propagate()
    for way in WAYS:
        kept.push()
        kept.begin(seed, problem.score_range, **way)
        for solver in (module.Solver(problem, seed, **way), kept):
            assert solver.run(LIMIT, LIMIT) == (SOLUTION if expected else EXHAUSTED)
            assert not expected or tuple(solver.rows()) in expected
        kept.pop()


def test_brute_force_meets_problems_with_and_without_fills() -> None:
    counts = [len(BruteForce(small_problem(seed)).fills()) for seed in range(40)]
    assert 0 in counts
    assert max(counts) > 5


@each_module
def test_letters_are_decided_one_at_a_time(module: ModuleType) -> None:
    """A slot on its own: a word is one decision, its letters are several."""
    table = make_table(3, 2, set(map(bytes, product((0, 1), repeat=3))), random.Random(0))
    problem = Problem(Tables([table]), [3, 3, 3], [(0, (0, 1, 2))])
    by_words, by_letters = (module.Solver(problem, letters=letters) for letters in (False, True))
    assert by_words.run(LIMIT, LIMIT) == by_letters.run(LIMIT, LIMIT) == SOLUTION
    assert (by_words.nodes, by_letters.nodes) == (1, 3)
    assert by_words.rows() == by_letters.rows()


@each_module
def test_restarts_keep_the_parts_that_are_full(module: ModuleType) -> None:
    """Otherwise both parts have to succeed between two restarts."""
    problem = in_two_parts(random_problem(0, side=5, words=400, tokens=8, rules=False))
    failures = {}
    for parts in (False, True):
        solvers = [module.Solver(problem, seed, parts=parts) for seed in range(3)]
        assert {solver.run(LIMIT, LIMIT) for solver in solvers} == {SOLUTION}
        assert all(solver.restarts for solver in solvers)
        failures[parts] = sum(solver.failures for solver in solvers)
    assert failures[True] < failures[False] * 3 // 4


@contextmanager
def many_slots(few_words: int) -> Iterator[None]:
    """Treat every grid as one of thousands of slots, where few words are so many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(heuristics, "MANY_SLOTS", 0)
        patch.setattr(heuristics, "FEW_WORDS", few_words)
        yield


@settings(max_examples=60)
@given(seeds, st.integers(1, 12))
def test_among_many_slots_no_word_is_used_twice(seed: int, few_words: int) -> None:
    problem = small_problem(seed)
    expected = Counter(BruteForce(problem).fills())
    large = random_problem(seed, side=5, words=200, tokens=6, rules=False)
    with many_slots(few_words):
        for way in WAYS:
            for module in ENGINES:
                assert all_fills(module.Solver(problem, seed, restarts=False, **way)) == expected
            searches = [module.Solver(large, seed, **way) for module in ENGINES]
            outcomes = {search.run(LIMIT, 300) for search in searches}
            figures = {(search.nodes, search.failures, *search.rows()) for search in searches}
            assert len(outcomes) == len(figures) == 1


@each_module
def test_among_many_slots_a_used_word_stays_where_there_are_many(module: ModuleType) -> None:
    """Four slots that cross nothing: a word goes from those with few words alone."""
    table = make_table(2, 3, set(map(bytes, product(range(3), repeat=2))), random.Random(0))
    slots = [(0, (2 * slot, 2 * slot + 1)) for slot in range(4)]
    problem = Problem(
        Tables([table]), [7] * 8, slots, live=[b"\1" + bytes(7), None, b"\3" + bytes(7), None]
    )
    for few_words, expected in ((None, [1, 7, 1, 7]), (3, [1, 9, 1, 9])):
        with many_slots(few_words) if few_words else nullcontext():
            solver = module.KeptSolver(problem)
            assert solver.propagate()
            assert solver.counts() == expected


@each_module
def test_among_many_slots_what_a_word_excludes_goes_where_words_become_few(
    module: ModuleType,
) -> None:
    """Slots that cross nothing, where a word excludes the next one of the list."""
    table = make_table(2, 3, set(map(bytes, product(range(3), repeat=2))), random.Random(0))
    slots = [(0, (2 * slot, 2 * slot + 1)) for slot in range(3)]
    problem = Problem(
        Tables([table]),
        [7] * 6,
        slots,
        live=[b"\1" + bytes(7), None, b"\7" + bytes(7)],
        exclusions=Exclusions([9], [[(0, row), (0, row + 1)] for row in range(8)]),
    )
    for few_words, expected in ((None, [1, 5, 1]), (3, [1, 9, 1])):
        with many_slots(few_words) if few_words else nullcontext():
            solver = module.KeptSolver(problem)
            assert solver.propagate()
            assert solver.counts() == expected
    with many_slots(3):
        solver = module.KeptSolver(problem)
        solver.restrict(1, b"\x13\1" + bytes(6))  # words 0, 1, 4 and 8
        assert solver.propagate()
        solver.narrow(2, 0b11)  # without word 8 there are few: 0 is used, and excludes 1
        assert solver.propagate()
        assert solver.rows()[1] == 4


@each_module
def test_among_many_slots_no_word_is_chosen_that_others_exclude(module: ModuleType) -> None:
    """Where the best words are of one family, a choice by score alone would always fail."""
    table = make_table(3, 4, set(map(bytes, product(range(4), repeat=3))), random.Random(0))
    best = sorted(range(64), key=lambda row: -table.scores[row])[:40]
    slots = [(0, tuple(range(3 * slot, 3 * slot + 3))) for slot in range(10)]
    problem = Problem(
        Tables([table]),
        [15] * 30,
        slots,
        exclusions=Exclusions([64], [[(0, row) for row in best]]),
        score_range=(min(table.scores), max(table.scores)),
    )
    with many_slots(2):
        solver = module.Solver(problem, 0, noise=0)
        assert solver.run(LIMIT, 1) == SOLUTION
    assert not solver.failures
