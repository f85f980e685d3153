"""What is to be done for each puzzle: a draft, its repair, and the files, as pure functions.

A draft does not know the answers of the puzzles just before it, which are in the making at the same
time. Once those are decided, the answers that it shares with them too soon are replaced: alone,
then together with what crosses them, and at last with the whole grid. All limits are in nodes or
failures, so that everything depends on the plan and its inputs alone.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from crosswright.constructing.construct import construct
from crosswright.errors import CrosswrightError
from crosswright.explaining.explain import explain
from crosswright.filling.fill import fill, start
from crosswright.filling.preference import Preferences, lively_words, preferences
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.puzzles.difficulty import MEDIUM_FROM, estimate
from crosswright.series import outputs
from crosswright.series.calendar import dated
from crosswright.series.inputs import Inputs
from crosswright.series.ledger import DONE, HOLE, LedgerEntry
from crosswright.series.patterns import pattern, seed_of
from crosswright.series.plan import Plan, PlannedPuzzle, PuzzleNumber
from crosswright.series.windows import Answers, blocked
from crosswright.support.records import Record, replace
from crosswright.support.wording import either, plural, slot_name

RINGS: Final = 2
"""How many times what crosses a region is added to it before the whole grid is filled anew."""

MARGIN: Final = 2
"""How far above the goal a draft aims, for what its repair loses. Drafts are made at the same time,
repairs one after another: what takes time is better done in drafts."""

KEEPING: Final = 40
"""The part of a repair's failures that may be spent on keeping lively words where they are: where
that works, it takes few."""

IMPROVING_FAILURES: Final = 400
"""What a repair may spend on making new words good enough where that was not enough."""

WHOLE_IMPROVING_FAILURES: Final = 2_000
"""What it may spend on that if the whole grid is new."""

EASING_FAILURES: Final = 1_000
"""What it may spend on making an easy day's puzzle easy again."""

HARDEST_OF: Final = 6
"""First fills of which a hard day takes the hardest."""

LOWER_STEP: Final = 10
"""How far a floor is lowered at a time."""

EXPLAINING_NODES: Final = 20_000
"""What the explanation of a hole may spend."""

EXPLAINING_REPAIRS: Final = 2
"""How many changes that would help it looks for."""

MAX_FAILED_SLOTS: Final = 6
"""Slots that are named where nothing was proved."""


class Season(Record):
    """A plan and what its files hold: all that the tasks depend on."""

    plan: Plan
    inputs: Inputs

    @cached_property
    def puzzles(self) -> tuple[PlannedPuzzle, ...]:
        """The puzzles in order."""
        return dated(self.plan)

    def planned(self, number: PuzzleNumber) -> PlannedPuzzle:
        """Return the puzzle of a number."""
        return self.puzzles[number - 1]

    @cached_property
    def preferences(self) -> Preferences:
        """How much liveliness and chance count, as the plan says or as usual with its lists."""
        sources = self.plan.words
        return preferences(self.inputs.words, sources.lively, sources.variety)

    def blocked(self, number: PuzzleNumber, earlier: Sequence[Answers]) -> frozenset[str]:
        """Return the words that a puzzle must not use after these."""
        inputs = self.inputs
        return blocked(self.plan.windows, number, earlier, inputs.history, inputs.themes_by_number)


class Draft(Record):
    """A first version of a puzzle, or why there is none."""

    number: PuzzleNumber
    pattern: str = ""
    """The blocks, in the text notation; none if there is not even a pattern."""
    grid: str = ""
    """The filled grid, in the text notation."""
    reason: str = ""
    is_refuted: bool = False
    """Whether it is proved that there is none, so that nothing is gained by another try."""


class Decision(Record):
    """What becomes of a number: its entry in the ledger, still without files."""

    entry: LedgerEntry
    cpu_seconds: float = 0.0


# -- the draft ------------------------------------------------------------------------------------


def draft(season: Season, number: PuzzleNumber, used: Collection[str]) -> Draft:
    """Make a first version of a puzzle without some words."""
    try:
        return _first_version(season, season.planned(number), used)
    except CrosswrightError as error:
        return Draft(number, reason=str(error))


def _first_version(season: Season, planned: PlannedPuzzle, used: Collection[str]) -> Draft:
    number, search = planned.number, season.plan.search
    limit = Limit(nodes=search.nodes, failures=search.failures)
    stems = season.plan.words.no_shared_stem
    rules = Rules(min_score=planned.day.min_score, used=used, no_shared_stem=stems)
    grid, reason = _to_fill(season, planned, rules, limit)
    if grid is None:
        return Draft(number, reason=reason)
    blocks = _without_letters(grid)
    result = _filled(season, planned, grid, rules, limit)
    if result.status is not Status.FILLED:
        is_refuted = result.status is Status.IMPOSSIBLE
        return Draft(number, str(blocks), is_refuted=is_refuted)
    return Draft(number, str(blocks), str(result.grid))


def _to_fill(
    season: Season, planned: PlannedPuzzle, rules: Rules, limit: Limit
) -> tuple[Grid | None, str]:
    """Return the pattern to fill, with its theme in place; or why there is none."""
    if not planned.theme:
        return pattern(season.plan, season.inputs, planned), ""
    day = planned.day
    no_grid = f"no grid for the theme {either(planned.theme, 'and')}"
    try:
        result = construct(
            planned.theme,
            size=(day.height, day.width),
            words=season.inputs.words,
            step_down=False,
            style=day.style,
            word_count=day.words,
            rules=rules,
            seed=seed_of(season.plan, planned.number),
            limit=limit,
            candidates=1,
            objective="any",
        )
    except CrosswrightError as error:
        return None, f"{no_grid}: {error}"
    if result.status is not Status.FILLED:
        return None, f"{no_grid}: {result.reason}"
    return _with_letters_of(result.best.grid, result.best.theme), ""


def _filled(
    season: Season, planned: PlannedPuzzle, grid: Grid, rules: Rules, limit: Limit
) -> FillResult:
    """Fill a grid: no better than the goal of its day, and as hard as that should be."""
    words, day, seed = season.inputs.words, planned.day, seed_of(season.plan, planned.number)
    if day.difficulty == "easy":
        return _easy_fill(season, grid, rules, seed, limit, MEDIUM_FROM - MARGIN)
    if day.difficulty == "hard":
        return _hardest_fill(season, grid, rules, seed, limit)
    if day.goal is None:
        return fill(grid, words, rules, seed=seed, limit=limit)
    return fill(
        grid,
        words,
        rules,
        seed=seed,
        limit=limit,
        objective="score",
        goal=day.goal + MARGIN,
        thrifty=True,
        **season.preferences,
    )


def _easy_fill(
    season: Season, grid: Grid, rules: Rules, seed: int, limit: Limit, below: float
) -> FillResult:
    """Improve the mean of a fill until its difficulty is below a number."""
    words, best = season.inputs.words, None
    with start(grid, words, rules, seed=seed, limit=limit, objective="score", goal=math.inf) as run:
        for progress in run:
            if progress.best is not None and progress.best is not best:
                best = progress.best
                if estimate(best.grid, words.score).number < below:
                    return best
        return run.result()


def _hardest_fill(season: Season, grid: Grid, rules: Rules, seed: int, limit: Limit) -> FillResult:
    """Return the hardest of some first fills."""
    words = season.inputs.words
    seeds = [seed + index * len(season.puzzles) for index in range(HARDEST_OF)]
    results = [fill(grid, words, rules, seed=one, limit=limit) for one in seeds]
    filled = [result for result in results if result.status is Status.FILLED]
    hardness = [estimate(result.grid, words.score).number for result in filled]
    return filled[hardness.index(max(hardness))] if filled else results[0]


# -- the repair -----------------------------------------------------------------------------------


def decide(season: Season, number: PuzzleNumber, first: Draft, used: Collection[str]) -> Decision:
    """Repair a draft that must not have some words; a hole if there is no other way."""
    begun = time.thread_time()
    repair = _Repair(season, season.planned(number), first, used)
    entry = repair.entry()
    return Decision(entry, time.thread_time() - begun)


class _Repair:
    """The repair of one draft."""

    def __init__(
        self, season: Season, planned: PlannedPuzzle, first: Draft, used: Collection[str]
    ) -> None:
        self._season, self._planned, self._first = season, planned, first
        self._used = used
        self._words = season.inputs.words
        self._seed = seed_of(season.plan, planned.number)
        failures = season.plan.search.repair_failures
        self._limit, self._region_limit = Limit(failures=failures), Limit(failures=failures // 4)
        self._kept_limit = Limit(failures=failures // KEEPING)
        self._theme = frozenset(season.inputs.themes_by_number.get(planned.number, ()))

    def entry(self) -> LedgerEntry:
        """Return what becomes of the number."""
        first = self._first
        grid = Grid.parse(first.grid) if first.grid else None
        collided = [] if grid is None else self._collided(grid)
        if grid is not None and not collided:
            return self._done(grid, "none", 0)
        for repair, result in self._repairs(grid, collided):
            if result is not None:
                return self._done(result.grid, repair, len(collided), result.min_score)
        return self._hole(len(collided))

    def _repairs(
        self, grid: Grid | None, collided: list[str]
    ) -> Iterator[tuple[str, FillResult | None]]:
        """Try one repair after another, the smallest first."""
        floor = self._planned.day.min_score
        if grid is not None:
            region = collided
            yield "region", self._refilled(grid, region, floor)
            rings = [region := self._with_ring(grid, region) for _ in range(RINGS)]
            if lively := self._lively(grid, collided):
                for ring in rings:
                    yield "rings", self._refilled(grid, ring, floor, lively)
            for ring in rings:
                yield "rings", self._refilled(grid, ring, floor)
        if not self._first.is_refuted:
            yield "whole", self._whole(floor)
        search = self._season.plan.search
        if search.at_hole == "lower":
            for lower in _lower_floors(floor, search.lowest_score):
                yield "lowered", self._whole(lower)

    def _collided(self, grid: Grid) -> list[str]:
        """Return the slots whose answers are not to be used; themes are left alone."""
        return [
            label
            for label, answer in self._answers(grid).items()
            if answer in self._used and answer not in self._theme
        ]

    def _answers(self, grid: Grid) -> dict[str, str]:
        return {slot.label: self._words.spell(grid.word(slot) or "") for slot in grid.slots}

    def _with_ring(self, grid: Grid, region: Iterable[str]) -> list[str]:
        """Return a region and the slots that cross it, without those of the theme."""
        cells = {cell for label in region for cell in grid.slot(label).cells}
        return [
            slot.label
            for slot in grid.slots
            if not cells.isdisjoint(slot.cells)
            and self._words.spell(grid.word(slot) or "") not in self._theme
        ]

    def _lively(self, grid: Grid, collided: Collection[str]) -> list[str]:
        """Return the slots with lively words that are worth keeping, where these count."""
        if not self._season.preferences["lively"]:
            return []
        answers = self._answers(grid)
        lively = lively_words(answers.values(), self._words)
        return [slot for slot, word in answers.items() if word in lively and slot not in collided]

    def _refilled(
        self, grid: Grid, region: list[str], floor: int, kept_slots: Sequence[str] = ()
    ) -> FillResult | None:
        """Fill a region anew, but for some slots, with words about as good as those before."""
        theme = [label for label, word in self._answers(grid).items() if word in self._theme]
        kept = {cell for label in (*theme, *kept_slots) for cell in grid.slot(label).cells}
        cells = {cell for label in region for cell in grid.slot(label).cells}.difference(kept)
        rules = replace(self._rules(floor), region=sorted(cells))
        limit = self._kept_limit if kept_slots else self._region_limit
        return self._best(grid, rules, limit, IMPROVING_FAILURES)

    def _rules(self, floor: int) -> Rules:
        """Return the rules of a fill at a floor."""
        stems = self._season.plan.words.no_shared_stem
        return Rules(min_score=floor, used=self._used, no_shared_stem=stems)

    def _best(self, grid: Grid, rules: Rules, limit: Limit, improving: int) -> FillResult | None:
        """Fill a grid or a region of it, as good, as easy or as hard as the day should be."""
        day, season, seed = self._planned.day, self._season, self._seed
        if day.difficulty == "hard":
            result = _hardest_fill(season, grid, rules, seed, limit)
            return result if self._is_good(result) else None
        result = fill(grid, self._words, rules, seed=seed, limit=limit)
        if not self._is_good(result):
            return None
        spent = result.statistics.failures
        goal = self._goal(grid, result)
        if day.difficulty == "easy":
            limit = Limit(failures=spent + EASING_FAILURES)
            better = _easy_fill(season, grid, rules, seed, limit, MEDIUM_FROM)
        elif goal is not None:
            limit = Limit(failures=spent + improving)
            better = fill(
                grid, self._words, rules, seed=seed, limit=limit, objective="score", goal=goal
            )
        else:
            return result
        return better if self._is_good(better) else result

    def _is_good(self, result: FillResult) -> bool:
        return result.status is Status.FILLED and not self._collided(result.grid)

    def _goal(self, grid: Grid, result: FillResult) -> float | None:
        """Return the mean that the new words should have; None if theirs is good enough.

        They should be as good as those before, unless the puzzle reaches its goal with less.
        """
        day = self._planned.day
        mean = result.mean_score
        if day.goal is None or mean is None:
            return None
        score = self._words.score
        before = {slot.label: grid.word(slot) for slot in grid.slots}
        scores = {label: score(word) or 0 for label, word in before.items() if word is not None}
        inside = sum(scores.get(label, 0) for label in result.scores)
        needed = day.goal * len(before) - (sum(scores.values()) - inside)
        if all(label in scores for label in result.scores):
            needed = min(needed, inside)
        goal = needed / len(result.scores)
        return goal if mean < goal else None

    def _whole(self, floor: int) -> FillResult | None:
        """Fill the whole grid anew."""
        if not self._first.pattern and not self._planned.theme:
            return None
        rules = self._rules(floor)
        if self._planned.theme:
            grid, _ = _to_fill(self._season, self._planned, rules, self._limit)
        else:
            grid = Grid.parse(self._first.pattern)
        if grid is None:
            return None
        return self._best(grid, rules, self._limit, WHOLE_IMPROVING_FAILURES)

    # -- what came of it ------------------------------------------------------------------------

    def _done(
        self, grid: Grid, repair: str, collisions: int, floor: int | None = None
    ) -> LedgerEntry:
        answers = tuple(self._answers(grid).values())
        scores = [score for score in map(self._words.score, answers) if score is not None]
        return LedgerEntry(
            self._planned.number,
            self._planned.date,
            DONE,
            str(_without_letters(grid)),
            str(grid),
            answers,
            self._planned.day.min_score if floor is None else floor,
            round(sum(scores) / len(scores), 2) if scores else None,
            min(scores, default=None),
            round(estimate(grid, self._words.score).number, 2),
            collisions,
            repair,
        )

    def _hole(self, collisions: int) -> LedgerEntry:
        planned, search = self._planned, self._season.plan.search
        floor = planned.day.min_score
        if search.at_hole == "lower":
            floor = min(floor, search.lowest_score)
        return LedgerEntry(
            planned.number,
            planned.date,
            HOLE,
            self._first.pattern,
            min_score=floor,
            collisions=collisions,
            explanation=self._first.reason or self._explanation(floor),
        )

    def _explanation(self, floor: int) -> str:
        explanation = explain(
            self._first.pattern,
            self._words,
            self._rules(floor),
            seed=self._seed,
            limit=Limit(nodes=EXPLAINING_NODES),
            repairs=EXPLAINING_REPAIRS,
        )
        out = plural(len(self._used), "word")
        if explanation.conflict is not None:
            text = f"There is no fill at a floor of {floor} with {out} out."
            helping = [repair["text"] for repair in explanation.to_json()["repairs"]]
            first = f"{text} What would help: {helping[0]}" if helping else text
            return f"{first}\n{explanation.text()}"
        # Its own words would say how long it took, which is never the same twice.
        text = f"No fill was found at a floor of {floor} with {out} out, but none is ruled out."
        if not explanation.hottest:
            return text
        names = [slot_name(label) for label in explanation.hottest[:MAX_FAILED_SLOTS]]
        return f"{text} The search fails most often at {either(names, 'and')}."


def _lower_floors(floor: int, lowest: int) -> Iterator[int]:
    """Yield the floors below one, down to the lowest."""
    while floor > lowest:
        floor = max(floor - LOWER_STEP, lowest)
        yield floor


def _without_letters(grid: Grid) -> Grid:
    return grid.without_letters(grid.letters)


def _with_letters_of(grid: Grid, labels: Iterable[str]) -> Grid:
    """Return a grid with nothing but the letters of some slots."""
    kept = {cell for label in labels for cell in grid.slot(label).cells}
    return grid.without_letters(cell for cell in grid.letters if cell not in kept)


# -- the files ------------------------------------------------------------------------------------


def produce(season: Season, number: PuzzleNumber, grid: str) -> dict[str, bytes]:
    """Return the files of a puzzle by their paths in the season's folder."""
    planned = season.planned(number)
    puzzle = outputs.puzzle(season.plan, season.inputs, planned, Grid.parse(grid))
    return outputs.files(season.plan, planned, puzzle)
