"""Patterns tried with a list of words, for lists that do not fill every pattern."""

from __future__ import annotations

from collections.abc import Sequence

from crosswright.filling import fill as filling
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.patterns.pattern import VERIFY_FAILURES
from crosswright.support.records import replace
from crosswright.words.wordlist import WordList

MAX_TRIALS = 100
"""Patterns that are tried before the choice is left as it was."""


def fillable_first(
    grids: Sequence[Grid],
    words: WordList,
    rules: Rules,
    *,
    floors: Sequence[int | None],
    seed: int = 0,
    count: int = 1,
    limit: Limit | Budget | None = None,
) -> list[Grid]:
    """Return the same grids, up to `count` that fill with little effort before all others.

    These fill at the highest of the floors at which any does; each floor has its share of a limit.
    Where none was found, those that were proved to have no fill come last.
    """
    budget = Budget.of(limit)
    found: list[Grid] = []
    hopeless: list[Grid] = []
    for number, floor in enumerate(floors):
        floored = replace(rules, min_score=floor)
        share = budget.share(1 / (len(floors) - number))
        for grid in grids[:MAX_TRIALS]:
            if len(found) == count or share.spent():
                break
            part = share.part(failures=VERIFY_FAILURES)
            with filling.start(grid, words, floored, seed=seed, limit=part, objective="any") as run:
                status = run.result().status
            if status is Status.FILLED:
                found.append(grid)
            elif status is Status.IMPOSSIBLE:
                hopeless.append(grid)
        if found:
            return [*found, *(grid for grid in grids if grid not in found)]
    return sorted(grids, key=hopeless.__contains__)
