"""The calls that submissions are graded on, and the answers worked out by hand."""

from __future__ import annotations

import pytest

from crosswright.grading.cases import (
    BOTTOM,
    LEFT,
    NUMBERS,
    RANDOM_CALLS,
    RIGHT,
    TOP,
    at_random,
    by_hand,
    large_problem,
)
from crosswright.grading.contract import closed, flaw, ruled_out, solved
from crosswright.grading.problems import FUNCTIONS, Call, CourseProblem


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def test_the_numbers_are_four_variables_in_a_chain() -> None:
    assert {*NUMBERS.variables} == {TOP, LEFT, BOTTOM, RIGHT}
    assert NUMBERS.overlaps[LEFT, BOTTOM] == (4, 0)
    assert NUMBERS.neighbors[LEFT] == (TOP, BOTTOM)
    assert (TOP, BOTTOM) not in NUMBERS.overlaps


def test_arc_consistency_by_hand() -> None:
    everything = tuple(NUMBERS.overlaps)
    assert closed(NUMBERS, NUMBERS.words_by_length(), everything) == {
        TOP: words("SIX"),
        LEFT: words("SEVEN"),
        BOTTOM: words("NINE"),
        RIGHT: words("FIVE NINE"),
    }


def test_what_a_word_rules_out_by_hand() -> None:
    call = by_hand("order_domain_values")[0]
    assert ruled_out(call) == {"SEVEN": 5, "THREE": 5, "EIGHT": 7}


SOLVABLE = (True, True, True, False, True, False, True, False, False, False, True)


@pytest.mark.parametrize(
    "call, is_solvable", [*zip(by_hand("backtrack"), SOLVABLE, strict=True)], ids=str
)
def test_solutions_by_hand(call: Call, is_solvable: bool) -> None:
    solution = solved(call.problem, call.state, call.assignment)
    assert (solution is not None) == is_solvable
    if solution is not None:
        assert flaw(call.problem, solution) == ""
        assert solution.items() >= call.assignment.items()


@pytest.mark.parametrize(
    "words, fault",
    [
        ("SIX SEVEN NINE FIVE", ""),
        ("SIX SEVEN NINE NINE", "NINE is used twice"),
        ("SIX EIGHT NINE FIVE", "disagree"),
        ("NINE SEVEN NINE FIVE", "NINE does not fit (0, 1) across"),
        ("SIX SEVEN NICE FIVE", "NICE is not one of the words"),
    ],
)
def test_flaws_are_named(words: str, fault: str) -> None:
    assignment = dict(zip((TOP, LEFT, BOTTOM, RIGHT), words.split(), strict=True))
    assert fault in flaw(NUMBERS, assignment)
    assert bool(flaw(NUMBERS, assignment)) == bool(fault)


def test_the_large_problem_has_a_solution() -> None:
    problem = large_problem().problem
    assert len(problem.words) == 500
    assert solved(problem, problem.words_by_length(), {}) is not None


@pytest.mark.parametrize("function", FUNCTIONS)
def test_random_calls_are_the_same_for_the_same_seed(function: str) -> None:
    calls = [*at_random(function, 1)]
    assert len(calls) == RANDOM_CALLS
    assert calls == [*at_random(function, 1)]
    assert calls != [*at_random(function, 2)]


def test_random_problems_have_solutions_about_as_often_as_not() -> None:
    calls = [*at_random("backtrack", 0)]
    solutions = [solved(call.problem, call.state, call.assignment) for call in calls]
    assert 0.2 < sum(solution is None for solution in solutions) / len(calls) < 0.8


def test_a_call_is_written_as_a_student_would() -> None:
    problem = CourseProblem.of("__ _#", "AB AC")
    across, down = problem.variables
    assert str(Call("revise", problem, variables=(across, down))) == (
        "revise((0, 0) across, (0, 0) down)"
    )
    assert str(Call("ac3", problem)) == "ac3()"
    assert str(Call("ac3", problem, arcs=((across, down),))) == (
        "ac3([((0, 0) across, (0, 0) down)])"
    )
    assert str(Call("backtrack", problem, assignment={across: "AB"})) == (
        "backtrack({(0, 0) across: AB})"
    )
