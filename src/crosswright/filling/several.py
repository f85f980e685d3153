"""Several fills of one grid: all different, or with no word twice in the whole series."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from crosswright.engine import EXHAUSTED, SOLUTION
from crosswright.filling.fill import FillResult
from crosswright.filling.model import Model
from crosswright.filling.rules import Rules
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Status

TRIES = 3
"""Seeds in a row that may bring a fill once more before all fills are gone through in order."""

Attempt = Callable[[int, Rules], FillResult]
"""Fill with this seed and these rules."""


def no_repeats(attempt: Attempt, rules: Rules, seed: int, count: int) -> Iterator[FillResult]:
    """Yield fills of which no two share a word; one that is not FILLED ends the series."""
    for number in range(count):
        result = attempt(seed + number, rules)
        yield result
        if result.status is not Status.FILLED:
            return
        rules = replace(rules, used=(*rules.used, *result.answers.values()))


def different(
    attempt: Attempt, rules: Rules, seed: int, count: int, rest: Callable[[], Iterator[FillResult]]
) -> Iterator[FillResult]:
    """Yield fills that all differ; one that is not FILLED ends the series.

    When new seeds bring nothing new, the others are looked for in `rest`, which has all fills and
    ends with a result that says why (see `every`).
    """
    seen: set[Grid] = set()
    tries = 0
    while len(seen) < count and tries < TRIES:
        result = attempt(seed, rules)
        seed += 1
        if result.status is Status.FILLED and result.grid in seen:
            tries += 1
            continue
        yield result
        if result.status is not Status.FILLED:
            return
        tries = 0
        seen.add(result.grid)
    if len(seen) == count:
        return
    for result in rest():
        if result.grid not in seen or result.status is not Status.FILLED:
            yield result
            seen.add(result.grid)
        if len(seen) == count:
            return


def every(model: Model, seed: int, budget: Budget) -> Iterator[FillResult]:
    """Yield every fill once, then IMPOSSIBLE for "no more", or what ended the budget."""
    problem = model.problem()
    search = None if problem is None else Search(problem, seed, budget, restarts=False)

    def ended(status: Status) -> FillResult:
        return FillResult(
            status, model.grid, {}, {}, seed, model.rules.min_score, replace(budget.statistics)
        )

    while search is not None and (outcome := search.step()) != EXHAUSTED:
        if outcome == SOLUTION:
            rows = search.solver.rows()
            yield replace(
                ended(Status.FILLED),
                grid=model.filled(search.solver.masks()),
                answers=model.answers(rows),
                scores=model.scores(rows),
            )
        elif (spent := budget.spent()) is not None:
            yield ended(spent)
            return
    yield ended(Status.IMPOSSIBLE)
