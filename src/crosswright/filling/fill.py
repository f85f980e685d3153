"""Filling a grid: `fill()` and its handle `start()`, all fills by `solutions()`, and `count()`.

>>> result = fill("C.T\\n.#.\\nT.E", ["CAT", "CUT", "TIE", "TEE"])
>>> result.status
<Status.FILLED: 'FILLED'>
>>> sorted(result.answers.values())
['CAT', 'CUT', 'TEE', 'TIE']
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import islice

from crosswright import engine
from crosswright.errors import RuleError
from crosswright.filling.attempt import Attempt
from crosswright.filling.floors import checked_floors, patience_for, reach_of
from crosswright.filling.model import Model
from crosswright.filling.preference import Preference
from crosswright.filling.result import FillProgress, FillResult
from crosswright.filling.rules import RuleFields, Rules
from crosswright.grids.grid import Grid, GridLike
from crosswright.limits import Budget, Limit, Run, Status
from crosswright.support.hints import TYPE_CHECKING, Unpack
from crosswright.support.log import log
from crosswright.support.numbers import whole_number
from crosswright.support.records import replace
from crosswright.words.wordlist import WordList, WordsLike

if TYPE_CHECKING:
    from concurrent.futures import Executor

OBJECTIVES = ("any", "score")


class FillRun(Run[FillProgress, FillResult]):
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
        goal: float | None,
        thrifty: bool,
        floors: Iterable[int | None] | None,
        patience: Limit | None,
        threads: int | None,
        reproducible: bool,
        executor: Executor | None = None,
        lively: int = 0,
        variety: int = 0,
    ) -> None:
        if objective not in OBJECTIVES:
            choices = ", ".join(OBJECTIVES)
            raise RuleError(f"unknown objective {objective!r}; choose from {choices}")
        if goal is not None and (objective != "score" or not _is_mean(goal)):
            raise RuleError(f'goal={goal!r}: a goal is a mean score, with objective="score"')
        threads = None if threads is None else whole_number("threads", threads)
        if threads is not None and threads < 1:
            raise RuleError(f"threads={threads}: a portfolio needs at least one thread")
        if executor is not None and not _is_executor(executor):
            raise TypeError(f"an executor is a concurrent.futures.Executor, not {executor!r}")
        if not isinstance(patience, Limit | None):
            raise TypeError(f"patience is a Limit, such as Limit(seconds=5), not {patience!r}")
        super().__init__(limit)
        self.budget.statistics.engine = engine.name
        self.seed = whole_number("seed", seed)
        log(f"fill for {objective}: engine {engine.name}, seed {self.seed}, threads {threads or 1}")
        self._grid, self._words, self._rules = grid, words, rules
        self._floors = checked_floors(floors, rules.min_score)
        self._floors_left: dict[int | None, Status] = {}
        self._patience = patience
        self._objective = objective
        self._goal = goal
        self._preference = Preference.of(lively, variety, self.seed)
        self._thrifty = thrifty
        self._threads = threads
        self._reproducible = reproducible
        self._executor = executor
        self._attempt = self._attempt_at(self._floors[0])

    def _attempt_at(self, floor: int | None) -> Attempt:
        rules = replace(self._rules, min_score=floor)
        return self._attempt_with(
            Model(
                self._grid,
                self._words,
                rules,
                preference=self._preference,
                avoid_look_alikes=True,
            )
        )

    def _attempt_with(self, model: Model) -> Attempt:
        last = model.rules.min_score == self._floors[-1]
        budget, patience = self.budget, self._patience  # the attempt must not hold on to its run
        return Attempt(
            model,
            self.seed,
            budget,
            lambda: patience_for(budget, patience, last=last),
            reach=reach_of(budget, patience, last=last),
            improving=self._objective == "score",
            goal=self._goal,
            refuted=self._refuted_floor,
            thrifty=self._thrifty,
            threads=self._threads,
            reproducible=self._reproducible,
            executor=self._executor,
        )

    @property
    def _refuted_floor(self) -> int | None:
        """The lowest floor that is proved impossible; None if none is."""
        left = self._floors_left.items()
        refuted = (floor for floor, status in left if status is Status.IMPOSSIBLE)
        return min((floor for floor in refuted if floor is not None), default=None)

    def _work(self) -> Generator[FillProgress, None, None]:
        """Try one floor after another until one fills."""
        yield from self._try()
        floors = deque(self._floors[1:])
        while floors and self._goes_on():
            status = self._attempt.status
            self._floors_left[self._attempt.model.rules.min_score] = status
            if status is Status.LIMIT and not self._attempt.has_begun:
                while len(floors) > 1:  # nothing is left for these: the rest is kept for the last
                    self._floors_left[floors.popleft()] = Status.LIMIT
            self._attempt = self._attempt_at(floors.popleft())
            yield self._progress(0)
            yield from self._try()

    def _try(self) -> Generator[FillProgress, None, None]:
        """Try a floor, and again with words that look alike if it cannot be filled without them."""
        yield from self._search()
        if self._attempt.status is not Status.IMPOSSIBLE:
            return
        model = self._attempt.model.with_look_alikes()
        if model is not None:
            self._attempt = self._attempt_with(model)
            yield self._progress(0)
            yield from self._search()

    def _search(self) -> Generator[FillProgress, None, None]:
        for slots_filled in self._attempt.steps():
            yield self._progress(slots_filled)

    def _goes_on(self) -> bool:
        """Return whether a lower floor is worth trying."""
        attempt = self._attempt
        if attempt.status is Status.IMPOSSIBLE:
            return True  # even if nothing is left: the result must not be that of a higher floor
        if self._patience is not None and not attempt.has_begun:
            return False  # too little to begin with, and lower floors have more words to look at
        return attempt.status is Status.LIMIT and self.budget.spent() is None

    def _outcome(self) -> FillResult:
        return replace(self._attempt.result(), floors_left=dict(self._floors_left))

    def _progress(self, slots_filled: int) -> FillProgress:
        model = self._attempt.model
        return FillProgress(
            self.budget.report(),
            slots_filled,
            len(model.slots),
            self._attempt.best,
            model.rules.min_score,
            dict(self._floors_left),
            self._attempt.activity,
        )


def _is_mean(goal: object) -> bool:
    """Return whether a goal can be compared with a mean score."""
    return isinstance(goal, int | float) and not isinstance(goal, bool) and goal == goal


def _is_executor(executor: object) -> bool:
    """Return whether tasks can be submitted to an executor; not to its class."""
    return hasattr(executor, "submit") and not isinstance(executor, type)


def start(
    grid: GridLike,
    words: WordsLike,
    rules: Rules | None = None,
    *,
    seed: int = 0,
    limit: Limit | Budget | None = None,
    objective: str = "any",
    goal: float | None = None,
    thrifty: bool = False,
    lively: int = 0,
    variety: int = 0,
    floors: Iterable[int | None] | None = None,
    patience: Limit | None = None,
    threads: int | None = None,
    reproducible: bool = True,
    executor: Executor | None = None,
    **rule_options: Unpack[RuleFields],
) -> FillRun:
    """Begin a fill, to watch or stop it; the keywords are those of `fill`."""
    return FillRun(
        Grid.of(grid),
        WordList.of(words),
        Rules.combined(rules, rule_options, start),
        seed=seed,
        limit=limit,
        objective=objective,
        goal=goal,
        thrifty=thrifty,
        lively=lively,
        variety=variety,
        floors=floors,
        patience=patience,
        threads=threads,
        reproducible=reproducible,
        executor=executor,
    )


def fill(
    grid: GridLike,
    words: WordsLike,
    rules: Rules | None = None,
    *,
    seed: int = 0,
    limit: Limit | Budget | None = None,
    objective: str = "any",
    goal: float | None = None,
    thrifty: bool = False,
    lively: int = 0,
    variety: int = 0,
    floors: Iterable[int | None] | None = None,
    patience: Limit | None = None,
    threads: int | None = None,
    reproducible: bool = True,
    executor: Executor | None = None,
    **rule_options: Unpack[RuleFields],
) -> FillResult:
    """Fill a grid and return the outcome; further keywords are fields of `Rules`.

    `objective="score"` looks for the best fill within the limit; with a `goal`, the words are
    improved until their mean score reaches it, and no further; the first fill may be better than
    that already, unless it is `thrifty` and does not look at scores. `lively` and `variety`, from 0
    to 100, prefer lively words, where the list knows them, and other words with each seed. `floors`
    are lowest scores to try one after another until one fills: each has a share of what is left of
    the limit for its first fill, or `patience` where that is given. `threads` runs several searches
    in parallel; if `reproducible`, the same seed gives the same fill however many there are. A
    single search, the default, is always reproducible. Hard fills are split into many searches,
    which `executor` can run in other processes or on other machines, with the same result. A
    `limit` that is a budget is shared with other work.
    """
    with start(
        grid,
        words,
        Rules.combined(rules, rule_options, fill),
        seed=seed,
        limit=limit,
        objective=objective,
        goal=goal,
        thrifty=thrifty,
        lively=lively,
        variety=variety,
        floors=floors,
        patience=patience,
        threads=threads,
        reproducible=reproducible,
        executor=executor,
    ) as run:
        return run.result()


def solutions(
    grid: GridLike,
    words: WordsLike,
    rules: Rules | None = None,
    *,
    seed: int = 0,
    **rule_options: Unpack[RuleFields],
) -> Iterator[FillResult]:
    """Return all fills, each once, as they are found."""
    rules = Rules.combined(rules, rule_options, solutions)
    model = Model(Grid.of(grid), WordList.of(words), rules)
    from crosswright.filling.several import every  # not for a first fill

    fills = every(model, whole_number("seed", seed), Budget())
    return (result for result in fills if result.status is Status.FILLED)


def count(
    grid: GridLike,
    words: WordsLike,
    rules: Rules | None = None,
    *,
    most: int | None = None,
    **rule_options: Unpack[RuleFields],
) -> int:
    """Count the fills, up to `most`."""
    rules = Rules.combined(rules, rule_options, count)
    most = None if most is None else whole_number("most", most, lowest=0)
    fills = solutions(grid, words, rules)
    if most is None or most > sys.maxsize:  # more than islice takes, and than anybody waits for
        return sum(1 for _ in fills)
    return sum(1 for _ in islice(fills, most))
