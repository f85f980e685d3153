"""Explanations as a whole: planted conflicts in grids of real size, limits, and stopping."""

from __future__ import annotations

import random
from typing import Any

import pytest

from crosswright.explaining import explain as module
from crosswright.explaining.changes import Change
from crosswright.explaining.demands import Conflict, Kind
from crosswright.explaining.explain import ExplainRun, ExplainStage, explain, start
from crosswright.explaining.minimise import Minimiser
from crosswright.explaining.patience import Steps
from crosswright.explaining.repairs import Repair
from crosswright.explaining.report import MAX_SLOT_LINES, Explanation
from crosswright.filling.fill import fill
from crosswright.filling.result import FillResult
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.words.wordlist import WordList
from tests.helpers.engines import ENGINES, solving_with

CORNER = [(row, column) for row in range(3) for column in range(5)]
GAPS = ((0, 2), (1, 4), (2, 3))


# -- grids of real size ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def filled(open15: Grid, english: WordList) -> FillResult:
    result = fill(open15, english, seed=1, limit=Limit(seconds=30))
    assert result.status is Status.FILLED
    return result


def planted(open15: Grid, filled: FillResult, wrong: dict[tuple[int, int], str]) -> Grid:
    """Give the corner its letters, some of them wrong."""
    letters = {cell: filled.grid.letters[cell] for cell in CORNER if cell not in GAPS}
    return open15.with_letters({**letters, **wrong})


def changed_by_hand(grid: Grid, changes: tuple[Change, ...]) -> Grid:
    for change in changes:
        if change.kind == "free":
            grid = grid.without_letters(change.cells)
        elif change.kind == "replace":
            grid = grid.with_word(change.labels[0], str(change.value))
        else:
            assert change.kind == "blocks"
            grid = grid.with_blocks(change.cells)
    return grid


def check_repair(grid: Grid, words: WordList, repair: Repair) -> None:
    """Test a repair with another seed, and check the fill that comes with it."""
    changed = changed_by_hand(grid, repair.changes)
    assert fill(changed, words, seed=7, limit=Limit(seconds=30)).status is Status.FILLED
    assert repair.result.grid.is_filled
    for slot in changed.slots:
        if changed.word(slot) is None:
            assert repair.result.grid.word(slot) in words
    for cell, letters in repair.could_be.items():
        for letter in letters.tokens:
            narrowed = changed.with_letters({cell: letter})
            assert fill(narrowed, words, limit=Limit(seconds=30)).status is Status.FILLED


@pytest.mark.parametrize("wrong", [{(1, 1): "Q"}, {(0, 0): "X", (0, 4): "J"}, {(2, 1): "Z"}])
def test_a_planted_conflict_is_found_and_repaired(
    open15: Grid, english: WordList, filled: FillResult, wrong: dict[tuple[int, int], str]
) -> None:
    grid = planted(open15, filled, wrong)
    explanation = explain(grid, english, limit=Limit(seconds=60))
    assert explanation.status is Status.IMPOSSIBLE
    assert explanation.conflict is not None
    assert explanation.conflict.minimal
    blamed = {demand.cell for demand in explanation.conflict.of(Kind.LETTER)}
    assert blamed & wrong.keys()
    assert explanation.repairs
    for repair in explanation.repairs:
        check_repair(grid, english, repair)


def test_two_conflicts_need_two_changes(open15: Grid, english: WordList) -> None:
    grid = open15.with_letters({(0, 0): "Q", (0, 1): "X", (14, 14): "Q", (14, 13): "J"})
    explanation = explain(grid, english, limit=Limit(seconds=60), repairs=2)
    assert [len(repair.changes) for repair in explanation.repairs] == [2, 2]
    for repair in explanation.repairs:
        check_repair(grid, english, repair)


def test_search_alone_proves_it(open15: Grid, english: WordList) -> None:
    words = english.filter(min_score=97)
    explanation = explain(open15, words, limit=Limit(seconds=60), repairs=0)
    assert explanation.status is Status.IMPOSSIBLE
    assert explanation.conflict is not None
    labels, text = explanation.conflict.slots(), explanation.text()
    assert len(labels) > 1
    count = len(explanation.conflict.demands)
    assert f"These {count} demands contradict each other" in text
    if len(labels) > MAX_SLOT_LINES:
        assert f"{len(labels)} slots need words: {', '.join(labels)}" in text
    else:
        assert all(f"{facts.fitting:,}" in text for facts in explanation.slots.values())


def test_a_floor_is_not_lowered_twice(open15: Grid, english: WordList) -> None:
    explanation = explain(open15, english, min_score=100, limit=Limit(seconds=60), repairs=3)
    [[change]] = [repair.changes for repair in explanation.repairs]
    assert change.kind == "floor"


def test_blocks_come_in_pairs_and_keep_the_rules(open15: Grid, english: WordList) -> None:
    short = english.filter(lengths=[3, 4, 5, 6, 7, 8])
    explanation = explain(open15, short, slot_scores={"72A": 95}, limit=Limit(seconds=60))
    assert explanation.conflict is not None
    assert [len(open15.slot(label)) for label in explanation.conflict.slots()] == [9]
    assert "the list has no nine-letter word" in explanation.text()
    assert [repair.changes[0].kind for repair in explanation.repairs] == ["blocks"] * 3
    for repair in explanation.repairs:
        check_repair(open15, short, repair)
        changed = changed_by_hand(open15, repair.changes)
        assert changed.is_symmetric("180")
        last = next(slot for slot in changed.slots if slot.cells == open15.slot("72A").cells)
        assert repair.result.scores[last.label] >= 95


# -- statuses and limits --------------------------------------------------------------------------


def test_what_can_be_filled_needs_no_explanation() -> None:
    chance = random.Random(27)
    words = {"".join(chance.choices("ABCDE", k=3)) for _ in range(40)}
    explanation = explain("...\n...\n...", words)
    assert explanation.status is Status.FILLED
    assert explanation.statistics.failures
    assert explanation.hottest == ()
    assert explanation.conflict is None
    assert explanation.cut_short_by is None


def test_undecided_says_where_it_is_hard(knotted: tuple[Grid, WordList]) -> None:
    explanation = explain(*knotted, limit=Limit(failures=40))
    assert explanation.status is Status.LIMIT
    assert explanation.conflict is None
    assert explanation.hottest
    assert "The search fails most often at " in explanation.text()


def test_no_time_is_no_verdict() -> None:
    explanation = explain("...\n...\n...", ["AB", "BA", "AA"], limit=Limit(seconds=0))
    assert explanation.status is Status.LIMIT
    assert explanation.text().startswith("Undecided after ")


@pytest.fixture(scope="module")
def knotted() -> tuple[Grid, WordList]:
    """An empty grid that takes a search of thousands of nodes to refute."""
    chance = random.Random(7)
    words = sorted({"".join(chance.choices("ABCDEF", k=5)) for _ in range(100)})
    return Grid.empty(5, 5), WordList.from_words(words)


def test_limits_hold_for_the_whole_of_an_explanation(knotted: tuple[Grid, WordList]) -> None:
    unlimited = explain(*knotted, limit=Limit())
    assert unlimited.status is Status.IMPOSSIBLE
    assert unlimited.cut_short_by is None
    untested = []
    for nodes in (2550, 2600, 3000):
        explanation = explain(*knotted, limit=Limit(nodes=nodes))
        assert explanation.status is Status.IMPOSSIBLE
        assert explanation.statistics.nodes <= nodes < unlimited.statistics.nodes
        assert explanation.conflict is not None
        untested.append(len(explanation.conflict.untested))
    assert untested == sorted(untested, reverse=True)
    assert untested[0] > untested[-1] > 0


def facts(explanation: Explanation) -> dict[str, Any]:
    """Return all of an explanation that does not depend on the machine."""
    data = explanation.to_json()
    if explanation.conflict is None:
        del data["text"]  # it says how many seconds it took
    differing = {"seconds": None, "cpu_seconds": None, "engine": None}
    return {**data, "stats": {**data["stats"], **differing}}


@pytest.mark.parametrize("limit", [Limit(nodes=3000), Limit(failures=2000), Limit()])
def test_limits_in_counts_give_the_same_explanation_everywhere(
    knotted: tuple[Grid, WordList], limit: Limit, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid, words = knotted
    expected = facts(explain(grid, words, limit=limit))
    clock = iter(range(10**9))
    monkeypatch.setattr("time.perf_counter", lambda: float(next(clock)))
    assert facts(explain(grid, words, limit=limit)) == expected


def test_both_engines_give_the_same_explanation(knotted: tuple[Grid, WordList]) -> None:
    explanations = []
    for engine in ENGINES:
        with solving_with(engine):
            explanations.append(facts(explain(*knotted, limit=Limit(nodes=3000))))
    assert all(explanation == explanations[0] for explanation in explanations)


@pytest.mark.parametrize(("repairs", "most"), [(3, 70.0), (0, 100.0)])
def test_the_conflict_leaves_time_for_repairs(
    monkeypatch: pytest.MonkeyPatch, repairs: int, most: float
) -> None:
    seconds = []

    class Watched(Minimiser):
        def conflict(self) -> Steps[Conflict]:
            seconds.append(self.demands.budget.limit.seconds or 0.0)
            return super().conflict()

    monkeypatch.setattr(module, "Minimiser", Watched)
    explain("T.Q", ["TAR"], limit=Limit(seconds=100), repairs=repairs)
    assert most - 20 < seconds[0] <= most


# -- runs -----------------------------------------------------------------------------------------


def run_until(run: ExplainRun, stage: ExplainStage, repairs: int = 0) -> None:
    """Run an explanation until it is at a stage and has found this many repairs."""
    for progress in run:
        if progress.stage is stage and progress.repairs >= repairs:
            return
    raise AssertionError(f"it ended before {stage}")


def test_the_progress_of_a_run(knotted: tuple[Grid, WordList]) -> None:
    with start(*knotted, limit=Limit()) as run:
        steps = list(run)
        explanation = run.result()
    assert explanation.status is Status.IMPOSSIBLE
    assert [*dict.fromkeys(progress.stage for progress in steps)] == list(ExplainStage)
    verdicts = [progress.verdicts for progress in steps]
    assert verdicts == sorted(verdicts)
    assert verdicts[0] == 0 < verdicts[-1]
    repairs = [progress.repairs for progress in steps]
    assert repairs == sorted(repairs)
    assert repairs[0] == 0 < len(explanation.repairs) <= repairs[-1] + 1
    assert steps[-1].statistics.nodes <= explanation.statistics.nodes


def test_stopped_before_anything_is_known(knotted: tuple[Grid, WordList]) -> None:
    run = start(*knotted)
    run_until(run, ExplainStage.FILLING)
    run.stop()
    explanation = run.result()
    assert explanation.status is Status.CANCELLED
    assert explanation.conflict is None
    assert explanation.text().startswith("Stopped after ")


def test_stopped_while_the_conflict_is_made_small(knotted: tuple[Grid, WordList]) -> None:
    run = start(*knotted)
    run_until(run, ExplainStage.MINIMISING)
    run.stop()
    explanation = run.result()
    assert explanation.status is Status.IMPOSSIBLE
    assert explanation.cut_short_by is Status.CANCELLED
    assert explanation.conflict is not None
    assert len(explanation.conflict.slots()) == 10
    assert explanation.conflict.untested
    assert not explanation.repairs_sought
    assert explanation.text().endswith(
        "Stopped early: there may be a smaller conflict, or more repairs."
    )
    assert json_is_whole(explanation)


def test_stopped_while_repairs_are_sought() -> None:
    run = start("T.Q\n.##\n.##", ["TAR", "TOE", "CUE"])
    run_until(run, ExplainStage.REPAIRING, repairs=1)
    run.stop()
    explanation = run.result()
    assert explanation.status is Status.IMPOSSIBLE
    assert explanation.cut_short_by is Status.CANCELLED
    assert explanation.conflict is not None
    assert explanation.conflict.minimal
    assert explanation.repairs
    assert json_is_whole(explanation)


def test_a_run_that_is_left_has_what_it_knew(knotted: tuple[Grid, WordList]) -> None:
    with start(*knotted) as run:
        run_until(run, ExplainStage.MINIMISING)
    explanation = run.result()
    assert explanation.status is Status.IMPOSSIBLE
    assert explanation.cut_short_by is Status.CANCELLED
    assert explanation.conflict is not None
    assert explanation.conflict.untested == explanation.conflict.demands
    with start(*knotted) as run:
        pass
    assert run.result().status is Status.CANCELLED


def json_is_whole(explanation: Explanation) -> bool:
    """Return whether every slot of the conflict has its facts."""
    return explanation.conflict is not None and set(explanation.slots) == set(
        explanation.conflict.slots()
    )


# -- regions --------------------------------------------------------------------------------------


def test_words_outside_the_region_are_not_forgotten() -> None:
    explanation = explain("RIDES\n#####\n.....", ["RIDES"], region=["2A"])
    assert explanation.status is Status.IMPOSSIBLE
    assert explanation.conflict is not None
    assert [demand.kind for demand in explanation.conflict.demands] == [Kind.SLOT, Kind.DISTINCT]
    [repair] = explanation.repairs
    assert [change.kind for change in repair.changes] == ["distinct"]


def test_fixed_words_in_the_region_are_not_forgotten() -> None:
    words = ["CAT", "COT"]
    explanation = explain("...\n.##\n.##", words, region=["1A"], fixed={"1A": "QAT"})
    assert explanation.conflict is not None
    assert [demand.cell for demand in explanation.conflict.demands] == [None, (0, 0)]
    assert "Free the Q at row 1, column 1 (it is part of QAT at 1A)" in explanation.text()


# -- arguments ------------------------------------------------------------------------------------


def test_a_misspelt_keyword_names_the_right_one() -> None:
    with pytest.raises(
        TypeError, match=r"explain\(\) got .* 'min_scor'. Did you mean 'min_score'\?"
    ):
        explain("...", ["CAT"], min_scor=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"start\(\) got .* 'repair'. Did you mean 'repairs'\?"):
        start("...", ["CAT"], repair=3)  # type: ignore[call-arg]


@pytest.mark.usefixtures("each_engine")
def test_the_engine_is_the_one_that_is_picked(each_engine: str) -> None:
    explanation = explain("T.Q", ["TAR", "TOE", "CUE"])
    assert explanation.statistics.engine == each_engine
    assert explanation.repairs[0].result.statistics.engine == each_engine
