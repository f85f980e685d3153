"""The smallest call that still goes wrong in the same way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from crosswright.grading.problems import BLOCK, Call, CourseProblem, CourseVariable
from crosswright.grading.sandbox import BATCH
from crosswright.grids.notation import Cell

MAX_ATTEMPTS = 400
"""Smaller calls that are tried."""

FUNCTIONS_OF_DOMAINS = ("revise", "ac3", "order_domain_values", "select_unassigned_variable")
"""The functions for which any domains will do; the others see the words by length."""


def shrink(
    call: Call,
    first_wrong: Callable[[Sequence[Call]], Call | None],
    attempts: int = MAX_ATTEMPTS,
    batch: int = BATCH,
) -> Call:
    """Make a call smaller, step by step, as long as one of a batch goes wrong."""
    while True:
        steps = _smaller(call)
        smaller = None
        while smaller is None:
            candidates = [*islice(steps, min(batch, attempts))]
            if not candidates:
                return call
            attempts -= len(candidates)
            smaller = first_wrong(candidates)
        call = smaller


def _smaller(call: Call) -> Iterator[Call]:
    """Yield valid calls that are a step smaller, the largest steps first."""
    for candidate in _steps(call):
        if candidate is not None and _is_valid(candidate):
            yield candidate


def _steps(call: Call) -> Iterator[Call | None]:
    problem = call.problem
    height, width = len(problem.rows), len(problem.rows[0])
    if height > 1:
        yield _moved(call, problem.rows[1:], -1, 0)
        yield _moved(call, problem.rows[:-1], 0, 0)
    if width > 1:
        yield _moved(call, tuple(row[1:] for row in problem.rows), 0, -1)
        yield _moved(call, tuple(row[:-1] for row in problem.rows), 0, 0)
    for slot in problem.grid.slots:
        own = [cell for cell in slot.cells if len(problem.grid.slots_at(cell)) == 1]
        if own:
            yield _moved(call, _blocked(problem.rows, own), 0, 0)
    for cell in problem.grid.open_cells:
        yield _moved(call, _blocked(problem.rows, [cell]), 0, 0)
    for var in call.assignment:
        rest = {other: word for other, word in call.assignment.items() if other != var}
        yield replace(call, assignment=rest)
    if call.arcs is not None and len(call.arcs) > 1:
        for arc in call.arcs:
            yield replace(call, arcs=tuple(other for other in call.arcs if other != arc))
    for word in problem.words:
        yield _without_word(call, word)
    if call.domains is not None and call.function in FUNCTIONS_OF_DOMAINS:
        for var, words in call.domains.items():
            for word in sorted(words):
                yield replace(call, domains={**call.domains, var: words - {word}})


def _blocked(rows: tuple[str, ...], cells: Collection[Cell]) -> tuple[str, ...]:
    return tuple(
        "".join(BLOCK if (i, j) in cells else mark for j, mark in enumerate(row))
        for i, row in enumerate(rows)
    )


def _moved(call: Call, rows: tuple[str, ...], down: int, right: int) -> Call | None:
    """Return the call on another structure, its variables moved; None if one of them is gone."""
    problem = CourseProblem(rows, call.problem.words)
    if not problem.variables:
        return None
    there = set(problem.variables)

    def moved(var: CourseVariable) -> CourseVariable:
        return var._replace(i=var.i + down, j=var.j + right)

    variables = tuple(map(moved, call.variables))
    arcs = call.arcs and tuple((moved(x), moved(y)) for x, y in call.arcs)
    if not there.issuperset(variables) or not there.issuperset(sum(arcs or (), ())):
        return None
    old = {moved(var): words for var, words in (call.domains or {}).items()}
    by_length = problem.words_by_length()
    domains = {var: old.get(var, by_length[var]) for var in problem.variables}
    assignment = {moved(var): word for var, word in call.assignment.items() if moved(var) in there}
    return replace(
        call,
        problem=problem,
        domains=None if call.domains is None else domains,
        assignment=assignment,
        variables=variables,
        arcs=arcs,
    )


def _without_word(call: Call, word: str) -> Call | None:
    if word in call.assignment.values():
        return None
    words = tuple(other for other in call.problem.words if other != word)
    domains = call.domains and {var: rest - {word} for var, rest in call.domains.items()}
    return replace(call, problem=replace(call.problem, words=words), domains=domains)


def _is_valid(call: Call) -> bool:
    """Return whether a submission should be able to deal with a call."""
    if call.function == "select_unassigned_variable":
        return len(call.assignment) < len(call.problem.variables)
    if call.function in ("ac3", "revise", "order_domain_values"):
        return all(call.state.values())  # what to do about empty domains is left open
    return True
