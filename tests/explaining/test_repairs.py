"""Repairs: they work, do no more than they must, and are found even when verdicts come late."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from crosswright.explaining.changes import Change
from crosswright.explaining.demands import Conflict, Demand, Kind
from crosswright.explaining.explain import explain
from crosswright.explaining.patience import Patience, Steps
from crosswright.explaining.repairs import FIRST_TRY, REFINING, RETRY_FACTOR, RepairSearch
from crosswright.explaining.report import Explanation
from crosswright.filling.fill import fill
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Status
from crosswright.words.wordlist import WordList
from tests.helpers.demands import Example, examples, result_of

pytestmark = pytest.mark.usefixtures("each_engine")

SQUARE = "..\n.."
PAIRS = [("AB", 9), ("CD", 9), ("AC", 5), ("BD", 3)]


@given(examples())
@settings(max_examples=40)
def test_a_repair_works_and_does_no_more_than_it_must(example: Example) -> None:
    grid, words, rules = example
    listed = WordList.from_words(words.items())
    for repair in explain(grid, listed, rules, repairs=3).repairs:
        for left_out in range(len(repair.changes) + 1):
            changed, eased = grid, rules
            for change in (*repair.changes[:left_out], *repair.changes[left_out + 1 :]):
                changed, eased = change.applied(changed, eased)
            fills = fill(changed, listed, eased, seed=9).status is Status.FILLED
            assert fills is (left_out == len(repair.changes))


class SlowSearch(RepairSearch):
    """A search that leaves some fills undecided, and notes how long each might have taken."""

    undecided = 0
    """The number of fills, from the first, that do not end in time."""
    slow_letter = ""
    """A letter at the end of the word with which no fill ends in time."""

    def __init__(self) -> None:
        self.patience: list[Patience] = []
        grid, words = Grid.parse("T.Q"), WordList.from_words(["TAR", "TOE", "CUE"])
        super().__init__(
            grid, words, Rules(), conflict_in=no_conflict, budget=Budget(), max_repairs=3, seed=0
        )

    def fill(self, grid: Grid, rules: Rules, patience: Patience) -> Steps[FillResult]:
        self.patience.append(patience)
        result = yield from super().fill(grid, rules, patience)
        slow = len(self.patience) <= self.undecided or grid.letters.get((0, 2)) == self.slow_letter
        return replace(result, status=Status.LIMIT) if slow else result


def no_conflict(grid: Grid, rules: Rules) -> Steps[Conflict | None]:
    yield
    return None


CONFLICT = Conflict((Demand(Kind.SLOT, "1A"), Demand(Kind.LETTER, cell=(0, 2), value="Q")))


def test_all_letters_of_a_freed_cell() -> None:
    search = SlowSearch()
    result_of(search.steps(CONFLICT))
    [repair] = search.repairs
    assert repair.freed_cells == [(0, 2)]
    assert repair.could_be == {(0, 2): (("E", "R"), True)}
    assert repair.result.grid.rows() in (["TOE"], ["TAR"])
    assert search.patience[0] == FIRST_TRY
    assert set(search.patience[1:]) == {REFINING}


def test_letters_left_undecided_are_not_ruled_out() -> None:
    search = SlowSearch()
    search.slow_letter = "X"
    result_of(search.steps(CONFLICT))
    [repair] = search.repairs
    assert repair.could_be == {(0, 2): (("E", "R"), False)}


def test_a_change_left_undecided_is_tried_again_for_longer() -> None:
    search = SlowSearch()
    search.undecided = 2
    result_of(search.steps(CONFLICT))
    [repair] = search.repairs
    assert [change.kind for change in repair.changes] == ["free"]
    longer = FIRST_TRY.times(RETRY_FACTOR)
    assert search.patience[:3] == [FIRST_TRY, longer, longer.times(RETRY_FACTOR)]


def test_a_search_that_is_stopped_keeps_what_it_has() -> None:
    search = SlowSearch()
    steps = search.steps(CONFLICT)
    while not search.repairs:
        next(steps)
    search.budget.stop()
    result_of(steps)
    [repair] = search.repairs
    [choices] = repair.could_be.values()
    assert not choices.complete


def repair_of(kind: str, explanation: Explanation) -> Change:
    [change] = [c for repair in explanation.repairs for c in repair.changes if c.kind == kind]
    return change


def test_the_floor_is_lowered_no_further_than_needed() -> None:
    explanation = explain(SQUARE, PAIRS, min_score=4)
    assert explanation.conflict is not None
    assert [demand.value for demand in explanation.conflict.of(Kind.FLOOR)] == [4]
    assert repair_of("floor", explanation).value == 3
    local = [c for r in explanation.repairs for c in r.changes if c.kind == "slot floor"]
    assert local
    assert all(change.value == 3 for change in local)


@pytest.mark.parametrize("rule", ["banned", "used"])
def test_a_word_is_allowed_again(rule: str) -> None:
    rules = Rules(**{rule: ["BD", "XX"]})
    explanation = explain(SQUARE, PAIRS, rules)
    assert explanation.conflict is not None
    assert [demand.value for demand in explanation.conflict.of(Kind(rule))] == ["BD"]
    assert repair_of(rule, explanation).value == "BD"
    assert explanation.repairs[0].changes[0].kind == rule


def test_a_word_twice() -> None:
    explanation = explain(SQUARE, ["AB", "BA"])
    assert repair_of("distinct", explanation).text == "Allow a word to appear twice"


def test_rules_for_single_slots() -> None:
    explanation = explain(SQUARE, PAIRS, matching={"1A": "X."})
    assert repair_of("matching", explanation).labels == ("1A",)
    explanation = explain(SQUARE, PAIRS, allowed={"1A": ["XX"]})
    assert repair_of("allowed", explanation).labels == ("1A",)
    scores = {"1A": 6, "3A": 9, "1D": 4, "2D": 4}
    explanation = explain(SQUARE, PAIRS, slot_scores=scores)
    assert explanation.conflict is not None
    floors = {demand.label for demand in explanation.conflict.of(Kind.SLOT_FLOOR)}
    assert floors
    assert {c.labels[0] for r in explanation.repairs for c in r.changes} <= floors
    explanation = explain(SQUARE, PAIRS, required=["LONGER"])
    assert repair_of("required", explanation).value == "LONGER"


def test_words_that_share_letters() -> None:
    words, grid = ["ABCD", "ABXX", "CDAB"], "....\n####\n...."
    assert explain(grid, words, no_shared_stem=True).status is Status.FILLED
    explanation = explain(grid, words, no_shared_letters=2)
    assert repair_of("shared letters", explanation).value == 2


def test_a_whole_list_of_words_is_allowed_again() -> None:
    many = [f"X{a}{b}" for a in "ABCDEFGH" for b in "ABCDEFGH"]
    explanation = explain("...", many, banned=many)
    assert repair_of("banned", explanation).text == "Allow words that are banned"
