"""Tasks: what comes of one depends on nothing but the task."""

from __future__ import annotations

from helpers.fills import random_words

from crosswright.engine import EXHAUSTED
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.filling.schedule.remote import perform
from crosswright.filling.schedule.tasks import CaseLevel, Report, Settings, Task, Worker
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit
from crosswright.words.wordlist import WordList

WORDS = WordList.of(random_words(1, "ABCDEF", 6, 180))
PROBLEM = Model(Grid.empty(6, 6), WORDS, Rules()).problem()
WHOLE = CaseLevel()
TASKS = [
    Task((WHOLE,), 1, 30),
    Task((WHOLE, CaseLevel((0, 3))), 2, 20, Settings(letters=True)),
    Task((WHOLE,), 0, 200, probed=1),
    Task((WHOLE, CaseLevel((0, 3)), CaseLevel((6, 5))), 3, 20),
    Task((WHOLE, CaseLevel((0, 4))), 2, 20, Settings(letters=True, log_sizes=True)),
    Task((WHOLE, CaseLevel((0, 3))), 0, 200, probed=7),
    Task((WHOLE,), 1, 30),
]


def done(worker: Worker, task: Task) -> tuple[Report, int, int]:
    budget = Budget()
    slices = worker.perform(task, budget)
    while True:
        try:
            next(slices)
        except StopIteration as end:
            return end.value, budget.statistics.nodes, budget.statistics.failures


def test_what_comes_of_a_task_does_not_depend_on_those_before_it() -> None:
    kept = Worker(PROBLEM)
    reports = [done(kept, task) for task in TASKS]
    assert reports == [done(Worker(PROBLEM), task) for task in TASKS]
    assert reports[0] == reports[-1]


def test_a_case_that_contradicts_itself_is_refuted_at_once() -> None:
    word = CaseLevel((0, 3))
    report, nodes, failures = done(Worker(PROBLEM), Task((WHOLE, word, CaseLevel((1, 3))), 1, 50))
    assert report.outcome == EXHAUSTED
    assert (nodes, failures) == (1, 1)


def test_probes_rule_out_what_propagation_refutes() -> None:
    report, nodes, _ = done(Worker(PROBLEM), Task((WHOLE,), 0, 200, probed=1))
    left = int.from_bytes(report.kept[1], "little")
    worker = Worker(PROBLEM)
    for row in range(nodes):
        refuted = done(worker, Task((WHOLE, CaseLevel((1, row))), 0, 0))[0].outcome == EXHAUSTED
        assert refuted != bool(left >> row & 1)


def test_a_process_without_the_problem_asks_for_it() -> None:
    assert perform(b"unknown", None, [(TASKS[0], Limit())]) is None
