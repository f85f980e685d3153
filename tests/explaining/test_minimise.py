"""Conflicts on small grids, against a verdict by brute force."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosswright.explaining import demands as demands_module
from crosswright.explaining.demands import MAX_NAMED_WORDS, Demand, Demands, Kind, Verdict
from crosswright.explaining.explain import explain
from crosswright.explaining.minimise import Minimiser
from crosswright.explaining.patience import Patience, Steps
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.words.wordlist import WordList
from tests.helpers.cases import DIGRAPHS, cases
from tests.helpers.oracle import Oracle, oracle_of
from tests.helpers.steps import result_of

pytestmark = pytest.mark.usefixtures("each_engine")

NO_WORK = Patience(0.0, 0)


KINDS = {
    "any rules": cases(),
    "required words": cases(rules=["required"]),
    "regions": cases(rules=["region"]),
    "digraphs": cases(DIGRAPHS),
    "fixed words in regions": cases(rules=["fixed", "region"]),
    "words ruled out": cases(rules=["banned", "used"]),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("named", [MAX_NAMED_WORDS, 1], ids=["named", "one demand"])
@given(st.data())
@settings(max_examples=40)
def test_a_conflict_fails_and_is_minimal(kind: str, named: int, data: st.DataObject) -> None:
    case = data.draw(KINDS[kind])
    oracle = oracle_of(case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demands_module, "MAX_NAMED_WORDS", named)
        explanation = explain(case.grid, case.words, case.all_rules, repairs=0, limit=Limit())
    assert explanation.grid == oracle.grid
    if explanation.conflict is None:
        assert explanation.status is Status.FILLED
        assert oracle.possible
        return
    assert explanation.status is Status.IMPOSSIBLE
    assert not oracle.sure
    demands = explanation.conflict.demands
    assert explanation.conflict.minimal
    assert not Oracle(case, demands).sure
    for left_out in demands:
        rest = [demand for demand in demands if demand != left_out]
        assert Oracle(case, rest).possible, left_out


class SlowDemands(Demands):
    """Demands whose verdict without one of them never comes in time."""

    slow: Demand

    def can_be_met(
        self, demands: Collection[Demand], patience: Patience | None = None
    ) -> Steps[Verdict]:
        if self.slow not in demands:
            return None
        return (yield from super().can_be_met(demands, patience))


def test_what_the_limit_left_open_is_untested() -> None:
    words = WordList.from_words(["CO", "AT", "CA", "QT"])
    demands = SlowDemands(Grid.parse("CQ\n.."), words, Rules())
    slow = demands.slow = Demand(Kind.LETTER, cell=(0, 0), value="C")
    conflict = result_of(Minimiser(demands, [1] * 4, NO_WORK).conflict())
    assert slow in conflict.demands
    assert conflict.untested == (slow,)
    assert not conflict.minimal


def test_without_any_verdict_everything_stays() -> None:
    budget = Budget()
    words = WordList.from_words(["CO", "AT", "CA", "QT"])
    demands = Demands(Grid.parse("CQ\n.."), words, Rules(), budget)
    budget.stop()
    conflict = result_of(Minimiser(demands, [1] * 4, NO_WORK).conflict())
    assert list(conflict.demands) == list(conflict.untested) == demands.everything()


@pytest.mark.parametrize("size", [65, 70])
def test_a_slot_longer_than_any_word(size: int) -> None:
    explanation = explain(Grid.parse("." * size), ["AB"], repairs=0)
    assert explanation.conflict is not None
    assert explanation.conflict.slots() == ["1A"]
    assert explanation.text().startswith("1-Across")


def test_many_words_ruled_out_are_one_demand_and_few_of_them_are_named() -> None:
    pairs = ["AB", "CD", "AC", "BD"]
    many = [f"X{a}{b}" for a in "ABCDEFGH" for b in "ABCDEFGH"]
    explanation = explain("..\n..", [*pairs, *many], used=["BD", *many], repairs=0)
    assert explanation.conflict is not None
    assert [demand.value for demand in explanation.conflict.of(Kind.USED)] == ["BD"]
    explanation = explain("...", [*pairs, *many], banned=many, repairs=0)
    assert explanation.conflict is not None
    assert [demand.value for demand in explanation.conflict.of(Kind.BANNED)] == [None]
    assert "words that are banned must not appear" in explanation.text()


def test_of_many_words_ruled_out_those_are_named_that_fit_a_rebus() -> None:
    many = [f"X{a}{b}" for a in "ABCDEFGH" for b in "ABCDEFGH"]
    grid = "..\n\nrebus: 1,1=HE"
    explanation = explain(grid, ["HEY", *many], used=["HEY", *many], repairs=0)
    assert explanation.conflict is not None
    assert [demand.value for demand in explanation.conflict.of(Kind.USED)] == ["HEY"]


def test_costly_rules_are_left_out_if_the_rest_fails() -> None:
    words = ["ABCD", "ABXX", "CDAB"]
    grid = Grid.parse("....\n####\n....")
    explanation = explain(grid, words, no_shared_letters=2, repairs=0)
    assert explanation.conflict is not None
    assert explanation.conflict.of(Kind.SHARED_LETTERS)
    explanation = explain(grid.with_letters({(0, 0): "Q"}), words, no_shared_letters=2, repairs=0)
    assert explanation.conflict is not None
    assert explanation.conflict.of(Kind.SHARED_LETTERS) == []


def test_a_verdict_has_a_part_of_the_limit_at_most() -> None:
    words = WordList.from_words(["CO", "AT"])
    for limit, patience in (
        (Limit(nodes=9), Patience(400.0, 3)),
        (Limit(seconds=9.0), Patience(3.0, 2_000)),
        (Limit(), Patience(400.0, 2_000)),
    ):
        demands = Demands(Grid.parse(".."), words, Rules(), Budget(limit))
        refutation = Patience(100.0, 500)
        assert Minimiser(demands, [1], refutation).patience == patience
    quick = Minimiser(demands, [1], NO_WORK).patience
    assert (quick.seconds, quick.nodes) == (0.25, 1_000)
