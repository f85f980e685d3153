"""Several fills: all different, or with no word used again too soon in the whole series."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from crosswright.engine import EXHAUSTED, SOLUTION
from crosswright.filling.model import Model
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.filling.search import Search
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Status
from crosswright.puzzles.repeats import Repeats
from crosswright.support.records import replace
from crosswright.words.table import WordRow

MAX_REPEATS = 3
"""Seeds in a row that may bring a known fill again before all fills are gone through in order."""

Filling = Callable[[int, Rules], FillResult]
"""Fill with this seed and these rules."""


def no_repeats(
    fill: Filling,
    rules: Rules,
    seed: int,
    count: int,
    repeats: Repeats | None = None,
    earlier: Iterable[Collection[str]] = (),
    exempt: Collection[str] = (),
) -> Iterator[FillResult]:
    """Yield fills that use no word again too soon; one that is not FILLED ends the series.

    `repeats` says how soon that is, by default never; `earlier` has the answers of the puzzles
    before the first one. Words that are exempt, as required ones are, may be in every fill.
    """
    repeats = repeats or Repeats()
    puzzles = [*earlier]
    for index in range(count):
        used = (*rules.used, *sorted(set(repeats.excluded(puzzles)).difference(exempt)))
        result = fill(seed + index, replace(rules, used=used))
        yield result
        if result.status is not Status.FILLED:
            return
        puzzles.append([*result.answers.values()])


def different(
    fill: Filling, rules: Rules, seed: int, count: int, rest: Callable[[], Iterator[FillResult]]
) -> Iterator[FillResult]:
    """Yield fills that all differ; one that is not FILLED ends the series.

    When new seeds bring nothing new, the others are looked for in `rest`, which has all fills and
    ends with a result that says why (see `every`).
    """
    seen: set[Grid] = set()
    repeats = 0
    while len(seen) < count and repeats < MAX_REPEATS:
        result = fill(seed, rules)
        seed += 1
        if result.status is Status.FILLED and result.grid in seen:
            repeats += 1
            continue
        yield result
        if result.status is not Status.FILLED:
            return
        repeats = 0
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
    """Yield every fill once, then IMPOSSIBLE for "no more", or what ended the budget.

    If the model avoids words that look alike, fills with such words come after all others.
    """
    lenient = model.with_look_alikes()
    if lenient is None:
        yield from _every(model, seed, budget)
        return
    seen: set[Grid] = set()
    for result in _every(model, seed, budget):
        if result.status is not Status.FILLED:
            break
        yield result
        seen.add(result.grid)
    if result.status is not Status.IMPOSSIBLE:
        yield result
        return
    for result in _every(lenient, seed, budget):
        if result.status is not Status.FILLED or result.grid not in seen:
            yield result


def _every(model: Model, seed: int, budget: Budget) -> Iterator[FillResult]:
    """Yield the same for a model as it is."""

    def result(
        status: Status, rows: list[WordRow] | None = None, masks: list[int] | None = None
    ) -> FillResult:
        return FillResult.of(model, status, rows, masks, seed=seed, statistics=budget.report())

    for _ in model.set_up():
        if (spent := budget.spent()) is not None:
            yield result(spent)
            return
    problem = model.problem()
    search = None if problem is None else Search(problem, seed, budget, restarts=False)
    while search is not None and (outcome := search.step()) != EXHAUSTED:
        if outcome == SOLUTION:
            yield result(Status.FILLED, search.solver.rows(), search.solver.masks())
        elif (spent := budget.spent()) is not None:
            yield result(spent)
            return
    yield result(Status.IMPOSSIBLE)
