"""Block patterns: symmetric, true to their style, and filled once before they are shown.

>>> result = pattern(9, seed=1)
>>> result.status, result.grid.is_symmetric("180")
(<Status.FILLED: 'FILLED'>, True)
"""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass, replace

from crosswright.errors import StyleError
from crosswright.filling import fill as filling
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid, GridLike
from crosswright.limits import Budget, Limit, Run, Status
from crosswright.patterns.draw import draw
from crosswright.patterns.fit import Crossings
from crosswright.patterns.spec import Spec
from crosswright.support.numbers import whole_number
from crosswright.support.pictures import drawn_by
from crosswright.support.wording import plural
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList, WordsLike

ACCEPTABLE = 50
"""The lowest score of the built-in words that verify a pattern."""

VERIFY_FAILURES = 1500
"""Dead ends after which a pattern is given up, and another one is drawn."""

DRAWING_COST = 100
"""What drawing a pattern counts against limits on nodes and failures."""

MAX_ATTEMPTS = 200
"""Drawings for each pattern, where there is no limit at all, before the search gives up."""


@dataclass(frozen=True)
class Pattern:
    """A pattern, or how the search for one ended.

    FILLED: `grid` can be filled, as `fill` shows. None: it was drawn but, as requested, not filled.
    LIMIT: the search found no pattern, or none that fills, within the limit. IMPOSSIBLE: the
    template leaves no choice, and its pattern will not do. `grid` has the letters of the template
    and no others.
    """

    status: Status | None
    grid: Grid | None
    seed: int
    attempts: int
    seconds: float
    fill: FillResult | None = None
    reason: str = ""
    cpu_seconds: float = 0.0

    _repr_html_ = drawn_by("pattern_html")

    @property
    def is_verified(self) -> bool:
        """Whether the engine has filled it."""
        return self.status is Status.FILLED


@dataclass(frozen=True)
class PatternProgress:
    """How far the search has got: drawings tried, those that keep the rules, patterns found."""

    attempts: int
    drawn: int
    found: int
    seconds: float
    patterns: tuple[Pattern, ...] = ()
    """The patterns found so far, in order."""


class PatternRun(Run[PatternProgress, Pattern]):
    """A search for patterns: iterate its progress, `stop()` it from any thread, take `results()`.

    Without a word list the patterns are not filled. The same seed gives the same patterns; limits
    only end the search.
    """

    def __init__(
        self,
        spec: Spec,
        words: WordList | None,
        *,
        rules: Rules | None = None,
        template: Grid | None = None,
        seed: int = 0,
        limit: Limit | Budget | None = None,
        count: int = 1,
    ) -> None:
        if whole_number("count", count) < 1:
            raise StyleError(f"{count} patterns; ask for 1 or more")
        super().__init__(limit)
        self.seed = whole_number("seed", seed)
        self.count = count
        self._rules = rules or Rules()
        self._words = words
        self._letters = {} if template is None else dict(template.letters)
        self.spec = _with_lengths(spec, words, self._rules.min_score, template)
        self._crossings = None
        if self._letters and words is not None and template is not None:
            self._crossings = Crossings(template, words, self._rules.min_score)
        self._patterns: list[Pattern] = []
        self._final_results: list[Pattern] = []
        self._attempts = self._drawn = 0
        self._unfillable = False

    def results(self) -> list[Pattern]:
        """Run the search to its end; if patterns are missing, the last result tells why."""
        self.result()
        return list(self._final_results)

    def _outcome(self) -> Pattern:
        self._final_results = self._results()
        return self._final_results[0]

    def _results(self) -> list[Pattern]:
        if len(self._patterns) == self.count:
            return self._patterns
        return [*self._patterns, self._result(self._ending(), None, reason=self._reason())]

    # -- the search -----------------------------------------------------------------------------

    def _work(self) -> Generator[PatternProgress, None, None]:
        seen: set[Grid] = set()
        while len(self._patterns) < self.count and not self._is_over():
            rng = random.Random(f"{self.seed}/{self._attempts}")
            self._attempts += 1
            grid = draw(self.spec, rng, self._is_spent, self._crossings)
            self.budget.charge(DRAWING_COST)
            if grid is not None and grid not in seen:
                seen.add(grid)
                self._drawn += 1
                self._consider(grid.with_letters(self._letters))
            yield self._progress()

    def _is_spent(self) -> bool:
        return self.budget.spent() is not None

    def _is_over(self) -> bool:
        """Return whether more drawings are not allowed, or cannot help."""
        if self._attempts and self.spec.is_decided:
            return True
        unlimited = self.budget.limit == Limit()
        return self._is_spent() or (unlimited and self._attempts == MAX_ATTEMPTS * self.count)

    def _consider(self, grid: Grid) -> None:
        """Keep a grid that can be filled; without words, any."""
        if self._words is None:
            self._patterns.append(self._result(None, grid))
            return
        # Where there is no other pattern to turn to, this one gets the patience of them all.
        attempts = MAX_ATTEMPTS if self.spec.is_decided else 1
        limit = self.budget.part(failures=VERIFY_FAILURES * attempts)
        with filling.start(grid, self._words, self._rules, seed=self.seed, limit=limit) as run:
            fill = run.result()
        self._unfillable = fill.status is Status.IMPOSSIBLE
        if fill.status is Status.FILLED:
            self._patterns.append(self._result(Status.FILLED, grid, fill))

    # -- results --------------------------------------------------------------------------------

    def _progress(self) -> PatternProgress:
        found = tuple(self._patterns)
        return PatternProgress(self._attempts, self._drawn, len(found), self.seconds, found)

    def _result(
        self,
        status: Status | None,
        grid: Grid | None,
        fill: FillResult | None = None,
        reason: str = "",
    ) -> Pattern:
        seconds, cpu_seconds = self.seconds, self.budget.cpu_seconds
        return Pattern(status, grid, self.seed, self._attempts, seconds, fill, reason, cpu_seconds)

    def _ending(self) -> Status:
        if self.budget.is_stopped:
            return Status.CANCELLED
        return Status.IMPOSSIBLE if self._why_impossible() else Status.LIMIT

    def _reason(self) -> str:
        if self.budget.is_stopped:
            return "interrupted"
        if impossible := self._why_impossible():
            return impossible
        if not self._attempts:
            return "the limit left no time to draw a pattern"
        if not self._drawn:
            words = "" if self.spec.words is None else f" with {self.spec.words} words"
            blame = self.spec.lengths_to_blame
            return (
                f"none of {plural(self._attempts, 'drawing')}{words} keeps all rules of the "
                f"{self.spec.style.name} style{blame and f'; {blame}'}"
            )
        return f"the list fills {len(self._patterns)} of {plural(self._drawn, 'pattern')} drawn"

    def _why_impossible(self) -> str:
        """Return why no further pattern exists; "" if there may be one."""
        if not (self._attempts and self.spec.is_decided):
            return ""
        if not self._drawn:
            return "the template decides every cell, and its pattern does not keep the rules"
        if self._unfillable:
            return "the template decides every cell, and the list cannot fill its pattern"
        return "the template decides every cell: it has just one pattern" if self._patterns else ""


def start(
    height: int,
    width: int | None = None,
    *,
    words: WordsLike | None = None,
    verify: bool = True,
    style: str = "american",
    symmetry: str | None = None,
    word_count: int | tuple[int, int] | None = None,
    block_count: int | tuple[int, int] | None = None,
    template: GridLike | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    limit: Limit | Budget | None = None,
    count: int = 1,
) -> PatternRun:
    """Begin a search for `count` patterns; the other keywords are those of `pattern`."""
    template = None if template is None else Grid.of(template)
    spec = Spec.of(
        height,
        height if width is None else width,
        style=style,
        symmetry=symmetry,
        word_count=word_count,
        block_count=block_count,
        template=template,
    )
    if words is None:
        rules = rules or Rules(min_score=ACCEPTABLE)
        words = lexicon.english() if verify else ()
    return PatternRun(
        spec,
        WordList.of(words) if verify else None,
        rules=rules,
        template=template,
        seed=seed,
        limit=limit,
        count=count,
    )


def pattern(
    height: int,
    width: int | None = None,
    *,
    words: WordsLike | None = None,
    verify: bool = True,
    style: str = "american",
    symmetry: str | None = None,
    word_count: int | tuple[int, int] | None = None,
    block_count: int | tuple[int, int] | None = None,
    template: GridLike | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    limit: Limit | Budget | None = None,
) -> Pattern:
    """Make a pattern of `height` rows and `width` columns; without `width`, a square one.

    Unless `verify` is false, it is filled once with `words`, under `rules`; without `words`, with
    the built-in English words that score 50 or more. The letters and blocks of a `template` stay,
    and its empty cells may become either. Against limits on nodes and failures, drawing a pattern
    counts as 100 of them.
    """
    with start(
        height,
        width,
        words=words,
        verify=verify,
        style=style,
        symmetry=symmetry,
        word_count=word_count,
        block_count=block_count,
        template=template,
        rules=rules,
        seed=seed,
        limit=limit,
    ) as run:
        return run.result()


def _with_lengths(
    spec: Spec, words: WordList | None, min_score: int | None, template: Grid | None
) -> Spec:
    """Keep to word lengths that the list has, and those of the words that the template gives."""
    if words is None:
        return spec
    lengths = {length for length in words.lengths if _has(words, length, min_score)}
    if template is not None:
        lengths |= {len(slot) for slot in template.slots if template.word(slot) is not None}
    return replace(spec, lengths=frozenset(lengths))


def _has(words: WordList, length: int, min_score: int | None) -> bool:
    return min_score is None or any(score >= min_score for score in words.table(length).scores)
