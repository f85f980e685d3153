"""Calls are made as small as they can be while they still go wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crosswright.grading.cases import NUMBERS, at_random, by_hand
from crosswright.grading.problems import Call
from crosswright.grading.shrinking import _smaller, shrink


def first(is_wrong: Callable[[Call], bool]) -> Callable[[Sequence[Call]], Call | None]:
    return lambda calls: next(filter(is_wrong, calls), None)


def test_what_always_goes_wrong_becomes_a_single_variable() -> None:
    call = shrink(by_hand("assignment_complete")[3], first(lambda call: True))
    assert len(call.problem.variables) == 1
    assert call.problem.words == ()
    assert call.assignment == {}


def test_only_what_matters_is_kept() -> None:
    def is_wrong(call: Call) -> bool:
        return "NINE" in call.problem.words and len(call.problem.overlaps) >= 2

    call = shrink(by_hand("enforce_node_consistency")[0], first(is_wrong))
    assert call.problem.words == ("NINE",)
    assert len(call.problem.variables) == 2


def test_the_arguments_stay_variables_of_the_problem() -> None:
    for call in at_random("revise", 3):
        small = shrink(call, first(lambda call: True))
        assert {*small.variables} <= {*small.problem.variables}
        assert small.domains is not None
        assert small.domains.keys() == {*small.problem.variables}
        assert all(small.domains.values())


def test_what_stops_going_wrong_is_left_as_it_was() -> None:
    call = by_hand("ac3")[0]
    assert shrink(call, first(lambda call: False)) == call
    assert call.problem == NUMBERS


def test_the_attempts_allow_any() -> None:
    tried: list[Call] = []

    def count(calls: Sequence[Call]) -> None:
        tried.extend(calls)

    shrink(by_hand("ac3")[0], count, attempts=10, batch=4)
    assert len(tried) == 10


def test_every_step_makes_the_call_smaller() -> None:
    for function in ("revise", "ac3", "backtrack", "select_unassigned_variable"):
        for call in at_random(function, 4):
            assert all(smaller != call for smaller in _smaller(call))
