"""Repairs: they work, do no more than they must, and are found even when verdicts come late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.engine import RUNNING
from crosswright.explaining.changes import Change
from crosswright.explaining.demands import Conflict, Demand, Kind
from crosswright.explaining.explain import explain
from crosswright.explaining.patience import Patience, Steps
from crosswright.explaining.repairs import (
    FIRST_TRY,
    MAX_LETTERS,
    RETRY_FACTOR,
    Repair,
    RepairSearch,
)
from crosswright.explaining.report import Explanation
from crosswright.filling.model import Model
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.limits import Budget, Limit, Status
from crosswright.words.wordlist import DEFAULT_SCORE, WordList
from tests.helpers.cases import DIGRAPHS, Case, cases
from tests.helpers.oracle import Fill, Oracle, oracle_of
from tests.helpers.steps import result_of

pytestmark = pytest.mark.usefixtures("each_engine")

SQUARE = "..\n.."
PAIRS = [("AB", 9), ("CD", 9), ("AC", 5), ("BD", 3)]


KINDS = {
    "any rules": cases(),
    "required words": cases(rules=["required"]),
    "floors": cases(rules=["min_score", "slot_scores"]),
    "regions": cases(rules=["region"]),
    "digraphs": cases(DIGRAPHS),
    "fixed words in regions": cases(rules=["fixed", "region"]),
}


def test_a_floor_for_every_slot_is_offered_once() -> None:
    words = [*((word, 9) for word in ("AA", "AC", "BB", "CA", "CB", "CC")), ("BA", 3)]
    explanation = explain(SQUARE, words, min_score=6)
    texts = [change.text for repair in explanation.repairs for change in repair.changes]
    assert "Let all slots take any word, whatever its score" in texts
    assert not [text for text in texts if "1A, 1D, 2D and 3A" in text]


def repaired(case: Case, grid: Grid, changes: Sequence[Change]) -> Oracle:
    """Try out a case with changes made to its grid, which has the fixed words in place."""
    rules = replace(case.all_rules.for_grid(case.grid), fixed={})
    for change in changes:
        grid, rules = change.applied(grid, rules)
    for kind in ("banned", "used", "required"):  # also as somebody spelled them otherwise
        gone = {case.cut(str(c.value)) for c in changes if c.kind == kind and c.value is not None}
        kept = [word for word in getattr(rules, kind) if case.cut(word) not in gone]
        rules = replace(rules, **{kind: kept})
    return Oracle(replace(case, grid=grid, rules=vars(rules)), grid=grid)


@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
@settings(max_examples=30)
def test_a_repair_works_and_does_no_more_than_it_must(kind: str, data: st.DataObject) -> None:
    case = data.draw(KINDS[kind])
    oracle_of(case)
    explanation = explain(case.grid, case.words, case.all_rules, repairs=4, limit=Limit())
    for repair in explanation.repairs:
        oracle = repaired(case, explanation.grid, repair.changes)
        check_fill(repair.result, oracle)
        for index, change in enumerate(repair.changes):
            before, after = repair.changes[:index], repair.changes[index + 1 :]
            assert not repaired(case, explanation.grid, [*before, *after]).sure, change
            for higher in higher_floors(change, case):
                changes = [*before, higher, *after]
                assert not repaired(case, explanation.grid, changes).sure, higher
        check_letters(repair, oracle)


def check_fill(result: FillResult, oracle: Oracle) -> None:
    """Assert that a result is one of the fills that there are."""
    fills: dict[Grid, Fill] = {
        oracle.grid.with_letters(fill.letters): fill for fill in oracle.possible
    }
    assert result.status is Status.FILLED
    assert result.answers == fills[result.grid].answers(oracle)


def higher_floors(change: Change, case: Case) -> list[Change]:
    """Return the changes that lower a floor less far; assert that this one lowers it at all."""
    if "floor" not in change.kind:
        return []
    floor = change.floor
    assert int(str(change.value)) < floor
    scores = {*case.scores.values(), DEFAULT_SCORE}
    return [replace(change, value=s) for s in scores if int(str(change.value)) < s < floor]


def check_letters(repair: Repair, oracle: Oracle) -> None:
    """Assert that freed cells could have the letters that are named, and no others."""
    for cell in repair.freed_cells:
        possible = {fill.letters[cell] for fill in oracle.possible if cell in fill.letters}
        if cell not in repair.could_be:
            assert cell not in repair.result.grid.letters
            continue
        tokens, complete = repair.could_be[cell]
        assert set(tokens) <= possible
        assert complete or len(tokens) == MAX_LETTERS
        if complete:
            assert {fill.letters[cell] for fill in oracle.sure} <= set(tokens)


class SlowSearch(RepairSearch):
    """A search that leaves some fills undecided, and notes how long each might have taken."""

    undecided = 0
    """The number of fills, from the first, that do not end in time."""
    slow_letter = ""
    """A letter with which no fill ends in time."""

    def __init__(self) -> None:
        self.patience: list[Patience] = []
        grid, words = Grid.parse("T.Q"), WordList.from_words(["TAR", "TOE", "CUE"])
        super().__init__(
            grid, words, Rules(), conflict_in=no_conflict, budget=Budget(), max_repairs=3, seed=0
        )

    def fill(self, grid: Grid, rules: Rules, patience: Patience) -> Steps[FillResult]:
        self.patience.append(patience)
        result = yield from super().fill(grid, rules, patience)
        slow = len(self.patience) <= self.undecided
        return replace(result, status=Status.LIMIT) if slow else result

    def outcome_with(self, model: Model, cell: Cell, token: str) -> Steps[int]:
        outcome = yield from super().outcome_with(model, cell, token)
        return RUNNING if token == self.slow_letter else outcome


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
    assert search.patience == [FIRST_TRY]


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


@pytest.mark.parametrize("rule", ["banned", "used"])
@pytest.mark.parametrize(
    ("grid", "word"), [("..\n\nrebus: 1,1=HE", "HEY"), ("É.", "EH"), ("Æ.", "AEH")]
)
def test_a_word_is_allowed_again_that_fits_as_the_list_spells_it(
    grid: str, word: str, rule: str
) -> None:
    explanation = explain(grid, [word], Rules(**{rule: [word.lower(), word]}))
    assert explanation.conflict is not None
    assert explanation.conflict.demands == (
        Demand(Kind.SLOT, "1A"),
        Demand(Kind(rule), value=word.lower()),
    )
    [repair] = explanation.repairs
    assert [change.kind for change in repair.changes] == [rule]


def test_a_grid_with_extra_slots_is_repaired_elsewhere() -> None:
    grid = Grid.empty(5, 5).with_extra([[(0, 0), (1, 1), (2, 2)]])
    explanation = explain(grid, ["ABCDE", "ABC"])
    assert explanation.status is Status.IMPOSSIBLE
    assert explanation.repairs == ()


def test_a_freed_letter_makes_only_words_that_its_slots_may_take() -> None:
    explanation = explain("CAQ\n##.\n##.", ["CAT", "TOE", "XYZ"])
    [repair] = explanation.repairs
    assert repair.could_be == {(0, 2): (("T",), True)}


def test_a_letter_is_freed_outside_the_region() -> None:
    words = ["CAT", "COT", "BAT", "BIT"]
    explanation = explain("Q.T\n.##\n.##", words, region=[(1, 0), (2, 0)])
    [repair] = explanation.repairs
    assert repair.freed_cells == [(0, 0)]
    assert repair.could_be == {(0, 0): (("B", "C"), True)}
    assert repair.result.grid.rows()[0] in ("C.T", "B.T")


def test_a_cell_that_stays_open_has_no_letters_to_choose_from() -> None:
    explanation = explain("A.\nQ#\n.#", ["AB", "AXY"], region=[(0, 1)])
    assert explanation.status is Status.FILLED
    explanation = explain("..\nQ#\n.#", ["AB", "AXY", "BXY"], region=[(0, 0), (0, 1)])
    [repair] = explanation.repairs
    assert repair.freed_cells == [(1, 0)]
    assert repair.result.grid.rows() == ["AB", ".#", ".#"]
    assert repair.could_be == {}


def test_letters_are_tried_in_a_region() -> None:
    explanation = explain("...\n.##\n.##", ["CAT", "COT"], region=["1A", "1D"], fixed={"1A": "QAT"})
    [repair] = (repair for repair in explanation.repairs if repair.freed_cells)
    assert repair.could_be == {(0, 0): (("C",), True)}
    assert repair.result.grid.rows() == ["CAT", "O##", "T##"]


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
