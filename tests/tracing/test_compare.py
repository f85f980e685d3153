"""The textbook's variants against each other."""

from __future__ import annotations

from crosswright.grids.grid import Grid
from crosswright.limits import Status
from crosswright.tracing.compare import compare, table, variants
from crosswright.words.wordlist import WordList


def test_a_variant_that_runs_out_of_time() -> None:
    grid = Grid.parse("....\n....\n....\n....")
    words = WordList.from_words(
        [f"{a}{b}{c}{d}" for a in "AB" for b in "CD" for c in "EF" for d in "GH"]
    )
    outcomes = list(compare(grid, words, seconds=0.0))
    assert [outcome.variant for outcome in outcomes] == list(variants())
    assert {outcome.status for outcome in outcomes} == {Status.LIMIT}
    assert ">0" in table(outcomes)


def test_fewest_words_first_beats_grid_order(structure: Grid, words: WordList) -> None:
    work = {str(o.variant): o.counters.assignments for o in compare(structure, words)}
    assert work["inference, mrv, lcv"] <= work["no inference, fixed, alphabetical"]
