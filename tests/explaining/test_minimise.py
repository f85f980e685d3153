"""Conflicts on small grids, against a verdict by brute force."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import given, settings

from crosswright.explaining.demands import Demand, Demands, Kind, Verdict
from crosswright.explaining.explain import explain
from crosswright.explaining.minimise import Minimiser
from crosswright.explaining.patience import Patience, Steps
from crosswright.filling.fill import fill
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.words.wordlist import WordList
from tests.helpers.demands import Example, can_be_met, examples, result_of

pytestmark = pytest.mark.usefixtures("each_engine")

NO_WORK = Patience(0.0, 0)


@given(examples())
@settings(max_examples=120)
def test_a_conflict_fails_and_is_minimal(example: Example) -> None:
    grid, words, rules = example
    listed = WordList.from_words(words.items())
    explanation = explain(grid, listed, rules, repairs=0)
    assert explanation.status is fill(grid, listed, rules).status
    if explanation.conflict is None:
        assert explanation.status is Status.FILLED
        return
    demands = explanation.conflict.demands
    assert explanation.conflict.minimal
    assert not can_be_met(grid, words, rules, demands)
    for left_out in demands:
        rest = [demand for demand in demands if demand != left_out]
        assert can_be_met(grid, words, rules, rest), left_out


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
