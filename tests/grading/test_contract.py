"""What counts as right, as harmless and as wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from crosswright.grading.cases import BOTTOM, LEFT, NUMBERS, RIGHT, TOP, by_hand
from crosswright.grading.contract import CHECKS, complaints
from crosswright.grading.problems import Call
from crosswright.grading.sandbox import Reply, Strange


def reply(call: Call, result: Any, **changes: Any) -> Reply:
    """Return a reply that leaves everything as it was, but for the changes."""
    domains = {var: tuple(words) for var, words in call.state.items()}
    changes = {"domains": domains, "assignment": dict(call.assignment), **changes}
    return Reply(result=result, **changes)


def found(call: Call, result: Any, **changes: Any) -> list[tuple[str, bool]]:
    """Return the checks that fail, each with whether it is only a remark."""
    return [
        (complaint.check, complaint.is_remark)
        for complaint in complaints(call, reply(call, result, **changes))
    ]


def test_two_ways_to_count_what_a_word_rules_out_are_accepted() -> None:
    call = by_hand("order_domain_values")[4]  # bottom beside right's FOUR, FIVE and TALE
    order = CHECKS["order_domain_values"][2]
    assert found(call, ["FIVE", "NINE", "FOUR"]) == []
    assert found(call, ["NINE", "FIVE", "FOUR"]) == []
    assert found(call, ["FOUR", "FIVE", "NINE"]) == [(order, False)]


def test_the_degree_may_count_all_neighbors_or_those_without_a_word() -> None:
    call = Call("select_unassigned_variable", NUMBERS, by_hand("revise")[0].domains)
    assert found(call, LEFT) == found(call, BOTTOM) == []
    assert [check for check, _ in found(call, RIGHT)] == [
        CHECKS["select_unassigned_variable"][3],
    ]
    without_left = replace(call, assignment={LEFT: "SEVEN"})
    assert found(without_left, BOTTOM) == found(without_left, RIGHT) == []


@pytest.mark.parametrize(
    "result, remarks", [(False, []), (None, [True]), (Strange("0", False), [True])]
)
def test_something_that_counts_as_false_is_only_remarked_on(
    result: object, remarks: list[bool]
) -> None:
    call = by_hand("assignment_complete")[0]
    assert [is_remark for _, is_remark in found(call, result)] == remarks


def test_the_callers_assignment_may_be_filled_in_only_if_it_is_the_result() -> None:
    call = by_hand("backtrack")[0]
    solution = {TOP: "SIX", LEFT: "SEVEN", BOTTOM: "NINE", RIGHT: "FIVE"}
    alone = CHECKS["backtrack"][5]
    assert found(call, solution) == []
    assert found(call, solution, assignment=solution, is_callers=True) == [(alone, True)]
    assert found(call, solution, assignment=solution) == [(alone, False)]
    impossible = by_hand("backtrack")[3]
    assert found(impossible, None, assignment={}) == [(alone, False)]


def test_words_that_node_consistency_brings_back_are_only_remarked_on() -> None:
    [call] = [call for call in by_hand("enforce_node_consistency") if call.domains]
    right = {var: tuple(words) for var, words in NUMBERS.words_by_length().items()}
    keeps = CHECKS["enforce_node_consistency"][2]
    assert found(call, None, domains={**right, TOP: ("SIX",)}) == []
    assert found(call, None, domains=right) == [(keeps, True)]


def test_ac3_may_look_at_the_arc_back_again() -> None:
    call = by_hand("ac3")[2]  # (left, bottom) alone
    state = {var: tuple(words) for var, words in call.state.items()}
    expected = {**state, LEFT: ("SEVEN",), TOP: ("SIX",)}
    back_again = {**expected, BOTTOM: ("NINE",), RIGHT: ("FIVE", "NINE")}
    assert found(call, True, domains=expected) == []
    assert found(call, True, domains=back_again) == []
    too_few = found(call, True, domains={**state, LEFT: ("SEVEN",)})
    assert too_few == [(CHECKS["ac3"][3], False)]
    too_many = found(call, True, domains={**expected, RIGHT: ()})
    assert too_many == [(CHECKS["ac3"][4], False)]


def test_ac3_with_an_empty_list_is_only_remarked_on() -> None:
    [call] = [call for call in by_hand("ac3") if call.arcs == ()]
    narrowed = {TOP: ("SIX",), LEFT: ("SEVEN",), BOTTOM: ("NINE",), RIGHT: ("FIVE", "NINE")}
    assert found(call, True) == []
    assert [is_remark for _, is_remark in found(call, True, domains=narrowed)] == [True]
