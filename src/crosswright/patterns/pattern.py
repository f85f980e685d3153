"""Block patterns: symmetric, true to their style, and filled once before they are shown.

>>> found = make(9, seed=1)
>>> found.status, found.grid.is_symmetric("180")
(<Status.FILLED: 'FILLED'>, True)
"""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

from crosswright.filling import fill as filling
from crosswright.filling.fill import FillResult, FillRun
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Run, Status
from crosswright.patterns.draw import draw
from crosswright.patterns.fit import Crossings
from crosswright.patterns.spec import Spec
from crosswright.support.pictures import drawn_by
from crosswright.words import lexicon
from crosswright.words.wordlist import WordList

__all__ = ["Pattern", "PatternRun", "Progress", "Spec", "make", "start"]

ACCEPTABLE = 50
"""The score from which on words of the built-in list are used to verify a pattern."""

VERIFY_FAILURES = 1500
"""Dead ends after which the fill that verifies a pattern gives up, and another is drawn."""

MOST_ATTEMPTS = 200
"""Patterns drawn, where no time is set, before the search for one that fills is given up."""


@dataclass(frozen=True)
class Pattern:
    """A pattern, or what became of the search for one.

    FILLED: `grid` was filled as `fill` shows. None: it was drawn and, as asked for, not filled.
    LIMIT: no pattern, or none that fills, was found in time. `grid` has the letters of the
    template and no others.
    """

    status: Status | None
    grid: Grid | None
    seed: int
    attempts: int
    seconds: float
    fill: FillResult | None = None
    reason: str = ""

    _repr_html_ = drawn_by("pattern_html")

    @property
    def is_verified(self) -> bool:
        """Whether the engine has filled it."""
        return self.status is Status.FILLED


@dataclass(frozen=True)
class Progress:
    """How far the search has got: patterns tried, drawn by the rules, and found."""

    attempts: int
    drawn: int
    found: int
    seconds: float


class PatternRun(Run[Progress, Pattern]):
    """A search for patterns: iterate its progress, `stop()` it from any thread, take `results()`.

    Without a word list patterns are not filled. The same seed gives the same patterns; a limit of
    time only ends the search. A limit of failures is that of each fill.
    """

    def __init__(
        self,
        spec: Spec,
        words: WordList | None,
        *,
        rules: Rules | None = None,
        template: Grid | None = None,
        seed: int = 0,
        limit: Limit | None = None,
        count: int = 1,
    ) -> None:
        super().__init__()
        self.seed = seed
        self.count = count
        self._rules = rules or Rules()
        self._words = words
        self._letters = {} if template is None else dict(template.letters)
        self.spec = _with_lengths(spec, words, self._rules.min_score, template)
        self._crossings = None
        if self._letters and words is not None and template is not None:
            self._crossings = Crossings(template, words, self._rules.min_score)
        self._limit = limit or Limit()
        self._fill: FillRun | None = None
        self._found: list[Pattern] = []
        self._attempts = self._drawn = 0

    def stop(self) -> None:
        """End the search soon; its results are what it has by then."""
        super().stop()
        if self._fill is not None:
            self._fill.stop()

    def results(self) -> list[Pattern]:
        """Run the search to its end; the last result says how it ended."""
        self.result()
        return self._results()

    def _outcome(self) -> Pattern:
        return self._results()[0]

    def _results(self) -> list[Pattern]:
        if len(self._found) < self.count:
            status = Status.CANCELLED if self.budget.is_stopped else Status.LIMIT
            return [*self._found, self._result(status, None, reason=self._reason())]
        return self._found

    # -- the search -----------------------------------------------------------------------------

    def _over(self) -> bool:
        seconds = self._limit.seconds
        return self.budget.is_stopped or (seconds is not None and self.seconds >= seconds)

    def _work(self) -> Generator[Progress, None, None]:
        seen: set[Grid] = set()
        most = MOST_ATTEMPTS * self.count if self._limit.seconds is None else None
        while len(self._found) < self.count and not self._over() and self._attempts != most:
            rng = random.Random(f"{self.seed}/{self._attempts}")
            self._attempts += 1
            drawn = draw(self.spec, rng, self._over, self._crossings)
            if drawn is not None and drawn not in seen:
                seen.add(drawn)
                self._drawn += 1
                self._consider(drawn.with_letters(self._letters))
            yield Progress(self._attempts, self._drawn, len(self._found), self.seconds)

    def _consider(self, grid: Grid) -> None:
        if self._words is None:
            self._found.append(self._result(None, grid))
            return
        left = None
        if self._limit.seconds is not None:
            left = max(0.0, self._limit.seconds - self.seconds)
        limit = Limit(seconds=left, failures=self._limit.failures or VERIFY_FAILURES)
        with filling.start(
            grid, self._words, self._rules, seed=self.seed, limit=limit
        ) as self._fill:
            if self.budget.is_stopped:
                return
            filled = self._fill.result()
        if filled.status is Status.FILLED:
            self._found.append(self._result(Status.FILLED, grid, filled))

    def _result(
        self,
        status: Status | None,
        grid: Grid | None,
        fill: FillResult | None = None,
        reason: str = "",
    ) -> Pattern:
        return Pattern(status, grid, self.seed, self._attempts, self.seconds, fill, reason)

    def _reason(self) -> str:
        if self.budget.is_stopped:
            return "interrupted"
        if not self._drawn:
            wanted = "" if self.spec.words is None else f" with {self.spec.words} words"
            return (
                f"none of {self._attempts} drawings{wanted} keeps all rules of the "
                f"{self.spec.style.name} style"
            )
        drawn = "1 pattern was" if self._drawn == 1 else f"{self._drawn} patterns were"
        return f"{drawn} drawn, of which the list fills {len(self._found)}"


def start(
    height: int,
    width: int | None = None,
    *,
    words: WordList | None = None,
    verify: bool = True,
    style: str = "american",
    symmetry: str | None = None,
    word_count: int | tuple[int, int] | None = None,
    block_count: int | tuple[int, int] | None = None,
    template: Grid | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    limit: Limit | None = None,
    count: int = 1,
) -> PatternRun:
    """Begin a search for patterns.

    Unless `verify` is false, each is filled once with `words`, by `rules`; without `words`, with
    the built-in English list from score 50 up. The letters of a `template` stay in words, its
    blocks stay, and its empty cells are free for either.
    """
    width = height if width is None else width
    spec = Spec.of(
        height,
        width,
        style=style,
        symmetry=symmetry,
        word_count=word_count,
        block_count=block_count,
        template=template,
    )
    if verify and words is None:
        words = lexicon.english()
        rules = rules or Rules(min_score=ACCEPTABLE)
    return PatternRun(
        spec,
        words if verify else None,
        rules=rules,
        template=template,
        seed=seed,
        limit=limit,
        count=count,
    )


def make(height: int, width: int | None = None, **options: Any) -> Pattern:
    """Make one pattern; the keywords are those of `start`."""
    with start(height, width, **options) as run:
        return run.result()


def _with_lengths(
    spec: Spec, words: WordList | None, min_score: int | None, template: Grid | None
) -> Spec:
    """Keep to word lengths that the list has, and those of words that the template gives."""
    if words is None:
        return spec
    lengths = {length for length in words.lengths if _has(words, length, min_score)}
    if template is not None:
        lengths |= {len(slot) for slot in template.slots if template.word(slot) is not None}
    return replace(spec, lengths=frozenset(lengths))


def _has(words: WordList, length: int, min_score: int | None) -> bool:
    return min_score is None or any(score >= min_score for score in words.table(length).scores)
