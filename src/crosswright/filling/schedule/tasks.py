"""Tasks: a run on a part of a problem with a budget in failures, and the worker that does it.

A task says everything that its outcome depends on, so that it does not matter where it is done.
"""

from __future__ import annotations

from typing import NamedTuple

from crosswright import engine
from crosswright.engine import EXHAUSTED, RUNNING, SOLUTION, Problem
from crosswright.engine.problem import SlotIndex, SlotRow
from crosswright.filling.search import FIRST_SLICE_NODES, Search
from crosswright.limits import Budget, counts_of
from crosswright.support.bits import bits
from crosswright.support.slices import Slices
from crosswright.words.table import WordRow

PROBES_IN_SLICE = 64
"""Words that are tried by propagation alone before the limits are looked at again."""


class Settings(NamedTuple):
    """How a search branches and which slot it chooses, as `KeptSolver.begin` takes it."""

    letters: bool = False
    log_sizes: bool = False


class CaseLevel(NamedTuple):
    """What a case assumes beyond the case that it is part of: a word, and what has been learned."""

    word: SlotRow | None = None
    rows: tuple[tuple[SlotIndex, bytes], ...] = ()
    """Slots that are down to some rows, as little-endian bitsets."""


class Task(NamedTuple):
    """A search of a case, or probes of all words of one of its slots."""

    levels: tuple[CaseLevel, ...]
    seed: int
    failures: int
    settings: Settings = Settings()
    probed: SlotIndex | None = None
    """The slot whose words are tried by propagation alone; None for a search."""


class Report(NamedTuple):
    """What came of a task."""

    outcome: int
    weights: list[int]
    """How often each slot ran out of words, plus one; nothing for probes."""
    rows: list[WordRow]
    """The word of each slot, where the outcome is a fill."""
    masks: list[int]
    """The letters of each cell, where the outcome is a fill."""
    sizes: list[int]
    """How many words each slot of the case still has."""
    kept: dict[SlotIndex, bytes]
    """The rows left to the slots that the task has taken words from."""


class Worker:
    """A solver that is kept from task to task."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._solver = engine.KeptSolver(problem)
        self._solver.propagate()
        self._levels: list[CaseLevel] = []
        self._slice_nodes = FIRST_SLICE_NODES

    def perform(self, task: Task, budget: Budget) -> Slices[Report]:
        """Do a task in slices; what it takes is spent of the budget, which may end it."""
        solver, added = self._solver, counts_of(self._solver)
        budget.statistics.engine = engine.name
        consistent = self._lay(task.levels)
        added = budget.add(solver, added)
        if not consistent:
            budget.charge(1)
            return Report(EXHAUSTED, [], [], [], [], {})
        solver.push()
        sizes = solver.counts()
        if task.probed is None:
            outcome = yield from self._search(task, budget)
        else:
            outcome = yield from self._probe(task.probed, budget)
            budget.add(solver, added)
            sizes[task.probed] += 1  # so that its rows are reported in any case
        weights = solver.weights() if task.probed is None else []
        report = self._report(outcome, weights, sizes)
        solver.pop()
        return report

    def _lay(self, levels: tuple[CaseLevel, ...]) -> bool:
        """Put a case onto the solver, and propagate; False if it contradicts itself.

        Levels that it shares with the last one stay as they are. Whatever was found out there in
        between is gone: what comes of a task depends on nothing but the task.
        """
        solver, shared = self._solver, 0
        while shared < min(len(levels), len(self._levels)) and (
            levels[shared] == self._levels[shared]
        ):
            shared += 1
        while solver.levels > shared:
            solver.pop()
        del self._levels[shared:]
        for level in levels[shared:]:
            solver.propagate()
            solver.push()
            self._levels.append(level)
            for slot, rows in level.rows:
                solver.restrict(slot, rows)
            if level.word is not None:
                solver.place(*level.word)
        return solver.propagate()

    def _search(self, task: Task, budget: Budget) -> Slices[int]:
        solver = self._solver
        settings = task.settings._asdict()
        solver.begin(task.seed, self._problem.score_range, parts=True, **settings)
        search = Search.of(solver, budget, self._slice_nodes)
        last = solver.failures + task.failures
        while search.outcome == RUNNING and solver.failures < last and not budget.spent():
            search.step(last - solver.failures)
            yield
        self._slice_nodes = search.slice_nodes
        return search.outcome

    def _probe(self, slot: SlotIndex, budget: Budget) -> Slices[int]:
        """Rule out the words of a slot that contradict the rest by propagation alone."""
        solver = self._solver
        refuted: list[WordRow] = []
        for number, row in enumerate(bits(int.from_bytes(solver.live(slot), "little")), 1):
            if budget.spent():
                break
            solver.push()
            solver.place(slot, row)
            if not solver.propagate():
                refuted.append(row)
            solver.pop()
            budget.charge(1)
            if number % PROBES_IN_SLICE == 0:
                yield
        for row in refuted:
            solver.exclude(slot, row)
        return RUNNING if solver.propagate() else EXHAUSTED

    def _report(self, outcome: int, weights: list[int], sizes: list[int]) -> Report:
        """Return what came of a task, and what it has learned since the slots had these sizes."""
        solver = self._solver
        if outcome == SOLUTION:
            return Report(outcome, weights, solver.rows(), solver.masks(), [], {})
        if outcome == EXHAUSTED or not solver.propagate():
            return Report(EXHAUSTED, weights, [], [], [], {})
        left = solver.counts()
        kept = {slot: solver.live(slot) for slot, size in enumerate(sizes) if left[slot] < size}
        return Report(RUNNING, weights, [], [], left, kept)
