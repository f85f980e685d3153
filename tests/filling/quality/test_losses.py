"""What every fill loses: never more than the best fill does, and exact where all is tried."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import count
from math import inf
from typing import Any

import pytest
from helpers.fills import GRID, WORDS, random_case

from crosswright.filling.fill import solutions
from crosswright.filling.model import Model
from crosswright.filling.quality import losses as module
from crosswright.filling.quality.incumbent import chosen_slots
from crosswright.filling.quality.losses import STEPS, Losses
from crosswright.filling.rules import Rules
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit
from crosswright.words.wordlist import WordList


def bounds(losses: Losses, rounds: int) -> list[float]:
    """Return the bound at the start and after each round, until nothing more is found out."""
    found = [losses.bound]
    for _ in range(rounds):
        if losses.is_settled:
            break
        for _ in losses.round():
            pass
        found.append(losses.bound)
    return found


def best_mean(grid: Grid, words: WordList, chosen: list[str]) -> Fraction | None:
    """Try all fills; return the best mean of the slots that are the fill's choice."""
    means = [
        Fraction(sum(result.scores[label] or 0 for label in chosen), len(chosen))
        for result in solutions(grid, words)
    ]
    return max(means, default=None)


@pytest.mark.parametrize("span", [1, STEPS - 1, 60, 1000])
def test_no_fill_of_a_small_grid_has_a_higher_mean(span: int) -> None:
    tried = exact = 0
    for seed in count():
        grid, spellings = random_case(seed)
        rng = random.Random(seed)
        words = WordList.from_words((word, rng.randint(-span, 0) + 7) for word in spellings)
        model = Model(grid, words, Rules())
        chosen = [model.slots[slot].label for slot in chosen_slots(model)]
        best = best_mean(grid, words, chosen) if chosen else None
        if best is None:
            continue
        found = bounds(Losses(model, 7 - span, seed, Budget(), threads=1), 200)
        assert found == sorted(found, reverse=True)
        assert found[-1] >= float(best)
        tried += 1
        exact += found[-1] == float(best)
        if tried == 25:
            break
    if span < STEPS:  # nothing is lost to rounding, but grids in several parts to equal words
        assert exact >= 15


def test_the_bound_of_a_grid_in_one_piece_is_exact() -> None:
    words = WordList.from_words({"AB": 9, "BA": 7, "AA": 4, "BB": 2, "CA": 10, "BC": 1})
    grid = Grid.parse("..\n..")
    losses = Losses(Model(grid, words, Rules()), 1, 0, Budget(), threads=1)
    assert bounds(losses, 100)[-1] == float(best_mean(grid, words, ["1A", "3A", "1D", "2D"]))
    assert losses.is_settled


def test_the_floor_makes_it_tighter_and_limits_end_it() -> None:
    model = Model(GRID, WORDS, Rules())
    found = [
        bounds(Losses(model, floor, 1, Budget(Limit(failures=2000)), threads=2), 12)[-1]
        for floor in (11, 40)
    ]
    assert found[1] <= found[0] < 99


def test_no_search_is_prepared_once_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    budget, built = Budget(), []
    losses = Losses(Model(GRID, WORDS, Rules()), 11, 1, budget, threads=1)
    search = Losses._search

    def build(*given: Any) -> Search:
        built.append(given)
        budget.stop()
        return search(*given)

    monkeypatch.setattr(Losses, "_search", build)
    while not built:
        bounds(losses, 1)
    bounds(losses, 3)
    assert len(built) == 1


def test_setting_up_ends_once_it_is_stopped_and_goes_on_from_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    budget, counted = Budget(), []
    grid = Grid.parse("...\n...\n##.\n##.")
    words = WordList.from_words(["ABC", "BCD", "AB", "BC", "CDEF", "DEFG", "CDAA"])
    losses = Losses(Model(grid, words, Rules()), 11, 1, budget, threads=1)
    with_losses = module._with_losses

    def count_one(*given: Any) -> Any:
        counted.append(given)
        budget.stop()
        return with_losses(*given)

    monkeypatch.setattr(module, "_with_losses", count_one)
    assert bounds(losses, 1) == [inf, inf]
    assert len(counted) == 1
    monkeypatch.setattr(Budget, "is_interrupted", False)
    assert bounds(losses, 1)[-1] < inf
    assert len(counted) == 3  # the tables of words with two, three and four letters
