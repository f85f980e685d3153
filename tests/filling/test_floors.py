"""Floors stepped down until one fills."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product

import pytest
from helpers.fills import HARD, HARD_LIST, HARD_WORDS

from crosswright.errors import RuleError
from crosswright.filling.fill import fill, start
from crosswright.filling.floors import FLOORS, KEPT_FOR_LAST, SHARE, patience_for
from crosswright.filling.model import Model
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.words.wordlist import WordList

RING = Grid.parse("...\n.#.\n...")
GOOD, FAIR, POOR = ["CAT", "COT"], ["CUT", "TIN"], ["TEN", "TON", "NIT", "NUT", "NET"]
WORDS = WordList.from_words(
    [(word, 55) for word in GOOD] + [(word, 35) for word in FAIR] + [(word, 5) for word in POOR]
)


@pytest.fixture(scope="module")
def hard_above() -> WordList:
    """A list of which a 7×7 square is hard to fill with a score of 50, and easy with any."""
    easy = map("".join, product("XYZ", repeat=7))
    return WordList.from_words(
        [*((word, 50) for word in HARD_WORDS), *((word, 0) for word in easy)]
    )


@pytest.mark.parametrize("objective", ["any", "score"])
def test_floors_are_stepped_down_until_one_fills(objective: str) -> None:
    result = fill(RING, WORDS, floors=FLOORS, objective=objective)
    assert result.status is Status.FILLED
    assert result.min_score is None
    assert result.floors_left == dict.fromkeys(FLOORS[:-1], Status.IMPOSSIBLE)
    assert result.grid == fill(RING, WORDS, objective=objective).grid


@pytest.mark.parametrize("objective", ["any", "score"])
def test_the_first_floor_that_fills_is_kept(objective: str) -> None:
    words = WordList.from_words([("CAT", 60), ("CUT", 45), ("TIE", 45), ("TEE", 60)])
    result = fill(RING, words, floors=(50, 40, 30), objective=objective)
    assert result.min_score == 40
    assert result.floors_left == {50: Status.IMPOSSIBLE}
    assert min(score for score in result.scores.values() if score is not None) >= 40


def test_when_no_floor_fills_the_last_one_says_how_it_ended() -> None:
    result = fill(RING, WORDS, floors=(50, 40))
    assert result.status is Status.IMPOSSIBLE
    assert (result.min_score, result.floors_left) == (40, {50: Status.IMPOSSIBLE})


def test_without_floors_there_is_one_at_the_rules_own_score() -> None:
    result = fill(RING, WORDS, min_score=50)
    assert (result.status, result.min_score) == (Status.IMPOSSIBLE, 50)
    assert not result.floors_left


@pytest.mark.parametrize("objective", ["any", "score"])
def test_a_floor_may_spend_a_share_of_what_is_left(hard_above: WordList, objective: str) -> None:
    limit = Limit(nodes=100)
    results = [
        fill(HARD, hard_above, floors=(50, 0), limit=limit, objective=objective) for _ in range(2)
    ]
    assert results[0].status is Status.FILLED
    assert results[0].min_score == 0
    assert results[0].floors_left == {50: Status.LIMIT}
    assert 100 * SHARE < results[0].statistics.nodes <= 100
    assert results[0].grid == results[1].grid
    assert results[0].statistics.nodes == results[1].statistics.nodes


def test_the_limit_holds_for_all_floors_together() -> None:
    result = fill(HARD, HARD_LIST, floors=(3, 2, 1), limit=Limit(nodes=60))
    assert result.status is Status.LIMIT
    assert result.min_score == 1
    assert result.statistics.nodes == 60
    assert result.floors_left == {3: Status.LIMIT, 2: Status.LIMIT}


def test_a_share_is_kept_for_the_last_floor() -> None:
    """Let all floors fail, and see what the last one had."""
    limit = Limit(failures=1000)
    with start(HARD, HARD_LIST, floors=(6, 5, 4, 3, 2, 1, None), limit=limit) as run:
        failures = {progress.min_score: progress.statistics.failures for progress in run}
    assert [*failures] == [6, 5, 4, 3, 2, 1, None]
    assert failures[None] - failures[1] >= 1000 * KEPT_FOR_LAST
    assert failures[6] >= 1000 * (1 - KEPT_FOR_LAST) * SHARE


@pytest.mark.parametrize("name", ["seconds", "cpu_seconds", "nodes", "failures"])
def test_whatever_is_limited_is_kept_for_the_last_floor(name: str) -> None:
    budget = Budget(Limit(**{name: 1000}))
    first = getattr(patience_for(budget, None, last=False).limit, name)
    assert first == pytest.approx(1000 * (1 - KEPT_FOR_LAST) * SHARE, abs=1)
    whole = getattr(patience_for(budget, None, last=True).limit, name)
    assert whole == pytest.approx(1000, abs=1)


class SlowClock:
    """A clock that moves on a little at every look, and a lot while something is set up."""

    def __init__(self, patch: pytest.MonkeyPatch, slice_of_set_up: float) -> None:
        self.now = 0.0
        self._slice = slice_of_set_up
        self._set_up = Model.set_up
        patch.setattr(time, "perf_counter", self.look)
        patch.setattr(Model, "set_up", lambda model: self.set_up(model))

    def look(self) -> float:
        self.now += 0.005
        return self.now

    def set_up(self, model: Model) -> Iterator[None]:
        for _ in range(4):
            self.now += self._slice
            yield
        yield from self._set_up(model)


NINE = (50, 45, 40, 35, 30, 25, 20, 10, 0)


@pytest.mark.parametrize("slice_of_set_up", [0.02, 0.05, 0.1])
def test_the_last_floor_has_its_share_however_long_the_others_take_to_set_up(
    hard_above: WordList, monkeypatch: pytest.MonkeyPatch, slice_of_set_up: float
) -> None:
    SlowClock(monkeypatch, slice_of_set_up)
    with start(HARD, hard_above, floors=NINE, limit=Limit(seconds=3)) as run:
        began = {progress.min_score: progress.statistics.seconds for progress in reversed([*run])}
        result = run.result()
    assert (result.status, result.min_score) == (Status.FILLED, 0)
    assert result.floors_left == dict.fromkeys(NINE[:-1], Status.LIMIT)
    slack = slice_of_set_up + 0.1  # what was under way when the share of the others ended
    assert began[0] < 3 * (1 - KEPT_FOR_LAST) + slack


def test_floors_for_which_nothing_is_left_are_passed_over(
    hard_above: WordList, monkeypatch: pytest.MonkeyPatch
) -> None:
    SlowClock(monkeypatch, 0.1)
    with start(HARD, hard_above, floors=NINE, limit=Limit(seconds=3)) as run:
        tried = {progress.min_score for progress in run}
    assert {50, 0} < tried < set(NINE)


@pytest.mark.parametrize("name", ["nodes", "failures"])
def test_no_floor_but_the_last_is_given_what_is_kept_for_it(name: str) -> None:
    budget = Budget(Limit(**{name: 10}))
    budget.charge(9)
    assert patience_for(budget, None, last=False).spent() is Status.LIMIT
    assert getattr(patience_for(budget, None, last=True).left(), name) == 1


def test_patience_replaces_the_share(hard_above: WordList) -> None:
    patience = Limit(nodes=40)
    result = fill(HARD, hard_above, floors=(50, 0), patience=patience)
    assert result.status is Status.FILLED
    assert result.floors_left == {50: Status.LIMIT}
    assert 40 < result.statistics.nodes < 80


def test_patience_is_for_the_first_fill_alone() -> None:
    assert fill(HARD, HARD_LIST, patience=Limit(nodes=5)).status is Status.LIMIT
    patient = fill(RING, WORDS, patience=Limit(failures=5), objective="score", seed=1)
    assert patient.status is Status.FILLED
    assert patient.statistics.failures > 5
    assert patient.grid == fill(RING, WORDS, objective="score", seed=1).grid


def test_what_is_left_after_the_first_fill_goes_into_improving_it(hard_above: WordList) -> None:
    options = {"floors": (50, 0), "limit": Limit(nodes=200)}
    assert fill(HARD, hard_above, **options).statistics.nodes < 200
    assert fill(HARD, hard_above, objective="score", **options).statistics.nodes == 200


def test_nothing_is_tried_after_a_stop() -> None:
    with start(HARD, HARD_LIST, floors=(3, 2, 1)) as run:
        for _ in run:
            run.stop()
        result = run.result()
    assert result.status is Status.CANCELLED
    assert (result.min_score, result.floors_left) == (3, {})


@pytest.mark.parametrize(
    "limits",
    [{"limit": Limit(seconds=0)}, {"limit": Limit(nodes=0)}, {"patience": Limit(nodes=0)}],
)
def test_no_lower_floor_is_tried_where_there_was_too_little_to_begin(
    limits: dict[str, Limit],
) -> None:
    result = fill(HARD, HARD_LIST, floors=(3, 2, 1), **limits)
    assert result.status is Status.LIMIT
    assert (result.min_score, result.floors_left) == (3, {})


def test_a_floor_that_is_impossible_says_nothing_of_the_lower_ones_there_was_no_time_for() -> None:
    result = fill(HARD, HARD_LIST, floors=(97, None), limit=Limit(failures=1))
    assert result.status is Status.LIMIT
    assert (result.min_score, result.floors_left) == (None, {97: Status.IMPOSSIBLE})


def test_progress_says_which_floor_is_tried_and_what_became_of_the_others() -> None:
    with start(HARD, HARD_LIST, floors=(99, 2, 1), limit=Limit(nodes=60)) as run:
        steps = [(progress.min_score, dict(progress.floors_left)) for progress in run]
    left = {99: Status.IMPOSSIBLE}
    seen = [step for index, step in enumerate(steps) if index == 0 or steps[index - 1] != step]
    assert seen[-2:] == [(2, left), (1, {**left, 2: Status.LIMIT})]


def test_a_portfolio_steps_down_too() -> None:
    results = [fill(RING, WORDS, floors=FLOORS, threads=threads) for threads in (1, 3)]
    assert results[0].status is Status.FILLED
    assert results[0].grid == results[1].grid
    assert results[0].floors_left == results[1].floors_left


@pytest.mark.parametrize(
    ("floors", "message"),
    [
        ((), "name at least one"),
        ((40, 50), "50 does not come after 40"),
        ((40, 40), "40 does not come after 40"),
        ((None, 10), "10 does not come after None"),
        ((50, "40"), "minimum score must be a whole number, not '40'"),
        ((50, 40.5), r"minimum score must be a whole number, not 40\.5"),
        ((float("nan"),), "minimum score must be a whole number, not nan"),
    ],
)
def test_floors_go_down(floors: tuple[int | None, ...], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        fill(RING, WORDS, floors=floors)


def test_floors_take_the_place_of_a_lowest_score() -> None:
    with pytest.raises(RuleError, match="either a min_score or floors"):
        fill(RING, WORDS, floors=FLOORS, min_score=50)


def test_floors_may_come_from_a_generator() -> None:
    result = fill(RING, WORDS, floors=(floor for floor in (50, None)))
    assert result.status is Status.FILLED
    assert result.floors_left == {50: Status.IMPOSSIBLE}
