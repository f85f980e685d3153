"""Filling a grid: `fill()` and its handle `start()`, all fills by `solutions()`, and `count()`.

>>> from crosswright.grids.grid import Grid
>>> from crosswright.words.wordlist import WordList
>>> result = fill(Grid.parse("C.T\\n.#.\\nT.E"), WordList.from_words("CAT CUT TIE TEE".split()))
>>> result.status
<Status.FILLED: 'FILLED'>
>>> sorted(result.answers.values())
['CAT', 'CUT', 'TEE', 'TIE']
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Unpack

from crosswright import engine
from crosswright.engine import EXHAUSTED, SOLUTION
from crosswright.errors import RuleError
from crosswright.filling.model import Model
from crosswright.filling.rules import RuleFields, Rules
from crosswright.filling.search import Portfolio, Search
from crosswright.grids.grid import Grid, GridLike
from crosswright.limits import Budget, Limit, Run, Statistics, Status
from crosswright.support.pictures import drawn_by
from crosswright.words.wordlist import WordList

if TYPE_CHECKING:
    from crosswright.filling.quality.improve import Improvement, Quality

__all__ = [
    "FillResult",
    "FillRun",
    "Limit",
    "Progress",
    "Rules",
    "Statistics",
    "Status",
    "count",
    "fill",
    "solutions",
    "start",
]

OBJECTIVES = ("any", "score")


@dataclass(frozen=True)
class FillResult:
    """The outcome of a fill: the grid as far as it got, its answers, and what the search did."""

    status: Status
    grid: Grid
    answers: dict[str, str] = field(default_factory=dict)
    scores: dict[str, int | None] = field(default_factory=dict)
    seed: int = 0
    min_score: int | None = None
    statistics: Statistics = field(default_factory=Statistics)
    quality: Quality | None = None

    _repr_html_ = drawn_by("fill_html")

    @property
    def unlisted(self) -> list[str]:
        """The labels of answers that the grid or a rule gave and the list lacks."""
        return [label for label, score in self.scores.items() if score is None]

    @property
    def mean_score(self) -> float | None:
        """The mean score of the listed answers."""
        known = [score for score in self.scores.values() if score is not None]
        return sum(known) / len(known) if known else None


@dataclass(frozen=True)
class Progress:
    """How far a fill has got."""

    statistics: Statistics
    slots_filled: int
    slots: int
    best: FillResult | None = None


class FillRun(Run[Progress, FillResult]):
    """A fill under way: iterate its progress, `stop()` it from any thread, take its `result()`."""

    def __init__(
        self,
        grid: Grid,
        words: WordList,
        rules: Rules,
        *,
        seed: int,
        limit: Limit | Budget | None,
        objective: str,
        threads: int | None,
        reproducible: bool,
    ) -> None:
        if objective not in OBJECTIVES:
            raise RuleError(f"no objective {objective!r}; there are {', '.join(OBJECTIVES)}")
        if threads is not None and threads < 1:
            raise RuleError(f"threads={threads}: a portfolio needs at least one thread")
        super().__init__(limit)
        self.seed = seed
        self._model = Model(grid, words, rules)
        self.budget.statistics.engine = engine.name
        self._objective = objective
        self._threads = threads
        self._reproducible = reproducible
        self._best: FillResult | None = None
        self._ending: Callable[[], FillResult] = lambda: self._ended(Status.CANCELLED)

    def _outcome(self) -> FillResult:
        return self._ending()

    # -- the searches ---------------------------------------------------------------------------

    def _work(self) -> Generator[Progress, None, None]:
        yield from self._any() if self._objective == "any" else self._score()

    def _any(self) -> Generator[Progress, None, None]:
        """Find one fill."""
        problem = self._model.problem()
        if problem is None:
            self._ending = lambda: self._ended(Status.IMPOSSIBLE)
            return
        search: Search | Portfolio
        if self._threads is None:
            search = Search(problem, self.seed, self.budget)
        else:
            search = Portfolio(
                problem, self.seed, self.budget, self._threads, reproducible=self._reproducible
            )
        self._ending = lambda: self._found(search.outcome, search.winner.solver)
        for _ in search.steps():
            yield self._progress(search.winner.slots_filled)

    def _score(self) -> Generator[Progress, None, None]:
        """Find the best fill there is time for."""
        from crosswright.filling.quality.improve import (
            Improvement,  # here: a first fill starts without it
        )

        improvement = Improvement(self._model, self.seed, self.budget)
        self._ending = lambda: self._improved(improvement)
        for step in improvement.steps():
            best = improvement.best
            if step.better and best is not None:
                self._best = self._ended(Status.FILLED, best.rows, best.masks)
            yield self._progress(step.slots_filled)

    # -- results --------------------------------------------------------------------------------

    def _found(self, outcome: int, solver: engine.Solver) -> FillResult:
        """Return the outcome of a search; one that was left counts as cancelled."""
        if outcome == EXHAUSTED:
            return self._ended(Status.IMPOSSIBLE)
        ended = self.budget.spent() or Status.CANCELLED
        status = Status.FILLED if outcome == SOLUTION else ended
        return self._ended(status, solver.rows(), solver.masks())

    def _improved(self, improvement: Improvement) -> FillResult:
        """Return the best fill, or how far the search for the first one got."""
        if self._best is not None:
            quality = improvement.quality()
            return replace(self._best, quality=quality, statistics=self.budget.report())
        if improvement.first is None:
            return self._ended(Status.IMPOSSIBLE)
        return self._found(improvement.first.outcome, improvement.first.solver)

    def _progress(self, slots_filled: int) -> Progress:
        return Progress(self.budget.report(), slots_filled, len(self._model.slots), self._best)

    def _ended(
        self, status: Status, rows: list[int] | None = None, masks: list[int] | None = None
    ) -> FillResult:
        model = self._model
        return FillResult(
            status,
            model.grid if masks is None else model.filled(masks),
            {} if rows is None else model.answers(rows),
            {} if rows is None else model.scores(rows),
            self.seed,
            model.rules.min_score,
            self.budget.report(),
        )


def start(
    grid: GridLike,
    words: WordList,
    rules: Rules | None = None,
    *,
    seed: int = 0,
    limit: Limit | Budget | None = None,
    objective: str = "any",
    threads: int | None = None,
    reproducible: bool = True,
    **rule_options: Unpack[RuleFields],
) -> FillRun:
    """Begin a fill; further keywords are fields of `Rules`.

    `objective="score"` looks for the best fill within the limit. `threads` runs a portfolio of
    searches; with `reproducible` the same seed gives the same fill whatever the number of
    threads (without `threads`, one search runs, and always does).
    """
    return FillRun(
        Grid.of(grid),
        words,
        Rules.combined(rules, rule_options, start),
        seed=seed,
        limit=limit,
        objective=objective,
        threads=threads,
        reproducible=reproducible,
    )


def fill(
    grid: GridLike,
    words: WordList,
    rules: Rules | None = None,
    *,
    seed: int = 0,
    limit: Limit | Budget | None = None,
    objective: str = "any",
    threads: int | None = None,
    reproducible: bool = True,
    **rule_options: Unpack[RuleFields],
) -> FillResult:
    """Fill a grid and return the outcome; the keywords are those of `start` and `Rules`."""
    with start(
        grid,
        words,
        Rules.combined(rules, rule_options, fill),
        seed=seed,
        limit=limit,
        objective=objective,
        threads=threads,
        reproducible=reproducible,
    ) as run:
        return run.result()


def solutions(
    grid: GridLike,
    words: WordList,
    rules: Rules | None = None,
    *,
    seed: int = 0,
    **rule_options: Unpack[RuleFields],
) -> Iterator[FillResult]:
    """Return all fills, each once, as they are found."""
    rules = Rules.combined(rules, rule_options, solutions)
    return _solutions(Model(Grid.of(grid), words, rules), seed)


def _solutions(model: Model, seed: int) -> Iterator[FillResult]:
    problem = model.problem()
    if problem is None:
        return
    search = Search(problem, seed, Budget(), restarts=False)
    while (outcome := search.step()) != EXHAUSTED:
        if outcome == SOLUTION:
            rows, masks = search.solver.rows(), search.solver.masks()
            yield FillResult(
                Status.FILLED,
                model.filled(masks),
                model.answers(rows),
                model.scores(rows),
                seed,
                model.rules.min_score,
                replace(search.budget.statistics),
            )


def count(
    grid: GridLike,
    words: WordList,
    rules: Rules | None = None,
    *,
    most: int | None = None,
    **rule_options: Unpack[RuleFields],
) -> int:
    """Count the fills, up to `most`."""
    rules = Rules.combined(rules, rule_options, count)
    return sum(1 for _ in islice(solutions(grid, words, rules), most))
