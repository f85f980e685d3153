"""The methods of CrosswordCreator, checked against cases worked out by hand.

The four variables of structure0 are top (3 letters), left (5), bottom (4) and right (4); the
words are the numbers from one to ten.
"""

import pytest
from helpers.course_problems import Numbers

from crossword import Variable
from generate import CrosswordCreator


def words(text: str) -> set[str]:
    return set(text.split())


def domains(creator: CrosswordCreator) -> dict[Variable, set[str]]:
    return {var: set(domain) for var, domain in creator.domains.items()}


def test_every_word_is_possible_at_first(numbers: Numbers) -> None:
    creator = numbers.creator
    assert set(creator.domains) == creator.crossword.variables
    assert all(domain == creator.crossword.words for domain in creator.domains.values())
    assert creator.domains[numbers.top] is not creator.domains[numbers.left]


def test_node_consistency(numbers: Numbers) -> None:
    assert numbers.creator.enforce_node_consistency() is None
    assert numbers.creator.domains == {
        numbers.top: words("ONE TWO SIX TEN"),
        numbers.left: words("THREE SEVEN EIGHT"),
        numbers.bottom: words("FOUR FIVE NINE"),
        numbers.right: words("FOUR FIVE NINE"),
    }


def test_revise_with_nothing_to_remove(lengths: Numbers) -> None:
    before = domains(lengths.creator)
    assert lengths.creator.revise(lengths.bottom, lengths.right) is False
    assert lengths.creator.domains == before


def test_revise_with_one_removal(lengths: Numbers) -> None:
    assert lengths.creator.revise(lengths.top, lengths.left) is True
    assert lengths.creator.domains[lengths.top] == words("TWO SIX TEN")
    assert lengths.creator.domains[lengths.left] == words("THREE SEVEN EIGHT")


def test_revise_with_several_removals(lengths: Numbers) -> None:
    assert lengths.creator.revise(lengths.left, lengths.bottom) is True
    assert lengths.creator.domains[lengths.left] == words("SEVEN")
    assert lengths.creator.domains[lengths.bottom] == words("FOUR FIVE NINE")


def test_revise_without_overlap(lengths: Numbers) -> None:
    before = domains(lengths.creator)
    lengths.creator.domains[lengths.bottom] = set()
    assert lengths.creator.revise(lengths.top, lengths.bottom) is False
    assert lengths.creator.domains[lengths.top] == before[lengths.top]


def test_revise_can_empty_a_domain(lengths: Numbers) -> None:
    lengths.creator.domains[lengths.bottom] = words("FOUR")
    assert lengths.creator.revise(lengths.left, lengths.bottom) is True
    assert lengths.creator.domains[lengths.left] == set()


def test_revise_removes_words_that_do_not_reach_the_overlap(numbers: Numbers) -> None:
    numbers.creator.domains[numbers.left] = words("SEVEN TEN")
    numbers.creator.domains[numbers.bottom] = words("NINE A")
    assert numbers.creator.revise(numbers.left, numbers.bottom) is True
    assert numbers.creator.domains[numbers.left] == words("SEVEN")
    numbers.creator.domains[numbers.right] = words("FIVE NIL")
    assert numbers.creator.revise(numbers.bottom, numbers.right) is True
    assert numbers.creator.domains[numbers.bottom] == words("NINE")


def test_revise_does_not_change_a_set_that_another_variable_shares(numbers: Numbers) -> None:
    shared = words("FOUR FIVE NINE")
    numbers.creator.domains[numbers.bottom] = numbers.creator.domains[numbers.right] = shared
    numbers.creator.domains[numbers.left] = words("SEVEN")
    assert numbers.creator.revise(numbers.bottom, numbers.left) is True
    assert numbers.creator.domains[numbers.bottom] == words("NINE")
    assert numbers.creator.domains[numbers.right] == words("FOUR FIVE NINE")


def test_ac3_in_several_rounds(lengths: Numbers) -> None:
    # bottom decides left, left decides top and bottom, bottom then narrows right.
    assert lengths.creator.ac3() is True
    assert lengths.creator.domains == {
        lengths.top: words("SIX"),
        lengths.left: words("SEVEN"),
        lengths.bottom: words("NINE"),
        lengths.right: words("FIVE NINE"),
    }


def test_ac3_in_one_round(lengths: Numbers) -> None:
    assert lengths.creator.ac3([(lengths.top, lengths.left)]) is True
    assert lengths.creator.domains[lengths.top] == words("TWO SIX TEN")
    assert lengths.creator.domains[lengths.left] == words("THREE SEVEN EIGHT")


def test_ac3_with_no_arcs_does_nothing(lengths: Numbers) -> None:
    before = domains(lengths.creator)
    assert lengths.creator.ac3([]) is True
    assert lengths.creator.ac3(arcs=[]) is True
    assert lengths.creator.domains == before


def test_ac3_follows_up_from_the_given_arcs(lengths: Numbers) -> None:
    arcs = [(lengths.left, lengths.bottom)]
    assert lengths.creator.ac3(arcs) is True
    assert arcs == [(lengths.left, lengths.bottom)]
    assert lengths.creator.domains == {
        lengths.top: words("SIX"),  # follows from left's change
        lengths.left: words("SEVEN"),
        lengths.bottom: words("FOUR FIVE NINE"),  # no arc asked for it
        lengths.right: words("FOUR FIVE NINE"),
    }


def test_ac3_fails_when_a_domain_runs_empty(lengths: Numbers) -> None:
    lengths.creator.domains[lengths.top] = words("ONE")
    assert lengths.creator.ac3() is False
    assert not all(lengths.creator.domains.values())


def test_ac3_fails_on_a_domain_that_is_empty_already(make) -> None:
    creator = make("__\n##\n__", "AB ABC")
    lonely = Variable(2, 0, "across", 2)
    creator.domains[lonely] = set()
    assert creator.ac3() is False


def test_ac3_leaves_uniqueness_alone(make) -> None:
    creator = make("__\n_#", "AB")
    assert creator.ac3() is True
    assert all(domain == {"AB"} for domain in creator.domains.values())


def test_assignment_complete(numbers: Numbers) -> None:
    creator = numbers.creator
    assert not creator.assignment_complete({})
    assert not creator.assignment_complete({numbers.top: "SIX", numbers.left: "SEVEN"})
    whatever = dict.fromkeys(creator.crossword.variables, "X")
    assert creator.assignment_complete(whatever)


def test_consistent(numbers: Numbers) -> None:
    top, left, bottom, right = numbers.top, numbers.left, numbers.bottom, numbers.right
    consistent = numbers.creator.consistent
    assert consistent({})
    assert consistent({top: "SIX"})
    assert consistent({top: "SIX", left: "SEVEN"})
    assert consistent({top: "SIX", left: "SEVEN", bottom: "NINE", right: "FIVE"})


@pytest.mark.parametrize(
    "fault, assigned",
    {
        "used twice": {"bottom": "NINE", "right": "NINE"},
        "too long": {"top": "NINE"},
        "too short": {"left": "NINE"},
        "conflict with a neighbor": {"top": "SIX", "left": "EIGHT"},
        "used twice far apart": {"top": "SIX", "left": "SEVEN", "bottom": "SIX"},
    }.items(),
)
def test_inconsistent(numbers: Numbers, fault: str, assigned: dict[str, str]) -> None:
    assignment = {getattr(numbers, name): word for name, word in assigned.items()}
    assert not numbers.creator.consistent(assignment), fault


def test_order_domain_values(lengths: Numbers) -> None:
    # Ruled out at top and bottom: SEVEN 3 + 2, THREE 2 + 3, EIGHT 4 + 3.
    assert lengths.creator.order_domain_values(lengths.left, {}) == ["SEVEN", "THREE", "EIGHT"]


def test_order_leaves_assigned_neighbors_out(lengths: Numbers) -> None:
    order = lengths.creator.order_domain_values
    assert order(lengths.left, {lengths.top: "SIX"}) == ["SEVEN", "EIGHT", "THREE"]
    assert order(lengths.left, {lengths.bottom: "NINE"}) == ["THREE", "SEVEN", "EIGHT"]
    both = {lengths.top: "SIX", lengths.bottom: "NINE"}
    assert order(lengths.left, both) == ["EIGHT", "SEVEN", "THREE"]


def test_order_counts_conflicts_at_the_overlap_only(lengths: Numbers) -> None:
    # FIVE and NINE rule out FOUR; that FIVE cannot be used twice does not count.
    lengths.creator.domains[lengths.right] = words("FOUR FIVE TALE")
    order = lengths.creator.order_domain_values(lengths.bottom, {lengths.left: "SEVEN"})
    assert order == ["FIVE", "NINE", "FOUR"]


def test_order_with_words_of_odd_lengths(numbers: Numbers) -> None:
    # bottom's 4th letter is right's 4th: TEN has none, and agrees with nothing.
    numbers.creator.domains[numbers.bottom] = words("TEN NINE FOUR")
    numbers.creator.domains[numbers.right] = words("FIVE SIX ONE TAXI")
    order = numbers.creator.order_domain_values(numbers.bottom, {numbers.left: "SEVEN"})
    assert order == ["NINE", "FOUR", "TEN"]


def test_order_leaves_domains_and_assignment_alone(lengths: Numbers) -> None:
    before, assignment = domains(lengths.creator), {lengths.top: "SIX"}
    lengths.creator.order_domain_values(lengths.left, assignment)
    lengths.creator.select_unassigned_variable(assignment)
    assert (lengths.creator.domains, assignment) == (before, {lengths.top: "SIX"})


def test_select_fewest_remaining_values(lengths: Numbers) -> None:
    lengths.creator.domains[lengths.right] = words("NINE")
    assert lengths.creator.select_unassigned_variable({}) == lengths.right
    assert lengths.creator.select_unassigned_variable({lengths.right: "NINE"}) == lengths.left


def test_select_highest_degree_among_equals(lengths: Numbers) -> None:
    # left, bottom and right have three words each; right has one neighbor, the others two.
    assigned = {lengths.left: "SEVEN"}
    assert lengths.creator.select_unassigned_variable(assigned) == lengths.bottom
    lengths.creator.domains[lengths.top] = words("ONE TWO SIX")
    assert lengths.creator.select_unassigned_variable({lengths.bottom: "NINE"}) == lengths.left


def test_select_by_position_among_full_equals(lengths: Numbers) -> None:
    assert lengths.creator.select_unassigned_variable({}) == lengths.left
    rest = {lengths.left: "SEVEN", lengths.bottom: "NINE"}
    lengths.creator.domains[lengths.top] = words("ONE TWO SIX")
    assert lengths.creator.select_unassigned_variable(rest) == lengths.top


def test_letter_grid(numbers: Numbers) -> None:
    grid = numbers.creator.letter_grid({numbers.top: "SIX", numbers.left: "SEVEN"})
    assert grid[0] == [None, "S", "I", "X", None]
    assert [row[1] for row in grid] == list("SEVEN")
    assert grid[4] == [None, "N", None, None, None]


def test_print(numbers: Numbers, capsys: pytest.CaptureFixture[str]) -> None:
    numbers.creator.print({numbers.top: "SIX", numbers.left: "SEVEN"})
    assert capsys.readouterr().out == "█SIX█\n█E██ \n█V██ \n█E██ \n█N   \n"
