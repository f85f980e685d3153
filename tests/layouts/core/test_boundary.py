"""The boundary of the layout search: both twins refuse the same, and one thread works at a time."""

from __future__ import annotations

import gc
import threading
from types import ModuleType
from typing import Any

import pytest
from helpers.threads import held_by_another_thread
from helpers.twins import twins_of

from crosswright.layouts import core
from crosswright.layouts.core import plain
from crosswright.layouts.core.setup import (
    MAX_CODE,
    MAX_COST,
    MAX_LETTERS,
    MAX_NUMBER,
    MAX_SIDE,
    MAX_TRIES,
    Setup,
)
from crosswright.support.turns import Turn

TWINS = twins_of("crosswright.layouts.core")

twins = pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.__name__)

WORDS = ((1, 2, 3), (3, 4), (2, 4, 1))


def arguments(**changes: Any) -> dict[str, Any]:
    """Return what a search of three words takes, with some of it changed."""
    limits = changes.get("limits", (6, 6))
    usual = {
        "words": WORDS,
        "side": 10,
        "limits": limits,
        "spread": [[core.spread(y, x) for x in range(7)] for y in range(7)],
        "hazard": core.HAZARD,
        "tuning": core.TUNING,
        "seed": 1,
    }
    return {**usual, **changes}


def build(twin: ModuleType, **changes: Any) -> Any:
    return twin.Core(**arguments(**changes))


def tuned(**changes: int) -> dict[str, Any]:
    return {"tuning": core.TUNING._replace(**changes)}


class OddInt(int):
    """A number that is within every range."""

    def __index__(self) -> int:
        return 1

    def __le__(self, other: object) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        return True

    def __ge__(self, other: object) -> bool:
        return True


class OddList(list[Any]):
    """A list that is longer than it says."""

    def __len__(self) -> int:
        return 1


TABLE = [[core.spread(y, x) for x in range(7)] for y in range(7)]

WRONG: dict[str, dict[str, Any]] = {
    "no words": {"words": []},
    "an empty word": {"words": [(1, 2), ()]},
    "a word of one letter": {"words": [(1, 2), (1,)]},
    "the letter 0": {"words": [(1, 0)]},
    "a negative letter": {"words": [(1, -1)]},
    "a very negative letter": {"words": [(1, -(1 << 15) - 1)]},
    "a letter beyond all": {"words": [(1, MAX_CODE + 1)]},
    "a letter that wraps round": {"words": [(1, (1 << 16) + 1)]},
    "a huge letter": {"words": [(1, 1 << 80)]},
    "an odd letter": {"words": [(1, OddInt(-5))]},
    "a word longer than the box": {"words": [(1,) * 7]},
    "a word longer than the board": {"words": [(1,) * 30]},
    "too many letters": {"words": [(1, 2, 3, 4, 5, 6)] * (MAX_LETTERS // 6 + 1)},
    "no board": {"side": 0},
    "a negative board": {"side": -3},
    "a board of no rows": {"side": -2},
    "a small board": {"side": 8},
    "a large board": {"side": MAX_SIDE + 1},
    "a huge board": {"side": 1 << 20},
    "a board that overflows": {"side": 1 << 80},
    "no box": {"limits": (0, 6)},
    "a negative box": {"limits": (6, -1)},
    "a box larger than the board": {"limits": (200, 200)},
    "a box that overflows": {"limits": (1 << 40, 1 << 40)},
    "no costs": {"spread": []},
    "fewer rows of costs": {"spread": TABLE[:6]},
    "more rows of costs": {"spread": TABLE * 50},
    "shorter rows of costs": {"spread": [row[:6] for row in TABLE]},
    "longer rows of costs": {"spread": [row * 50 for row in TABLE]},
    "rows of costs that are longer than they say": {"spread": [OddList(row * 50) for row in TABLE]},
    "a negative cost": {"spread": [[-1] * 7] * 7},
    "a huge cost": {"spread": [[MAX_COST + 1] * 7] * 7},
    "no hazard": {"hazard": ()},
    "a negative hazard": {"hazard": (-1,)},
    "a huge hazard": {"hazard": (MAX_NUMBER + 1,)},
    "negative noise": tuned(noise=-1),
    "huge noise": tuned(noise=MAX_NUMBER + 1),
    "negative worth": tuned(crossing_worth=-1),
    "huge worth": tuned(crossing_worth=1 << 80),
    "a negative cost of words": tuned(unplaced_cost=-1),
    "a huge cost of words": tuned(unplaced_cost=MAX_NUMBER + 1),
    "a negative blink": tuned(blink=-1),
    "a blink beyond all": tuned(blink=1025),
    "a negative edge": tuned(edge=-1),
    "more than all": tuned(edge=50, around=51),
    "a negative more": tuned(more=-1),
    "always one more": tuned(more=100),
    "negative hope": tuned(hope=-1),
    "hope beyond all": tuned(hope=(1 << 20) + 1),
}


@twins
@pytest.mark.parametrize("changes", WRONG.values(), ids=[name.replace(" ", "-") for name in WRONG])
def test_wrong_numbers_are_refused(twin: ModuleType, changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must|need|has|have") as refusal:
        build(twin, **changes)
    with pytest.raises(ValueError) as same:
        Setup.of(**arguments(**changes))
    assert str(refusal.value) == str(same.value)


WRONG_TYPES: dict[str, dict[str, Any]] = {
    "words that are a number": {"words": 5},
    "words that are text": {"words": ["ab"]},
    "letters that are fractions": {"words": [(1.0, 2.0)]},
    "no letters": {"words": [(None, 1)]},
    "a fraction of a board": {"side": 10.0},
    "one limit": {"limits": 6},
    "limits that are text": {"limits": "66"},
    "costs that are a number": {"spread": 5},
    "rows of costs that are numbers": {"spread": [1] * 7},
    "a hazard that is a number": {"hazard": 5},
    "a hazard of fractions": {"hazard": [0.5]},
    "another tuning": {"tuning": (1, 2, 3, 4, 5, 6, 7, 8)},
    "no tuning": {"tuning": None},
    "a fraction of noise": tuned(noise=0.5),
    "a seed of fractions": {"seed": 0.5},
    "no seed": {"seed": None},
}


@twins
@pytest.mark.parametrize(
    "changes", WRONG_TYPES.values(), ids=[name.replace(" ", "-") for name in WRONG_TYPES]
)
def test_the_wrong_types_are_refused(twin: ModuleType, changes: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        build(twin, **changes)


@twins
def test_a_search_keeps_what_was_checked(twin: ModuleType) -> None:
    given = arguments(words=[list(word) for word in WORDS], limits=[6, 6], hazard=list(core.HAZARD))
    search = twin.Core(**given)
    expected = build(twin)
    given["words"][0][0] = 1 << 14
    given["words"][1].clear()
    given["words"].clear()
    for row in given["spread"]:
        row.clear()
    given["spread"].clear()
    given["hazard"].clear()
    given["limits"][0] = 1 << 20
    gc.collect()
    for each in (search, expected):
        each.construct(0)
        each.advance(200, 300)
    assert search.best() == expected.best()


@twins
def test_seeds_of_any_size(twin: ModuleType) -> None:
    layouts = []
    for seed in (-1, (1 << 64) - 1, (1 << 80) - 1):
        search = build(twin, seed=seed)
        search.construct(0)
        search.advance(20, 300)
        layouts.append(search.best())
    assert layouts[0] == layouts[1] == layouts[2]


@pytest.mark.skipif(len(TWINS) < 2, reason="the compiled search is not built")
@pytest.mark.parametrize(
    "changes",
    [
        {"spread": [[MAX_COST] * 7] * 7},
        {"hazard": (MAX_NUMBER, 0)},
        tuned(noise=MAX_NUMBER, crossing_worth=MAX_NUMBER, unplaced_cost=MAX_NUMBER),
        tuned(noise=0, crossing_worth=0, unplaced_cost=0, blink=0),
        tuned(blink=1024),
        tuned(hope=0),
        tuned(hope=1 << 20, crossing_worth=MAX_NUMBER),
        tuned(edge=100, around=0, more=0),
        tuned(edge=0, around=100, more=99),
        tuned(edge=0, around=0, more=99),
        {"words": [(MAX_CODE, 1, MAX_CODE), (1, MAX_CODE)]},
        {"side": MAX_SIDE},
        {"side": 9},
        {"limits": (3, 1), "spread": [[0, 0], [0, 3], [0, 4], [0, 5]], "side": 6},
    ],
)
def test_twins_agree_at_the_ends_of_the_ranges(changes: dict[str, Any]) -> None:
    searches = [build(twin, **changes) for twin in TWINS]
    for heat in (0, MAX_NUMBER):
        for search in searches:
            search.construct(0)
            search.advance(30, heat)
    slow, fast = searches
    assert slow.best() == fast.best()
    assert (slow.best_missing, slow.best_cost) == (fast.best_missing, fast.best_cost)


# -- the methods ----------------------------------------------------------------------------------


@twins
@pytest.mark.parametrize("first", [-1, 3, 1 << 40, -(1 << 40)])
def test_a_word_that_does_not_exist(twin: ModuleType, first: int) -> None:
    with pytest.raises(IndexError, match=f"no word {first}"):
        build(twin).construct(first)


@twins
def test_steps_before_the_first_word_are_refused(twin: ModuleType) -> None:
    search = build(twin)
    assert search.best() == []
    with pytest.raises(RuntimeError, match="construct"):
        search.advance(1, 0)


@twins
@pytest.mark.parametrize(
    ("steps", "heat"),
    [(-1, 5), (MAX_NUMBER + 1, 5), (1 << 80, 5), (5, -1), (5, MAX_NUMBER + 1), (5, 1 << 80)],
)
def test_steps_and_heats_out_of_range(twin: ModuleType, steps: int, heat: int) -> None:
    search = build(twin)
    search.construct(0)
    with pytest.raises(ValueError, match="must be from 0"):
        search.advance(steps, heat)


@twins
def test_steps_and_heats_of_the_wrong_type(twin: ModuleType) -> None:
    search = build(twin)
    search.construct(0)
    for steps, heat in ((1.0, 5), (1, 5.0), (None, 5), (1, "5")):
        with pytest.raises(TypeError):
            search.advance(steps, heat)
    with pytest.raises(TypeError):
        search.construct(0.0)


@twins
def test_tries_out_of_range_or_of_the_wrong_type(twin: ModuleType) -> None:
    search = build(twin)
    for tries in (0, -1, MAX_TRIES + 1, 1 << 80):
        with pytest.raises(ValueError, match="must be from 1"):
            search.construct(0, tries)
        with pytest.raises(ValueError, match="must be from 1"):
            search.resume(tries)
    with pytest.raises(TypeError):
        search.construct(0, 1.5)


@twins
def test_what_is_under_way_is_not_begun_anew(twin: ModuleType) -> None:
    search = build(twin)
    search.construct(0, 1)
    assert search.is_under_way
    with pytest.raises(RuntimeError, match="resume"):
        search.advance(1, 0)
    search.resume()
    assert not search.is_under_way
    search.resume()  # nothing to do
    search.advance(1, 0)


@twins
def test_a_bare_search_cannot_be_had(twin: ModuleType) -> None:
    if twin is plain:
        bare = twin.Core.__new__(twin.Core)
        with pytest.raises(AttributeError):
            bare.advance(1, 1)
    else:
        with pytest.raises(TypeError):
            twin.Core.__new__(twin.Core)


# -- threads ------------------------------------------------------------------------------------


@twins
@pytest.mark.parametrize("name", ["construct", "advance", "resume", "settle", "best", "reset_best"])
def test_a_search_in_use_is_left_alone(
    twin: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = Turn()
    monkeypatch.setattr(twin, "Turn", lambda: turn)
    search = build(twin)
    search.construct(0)
    values = {"construct": (0,), "advance": (1, 1)}.get(name, ())
    with (
        held_by_another_thread(turn),
        pytest.raises(RuntimeError, match="another thread is running this search"),
    ):
        getattr(search, name)(*values)
    getattr(search, name)(*values)


@twins
def test_one_search_belongs_to_one_thread_at_a_time(twin: ModuleType) -> None:
    words = [tuple(1 + (n * k) % 7 for k in range(2, 9)) for n in range(1, 30)]
    table = [[core.spread(y, x) for x in range(41)] for y in range(41)]
    search = build(twin, words=words, side=60, limits=(40, 40), spread=table)
    search.construct(0)
    refused: list[str] = []

    def use() -> None:
        try:
            while not refused:
                search.advance(3, 500)
                search.best()
                search.construct(1)
        except RuntimeError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(refused) == {"another thread is running this search"}
