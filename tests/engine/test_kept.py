"""A solver that is kept: whatever was assumed and taken back, it is as if it were new."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import pytest
from helpers.engines import ENGINES, each_module
from helpers.problems import problem_with, random_problem
from helpers.threads import held_by_another_thread
from hypothesis import given
from hypothesis import strategies as st

from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION, Problem, Solver
from crosswright.engine.problem import CellIndex, SlotIndex
from crosswright.support.turns import Turn

seeds = st.integers(0, 10**9)


@dataclass
class Level:
    """What is assumed at one level, in the form of a problem's own parts."""

    masks: dict[CellIndex, int] = field(default_factory=dict)
    rows: list[tuple[SlotIndex, int]] = field(default_factory=list)


class Walk:
    """Random assumptions on a kept solver, and the problem that states the same from scratch."""

    def __init__(self, module: ModuleType, problem: Problem, seed: int) -> None:
        self.module, self.problem = module, problem
        self.rng = random.Random(seed)
        self.kept = module.KeptSolver(problem)
        self.kept.propagate()
        self.waived: set[SlotIndex] = set()
        self.met: set[int] = set()
        self.levels: list[Level] = []

    def step(self) -> None:
        """Open a level, close one, begin again, or search and leave it halfway."""
        action = self.rng.choice(("push", "push", "push", "pop", "pop", "reset", "search"))
        if action == "push":
            self.push()
        elif action == "pop" and self.levels:
            self.kept.pop()
            self.levels.pop()
        elif action == "reset" and self.rng.random() < 0.3:
            slots = range(len(self.problem.slots))
            self.waived = set(self.rng.sample(slots, self.rng.randrange(3)))
            required = range(len(self.problem.required))
            self.met = set(self.rng.sample(required, self.rng.randrange(len(required) + 1)))
            self.kept.reset(self.waived, self.met)
            self.kept.propagate()
            self.levels.clear()
        elif action == "search":
            self.kept.push()
            self.kept.begin(self.rng.randrange(5), self.problem.score_range, **self.way())
            self.kept.run(self.rng.randrange(9), self.rng.randrange(1, 9))
            self.kept.pop()

    def push(self) -> None:
        level = Level()
        self.kept.push()
        for _ in range(self.rng.randrange(4)):
            self.assume(level)
        self.kept.propagate()
        self.levels.append(level)

    def assume(self, level: Level) -> None:
        problem, rng = self.problem, self.rng
        slot = rng.randrange(len(problem.slots))
        table = problem.tables.words[problem.slots[slot][0]]
        every = (1 << table.size) - 1
        kind = rng.choice(("narrow", "restrict", "place", "exclude"))
        if kind == "narrow":
            cell, mask = rng.randrange(len(problem.masks)), rng.getrandbits(8) | rng.getrandbits(8)
            self.kept.narrow(cell, mask)
            level.masks[cell] = level.masks.get(cell, -1) & mask
            return
        row = rng.randrange(table.size)
        rows = {"place": 1 << row, "exclude": every ^ (1 << row)}.get(kind, every)
        if kind == "restrict":
            rows = rng.getrandbits(table.size) | rng.getrandbits(table.size)
            self.kept.restrict(slot, rows.to_bytes(table.blocks * 8, "little"))
        elif kind == "place":
            self.kept.place(slot, row)
        else:
            self.kept.exclude(slot, row)
        level.rows.append((slot, rows))

    def restated(self) -> tuple[Problem, list[SlotIndex]]:
        """State all assumptions as a problem of its own; also return which slots it has."""
        problem = self.problem
        slots = [s for s in range(len(problem.slots)) if s not in self.waived]
        masks = list(problem.masks)
        live = []
        for slot, (table_index, _) in enumerate(problem.slots):
            given = problem.live[slot] if problem.live else None
            every = (1 << problem.tables.words[table_index].size) - 1
            live.append(every if given is None else every & int.from_bytes(given, "little"))
        for level in self.levels:
            for cell, mask in level.masks.items():
                masks[cell] &= mask
            for slot, rows in level.rows:
                live[slot] &= rows
        sizes = {s: problem.tables.words[problem.slots[s][0]].blocks * 8 for s in slots}
        return Problem(
            problem.tables,
            masks,
            [problem.slots[s] for s in slots],
            [live[s].to_bytes(sizes[s], "little") for s in slots],
            [problem.goals[s] for s in slots],
            problem.distinct,
            problem.exclusions,
            [rows for number, rows in enumerate(problem.required) if number not in self.met],
            problem.score_range,
        ), slots

    def check(self) -> bool:
        """Compare what is left, and then a search, with those of a new solver."""
        problem, slots = self.restated()
        new = self.module.Solver(problem, 3)
        consistent = new.run(0, 1) != EXHAUSTED
        assert self.kept.propagate() == consistent
        if not consistent:
            assert self.kept.run(5, 5) == EXHAUSTED
            return False
        assert self.kept.masks() == new.masks()
        assert [self.kept.live(slot) for slot in slots] == [new.live(s) for s in range(len(slots))]
        assert [self.kept.counts()[slot] for slot in slots] == new.counts()
        self.check_orders(slots)
        self.check_search(problem, slots)
        return True

    def check_orders(self, slots: list[SlotIndex]) -> None:
        for slot in slots:
            rows = int.from_bytes(self.kept.live(slot), "little")
            left = [row for row in range(rows.bit_length()) if rows >> row & 1]
            scores = memoryview(self.problem.tables.words[self.problem.slots[slot][0]].scores)
            by_score = sorted(left, key=lambda row: -scores.cast("i")[row])
            assert self.kept.best(slot, 7) == by_score[:7]
            assert sorted(self.kept.promising(slot, len(left) + 1)) == left
            assert self.kept.promising(slot, 3) == self.kept.promising(slot, 100)[:3]

    def way(self) -> dict[str, Any]:
        """Return random settings of a search."""
        return {
            "letters": self.rng.random() < 0.5,
            "log_sizes": self.rng.random() < 0.5,
            "parts": self.rng.random() < 0.5,
            "score_weight": self.rng.choice((0, 512)),
            "noise": self.rng.choice((0, 256)),
        }

    def check_search(self, problem: Problem, slots: list[SlotIndex]) -> None:
        way = self.way()
        new = self.module.Solver(problem, 3, **way)
        self.kept.push()
        self.kept.begin(3, self.problem.score_range, **way)
        before = work(self.kept)
        for _ in range(3):
            outcome = new.run(40, 60)
            assert self.kept.run(40, 60) == outcome
            if outcome == EXHAUSTED:
                break
            assert [self.kept.rows()[slot] for slot in slots] == new.rows()
            assert self.kept.masks() == new.masks()
        assert [now - then for now, then in zip(work(self.kept), before, strict=True)] == work(new)
        self.kept.pop()


def work(solver: Solver) -> list[int]:
    return [solver.nodes, solver.failures, solver.restarts]


@each_module
@given(seeds)
def test_what_is_assumed_and_taken_back_leaves_no_trace(module: ModuleType, seed: int) -> None:
    problem = random_problem(seed, side=4, words=30, tokens=3, rules=True)
    walk = Walk(module, problem, seed)
    for _ in range(8):
        walk.step()
        walk.check()


def test_the_twins_are_asked_the_same_and_give_the_same_answers() -> None:
    if len(ENGINES) < 2:
        pytest.skip("the compiled engine is not built")
    consistent = 0
    for seed in range(12):
        problem = random_problem(seed, side=5, words=400, tokens=6, rules=seed % 2 == 1)
        walks = [Walk(module, problem, seed) for module in ENGINES]
        for _ in range(5):
            for walk in walks:
                walk.step()
            consistent += walks[0].check()
            walks[1].check()
            one, other = (walk.kept for walk in walks)
            assert one.levels == other.levels
            slots = range(len(problem.slots))
            assert [one.promising(s, 9) for s in slots] == [other.promising(s, 9) for s in slots]
    assert consistent > 20


@given(seeds)
def test_slots_that_are_waived_count_nothing_for_either_twin(seed: int) -> None:
    problem = random_problem(seed, side=4, words=60, tokens=4, rules=False)
    slots = range(len(problem.slots))
    answers = []
    for module in ENGINES:
        solver = module.KeptSolver(problem)
        for slot in slots:
            solver.promising(slot, 9)  # which notes how many words its crossings have
        solver.reset([seed % len(slots)])
        answers.append([solver.promising(slot, 9) for slot in slots])
    assert all(answer == answers[0] for answer in answers)


@each_module
def test_a_reset_forgets_what_a_search_has_learned(module: ModuleType) -> None:
    problem = random_problem(0, side=5, words=400, tokens=6, rules=False)
    solver = module.KeptSolver(problem)
    slots = len(solver.weights())
    solver.run(200, 200)
    assert solver.weights() != [1] * slots
    solver.reset([1])
    assert solver.weights() == [1, 0] + [1] * (slots - 2)


@each_module
def test_a_search_that_was_left_does_not_show(module: ModuleType) -> None:
    solver = module.KeptSolver(problem_with())
    assert solver.propagate()
    before = solver.masks()
    assert solver.run(0, 1) == SOLUTION
    solver.push()
    solver.narrow(0, 2)
    assert not solver.propagate()
    assert solver.run(9, 9) == EXHAUSTED
    solver.pop()
    assert solver.propagate()
    assert solver.masks() == before


@each_module
def test_a_waived_slot_may_hold_anything(module: ModuleType) -> None:
    solver = module.KeptSolver(problem_with())
    solver.propagate()
    solver.push()
    solver.narrow(2, 1)  # no word ends in this token
    assert not solver.propagate()
    solver.reset([1])
    assert solver.levels == 0
    assert solver.propagate()
    solver.push()
    solver.narrow(2, 1)
    assert solver.propagate()
    assert solver.run(9, 9) == SOLUTION
    assert solver.rows()[1] == -1
    solver.reset()
    assert solver.propagate()
    assert solver.rows() == [0, 1]


@each_module
def test_a_kept_solver_refuses_what_is_wrong(module: ModuleType) -> None:
    solver = module.KeptSolver(problem_with())
    with pytest.raises(RuntimeError, match="propagated first"):
        solver.push()
    with pytest.raises(RuntimeError, match="no level"):
        solver.pop()
    for wrong in (
        lambda: solver.narrow(3, 1),
        lambda: solver.place(2, 0),
        lambda: solver.place(0, 2),
        lambda: solver.exclude(0, -1),
        lambda: solver.reset([5]),
        lambda: solver.best(-1, 1),
        lambda: solver.promising(9, 1),
    ):
        with pytest.raises(IndexError):
            wrong()
    with pytest.raises(ValueError, match="need 8 bytes"):
        solver.restrict(0, b"")
    with pytest.raises(ValueError, match="worst to the best"):
        solver.begin(0, (3, 2))
    with pytest.raises(ValueError, match="noise is -1"):
        solver.begin(0, (2, 3), noise=-1)
    assert solver.propagate()
    assert solver.best(0, -1) == solver.promising(0, 0) == []
    assert solver.run(0, 1) in (SOLUTION, RUNNING)


CALLS = {
    "reset": (),
    "push": (),
    "narrow": (0, 7),
    "restrict": (0, b"\3" + bytes(7)),
    "place": (0, 0),
    "exclude": (0, 1),
    "propagate": (),
    "begin": (0, (0, 9)),
    "best": (0, 1),
    "promising": (0, 1),
    "pop": (),
}


@each_module
@pytest.mark.parametrize("name", CALLS)
def test_a_kept_solver_is_for_one_thread_at_a_time(
    module: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = Turn()
    monkeypatch.setattr(module, "Turn", lambda: turn)
    solver = module.KeptSolver(problem_with())
    solver.propagate()
    solver.push()
    with (
        held_by_another_thread(turn),
        pytest.raises(RuntimeError, match="another thread is running"),
    ):
        getattr(solver, name)(*CALLS[name])
    getattr(solver, name)(*CALLS[name])


@each_module
def test_a_kept_solver_is_set_up_once_and_not_used_before(module: ModuleType) -> None:
    solver = module.KeptSolver(problem_with())
    with pytest.raises(RuntimeError, match="set up once"):
        solver.__init__(problem_with())
    assert solver.propagate()
    raw = module.KeptSolver.__new__(module.KeptSolver)
    for name, arguments in CALLS.items():
        with pytest.raises((RuntimeError, IndexError, AttributeError)):
            getattr(raw, name)(*arguments)
