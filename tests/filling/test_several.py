"""Several fills of a grid: every one, different ones, and a series without repeats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crosswright.filling.fill import fill
from crosswright.filling.model import Model
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.filling.several import different, every, no_repeats
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.puzzles.repeats import Repeats
from crosswright.words.wordlist import WordList

GRID = Grid.parse("...\n.#.\n...")
WORDS = WordList.from_words(["CAT", "CUT", "TIE", "TEE"])
FILLS = 4  # the two words that begin with C, and the two that begin with T, each either way


def fill_once(seed: int, rules: Rules) -> FillResult:
    return fill(GRID, WORDS, rules, seed=seed)


def rest() -> Iterator[FillResult]:
    return every(Model(GRID, WORDS, Rules()), 0, Budget())


def test_every_fill_once_and_then_no_more() -> None:
    *found, last = rest()
    assert len({result.grid for result in found}) == len(found) == FILLS
    assert last.status is Status.IMPOSSIBLE
    assert all(len(set(result.answers.values())) == 4 for result in found)


def test_every_keeps_to_its_budget() -> None:
    words = WordList.from_words(
        "".join(p) for p in [(a, b, c) for a in "AB" for b in "AB" for c in "AB"]
    )
    found = [
        *every(Model(Grid.empty(3, 3), words, Rules(distinct=False)), 0, Budget(Limit(nodes=0)))
    ]
    assert [result.status for result in found] == [Status.LIMIT]


@pytest.mark.parametrize("count", [1, 3, FILLS])
def test_different_fills(count: int) -> None:
    found = [*different(fill_once, Rules(), 5, count, rest)]
    assert len({result.grid for result in found}) == len(found) == count
    assert {result.status for result in found} == {Status.FILLED}


def test_different_fills_end_when_there_are_no_more() -> None:
    *found, last = different(fill_once, Rules(), 5, FILLS + 1, rest)
    assert len({result.grid for result in found}) == FILLS
    assert last.status is Status.IMPOSSIBLE


def test_no_word_twice_in_a_series() -> None:
    first, second = no_repeats(fill_once, Rules(), 1, 5)
    assert first.status is Status.FILLED
    assert second.status is Status.IMPOSSIBLE


def test_words_come_again_after_the_window() -> None:
    three = list(no_repeats(fill_once, Rules(), 1, 3, Repeats(window=0)))
    assert [result.status for result in three] == [Status.FILLED] * 3
    first, second = no_repeats(fill_once, Rules(), 1, 3, Repeats(window=1))
    assert (first.status, second.status) == (Status.FILLED, Status.IMPOSSIBLE)


def test_puzzles_before_the_series_count() -> None:
    earlier = [["CAT", "CUT"], ["OTHER"]]
    (only,) = no_repeats(fill_once, Rules(), 1, 3, Repeats(window=2), earlier)
    assert only.status is Status.IMPOSSIBLE
    *_, last = no_repeats(fill_once, Rules(), 1, 1, Repeats(window=1), earlier)
    assert last.status is Status.FILLED
