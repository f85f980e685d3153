"""Whole puzzles: theme entries placed, blocks chosen around them, filled, and clued.

>>> made = construct(["desert island", "dessert spoon"], size=13, seed=1, seconds=20)
>>> made.status
<Status.FILLED: 'FILLED'>
>>> sorted(made.best.theme.values())
['DESERTISLAND', 'DESSERTSPOON']
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Unpack

from crosswright.constructing.theme import Placement, Stage, read_theme
from crosswright.errors import ClueError, RuleError, StyleError, ThemeError
from crosswright.filling import fill as filling
from crosswright.filling.fill import OBJECTIVES, FillRun
from crosswright.filling.floors import FLOORS, SHARE
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.grids.letters import normalise_answer
from crosswright.limits import Limit, Run, Status
from crosswright.patterns.draw import draw
from crosswright.patterns.fit import Crossings
from crosswright.patterns.pattern import VERIFY_FAILURES
from crosswright.patterns.spec import Spec
from crosswright.puzzles.puzzle import Puzzle, PuzzleTexts
from crosswright.support.pictures import drawn_by
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList

__all__ = ["Candidate", "ConstructRun", "Construction", "Progress", "construct", "start"]

USUAL_SIZE = 15
USUAL_SECONDS = 20.0
SEARCH_SHARE = 0.5
"""Part of the time for finding candidates; the rest goes into improving their fills."""

SUBSET_SHARE = 0.4
"""Part of the time kept for finding a part of the theme that works, when the whole does not."""

SUBSET_SECONDS = 3.0
"""Time for improving the fill that shows that a part of the theme works."""

BELOW_FLOOR = 0.5
"""What each point of the lowest score under the floor takes from a candidate's mean score."""

LAST_CHANCE = 0.75
"""Part of the time for candidates after which lower floors are tried if there is none."""

BATCH = 12
"""Patterns tried at the highest floor before the floor is lowered for them."""

DRAWINGS_PER_PLACEMENT = 2
"""Patterns drawn around one placement of the theme before the next one is tried."""


@dataclass(frozen=True)
class Candidate:
    """A filled grid with the theme in it, and how good it is."""

    fill: FillResult
    theme: Mapping[str, str]
    """The theme entries by slot label."""

    _repr_svg_ = drawn_by("candidate_svg")

    @property
    def grid(self) -> Grid:
        """The filled grid."""
        return self.fill.grid

    @property
    def score(self) -> float:
        """The mean score of the words that the fill chose, less for a low lowest one."""
        known = [
            score
            for label, score in self.fill.scores.items()
            if score is not None and label not in self.theme
        ]
        if not known:
            return 0.0
        return sum(known) / len(known) - BELOW_FLOOR * max(0, (FLOORS[0] or 0) - min(known))

    def puzzle(
        self,
        clues: Mapping[str, str] | None = None,
        *,
        drafts: bool = True,
        spell: Callable[[str], str] = normalise_answer,
        **texts: Unpack[PuzzleTexts],
    ) -> Puzzle:
        """Return the puzzle with clues by answer; the others are drafts where those can be had.

        `spell` says how answers are spelled: `words.spell` of the list that filled the grid.
        """
        puzzle = Puzzle.from_filled(self.grid, **texts).with_clues_for(clues or {}, spell)
        return with_drafts(puzzle) if drafts else puzzle


@dataclass(frozen=True)
class Construction:
    """What came of it: candidates, the best first; or why there are none, and what would work.

    IMPOSSIBLE is proved. `subset` is the largest part of the theme found to work; then the
    candidates are those for it, and `status` is still that of the whole theme.
    """

    status: Status
    candidates: Sequence[Candidate] = ()
    theme: Sequence[str] = ()
    reason: str = ""
    subset: Sequence[str] = ()
    seed: int = 0
    attempts: int = 0
    seconds: float = 0.0

    _repr_html_ = drawn_by("construction_html")

    @property
    def best(self) -> Candidate:
        """The first candidate."""
        if not self.candidates:
            raise ThemeError(f"there is no candidate: {self.reason}")
        return self.candidates[0]


@dataclass(frozen=True)
class Progress:
    """How far the construction has got."""

    stage: str
    attempts: int
    candidates: int
    best: float | None
    seconds: float


@dataclass
class _Hunt:
    """The search for candidates for one theme."""

    theme: tuple[str, ...]
    wanted: int
    found: list[Candidate] = field(default_factory=list)
    exhausted: str = ""
    """Why no further attempt can bring anything."""


class ConstructRun(Run[Progress, Construction]):
    """A construction under way: iterate its progress, `stop()` it, take its `result()`."""

    def __init__(
        self,
        theme: Sequence[str],
        spec: Spec,
        words: WordList,
        *,
        rules: Rules | None = None,
        floors: Sequence[int | None] = (None,),
        grid: Grid | None = None,
        seed: int = 0,
        seconds: float = USUAL_SECONDS,
        candidates: int = 3,
        objective: str = "score",
    ) -> None:
        if objective not in OBJECTIVES:
            raise RuleError(f"no objective {objective!r}; there are {', '.join(OBJECTIVES)}")
        super().__init__()
        self.theme = read_theme(theme)
        self.spec = replace(spec, lengths=frozenset(words.lengths) | _lengths(self.theme))
        self.seed = seed
        self.wanted = candidates
        self._words = words
        self._rules = rules or Rules()
        self._floors = floors
        self._grid = grid
        self._objective = objective
        self._stage = Stage(self.spec)
        self._allowed = seconds
        self._running: FillRun | None = None
        self._attempts = 0
        self._found: list[Candidate] = []
        self._result: Construction | None = None
        if self.theme and grid is None and spec.style.bars:
            raise StyleError("themes in the barred style need a grid with bars")

    def stop(self) -> None:
        """End soon; the result is the best by then."""
        super().stop()
        if self._running is not None:
            self._running.stop()

    def _outcome(self) -> Construction:
        if self._result is None:
            self._result = self._ended(Status.CANCELLED, self._found, "interrupted")
        return self._result

    # -- the parts ------------------------------------------------------------------------------

    def _work(self) -> Generator[Progress, None, None]:
        whole = _Hunt(self.theme, self.wanted)
        share = SEARCH_SHARE if not self.theme else 1 - SUBSET_SHARE
        yield from self._hunt(whole, self._allowed * share, first_only_after=SEARCH_SHARE)
        if whole.found:
            self._found = whole.found
            yield from self._improve(self._allowed)
            self._result = self._ended(Status.FILLED, self._found)
            return
        status, reason = self._why(whole)
        subset: tuple[str, ...] = ()
        if len(self.theme) > 1 and not self.budget.is_stopped:
            subset = yield from self._find_subset()
        self._result = self._ended(status, self._found, reason, subset)

    def _why(self, hunt: _Hunt) -> tuple[Status, str]:
        if self.budget.is_stopped:
            return Status.CANCELLED, "interrupted"
        if hunt.exhausted:
            return Status.IMPOSSIBLE, hunt.exhausted
        return (
            Status.LIMIT,
            f"crossings: none of {self._attempts} patterns tried around the theme could be filled",
        )

    def _find_subset(self) -> Generator[Progress, None, tuple[str, ...]]:
        """Find the largest part of the theme that a construction shows to work."""
        parts = [
            part
            for size in range(len(self.theme) - 1, 0, -1)
            for part in combinations(self.theme, size)
            if self._grid is not None or not self._stage.why_not(part)
        ]
        for number, part in enumerate(parts):
            left = self._allowed - self.seconds
            if left <= 0 or self.budget.is_stopped:
                break
            hunt = _Hunt(part, 1)
            # Each may take its share of the time left; the first ones, with most entries, more.
            yield from self._hunt(hunt, self.seconds + left / min(3, len(parts) - number))
            if hunt.found:
                self._found = hunt.found
                yield from self._improve(min(self._allowed, self.seconds + SUBSET_SECONDS))
                return part
        return ()

    def _over(self, until: float) -> bool:
        return self.budget.is_stopped or self.seconds >= until

    def _hunt(
        self, hunt: _Hunt, until: float, first_only_after: float = 1.0
    ) -> Generator[Progress, None, None]:
        """Look for candidates; late in the search the first one ends it."""
        hunt.exhausted = self._stage.why_not(hunt.theme) if self._grid is None else ""
        if hunt.exhausted:
            return
        if self._grid is not None:
            yield from self._refill(hunt, self._grid, until)
            return
        rng = random.Random(f"{self.seed}/{'/'.join(hunt.theme)}")
        unfilled: list[Grid] = []
        last_chance = self.seconds + LAST_CHANCE * (until - self.seconds)
        for grid in self._patterns(hunt, rng, until):
            if grid is not None and not self._fills(hunt, grid, self._floors[0], until):
                unfilled.append(grid)
            late = self.seconds > last_chance
            if not hunt.found and (len(unfilled) >= BATCH or (late and unfilled)):
                self._step_down(hunt, unfilled, until)
                unfilled = []
            yield self._progress("searching", hunt.found)
            enough = 1 if self.seconds > self._allowed * first_only_after else hunt.wanted
            if len(hunt.found) >= enough or self._over(until):
                return

    def _patterns(self, hunt: _Hunt, rng: random.Random, until: float) -> Iterator[Grid | None]:
        """Yield grids with the theme to fill; None for a drawing that failed."""
        placements: list[Placement] = [()]
        if hunt.theme:
            placements = self._stage.placements(hunt.theme, rng)
            if not placements:
                hunt.exhausted = "no room: the entries leave each other no place by the symmetry"
                return
        while True:
            for placement in placements:
                for _ in range(DRAWINGS_PER_PLACEMENT):
                    if self._over(until):
                        return
                    yield self._drawn(placement, rng, until)

    def _drawn(self, placement: Placement, rng: random.Random, until: float) -> Grid | None:
        template = self._stage.template(placement)
        assert template is not None  # placements clash in no cell
        spec = self.spec.around(template)
        crossings = Crossings(template, self._words, self._floors[0]) if placement else None
        self._attempts += 1
        drawn = draw(spec, rng, lambda: self._over(until), crossings)
        return None if drawn is None else drawn.with_letters(template.letters)

    def _step_down(self, hunt: _Hunt, grids: Sequence[Grid], until: float) -> None:
        """Lower the floor until one of some grids fills."""
        for floor in self._floors[1:]:
            for grid in grids:
                if self._over(until) or self._fills(hunt, grid, floor, until):
                    return

    def _fills(self, hunt: _Hunt, grid: Grid, floor: int | None, until: float) -> bool:
        """Fill a grid, within a few failures, and keep it; tell whether it worked."""
        rules = replace(self._rules, min_score=floor)
        limit = Limit(seconds=max(0.05, until - self.seconds), failures=VERIFY_FAILURES)
        return self._keep(hunt, self._fill(grid, rules, limit, "any", self.seed + self._attempts))

    def _refill(self, hunt: _Hunt, grid: Grid, until: float) -> Generator[Progress, None, None]:
        """Fill the pattern that is to be kept, once for each candidate."""
        for floor in self._floors:
            rules = replace(self._rules, min_score=floor)
            rules = replace(rules, required=(*rules.required, *hunt.theme))
            share = 1.0 if floor == self._floors[-1] else SHARE
            patience = share * (until - self.seconds)
            while len(hunt.found) < hunt.wanted and not self._over(until):
                self._attempts += 1
                limit = Limit(seconds=patience)
                result = self._fill(grid, rules, limit, "any", self.seed + self._attempts)
                if result.status is Status.IMPOSSIBLE and floor == self._floors[-1]:
                    hunt.exhausted = "crossings: it is proved that this grid has no such fill"
                if not self._keep(hunt, result):
                    break
                yield self._progress("searching", hunt.found)
            if hunt.found:
                return

    def _keep(self, hunt: _Hunt, result: FillResult) -> bool:
        if result.status is not Status.FILLED:
            return False
        hunt.found.append(_candidate(result, hunt.theme))
        hunt.found.sort(key=lambda candidate: -candidate.score)
        return True

    def _fill(
        self, grid: Grid, rules: Rules, limit: Limit, objective: str, seed: int
    ) -> FillResult:
        with filling.start(
            grid, self._words, rules, seed=seed, limit=limit, objective=objective
        ) as self._running:
            if self.budget.is_stopped:
                self._running.stop()
            return self._running.result()

    def _improve(self, until: float) -> Generator[Progress, None, None]:
        """Share the time left among the candidates; keep what is better."""
        if self._objective == "any":
            return
        for number, candidate in enumerate(tuple(self._found)):
            left = (until - self.seconds) / (len(self._found) - number)
            if left <= 0 or self.budget.is_stopped:
                break
            rules = replace(self._rules, min_score=candidate.fill.min_score)
            theme = tuple(candidate.theme.values())
            if self._grid is not None:
                grid = self._grid
                rules = replace(rules, fixed={**rules.fixed, **candidate.theme})
            else:
                cells = [c for label in candidate.theme for c in candidate.grid.slot(label).cells]
                chosen = [cell for cell in candidate.grid.letters if cell not in set(cells)]
                grid = candidate.grid.without_letters(chosen)
            limit = Limit(seconds=left)
            better = self._fill(grid, rules, limit, "score", seed=candidate.fill.seed)
            if better.status is Status.FILLED:
                improved = _candidate(better, theme)
                if improved.score > candidate.score:
                    self._found[self._found.index(candidate)] = improved
            yield self._progress("improving", self._found)
        self._found.sort(key=lambda candidate: -candidate.score)

    def _progress(self, stage: str, found: Sequence[Candidate]) -> Progress:
        best = max((candidate.score for candidate in found), default=None)
        return Progress(stage, self._attempts, len(found), best, self.seconds)

    def _ended(
        self,
        status: Status,
        candidates: Sequence[Candidate],
        reason: str = "",
        subset: Sequence[str] = (),
    ) -> Construction:
        return Construction(
            status,
            tuple(candidates),
            self.theme,
            reason,
            subset,
            self.seed,
            self._attempts,
            self.seconds,
        )


def start(
    theme: Iterable[str] = (),
    *,
    size: int | tuple[int, int] = USUAL_SIZE,
    words: WordList | None = None,
    step_down: bool | None = None,
    style: str = "american",
    symmetry: str | None = None,
    word_count: int | tuple[int, int] | None = None,
    block_count: int | tuple[int, int] | None = None,
    grid: Grid | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    seconds: float = USUAL_SECONDS,
    candidates: int = 3,
    objective: str = "score",
) -> ConstructRun:
    """Begin a construction; without theme entries, of a themeless puzzle.

    `grid` is a pattern to keep. Without `words` the built-in English list is used. `step_down`
    fills with words from score 50 up and, only where those fill nothing, with lower ones; it is
    the rule for the built-in list unless `rules` have a `min_score`. With the objective "any",
    the first fills are taken as they are, and the same seed gives the same puzzles.
    """
    if grid is not None:
        size = grid.height, grid.width
    height, width = (size, size) if isinstance(size, int) else size
    spec = Spec.of(
        height,
        width,
        style=style,
        symmetry=symmetry,
        word_count=word_count,
        block_count=block_count,
    )
    floor = None if rules is None else rules.min_score
    if step_down is None:
        step_down = words is None and floor is None
    return ConstructRun(
        tuple(theme),
        spec,
        lexicon.english() if words is None else words,
        rules=rules,
        floors=FLOORS if step_down else (floor,),
        grid=grid,
        seed=seed,
        seconds=seconds,
        candidates=candidates,
        objective=objective,
    )


def construct(theme: Iterable[str] = (), **options: Any) -> Construction:
    """Construct a puzzle; the keywords are those of `start`."""
    with start(theme, **options) as run:
        return run.result()


def with_drafts(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with draft clues where it has none; as it is without the extra `clues`."""
    from crosswright.clues import drafts as clues

    try:
        return clues.with_drafts(puzzle)
    except ClueError:
        return puzzle


def _candidate(result: FillResult, theme: Iterable[str]) -> Candidate:
    wanted = set(theme)
    places = {label: answer for label, answer in result.answers.items() if answer in wanted}
    return Candidate(result, places)


def _lengths(theme: Iterable[str]) -> frozenset[int]:
    return frozenset(map(len, theme))
