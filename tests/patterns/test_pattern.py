"""Searches for patterns: verified by fills, bounded by limits, the same for the same seed."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from helpers.clocks import a_slow_machine
from helpers.engines import ENGINES, solving_with

from crosswright import engine
from crosswright.errors import StyleError
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.patterns.pattern import DRAWING_COST, Pattern, pattern, start
from crosswright.words.wordlist import WordList

AT_LEAST_50 = Rules(min_score=50)
SQUARE = WordList.from_words(["CAT", "ARE", "TEN"])

needs_compiled_engine = pytest.mark.skipif(
    engine.name != "compiled", reason="fills real grids; takes minutes with the plain engine"
)


# -- patterns that fill ---------------------------------------------------------------------------


@needs_compiled_engine
@pytest.mark.parametrize("seed", range(4))
def test_daily_patterns_are_filled_before_they_are_shown(english: WordList, seed: int) -> None:
    result = pattern(15, words=english, word_count=(72, 78), seed=seed, rules=AT_LEAST_50)
    assert result.status is Status.FILLED
    assert result.grid is not None
    assert result.fill is not None
    assert 72 <= len(result.grid.slots) <= 78
    assert result.fill.grid.without_letters() == result.grid
    answers = [*result.fill.answers.values()]
    assert len(set(answers)) == len(answers) == len(result.grid.slots)
    assert all((english.score(answer) or 0) >= 50 for answer in answers)


@needs_compiled_engine
def test_a_sunday_pattern(english: WordList) -> None:
    result = pattern(21, words=english, seed=1, rules=AT_LEAST_50)
    assert result.is_verified
    assert result.grid is not None
    assert len(result.grid.slots) <= 140


@needs_compiled_engine
@pytest.mark.parametrize("style, size", [("british", 15), ("barred", 12), ("free", 9)])
def test_other_styles_are_filled_too(english: WordList, style: str, size: int) -> None:
    assert pattern(size, words=english, style=style, seed=1, rules=AT_LEAST_50).is_verified


def test_numbers_asked_for_are_kept() -> None:
    grid = pattern(11, word_count=40, block_count=(18, 22), seed=3, verify=False).grid
    assert grid is not None
    assert len(grid.slots) == 40
    assert 18 <= len(grid.blocks) <= 22


def test_words_have_lengths_that_the_list_has() -> None:
    words = WordList.from_words(["CAT", "TEN", "ANT", "CAN", "ATE", "TAN", "NET", "TEA", "EAT"])
    assert start(7, words=words, style="free").spec.lengths == {3}


def test_several_patterns_differ() -> None:
    grids = [result.grid for result in start(9, verify=False, seed=5, count=3).results()]
    assert len(set(grids)) == 3
    assert None not in grids


# -- templates ------------------------------------------------------------------------------------


def test_a_template_stays() -> None:
    template = Grid.parse("\n".join(["." * 11] * 3 + ["#CROSSWORDS"] + ["." * 11] * 7))
    grid = pattern(11, template=template, verify=False, seed=1).grid
    assert grid is not None
    assert template.blocks <= grid.blocks
    assert "CROSSWORDS" in [grid.word(slot) for slot in grid.slots]


def test_a_template_may_be_text() -> None:
    grid = pattern(3, template="C..\n...\n..N", verify=False).grid
    assert grid is not None
    assert grid.letters == {(0, 0): "C", (2, 2): "N"}


def test_a_template_that_decides_every_cell_is_the_pattern() -> None:
    result = pattern(3, template="CAT\nARE\nTEN", words=SQUARE, rules=Rules(distinct=False))
    assert result.status is Status.FILLED
    assert str(result.grid) == "CAT\nARE\nTEN"


@pytest.mark.parametrize(
    "template, options, reason",
    [
        ("CA#\nARE\n#EN", {"verify": False}, "does not keep the rules"),
        ("CAT\nAR.\n...", {"words": SQUARE}, "the list cannot fill its pattern"),
    ],
)
def test_a_decided_template_that_will_not_do_is_proved_impossible(
    template: str, options: dict[str, Any], reason: str
) -> None:
    result = pattern(3, template=template, **options)
    assert (result.status, result.grid, result.attempts) == (Status.IMPOSSIBLE, None, 1)
    assert result.reason.endswith(reason)


def test_a_decided_template_has_one_pattern() -> None:
    first, second = start(3, template="CAT\nARE\nTEN", verify=False, count=2).results()
    assert first.grid is not None
    assert (second.status, second.grid) == (Status.IMPOSSIBLE, None)
    assert "just one pattern" in second.reason


# -- ends -----------------------------------------------------------------------------------------


def test_a_list_that_fills_nothing() -> None:
    words = WordList.from_words(["XYZ", "XXYYZ", "ZZYX"])
    result = pattern(5, words=words, limit=Limit(failures=10 * DRAWING_COST))
    assert (result.status, result.grid, result.attempts) == (Status.LIMIT, None, 10)
    assert "drawings keeps all rules" in result.reason or "the list fills 0" in result.reason


def test_a_limit_is_that_of_the_whole_search() -> None:
    words = WordList.from_words(["XYZ", "XXYYZ", "ZZYX"])
    whole = Budget(Limit(failures=500))
    assert pattern(5, words=words, limit=whole).status is Status.LIMIT
    assert whole.spent() is Status.LIMIT


def test_a_limit_of_seconds_ends_the_search() -> None:
    result = pattern(9, verify=False, limit=Limit(seconds=0))
    assert (result.status, result.attempts) == (Status.LIMIT, 0)


def test_no_patterns_at_all_are_not_asked_for() -> None:
    with pytest.raises(StyleError, match="0 patterns; ask for 1 or more"):
        start(9, count=0)


def test_stop_from_another_thread() -> None:
    run = start(31, verify=False, count=10**9)
    threading.Timer(0.2, run.stop).start()
    *_, last = run.results()
    assert last.status is Status.CANCELLED


# -- the same seed --------------------------------------------------------------------------------


def outcome(result: Pattern) -> tuple[object, ...]:
    answers = None if result.fill is None else result.fill.answers
    return result.status, result.grid, answers, result.attempts, result.reason


@pytest.mark.parametrize("failures", [150, 4000])
def test_counted_limits_give_the_same_patterns_everywhere(english: WordList, failures: int) -> None:
    def search() -> list[tuple[object, ...]]:
        run = start(5, words=english, seed=4, count=2, limit=Limit(failures=failures))
        return [*map(outcome, run.results())]

    outcomes = []
    for module in ENGINES:
        with solving_with(module):
            outcomes.append(search())
            with a_slow_machine():
                outcomes.append(search())
    assert outcomes == [outcomes[0]] * len(outcomes)


def test_time_only_ends_what_counts_decide(english: WordList) -> None:
    limits = Limit(failures=4000), Limit(seconds=10**6, failures=4000)
    counted, both = (pattern(5, words=english, seed=4, limit=limit) for limit in limits)
    assert outcome(counted) == outcome(both)


def test_patterns_are_shown_as_they_come() -> None:
    with start(5, verify=False, seed=4, count=2, limit=Limit(nodes=4000)) as run:
        steps = [*run]
    assert [*steps[-1].patterns] == run.results()
    assert all(step.found == len(step.patterns) for step in steps)
