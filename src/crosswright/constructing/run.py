"""A construction under way: theme placed, blocks chosen around it, grids filled and improved.

Every part of the work gets a share of the limit. Where nodes or failures are limited, they decide
how far each part goes, and the same seed gives the same puzzles on every machine; otherwise time
does.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from crosswright.constructing import alternatives
from crosswright.constructing.candidate import Alternative, Candidate, Construction
from crosswright.constructing.refutations import too_high, uncrossable
from crosswright.constructing.theme import ThemeEntry, ThemePlacement, ThemePlacer, read_theme
from crosswright.errors import RuleError, StyleError
from crosswright.explaining.facts import words_without_slot
from crosswright.filling import fill as filling
from crosswright.filling.fill import OBJECTIVES, FillRun
from crosswright.filling.preference import Preference, Worths
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

SECOND_SHARE = 0.4
"""Share of the limit kept for what would work instead, and for trying on, if nothing is found."""

ADVICE_SHARE = 0.7
"""Share of what is left then for finding what would work, before the search goes on."""

LOWER_FLOORS = (50, 40, 30, 20, 10)
"""Floors below the lowest one that was asked for, which are tried to say what would work."""

HIGHER_FLOORS = (60, 70, 80)
"""Floors that are tried after the first of those works, if they are below it, too."""

FLOOR_SHARE = 0.6
"""Share of the time for what would work that is for lower floors, where a high one was asked for;
and share of that for the next one of them: the lower it is, the sooner it is filled.
"""

ALTERNATIVE_SHARE = 1 / 3
"""Share of the time for requests of one kind that one of them may take."""

ALTERNATIVE_DRAWINGS = 10
"""Patterns that are drawn for one of them before the next one is tried."""

AS_THEME = "as theme entries they get slots"
"""The advice for required words that patterns have no slots for."""

ANOTHER_SHAPE = "try another size, number of words or blocks, or symmetry"
"""The advice where no pattern can be drawn."""

TRYING = "trying alternatives"
"""The stage of a construction that looks for what would work."""

LAST_CHANCE = 0.75
"""Share of the search after which lower floors are tried at once if there is no candidate yet."""

BATCH = 12
"""Patterns tried at the highest floor before it is lowered for them."""

DRAWINGS_PER_PLACEMENT = 2
"""Patterns drawn around one placement of the theme before the next one is tried."""

FRUITLESS = 20
"""Rounds without a placement of the theme after which it is time for what would work instead."""

PLACING_COST = DRAWING_COST
"""What looking for placements of a theme counts against limits on nodes and failures."""


@dataclass(frozen=True)
class ConstructProgress:
    """How far the construction has got."""

    stage: str
    """What it is doing: "searching", "improving" or "trying alternatives"."""
    attempts: int
    candidates: int
    best: float | None
    """The score of the best candidate so far."""
    seconds: float
    found: tuple[Candidate, ...] = ()
    """The candidates so far, the best first."""
    min_score: int | None = None
    """The lowest score that is allowed at the moment."""


@dataclass
class _Attempt:
    """The search for candidates with one theme in grids of one kind."""

    theme: tuple[ThemeEntry, ...]
    target: int
    budget: Budget
    placer: ThemePlacer
    rng: random.Random
    floors: Sequence[int | None]
    """The lowest scores to try, the highest first."""
    floor: int | None
    """The lowest score that is allowed at the moment."""
    placements: Sequence[ThemePlacement] = ()
    drawings: int = 0
    max_drawings: int | None = None
    roomless: int = 0
    """Patterns without a slot as long as some required word."""
    unfilled: list[Grid] = field(default_factory=list)
    """Grids that no words of the first floor were found for, since the floor was last lowered."""
    unfillable: list[Grid] = field(default_factory=list)
    """Grids that no floor helped, the last few."""
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

    @property
    def is_late(self) -> bool:
        """Whether it is time for lower floors if there is no candidate yet."""
        return self.drawings == self.max_drawings or self.budget.used() > LAST_CHANCE

    @property
    def spec(self) -> Spec:
        """The kind of grid."""
        return self.placer.spec

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
        lively: int = 0,
        variety: int = 0,
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
        self._rules = rules or Rules()
        self._check_banned(words)
        for word in self._rules.required:
            words.normaliser.answer(word)  # it refuses what no grid can hold
        lengths = {*words.lengths, *map(len, self.theme)}
        self.spec = replace(spec, lengths=frozenset(lengths))
        self.seed = whole_number("seed", seed)
        self._target = candidates
        self._words = words
        self._floors = floors
        self._grid = grid
        self._objective = objective
        Preference.of(lively, variety, self.seed)  # it refuses what is out of range
        self._lively, self._variety = lively, variety
        self._worth = Worths(words, lively).of if lively and words.knows_liveliness else None
        self._attempts = 0
        self._candidates: list[Candidate] = []
        self._alternatives: list[Alternative] = []
        self._placers: dict[Spec, ThemePlacer] = {}
        self._result: Construction | None = None

    def _check_banned(self, words: WordList) -> None:
        """Refuse a theme with a banned word."""
        banned = {words.spell(word) for word in self._rules.banned}
        for entry in self.theme:
            if entry.word in banned:
                raise RuleError(f"{entry} is both a theme entry and banned")

    def _outcome(self) -> Construction:
        return self._result or self._ended(Status.CANCELLED, "interrupted")

    # -- the parts ------------------------------------------------------------------------------

    def _work(self) -> Generator[ConstructProgress, None, None]:
        share = 1 - SECOND_SHARE if self.theme else SEARCH_SHARE
        whole = self._attempt(self.theme, self.spec, self._target, self.budget.share(share))
        yield from self._search(whole)
        if not whole.candidates and not self.budget.is_stopped:
            if whole.is_refuted:
                yield from self._find_alternatives(whole, self.budget.part())
            else:
                yield from self._find_alternatives(whole, self.budget.share(ADVICE_SHARE))
                whole.budget = self.budget.part()
                yield from self._search(whole)
        if whole.candidates:
            self._alternatives = []
            self._candidates = whole.candidates
            yield from self._improve(self.budget)
            self._result = self._ended(Status.FILLED)
            return
        subset = next((each for each in self._alternatives if each.kind == "subset"), None)
        self._candidates = [] if subset is None else [subset.candidate]
        self._result = self._ended(*self._why(whole), () if subset is None else subset.theme)

    def _attempt(
        self,
        theme: tuple[ThemeEntry, ...],
        spec: Spec,
        target: int,
        budget: Budget,
        floors: Sequence[int | None] = (),
    ) -> _Attempt:
        parts = [str(self.seed), *(entry.word for entry in theme)]
        if spec != self.spec:
            parts += [spec.symmetry, str(spec.height), str(spec.width)]
        if not theme:
            parts.append("")
        rng = random.Random("/".join(parts))
        placer = self._placers.setdefault(spec, ThemePlacer(spec))
        floors = floors or self._floors
        return _Attempt(theme, target, budget, placer, rng, floors, floors[0])

    def _why(self, attempt: _Attempt) -> tuple[Status, str, bool]:
        """Return how it ended, why, and whether that says what there is to do about it."""
        if self.budget.is_stopped:
            return Status.CANCELLED, "interrupted", False
        if attempt.reason:
            status = Status.IMPOSSIBLE if attempt.is_refuted else Status.LIMIT
            return status, attempt.reason, False
        floor = self._lowest_text
        if self._grid is not None:
            return Status.LIMIT, f"crossings: no such fill of this grid was found{floor}", False
        if not attempt.drawings:
            return Status.LIMIT, "the limit was too low to try a single pattern", False
        patterns = plural(attempt.drawings, "pattern")
        if attempt.roomless and not (attempt.unfilled or attempt.unfillable):
            names = ", ".join(self._rules.required)
            text = f"none of {patterns} tried has slots for all required words ({names})"
            return Status.LIMIT, f"no room: {text}; {AS_THEME}", True
        if not (attempt.roomless or attempt.unfilled or attempt.unfillable):
            drawings, style = plural(attempt.drawings, "drawing"), self.spec.style.name
            rules = f"keeps all rules of the {style} style"
            if not self.theme:
                advice = self.spec.lengths_to_blame or ANOTHER_SHAPE
                return Status.LIMIT, f"no pattern: none of {drawings} {rules}; {advice}", True
            text = f"none of {drawings} around the theme {rules} and lets words cross it"
            return Status.LIMIT, f"crossings: {text}", False
        around = " around the theme" if self.theme else ""
        text = f"none of {patterns} tried{around} could be filled{floor}"
        return Status.LIMIT, f"crossings: {text}", False

    @property
    def _lowest_text(self) -> str:
        lowest = self._floors[-1]
        return "" if lowest is None else f" with words that score {lowest} or more"

    def _below(self, floors: Sequence[int]) -> list[int]:
        """Return which of some floors are below those that were asked for."""
        lowest = self._floors[-1]
        return [] if lowest is None else [floor for floor in floors if floor < lowest]

    # -- what would work ------------------------------------------------------------------------

    def _find_alternatives(
        self, whole: _Attempt, budget: Budget
    ) -> Generator[ConstructProgress, None, None]:
        """Find requests much like the one that failed, each shown to work by a construction."""
        kinds: list[tuple[str, list[_Attempt]]] = []
        if self._may_be_too_high(whole):
            kinds.append(("floor", self._floor_attempts(budget)))
        if self.theme and self._grid is None:
            for kind in ("size", "symmetry"):
                specs = alternatives.shapes(kind, self.spec, self.theme)
                kinds.append((kind, [self._attempt(self.theme, spec, 1, budget) for spec in specs]))
        parts = alternatives.subsets(whole.placer if self._grid is None else None, self.theme)
        kinds.append(("subset", [self._attempt(part, self.spec, 1, budget) for part in parts]))
        kinds = [(kind, attempts) for kind, attempts in kinds if attempts]
        for index, (kind, attempts) in enumerate(kinds):
            share = 1 / (len(kinds) - index)
            if kind == "floor" and self._below(HIGHER_FLOORS[:1]):
                share = max(share, FLOOR_SHARE)
            part = budget.share(share)
            yield from self._find_alternative(kind, attempts, whole, part)
            if kind == "floor" and self._grid is None:
                yield from self._raise_floor(whole, part)

    def _may_be_too_high(self, whole: _Attempt) -> bool:
        """Return whether lower floors than those that were asked for may help."""
        if self._grid is not None or whole.unfillable:
            return True
        if whole.reason:
            return whole.reason == self._too_high
        return bool(self.theme) and not whole.roomless  # lower ones may cross the theme

    def _floor_attempts(self, budget: Budget) -> list[_Attempt]:
        """Return what is tried with lower floors: all at once for a grid, else one by one."""
        floors = self._below(LOWER_FLOORS)
        ways = [[floor] for floor in floors]
        if self._grid is not None:
            higher = [*reversed(self._below(HIGHER_FLOORS))]
            ways = [higher + floors] if floors else []
        return [self._attempt(self.theme, self.spec, 1, budget, way) for way in ways]

    def _raise_floor(
        self, whole: _Attempt, budget: Budget
    ) -> Generator[ConstructProgress, None, None]:
        """Try higher floors in place of the first of the lower ones, as long as they work."""
        works: int | None = LOWER_FLOORS[0]
        for floor in self._below(HIGHER_FLOORS):
            if [way.min_score for way in self._alternatives] != [works]:
                return
            attempt = self._attempt(self.theme, self.spec, 1, budget, [floor])
            yield from self._find_alternative("floor", [attempt], whole, budget)
            self._alternatives = self._alternatives[-1:]
            works = floor

    def _find_alternative(
        self, kind: str, attempts: Sequence[_Attempt], whole: _Attempt, budget: Budget
    ) -> Generator[ConstructProgress, None, None]:
        """Try requests of one kind until one works."""
        for index, attempt in enumerate(attempts):
            if budget.spent():
                return
            most = FLOOR_SHARE if kind == "floor" else ALTERNATIVE_SHARE
            share = max(most, 1 / (len(attempts) - index))
            attempt.budget = budget.share(share)
            attempt.max_drawings = ALTERNATIVE_DRAWINGS
            steps = self._search(attempt)
            if kind == "floor":
                steps = self._fill_lower(attempt, whole.unfillable)
            for progress in steps:
                yield replace(progress, stage=TRYING, candidates=0, best=None, found=())
            if attempt.candidates:
                self._alternatives.append(self._alternative(kind, attempt))
                return

    def _fill_lower(
        self, attempt: _Attempt, grids: Sequence[Grid]
    ) -> Generator[ConstructProgress, None, None]:
        """Fill one of some grids with lower scores than were asked for, or else draw another."""
        for grid in grids:
            yield self._progress(TRYING, attempt.candidates, attempt.floor)
            if attempt.is_over or self._fills(attempt, grid, attempt.floor):
                return
        yield from self._search(attempt)

    def _alternative(self, kind: str, attempt: _Attempt) -> Alternative:
        candidate, spec = attempt.candidates[0], attempt.spec
        return Alternative(
            kind,
            candidate,
            attempt.words,
            tuple(entry.word for entry in self.theme if entry not in attempt.theme),
            (spec.height, spec.width),
            spec.symmetry,
            candidate.fill.min_score,
        )

    # -- finding candidates ---------------------------------------------------------------------

    def _search(self, attempt: _Attempt) -> Generator[ConstructProgress, None, None]:
        """Look for candidates; late in the whole construction, the first one is enough."""
        if self._grid is not None:
            yield from self._refill(attempt, self._grid, attempt.floors)
            return
        if reason := self._why_never(attempt):
            attempt.refute(reason)
            return
        for grid in self._patterns(attempt):
            if grid is not None and words_without_slot(grid, self._words, self._rules.required):
                attempt.roomless += 1
            elif grid is not None and not self._fills(attempt, grid, attempt.floors[0]):
                attempt.unfilled.append(grid)
            is_due = len(attempt.unfilled) >= BATCH or (attempt.is_late and attempt.unfilled)
            if is_due and not attempt.candidates:
                yield from self._step_down(attempt)
            yield self._progress("searching", attempt.candidates, attempt.floor)
            target = 1 if self.budget.used() > SEARCH_SHARE else attempt.target
            if len(attempt.candidates) >= target:
                return

    def _why_never(self, attempt: _Attempt) -> str:
        """Return why no pattern can do; "" if one may."""
        theme, required = attempt.theme, self._required
        reason = attempt.placer.why_not(theme) or ThemePlacer(attempt.spec).wrong_length(required)
        is_once = self._rules.distinct or not required
        if not reason and attempt.spec.style.all_checked and is_once:
            reason = uncrossable(theme, required, self._words)
        if reason or (theme and not attempt.spec.style.all_checked):
            return reason
        return self._too_high if attempt.floors == self._floors else ""

    @property
    def _required(self) -> list[ThemeEntry]:
        return [ThemeEntry(tuple(self._words.tokens(word))) for word in self._rules.required]

    @cached_property
    def _too_high(self) -> str:
        """That no word scores as high as was asked, where no required word is exempt from it."""
        return "" if self._rules.required else too_high(self._floors[-1], self._words)

    def _patterns(self, attempt: _Attempt) -> Iterator[Grid | None]:
        """Yield grids with the theme to fill, None for a failed drawing, as long as it may."""
        if not attempt.theme:
            attempt.placements = [()]
        fruitless = 0
        while not attempt.is_over and attempt.drawings != attempt.max_drawings:
            if not attempt.placements:
                attempt.placements = attempt.placer.placements(attempt.theme, attempt.rng)
                attempt.budget.charge(PLACING_COST)
                nothing = "no room: no placement of the whole theme was found"
                attempt.reason = "" if attempt.placements else nothing
                if not attempt.placements:
                    attempt.drawings += 1
                    fruitless += 1
                    yield None
                    if fruitless == FRUITLESS:
                        return
                    continue
                if attempt.is_over:
                    return
            turn = attempt.drawings // DRAWINGS_PER_PLACEMENT % len(attempt.placements)
            yield self._draw(attempt, attempt.placements[turn])

    def _draw(self, attempt: _Attempt, placement: ThemePlacement) -> Grid | None:
        """Draw a pattern around a placement of the theme."""
        template = attempt.placer.template(placement)
        assert template is not None  # the entries of a placement never clash
        crossings = Crossings(template, self._words, attempt.floors[0]) if placement else None
        self._attempts += 1
        attempt.drawings += 1
        around = attempt.spec.around(template)
        grid = draw(around, attempt.rng, lambda: attempt.is_over, crossings)
        attempt.budget.charge(DRAWING_COST)
        return None if grid is None else grid.with_letters(template.letters)

    def _step_down(self, attempt: _Attempt) -> Generator[ConstructProgress, None, None]:
        """Lower the floor until one of the grids fills that have not yet; then raise it again."""
        attempt.unfillable = grids = attempt.unfilled
        attempt.unfilled = []
        for floor in attempt.floors[1:]:
            attempt.floor = floor
            for grid in grids:
                yield self._progress("searching", attempt.candidates, floor)
                if attempt.is_over or self._fills(attempt, grid, floor):
                    return
        attempt.floor = attempt.floors[0]

    def _fills(self, attempt: _Attempt, grid: Grid, floor: int | None) -> bool:
        """Try to fill a grid within a few failures; return whether it is a candidate now."""
        rules = replace(self._rules, min_score=floor)
        budget = attempt.budget.part(failures=VERIFY_FAILURES)
        with self._filling(grid, rules, budget, self.seed + self._attempts) as run:
            return self._keep(attempt, run.result())

    def _refill(
        self, attempt: _Attempt, grid: Grid, floors: Sequence[int | None]
    ) -> Generator[ConstructProgress, None, None]:
        """Fill the pattern that is to be kept, once for each candidate."""
        required = (*self._rules.required, *attempt.words)
        rules = replace(self._rules, min_score=None, required=required)
        while len(attempt.candidates) < attempt.target and not attempt.is_over:
            self._attempts += 1
            seed = self.seed + self._attempts
            attempt.floor = floors[0]
            yield self._progress("searching", attempt.candidates, attempt.floor)
            with self._filling(grid, rules, attempt.budget, seed, floors=floors) as run:
                for step in run:
                    attempt.floor = step.min_score
                    yield self._progress("searching", attempt.candidates, attempt.floor)
                fill = run.result()
            if fill.status is Status.IMPOSSIBLE and fill.min_score == attempt.floors[-1]:
                proved = "crossings: this grid is proved to have no such fill"
                attempt.refute(proved + self._lowest_text)
            if not self._keep(attempt, fill):
                return
            floors = (fill.min_score,)
            yield self._progress("searching", attempt.candidates, attempt.floor)

    def _filling(
        self,
        grid: Grid,
        rules: Rules,
        budget: Budget,
        seed: int,
        *,
        objective: str = "any",
        floors: Sequence[int | None] | None = None,
    ) -> FillRun:
        is_improving = objective == "score"  # patterns are found sooner by any words
        return filling.start(
            grid,
            self._words,
            rules,
            seed=seed,
            limit=budget,
            objective=objective,
            lively=self._lively if is_improving else 0,
            variety=self._variety if is_improving else 0,
            floors=floors,
        )

    def _keep(self, attempt: _Attempt, fill: FillResult) -> bool:
        """Keep a fill with the theme in it as a candidate; return whether it is one."""
        candidate = Candidate.of(fill, attempt.words, self._words.spell, self._worth)
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
            with self._filling(grid, rules, share, seed, objective="score") as run:
                for _ in run:
                    yield self._progress("improving", self._candidates)
                fill = run.result()
            theme = candidate.theme.values()
            improved = Candidate.of(fill, theme, self._words.spell, self._worth)
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

    def _progress(
        self, stage: str, candidates: Sequence[Candidate], floor: int | None = None
    ) -> ConstructProgress:
        found = tuple(sorted(candidates, key=lambda candidate: -candidate.score))
        best = found[0].score if found else None
        return ConstructProgress(
            stage, self._attempts, len(found), best, self.seconds, found, floor
        )

    def _ended(
        self,
        status: Status,
        reason: str = "",
        is_advised: bool = False,
        subset: Sequence[str] = (),
    ) -> Construction:
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
            tuple(self._alternatives),
            self._floors[0],
            is_advised,
        )
