"""Patterns tried with a list of words, for lists that do not fill every pattern."""

from __future__ import annotations

from collections.abc import Sequence

from crosswright.filling import fill as filling
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.patterns.pattern import VERIFY_FAILURES
from crosswright.support.records import Record, replace
from crosswright.words.wordlist import WordList

MAX_TRIALS = 100
"""Patterns that are tried before the choice is left as it was."""


class Trial(Record):
    """What came of trying patterns: an order to fill them in, and the floor to begin at."""

    grids: list[Grid]
    floor: int | None
    """The highest floor but those at which every pattern was tried in vain."""


def fillable_first(
    grids: Sequence[Grid],
    words: WordList,
    rules: Rules,
    *,
    floors: Sequence[int | None],
    seed: int = 0,
    count: int = 1,
    limit: Limit | Budget | None = None,
) -> Trial:
    """Return the same grids, up to `count` that fill with little effort before all others.

    These fill at the highest of the floors at which any does; each floor has its share of a limit.
    Where none was found, those that were proved to have no fill come last.
    """
    budget, begin = Budget.of(limit), floors[0]
    hopeless: list[Grid] = []
    for number, floor in enumerate(floors):
        floored = replace(rules, min_score=floor)
        share = budget.share(1 / (len(floors) - number))
        found: list[Grid] = []
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
            return Trial([*found, *(grid for grid in grids if grid not in found)], begin)
        if begin == floor and not share.spent():
            begin = floors[min(number + 1, len(floors) - 1)]
    return Trial(sorted(grids, key=hopeless.__contains__), begin)
