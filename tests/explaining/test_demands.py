"""Verdicts on demands, against brute force."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.explaining.demands import Conflict, Demand, Demands, Kind
from crosswright.explaining.patience import Patience
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit
from crosswright.words.wordlist import WordList
from tests.helpers.demands import Example, can_be_met, examples, result_of

pytestmark = pytest.mark.usefixtures("each_engine")


@given(examples(), st.data())
@settings(max_examples=120)
def test_a_verdict_on_any_selection_is_right(example: Example, data: st.DataObject) -> None:
    grid, words, rules = example
    demands = Demands(grid, WordList.from_words(words.items()), rules)
    everything = demands.everything()
    selection = data.draw(st.lists(st.sampled_from(everything), unique=True))
    verdict = result_of(demands.can_be_met(selection))
    assert verdict is can_be_met(grid, words, rules, selection)


def test_no_floor_is_for_a_required_word_that_may_also_be_elsewhere() -> None:
    words = WordList.from_words([("AAAA", 1)])
    rules = Rules(min_score=2, required=["AAAA"], distinct=False)
    demands = Demands(Grid.parse("AAA.\n####\n...."), words, rules)
    selection = [
        Demand(Kind.SLOT, "1A"),
        Demand(Kind.FLOOR, value=2),
        Demand(Kind.REQUIRED, value="AAAA"),
    ]
    assert result_of(demands.can_be_met(selection)) is True


def test_all_that_a_fill_asks_for() -> None:
    rules = Rules(min_score=2, slot_scores={"1a": 3}, required=["CAT"], used=["TOE"])
    demands = Demands(Grid.parse("C..\n.##"), WordList.from_words(["CAT", "CO"]), rules)
    assert demands.everything() == [
        Demand(Kind.SLOT, "1A"),
        Demand(Kind.SLOT, "1D"),
        Demand(Kind.LETTER, cell=(0, 0), value="C"),
        Demand(Kind.SLOT_FLOOR, "1A", value=3),
        Demand(Kind.FLOOR, value=2),
        Demand(Kind.REQUIRED, value="CAT"),
        Demand(Kind.DISTINCT),
        Demand(Kind.USED, value="TOE"),
    ]


def test_no_verdict_without_a_budget_or_patience() -> None:
    words = WordList.from_words(["AB", "BA", "AA"])
    grid = Grid.parse("..\n..")
    spent = Demands(grid, words, Rules(), Budget(Limit(nodes=0)))
    assert result_of(spent.can_be_met(spent.everything())) is None
    patient = Demands(grid, words, Rules())
    assert result_of(patient.can_be_met(patient.everything(), Patience(0.0, 0))) is None
    assert result_of(patient.can_be_met(patient.everything())) is not None
    assert (spent.verdicts, patient.verdicts) == (1, 2)


def test_a_conflict_without_demands_is_minimal() -> None:
    assert Conflict(()).minimal
    assert not Conflict((Demand(Kind.DISTINCT),), (Demand(Kind.DISTINCT),)).minimal
