"""A construction under way: theme placed, blocks chosen around it, grids filled and improved.

Every part of the work gets a share of the limit. Where nodes or failures are limited, they decide
how far each part goes, and the same seed gives the same puzzles on every machine; otherwise time
does.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from crosswright.constructing.candidate import Candidate, Construction
from crosswright.constructing.theme import ThemeEntry, ThemePlacement, ThemePlacer, read_theme
from crosswright.errors import RuleError, StyleError
from crosswright.filling import fill as filling
from crosswright.filling.fill import OBJECTIVES
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Run, Status
from crosswright.patterns.draw import draw
from crosswright.patterns.fit import Crossings
from crosswright.patterns.pattern import DRAWING_COST, VERIFY_FAILURES
from crosswright.patterns.spec import Spec
from crosswright.support.numbers import whole_number
from crosswright.support.wording import plural
from crosswright.words.wordlist import WordList

USUAL_LIMIT = Limit(seconds=20.0)

SEARCH_SHARE = 0.5
"""Share of the limit for finding candidates; the rest is for improving their fills."""

SUBSET_SHARE = 0.4
"""Share of the limit kept for finding a part of the theme that works, if the whole does not."""

SUBSET_IMPROVEMENT = 0.15
"""Share of what is left then for improving the fill that shows that a part of the theme works."""

LAST_CHANCE = 0.75
"""Share of the search after which lower floors are tried at once if there is no candidate yet."""

BATCH = 12
"""Patterns tried at the highest floor before it is lowered for them."""

DRAWINGS_PER_PLACEMENT = 2
"""Patterns drawn around one placement of the theme before the next one is tried."""

PLACING_COST = DRAWING_COST
"""What looking for placements of a theme counts against limits on nodes and failures."""


@dataclass(frozen=True)
class ConstructProgress:
    """How far the construction has got."""

    stage: str
    """What it is doing: "searching" or "improving"."""
    attempts: int
    candidates: int
    best: float | None
    """The score of the best candidate so far."""
    seconds: float


@dataclass
class _Attempt:
    """The search for candidates with one theme."""

    theme: tuple[ThemeEntry, ...]
    target: int
    budget: Budget
    candidates: list[Candidate] = field(default_factory=list)
    reason: str = ""
    """Why there is no candidate, where that is known."""
    is_refuted: bool = False
    """Whether the reason proves that there cannot be one."""

    @property
    def words(self) -> tuple[str, ...]:
        """The theme entries as answers."""
        return tuple(entry.word for entry in self.theme)

    @property
    def is_over(self) -> bool:
        """Whether its share of the limit is spent."""
        return self.budget.spent() is not None

    def refute(self, reason: str) -> None:
        """Settle that there can be no candidate."""
        self.reason, self.is_refuted = reason, True


class ConstructRun(Run[ConstructProgress, Construction]):
    """A construction under way: iterate its progress, `stop()` it, take its `result()`."""

    def __init__(
        self,
        theme: Iterable[str],
        spec: Spec,
        words: WordList,
        *,
        rules: Rules | None = None,
        floors: Sequence[int | None] = (None,),
        grid: Grid | None = None,
        seed: int = 0,
        limit: Limit | Budget | None = None,
        candidates: int = 3,
        objective: str = "score",
    ) -> None:
        if objective not in OBJECTIVES:
            choices = ", ".join(OBJECTIVES)
            raise RuleError(f"unknown objective {objective!r}; choose from {choices}")
        if whole_number("candidates", candidates) < 1:
            raise RuleError(f"{candidates} candidates; ask for 1 or more")
        super().__init__(USUAL_LIMIT if limit is None else limit)
        self.theme = read_theme(theme, words)
        if self.theme and grid is None and spec.style.bars:
            raise StyleError("themes in the barred style need a grid with bars")
        lengths = {*words.lengths, *map(len, self.theme)}
        self.spec = replace(spec, lengths=frozenset(lengths))
        self.seed = whole_number("seed", seed)
        self._target = candidates
        self._words = words
        self._rules = rules or Rules()
        self._floors = floors
        self._grid = grid
        self._objective = objective
        self._placer = ThemePlacer(self.spec)
        self._attempts = 0
        self._candidates: list[Candidate] = []
        self._result: Construction | None = None

    def _outcome(self) -> Construction:
        return self._result or self._ended(Status.CANCELLED, "interrupted")

    # -- the parts ------------------------------------------------------------------------------

    def _work(self) -> Generator[ConstructProgress, None, None]:
        share = 1 - SUBSET_SHARE if self.theme else SEARCH_SHARE
        whole = _Attempt(self.theme, self._target, self.budget.share(share))
        yield from self._search(whole)
        if whole.candidates:
            self._candidates = whole.candidates
            yield from self._improve(self.budget)
            self._result = self._ended(Status.FILLED)
            return
        status, reason = self._why(whole)
        subset: tuple[str, ...] = ()
        if len(self.theme) > 1 and not self.budget.is_stopped:
            subset = yield from self._find_subset()
        self._result = self._ended(status, reason, subset)

    def _why(self, attempt: _Attempt) -> tuple[Status, str]:
        if self.budget.is_stopped:
            return Status.CANCELLED, "interrupted"
        if attempt.reason:
            return Status.IMPOSSIBLE if attempt.is_refuted else Status.LIMIT, attempt.reason
        if self._grid is not None:
            return Status.LIMIT, "crossings: no such fill of this grid was found"
        patterns = plural(self._attempts, "pattern")
        around = " around the theme" if self.theme else ""
        return Status.LIMIT, f"crossings: none of {patterns} tried{around} could be filled"

    def _find_subset(self) -> Generator[ConstructProgress, None, tuple[str, ...]]:
        """Find the largest part of the theme that a construction shows to work."""
        parts = [
            part
            for size in range(len(self.theme) - 1, 0, -1)
            for part in combinations(self.theme, size)
            if self._grid is not None or not self._placer.why_not(part)
        ]
        for index, part in enumerate(parts):
            if self.budget.spent():
                break
            # The first parts, which have the most entries, get the largest shares.
            share = self.budget.share(1 / min(3, len(parts) - index))
            attempt = _Attempt(part, 1, share)
            yield from self._search(attempt)
            if attempt.candidates:
                self._candidates = attempt.candidates
                yield from self._improve(self.budget.share(SUBSET_IMPROVEMENT))
                return attempt.words
        return ()

    # -- finding candidates ---------------------------------------------------------------------

    def _search(self, attempt: _Attempt) -> Generator[ConstructProgress, None, None]:
        """Look for candidates; late in the whole construction, the first one is enough."""
        if self._grid is not None:
            yield from self._refill(attempt, self._grid)
            return
        if reason := self._placer.why_not(attempt.theme):
            attempt.refute(reason)
            return
        unfilled: list[Grid] = []
        for grid in self._patterns(attempt):
            if grid is not None and not self._fills(attempt, grid, self._floors[0]):
                unfilled.append(grid)
            is_late = attempt.budget.used() > LAST_CHANCE
            if not attempt.candidates and (len(unfilled) >= BATCH or (is_late and unfilled)):
                self._step_down(attempt, unfilled)
                unfilled = []
            yield self._progress("searching", attempt.candidates)
            target = 1 if self.budget.used() > SEARCH_SHARE else attempt.target
            if len(attempt.candidates) >= target:
                return

    def _patterns(self, attempt: _Attempt) -> Iterator[Grid | None]:
        """Yield grids with the theme to fill, None for a failed drawing, as long as it may."""
        rng = random.Random(f"{self.seed}/{'/'.join(attempt.words)}")
        placements: list[ThemePlacement] = [()]
        if attempt.theme:
            placements = self._placer.placements(attempt.theme, rng)
            attempt.budget.charge(PLACING_COST)
            if not placements:
                attempt.reason = "no room: no placement of the whole theme was found"
        while placements:
            for placement in placements:
                for _ in range(DRAWINGS_PER_PLACEMENT):
                    if attempt.is_over:
                        return
                    yield self._draw(attempt, placement, rng)

    def _draw(
        self, attempt: _Attempt, placement: ThemePlacement, rng: random.Random
    ) -> Grid | None:
        """Draw a pattern around a placement of the theme."""
        template = self._placer.template(placement)
        assert template is not None  # the entries of a placement never clash
        crossings = Crossings(template, self._words, self._floors[0]) if placement else None
        self._attempts += 1
        grid = draw(self.spec.around(template), rng, lambda: attempt.is_over, crossings)
        attempt.budget.charge(DRAWING_COST)
        return None if grid is None else grid.with_letters(template.letters)

    def _step_down(self, attempt: _Attempt, grids: Sequence[Grid]) -> None:
        """Lower the floor until one of some grids fills."""
        for floor in self._floors[1:]:
            for grid in grids:
                if attempt.is_over or self._fills(attempt, grid, floor):
                    return

    def _fills(self, attempt: _Attempt, grid: Grid, floor: int | None) -> bool:
        """Try to fill a grid within a few failures; return whether it is a candidate now."""
        rules = replace(self._rules, min_score=floor)
        budget = attempt.budget.part(failures=VERIFY_FAILURES)
        return self._keep(attempt, self._fill(grid, rules, budget, self.seed + self._attempts))

    def _refill(self, attempt: _Attempt, grid: Grid) -> Generator[ConstructProgress, None, None]:
        """Fill the pattern that is to be kept, once for each candidate."""
        required = (*self._rules.required, *attempt.words)
        rules = replace(self._rules, min_score=None, required=required)
        floors = self._floors
        while len(attempt.candidates) < attempt.target and not attempt.is_over:
            self._attempts += 1
            seed = self.seed + self._attempts
            fill = self._fill(grid, rules, attempt.budget, seed, floors=floors)
            if fill.status is Status.IMPOSSIBLE and fill.min_score == self._floors[-1]:
                attempt.refute("crossings: this grid is proved to have no such fill")
            if not self._keep(attempt, fill):
                return
            floors = (fill.min_score,)
            yield self._progress("searching", attempt.candidates)

    def _fill(
        self,
        grid: Grid,
        rules: Rules,
        budget: Budget,
        seed: int,
        *,
        objective: str = "any",
        floors: Sequence[int | None] | None = None,
    ) -> FillResult:
        with filling.start(
            grid, self._words, rules, seed=seed, limit=budget, objective=objective, floors=floors
        ) as run:
            return run.result()

    def _keep(self, attempt: _Attempt, fill: FillResult) -> bool:
        """Keep a fill with the theme in it as a candidate; return whether it is one."""
        candidate = Candidate.of(fill, attempt.words, self._words.spell)
        if candidate is None:
            return False
        attempt.candidates.append(candidate)
        attempt.candidates.sort(key=lambda candidate: -candidate.score)
        return True

    # -- improving them -------------------------------------------------------------------------

    def _improve(self, budget: Budget) -> Generator[ConstructProgress, None, None]:
        """Share out a budget among the candidates, and keep what is better."""
        if self._objective == "any":
            return
        count = len(self._candidates)
        for index, candidate in enumerate(tuple(self._candidates)):
            if budget.spent():
                break
            grid, rules = self._refillable(candidate)
            share, seed = budget.share(1 / (count - index)), candidate.fill.seed
            fill = self._fill(grid, rules, share, seed, objective="score")
            improved = Candidate.of(fill, candidate.theme.values(), self._words.spell)
            if improved is not None and improved.score > candidate.score:
                self._candidates[self._candidates.index(candidate)] = improved
            yield self._progress("improving", self._candidates)
        self._candidates.sort(key=lambda candidate: -candidate.score)

    def _refillable(self, candidate: Candidate) -> tuple[Grid, Rules]:
        """Return a candidate's grid with nothing but the theme in it, and the rules to fill it."""
        rules = replace(self._rules, min_score=candidate.fill.min_score)
        if self._grid is not None:
            return self._grid, replace(rules, fixed={**rules.fixed, **candidate.theme})
        grid = candidate.grid
        kept = {cell for label in candidate.theme for cell in grid.slot(label).cells}
        return grid.without_letters(cell for cell in grid.letters if cell not in kept), rules

    # -- results --------------------------------------------------------------------------------

    def _progress(self, stage: str, candidates: Sequence[Candidate]) -> ConstructProgress:
        best = max((candidate.score for candidate in candidates), default=None)
        return ConstructProgress(stage, self._attempts, len(candidates), best, self.seconds)

    def _ended(self, status: Status, reason: str = "", subset: Sequence[str] = ()) -> Construction:
        return Construction(
            status,
            tuple(self._candidates),
            tuple(entry.word for entry in self.theme),
            reason,
            subset,
            self.seed,
            self._attempts,
            self.seconds,
            self.budget.cpu_seconds,
        )
