"""Verdicts on demands, against brute force."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.explaining.demands import (
    MAX_NAMED_WORDS,
    Conflict,
    Demand,
    Demands,
    Kind,
    Verdict,
)
from crosswright.explaining.patience import Patience
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit
from crosswright.words.wordlist import WordList
from tests.helpers.cases import Case, cases
from tests.helpers.oracle import Oracle, oracle_of
from tests.helpers.steps import result_of

pytestmark = pytest.mark.usefixtures("each_engine")


@given(cases() | cases(rules=["required"]) | cases(rules=["region"]), st.data())
@settings(max_examples=150)
def test_a_verdict_on_any_selection_is_right(case: Case, data: st.DataObject) -> None:
    oracle_of(case)
    demands = Demands(case.grid, case.words, case.all_rules)
    everything = demands.everything()
    left_out = data.draw(st.lists(st.sampled_from(everything), unique=True)) if everything else []
    selection = [demand for demand in everything if demand not in left_out]
    oracle = Oracle(case, selection)
    if result_of(demands.can_be_met(selection)):
        assert oracle.possible
    else:
        assert not oracle.sure


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


def verdict_on(demands: Demands, *selection: Demand) -> Verdict:
    return result_of(demands.can_be_met(selection))


def test_no_floor_is_for_a_required_word_whatever_is_demanded() -> None:
    words = WordList.from_words([("CAT", 5)])
    demands = Demands(Grid.parse("..."), words, Rules(min_score=50, required=["CAT"]))
    floor = Demand(Kind.FLOOR, value=50)
    assert verdict_on(demands, Demand(Kind.SLOT, "1A"), floor) is True


def test_a_required_word_may_be_in_a_slot_with_a_rebus_that_is_left_out() -> None:
    grid = Grid.parse("..\n\nrebus: 1,1=HE")
    demands = Demands(grid, WordList.from_words(["HEY"]), Rules(required=["HEY"]))
    assert verdict_on(demands, Demand(Kind.REQUIRED, value="HEY")) is True


def test_a_slot_may_always_take_what_it_is_allowed() -> None:
    rules = Rules(allowed={"1A": ["XQZ"]})
    demands = Demands(Grid.parse("..."), WordList.from_words(["AB"]), rules)
    assert verdict_on(demands, Demand(Kind.SLOT, "1A")) is True


def test_a_rebus_is_part_of_the_shape_of_its_slot() -> None:
    grid = Grid.parse("..\n\nrebus: 1,1=HEART")
    demands = Demands(grid, WordList.from_words(["HEARTY"]), Rules())
    assert demands.everything() == [Demand(Kind.SLOT, "1A"), Demand(Kind.DISTINCT)]
    assert verdict_on(demands, Demand(Kind.SLOT, "1A")) is True


def test_a_word_outside_the_region_is_not_used_again() -> None:
    words = WordList.from_words(["RIDES"])
    demands = Demands(Grid.parse("RIDES\n#####\n....."), words, Rules(region=["2A"]))
    slot = Demand(Kind.SLOT, "2A")
    assert verdict_on(demands, slot) is True
    assert verdict_on(demands, slot, Demand(Kind.DISTINCT)) is False


def test_a_word_outside_the_region_needs_its_letters() -> None:
    rules = Rules(region=[(0, 1), (0, 2)])
    demands = Demands(Grid.parse("C..\nU##\nT##"), WordList.from_words(["CUT"]), rules)
    selection = [Demand(Kind.SLOT, "1A"), Demand(Kind.DISTINCT)]
    assert verdict_on(demands, *selection) is True
    given = Demand(Kind.LETTER, cell=(0, 0), value="C")
    assert verdict_on(demands, *selection, given) is False


def test_fixed_words_stay_in_the_region() -> None:
    rules = Rules(region=["1A"], fixed={"1A": "QAT"})
    demands = Demands(Grid.parse("...\n.##\n.##"), WordList.from_words(["CAT", "COT"]), rules)
    given = Demand(Kind.LETTER, cell=(0, 0), value="Q")
    assert given in demands.everything()
    assert verdict_on(demands, Demand(Kind.SLOT, "1D"), given) is False
    assert verdict_on(demands, Demand(Kind.SLOT, "1D")) is True


@pytest.mark.parametrize("kind", [Kind.BANNED, Kind.USED])
@pytest.mark.parametrize("more", [0, MAX_NAMED_WORDS])
def test_a_word_is_ruled_out_only_while_that_is_demanded(kind: Kind, more: int) -> None:
    """One word is a demand by itself; more than can be named are one together."""
    ruled_out = ["CAT", *(f"DOG{chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(more))]
    words = WordList.from_words(["CAT", "RAT"])
    demands = Demands(Grid.parse(".AT"), words, Rules(**{kind.value: ruled_out}))
    slot, rule = Demand(Kind.SLOT, "1A"), Demand(kind, value=None if more else "CAT")
    assert rule in demands.everything()
    assert verdict_on(demands, slot, rule) is True
    given = Demands(Grid.parse("C.."), words, Rules(**{kind.value: ruled_out}))
    letter = Demand(Kind.LETTER, cell=(0, 0), value="C")
    assert verdict_on(given, slot, letter) is True
    assert verdict_on(given, slot, letter, rule) is False


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
