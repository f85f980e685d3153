"""The search for layouts under way: progress, limits, and what ends it."""

from __future__ import annotations

import pytest
from helpers.clocks import a_slow_machine
from helpers.layouts import TREES, check_layout

from crosswright.errors import LayoutError
from crosswright.layouts import core
from crosswright.layouts.layout import layout, start
from crosswright.layouts.run import SLICE, TRIES, LayoutRun
from crosswright.limits import Budget, Limit, Status


def test_progress_comes_to_an_end_and_never_gets_worse() -> None:
    with start(TREES, limit=Limit(nodes=1000)) as run:
        seen = list(run)
        result = run.result()
    assert [step.done for step in seen] == sorted(step.done for step in seen)
    assert [step.best.score for step in seen] == sorted(step.best.score for step in seen)
    assert result.best == seen[-1].best
    assert result.statistics.steps == 1000


def test_a_search_that_is_stopped_gives_the_best_so_far() -> None:
    with start(TREES) as run:
        first = next(iter(run))
        run.stop()
        result = run.result()
    assert result.best.score >= first.best.score
    assert result.statistics.steps < 1000
    check_layout(result.best)


def test_a_search_stopped_at_once_is_cancelled_when_words_are_missing() -> None:
    run = start(TREES, width=6, height=6)
    run.stop()
    assert run.result().status is Status.CANCELLED


def interrupt(monkeypatch: pytest.MonkeyPatch, run: LayoutRun, after_steps: int) -> None:
    """Press Ctrl-C when a run looks whether to go on, and has done this many steps."""

    def spent() -> Status | None:
        if run.budget.statistics.nodes >= after_steps:
            raise KeyboardInterrupt
        return None

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(run.budget, "spent", spent)
        run.result()


def test_control_c_before_there_is_a_layout_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    run = start(TREES)
    interrupt(monkeypatch, run, after_steps=0)
    result = run.result()
    assert result.status is Status.CANCELLED
    assert result.layouts == ()


def test_a_search_that_is_left_at_once_is_no_success() -> None:
    with start(TREES) as run:
        pass
    assert run.result().status is Status.CANCELLED


def test_control_c_passes_through_and_leaves_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = start(TREES)
    interrupt(monkeypatch, run, after_steps=1)
    result = run.result()
    assert result.status is Status.FILLED
    assert 0 < result.statistics.steps < 1000
    check_layout(result.best)


def test_a_limit_of_seconds_ends_the_search() -> None:
    with a_slow_machine(0.001):
        result = layout(TREES, limit=Limit(seconds=1))
    assert result.status is Status.FILLED
    assert 0 < result.statistics.steps < layout(TREES).statistics.steps
    check_layout(result.best)


@pytest.mark.parametrize(
    "limit", [Limit(nodes=120), Limit(failures=120), Limit(seconds=10**6, nodes=120)]
)
def test_nodes_and_failures_both_count_steps(limit: Limit) -> None:
    result = layout(TREES, limit=limit)
    assert result.statistics.steps == 120
    assert result.best == layout(TREES, limit=Limit(nodes=120)).best


def test_counted_limits_give_the_same_layouts_on_a_slow_machine() -> None:
    quick = layout(TREES, candidates=3, limit=Limit(nodes=600)).layouts
    with a_slow_machine():
        assert layout(TREES, candidates=3, limit=Limit(nodes=600)).layouts == quick
        assert layout(TREES).layouts == layout(TREES).layouts


def test_steps_are_spent_of_a_budget_that_is_shared() -> None:
    whole = Budget(Limit(nodes=500))
    assert layout(TREES, limit=whole.part(nodes=300)).statistics.steps == 300
    assert layout(TREES, limit=whole).statistics.steps == 200
    assert whole.spent() is Status.LIMIT


def test_of_the_beginnings_no_more_are_tried_than_time_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    firsts: list[int] = []

    class Counting(core.Core):  # type: ignore[misc,valid-type]
        def construct(self, first: int, *tries: int) -> None:
            firsts.append(first)
            super().construct(first, *tries)

    monkeypatch.setattr(core, "Core", Counting)
    result = layout(TREES, limit=Limit(seconds=0))
    assert len(firsts) == 1
    assert result.layouts


MANY = ["".join("ABCDEFGH"[n >> 3 * digit & 7] for digit in range(4)) for n in range(0, 4096, 4)]
CROWDED = {"width": 12, "height": 12}


def test_time_is_looked_at_while_many_words_are_placed() -> None:
    with a_slow_machine():
        result = layout(MANY, limit=Limit(seconds=1))
    assert result.status is Status.LIMIT
    assert 1 < len(result.best.placements) <= 1 + TRIES


def test_counted_limits_leave_no_word_untried() -> None:
    """The same layout on every machine, even where no step is allowed."""
    result = layout(MANY, limit=Limit(nodes=0))
    assert result.statistics.steps == 0
    assert len(result.best.placements) > 0.9 * len(MANY)


@pytest.mark.parametrize("stage", ["construct", "advance"])
def test_a_stop_ends_a_slice(monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    resumed: list[str] = []

    class Stopping(core.Core):  # type: ignore[misc,valid-type]
        stage = "construct"

        def advance(self, steps: int, heat: int, *tries: int) -> None:
            self.stage = "advance"
            super().advance(steps, heat, *tries)

        def resume(self, *tries: int) -> None:
            if self.stage == stage:
                resumed.append(stage)
                run.stop()
            super().resume(*tries)

    monkeypatch.setattr(core, "Core", Stopping)
    with start(MANY, **CROWDED) as run:
        result = run.result()
    assert resumed == [stage]
    assert result.status is Status.CANCELLED
    assert result.layouts
    assert result.statistics.steps < SLICE


def test_more_letters_than_a_layout_can_have_are_refused() -> None:
    words = ["".join("AB"[n >> bit & 1] for bit in range(13)) * 19 for n in range(5000)]
    with pytest.raises(LayoutError, match="too many for a layout"):
        start(words)


PLANETS = ["MERCURY", "VENUS", "EARTH", "MARS", "JUPITER", "SATURN", "URANUS", "NEPTUNE", "PLUTO"]


def test_the_best_layout_of_few_words_is_proved() -> None:
    result = layout(PLANETS)
    assert (result.proved, result.max_crossings) == (True, None)
    for seed in range(5):  # no search finds a better one, whatever it begins with
        other = layout(PLANETS, seed=seed, limit=Limit(nodes=200))
        assert other.best.score <= result.best.score


def test_what_is_not_proved_has_a_bound() -> None:
    result = layout(PLANETS, limit=Limit(nodes=200))
    assert not result.proved
    assert result.max_crossings is not None
    assert result.max_crossings >= layout(PLANETS).best.crossings


def test_of_many_words_nothing_is_proved() -> None:
    result = layout(PLANETS + TREES, limit=Limit(nodes=100))
    assert (result.proved, result.max_crossings) == (False, None)


def test_words_that_could_be_laid_out_instead_leave_nothing_proved() -> None:
    assert not layout(["OAK", "ASH", "XY", "ZY"]).proved
    assert layout(["TREE", "RED", "XY"]).proved


def test_a_proof_ends_the_search_before_its_time() -> None:
    result = layout(PLANETS, limit=Limit(seconds=10**6))
    assert result.proved


def test_nothing_is_claimed_of_words_apart_that_could_do_better() -> None:
    apart, better = ["abcd", "aefg", "ahij", "aklm"], ["nono", "onon", "nonn", "oono"]
    result = layout(apart + better)
    assert (result.proved, result.max_crossings) == (False, None)
    assert layout(better).best.crossings > len(apart) - 1
