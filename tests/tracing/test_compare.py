"""The textbook's variants compared."""

from __future__ import annotations

import pytest
from helpers.fills import HARD, HARD_LIST

from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.tracing.compare import Outcome, all_variants, compare, table
from crosswright.tracing.textbook import Counters, Variant
from crosswright.words.wordlist import WordList


def test_all_variants_run_and_the_limit_is_for_each() -> None:
    words = [f"{a}{b}{c}{d}" for a in "AB" for b in "CD" for c in "EF" for d in "GH"]
    outcomes = list(compare("....\n....\n....\n....", words, limit=Limit(seconds=0)))
    assert [outcome.variant for outcome in outcomes] == list(all_variants())
    assert {outcome.status for outcome in outcomes} == {Status.LIMIT}
    assert len({outcome.variant for outcome in outcomes}) == 2 * 3 * 3


def test_processor_time_is_limited_too() -> None:
    limit = Limit(cpu_seconds=0.001, nodes=2_000)
    variants = [Variant(True, "mrv", "lcv"), Variant(False, "fixed", "alphabetical")]
    for outcome in compare(HARD, HARD_LIST, limit=limit, variants=variants):
        assert outcome.status is Status.LIMIT
        assert outcome.counters.assignments < 2_000


def test_nothing_comes_after_a_stop() -> None:
    budget = Budget()
    outcomes = compare("...", ["CAT", "DOG"], whole=budget)
    assert next(outcomes).status is Status.FILLED
    budget.stop()
    assert list(outcomes) == []


def test_a_table_marks_what_the_limit_cut_short() -> None:
    outcomes = [
        Outcome(Variant(), Status.FILLED, Counters(1_234, 5, 67, 8), 0.0123),
        Outcome(Variant(False, "fixed", "random"), Status.LIMIT, Counters(9, 8, 7, 6), 1.5),
    ]
    assert table(outcomes).splitlines() == [
        "inference  variable  value   assignments  backtracks  revisions     time",
        "yes        mrv       lcv           1,234           5         67  12.3 ms",
        "no         fixed     random           >9          >8         >7  >1.50 s",
    ]
    assert outcomes[0].to_json()["removed"] == 8


def test_fewest_words_first_beats_grid_order(structure: Grid, words: WordList) -> None:
    best, worst = Variant(), Variant(False, "fixed", "alphabetical")
    first, second = compare(structure, words, variants=[best, worst])
    assert first.counters.assignments <= second.counters.assignments


def test_variants_run_without_a_limit_and_not_with_a_number() -> None:
    variants = [Variant(True, "mrv", "lcv")]
    (outcome,) = compare("...", ["CAT"], limit=None, variants=variants)
    assert outcome.status is Status.FILLED
    with pytest.raises(TypeError, match=r"a limit is a Limit, such as Limit\(seconds=5\), not 5"):
        next(compare("...", ["CAT"], limit=5, variants=variants))
