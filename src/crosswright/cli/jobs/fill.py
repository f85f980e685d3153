"""The work of `crosswright fill`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

from crosswright.cli.commands.fill import FillOptions, FillRequest
from crosswright.cli.console import Console
from crosswright.cli.exits import Exit
from crosswright.cli.files import PuzzleWriter, read_clues, read_puzzle
from crosswright.cli.interrupts import interruptible
from crosswright.cli.options.limits import seed_or_random
from crosswright.cli.options.rules import spare_cut_off
from crosswright.cli.results import (
    clues_object,
    deliver,
    fill_figures,
    fill_object,
    manifest,
    parts_object,
    print_json,
)
from crosswright.cli.terminal import print_text
from crosswright.errors import CrosswrightError, StyleError
from crosswright.filling.fill import FillRun, start
from crosswright.filling.floors import FLOORS, LOWEST_UNASKED, floors_down_to
from crosswright.filling.model import Model
from crosswright.filling.preference import Preferences
from crosswright.filling.result import ROUNDING, FillProgress, FillResult, unchanged_text
from crosswright.filling.rules import Rules
from crosswright.filling.several import different, every, no_repeats
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.puzzles.enumeration import spells
from crosswright.puzzles.puzzle import Puzzle
from crosswright.puzzles.repeats import Repeats
from crosswright.support.records import Record, field, replace
from crosswright.support.wording import duration
from crosswright.words.wordlist import WordList

if TYPE_CHECKING:  # else only where drafts are wanted, or patterns tried
    from crosswright.clues.drafts import DraftSources
    from crosswright.patterns.trial import Trial

FIRST_FILL_SECONDS = 30.0
"""Time for a first fill, at each floor, unless the user sets a limit."""

SETTLED_SECONDS = 0.5
"""Time at a floor after which the ones given up before it are announced."""

GOOD_FLOORS = floors_down_to(LOWEST_UNASKED)
"""Floors at which a pattern is looked for that fills, where not all do."""

CHOOSING_SHARE = 0.25
"""Share of a time limit in which a pattern is chosen that fills, where not all do."""

WHY_LEFT = {Status.IMPOSSIBLE: "proved impossible", Status.LIMIT: "no fill in time"}
"""Why a floor is given up for a lower one."""

IMPROVING_SECONDS = 5.0
"""Time until which a fill is improved unless the user sets a limit."""


def run(request: FillRequest) -> Exit:
    """Fill the grid, and write and report the fills."""
    mode, metadata = request.mode, request.metadata
    writer = PuzzleWriter.of(request.outputs, mode, date=metadata.date)
    given = None
    if request.grid is not None:
        given = choose_puzzle(request)
        request = replace(request, lists=request.lists.available_for(given, mode.console))
    sources = None
    if request.clues.draft_clues:
        from crosswright.cli.dictionary import draft_sources

        # This fails before any work is done.
        sources = draft_sources(True, mode.console, request.lists.language)
    clues = read_clues(request.clues.clues, request.clues.encoding, mode.console)
    seed = seed_or_random(request.search.seed)
    grids = built_in_grids(request, seed) if given is None else [given.filled_grid]
    job = FillJob.of(request, grids, seed)
    blank = given or Puzzle(job.grids[0])
    count = request.search.count
    puzzles: list[Puzzle] = []

    def give(result: FillResult, number: int) -> None:
        base = blank if len(job.grids) == 1 else Puzzle(result.grid.without_letters())
        puzzle = request.lists.tagged(metadata.applied(solved(base, result), number))
        puzzle = with_clues(puzzle, clues, job.words, sources)
        puzzles.append(puzzle)
        if number > 1 and not mode.json and not writer.targets:
            print_text()
        deliver(
            puzzle,
            # The seed of all and the number choose the pattern; its own seed would choose another.
            fill_figures(
                result,
                f"{seed}, number {number}" if len(job.grids) > 1 else "",
                floor=job.lowered_floor(result),
            ),
            writer,
            mode,
            number=number if count > 1 else None,
        )
        if job.rules.region is not None and result.grid == blank.filled_grid:
            mode.console.note(unchanged_text(result))
        elif job.rules.region is not None:
            job.note_lower_mean(result, blank.filled_grid)
        if sources:
            from crosswright.cli.dictionary import note_drafts

            note_drafts(puzzle, mode.console, sources)

    with interruptible(job.budget.stop) as interruption:
        results = job.run(give)
    reason = ""
    if results[-1].status is not Status.FILLED:
        reason = job.why_unplaceable() if results[-1].status is Status.IMPOSSIBLE else ""
        reason = reason or why_not(
            results, count, of_one_grid=len(job.grids) == 1, has_file=request.grid is not None
        )
    if mode.json:
        object_ = report(job, results, puzzles, writer, sources, request.lists.taste)
        print_json({**object_, "reason": reason} if reason else object_)
    elif reason:
        mode.console.warn(reason)
    elif interruption.exit and len(results) < count:
        mode.console.warn(f"{len(results)} of {count} fills: interrupted")
    return interruption.exit or Exit.of(results[-1].status)


def built_in_grids(request: FillRequest, seed: int) -> list[Grid]:
    """Return the built-in pattern that a seed chooses or, to choose from, all in its order."""
    from crosswright.patterns import builtin

    size = request.built_in.size or (builtin.USUAL_SIZE, builtin.USUAL_SIZE)
    style = request.built_in.style or builtin.usual_style(request.lists.language, size[0])
    side = builtin.side_of(*size, style)
    is_choice = request.search.count > 1 or request.lists.is_foreign or request.rules.require
    if is_choice:
        return [*builtin.in_order(seed, side, style)]
    return [builtin.pattern(seed, side, style)]


def choose_puzzle(request: FillRequest) -> Puzzle:
    """Read the puzzle to fill."""
    assert request.grid is not None
    if request.built_in.are_given:
        raise StyleError("--size and --style choose a built-in pattern; leave them out with GRID")
    puzzle = read_puzzle(request.grid, request.input_format, request.mode.console)
    if request.search.clear:
        return replace(puzzle, grid=puzzle.grid.without_letters(), solution={})
    return puzzle


def with_clues(
    puzzle: Puzzle, clues: dict[str, str], words: WordList, sources: DraftSources | None
) -> Puzzle:
    """Return the puzzle with its clues, and with drafts where there are none if wanted."""
    puzzle = puzzle.with_clues_for(clues, words.spell)
    if sources is None:
        return puzzle
    from crosswright.clues.drafts import with_drafts

    return with_drafts(puzzle, sources)


class FillJob(Record, frozen=False):
    """The fills to make, one after another, until stopped."""

    grids: Sequence[Grid]
    """What to fill: one grid again and again, or one pattern after another."""
    words: WordList
    rules: Rules
    earlier: Sequence[Sequence[str]]
    """The answers of the puzzles before this series, the oldest first."""
    repeats: Repeats
    seed: int
    search: FillOptions
    preferences: Preferences
    floors: Sequence[int | None] | None
    """The lowest scores to step down while the grid does not fill; None to keep to the rules."""
    last_resort: Sequence[int | None]
    """Lower ones, for when these are proved impossible, and not just because time is short."""
    console: Console
    budget: Budget = field(default_factory=Budget, init=False)
    """What all fills are part of; stopped, it ends the current one and lets no other begin."""

    @classmethod
    def of(cls, request: FillRequest, grids: Sequence[Grid], seed: int) -> FillJob:
        """Read the rules and the lists; keep the grids, after the first one, that the rules fit."""
        console, options = request.mode.console, request.rules
        history = options.history(console)
        rules = options.rules_after(history, grids[0]).for_grid(grids[0])
        words = request.lists.load(console)
        grids = [grids[0], *(grid for grid in grids[1:] if _fits(rules, grid))]
        if len(grids) > 1 and rules.required and not _name_slots(rules):
            is_one = request.search.count == 1 and not request.lists.is_foreign
            grids = _with_room(grids, words, rules.required, count=1 if is_one else None)
        steps_down = request.lists.has_built_in and rules.min_score is None
        floors: Sequence[int | None] | None = FLOORS if steps_down else None
        last_resort: Sequence[int | None] = ()
        if floors and request.grid is None:  # there are other patterns, and other times
            floors, last_resort = GOOD_FLOORS, FLOORS[len(GOOD_FLOORS) :]
        rules = spare_cut_off(rules, grids[0], words, console, floors[0] if floors else None)
        if rules.region is not None and request.search.count > 1:
            # Several fills are all to be new ones: none may come back as it was.
            grids = [grids[0].without_letters(rules.region_cells(grids[0])), *grids[1:]]
        if len(grids) > 1 and request.lists.is_foreign:
            trial = cls._trial(grids, words, rules, seed, request.search)
            grids = trial.grids if request.search.count > 1 else trial.grids[:1]
            floors = floors and cls._lowered(floors, trial.floor, console)
        elif request.search.count == 1:
            grids = grids[:1]
        return cls(
            grids,
            words,
            rules,
            history.puzzles if history else (),
            options.repeats,
            seed,
            request.search,
            request.preferences.chosen(words, request.search.objective == "score"),
            floors,
            last_resort,
            console,
        )

    @staticmethod
    def _trial(
        grids: Sequence[Grid], words: WordList, rules: Rules, seed: int, search: FillOptions
    ) -> Trial:
        """Try the patterns: return first those that fill well, as many as fills are wanted."""
        from crosswright.patterns.trial import fillable_first

        limit = None
        if search.time is not None and search.objective == "score":
            limit = Limit(seconds=search.time * CHOOSING_SHARE)
        floors = GOOD_FLOORS if rules.min_score is None else (rules.min_score,)
        return fillable_first(
            grids, words, rules, floors=floors, seed=seed, count=search.count, limit=limit
        )

    @staticmethod
    def _lowered(
        floors: Sequence[int | None], begin: int | None, console: Console
    ) -> Sequence[int | None]:
        """Return the floors from one on, and say so if others were above it."""
        index = floors.index(begin)
        if index > 0:
            console.note(stepping_down(floors[index - 1], "no pattern fills easily", begin))
        return floors[index:]

    def run(self, give: Callable[[FillResult, int], None]) -> list[FillResult]:
        """Give away each fill as it is made; return all results, the last one with the ending."""
        count = self.search.count
        if self.search.no_repeats or self.repeats.allow_any:
            earlier, repeats = self.earlier, self.repeats
            exempt = {*map(self.words.spell, self.rules.required)}
            fills = no_repeats(self.fill, self.rules, self.seed, count, repeats, earlier, exempt)
        else:
            fills = different(self.fill, self.rules, self.seed, count, self._rest)
        results = []
        for number, result in enumerate(fills, 1):
            results.append(result)
            if result.status is Status.FILLED:
                give(result, number)
            if self.budget.is_stopped:
                break
        return results

    def note_lower_mean(self, result: FillResult, before: Grid) -> None:
        """Say that the words of a region had a higher mean score, where something else counts."""
        words = [before.word(before.slot(label)) for label in result.answers]
        scores = [self.words.score(word) for word in words if word is not None]
        known = [score for score in scores if score is not None]
        mean = result.mean_score
        if mean is None or len(known) < len(words) or not any(self.preferences.values()):
            return
        if sum(known) / len(known) > mean + ROUNDING:
            self.console.note(
                f"before, the mean score of these words was {sum(known) / len(known):.1f}: lively "
                "words and chance count, too; with --lively 0 --variety 0, only scores do"
            )

    def lowered_floor(self, result: FillResult) -> str:
        """Return the floor of a fill that had to be lowered for it, "" if it was not."""
        is_lowered = self.floors is not None and result.min_score != FLOORS[0]
        return floor_name(result.min_score) if is_lowered else ""

    def fill(self, seed: int, rules: Rules) -> FillResult:
        """Fill the grid that is next, by the seed, at the highest floor that fills."""
        result, floors = self._fill(seed, rules, self.floors), self.floors
        if result.status is Status.IMPOSSIBLE and self.last_resort and not self.why_unplaceable():
            floors = self.last_resort
            self.console.note(stepping_down(LOWEST_UNASKED, WHY_LEFT[result.status], floors[0]))
            result = self._fill(seed, rules, floors, spent=result.statistics.seconds)
            if result.quality is not None and rules.region is None:  # slots at its edge count, too
                result = replace(result, quality=result.quality.below(LOWEST_UNASKED))
        if floors is not None and result.status is Status.FILLED and len(self.grids) == 1:
            # Later fills of the same grid begin at the floor where this one ended.
            self.floors = floors[floors.index(result.min_score) :]
        return result

    def _fill(
        self, seed: int, rules: Rules, floors: Sequence[int | None] | None, *, spent: float = 0.0
    ) -> FillResult:
        with self._start(seed, rules, floors, spent) as run, self.console.live() as line:
            announced = known = 0
            floor_began = 0.0
            for progress in run:
                seconds = progress.statistics.seconds
                if len(progress.floors_left) > known:
                    known, floor_began = len(progress.floors_left), seconds
                # Floors proved impossible one right after another share a line, and need none if
                # no other is left.
                is_settled = progress.best or seconds - floor_began >= SETTLED_SECONDS
                if Status.LIMIT in progress.floors_left.values() or is_settled:
                    self._announce(progress.floors_left, announced, floors)
                    announced = known
                if line.due:
                    line.show(describe(progress))
                seconds = progress.statistics.seconds - floor_began
                if self.search.time is None and progress.best and seconds >= IMPROVING_SECONDS:
                    run.stop()
            result = run.result()
            if result.status is not Status.IMPOSSIBLE:
                self._announce(result.floors_left, announced, floors)
        return result

    def why_unplaceable(self) -> str:
        """Return which words no slot has the length for, or which slots no word; "" if none.

        Of several patterns, this is for all of them to have.
        """
        good = self.words.filter(min_score=self.rules.min_score)
        causes = [self._why_unplaceable(grid, good) for grid in self.grids]
        return f"proved impossible: {causes[0]}" if all(causes) else ""

    def _why_unplaceable(self, grid: Grid, good: WordList) -> str:
        from crosswright.explaining import facts

        missing = facts.words_without_slot(grid, self.words, self.rules.required)
        texts = [facts.no_slot_text(word, length) for word, length in missing.items()]
        if slots := facts.slots_without_words(grid, self.words, self.rules):
            texts.append(facts.no_word_text(slots))
        elif slots := facts.slots_without_words(grid, good, self.rules):
            floor = f"with a score of {self.rules.min_score} or more"
            texts.append(f"{floor}, {facts.no_word_text(slots)}")
        return "; ".join(texts)

    def _announce(
        self,
        floors_left: Mapping[int | None, Status],
        announced: int,
        floors: Sequence[int | None] | None,
    ) -> None:
        """Say which floors were given up since some were announced: the lowest of those alike."""
        lower = dict(pairwise(floors or ()))
        lowest = {status: floor for floor, status in islice(floors_left.items(), announced, None)}
        for status, floor in lowest.items():
            if floor in lower:
                self.console.note(stepping_down(floor, WHY_LEFT[status], lower[floor]))

    def _start(
        self, seed: int, rules: Rules, floors: Sequence[int | None] | None, spent: float
    ) -> FillRun:
        time = None if self.search.time is None else max(self.search.time - spent, 0.0)
        return start(
            self.grids[(seed - self.seed) % len(self.grids)],
            self.words,
            rules,
            seed=seed,
            limit=self.budget.part(time),
            objective=self.search.objective,
            **self.preferences,
            floors=floors,
            patience=Limit(seconds=FIRST_FILL_SECONDS) if time is None else None,
            threads=self.search.threads,
        )

    def _rest(self) -> Iterator[FillResult]:
        rules = self.rules if self.floors is None else replace(self.rules, min_score=self.floors[0])
        time = FIRST_FILL_SECONDS if self.search.time is None else self.search.time
        budget = self.budget.part(time)
        model = Model(self.grids[0], self.words, rules, avoid_look_alikes=True)
        return every(model, self.seed, budget)


def _fits(rules: Rules, grid: Grid) -> bool:
    """Return whether a pattern has the slots and cells that the rules name."""
    try:
        rules.for_grid(grid)
    except CrosswrightError:
        return False
    return True


def _name_slots(rules: Rules) -> bool:
    """Return whether some rules are for single slots, which other patterns have elsewhere."""
    return bool(rules.fixed or rules.allowed or rules.matching or rules.slot_scores or rules.region)


def _with_room(
    grids: Sequence[Grid], words: WordList, required: Collection[str], count: int | None
) -> Sequence[Grid]:
    """Return the patterns with slots for all required words, this many at most.

    If none has them, it is the first one.
    """
    from crosswright.explaining.facts import has_room

    roomy = (grid for grid in grids if has_room(grid, words, required))
    return [*islice(roomy, count)] or grids[:1]


def stepping_down(floor: int | None, why: str, lower: int | None) -> str:
    """Return that a floor was given up, and for which one."""
    return f"scores of {floor} or more: {why}; stepping down to {floor_name(lower)}"


def floor_name(floor: int | None) -> str:
    """Return a lowest score in words."""
    return "any score" if floor is None else str(floor)


def describe(progress: FillProgress) -> str:
    """Describe the best fill so far, the speed and the time, for the live line."""
    best = progress.best
    if best is None or best.mean_score is None:
        filling = f"filling: {progress.slots_filled} of {progress.slots} words"
        state = progress.activity or filling
    else:
        lowest = min(score for score in best.scores.values() if score is not None)
        state = f"best so far: mean {best.mean_score:.1f}, lowest {lowest}"
    seconds = progress.statistics.seconds
    speed = progress.statistics.nodes / max(seconds, 1e-9)
    return f"{state} · {speed:,.0f} nodes/s · {seconds:.1f} s · Ctrl-C ends it"


def solved(puzzle: Puzzle, result: FillResult) -> Puzzle:
    """Put a fill into the puzzle; clues stay with the answers that they were written for."""
    letters = result.grid.letters
    changed = [cell for cell, token in puzzle.grid.letters.items() if letters.get(cell) != token]
    clues = {
        label: puzzle.clue(label)
        for label in puzzle.clues
        if puzzle.filled_grid.word(label) in (None, result.grid.word(label))
    }
    kept = {
        label: text
        for label, text in puzzle.entered.items()
        if spells(text, "".join(result.grid.word(part) or "" for part in puzzle.link(label)))
    }
    blank = puzzle.grid.without_letters(changed)
    return replace(puzzle, grid=blank, solution=letters, clues=clues, entered=kept, progress={})


def report(
    job: FillJob,
    results: list[FillResult],
    puzzles: list[Puzzle],
    writer: PuzzleWriter,
    sources: DraftSources | None,
    taste: str,
) -> dict[str, Any]:
    """Return the JSON object: the last fill and, if there may be several, all of them."""
    search = job.search
    options = {
        "objective": search.objective,
        "time": search.time,
        "threads": search.threads,
        **job.preferences,
        "taste": taste,
    }
    filled = [result for result in results if result.status is Status.FILLED]
    report = fill_object(results[-1])
    if puzzles and results[-1] is filled[-1]:
        report |= _clues_key(puzzles[-1], sources)
    if search.count > 1:
        pairs = zip(filled, puzzles, strict=True)
        report["fills"] = [
            fill_object(result) | _clues_key(puzzle, sources) for result, puzzle in pairs
        ]
    report["manifest"] = manifest(job.words, job.seed, **options)
    report["files"] = writer.written
    return report


def _clues_key(puzzle: Puzzle, sources: DraftSources | None) -> dict[str, Any]:
    clues = clues_object(puzzle)
    if sources:
        from crosswright.cli.dictionary import with_sources

        clues = with_sources(clues, puzzle, sources)
    return ({"clues": clues} if clues else {}) | parts_object(puzzle)


def why_not(
    results: list[FillResult], count: int, of_one_grid: bool = True, has_file: bool = True
) -> str:
    """Return why there is no fill, or no further one, and what to try."""
    *fills, last = results
    floor = "" if last.min_score is None else f" with words that score {last.min_score} or more"
    took = duration(last.statistics.seconds, last.statistics.cpu_seconds)
    after = f" ({took}, seed {last.seed})"
    if fills:
        counted = f"{len(fills)} of {count} fills"
        no_more = "there are no more" if of_one_grid else "the next pattern has no fill"
        return {
            Status.IMPOSSIBLE: f"{counted}: proved that {no_more}{floor}",
            Status.LIMIT: f"{counted}: no other in time; try a longer --time",
        }.get(last.status, f"{counted}: interrupted")
    advice = "a longer --time, a lower --min-score or more words"
    if last.min_score is None:
        advice = "a longer --time or more words"
    impossible = f"this grid has no fill{floor}{after}; crosswright explain tells you why"
    if not has_file:
        impossible = (
            f"this pattern has no fill{floor} by these rules{after}; try another --seed, which "
            "takes another pattern, or ask for less"
        )
    return {
        Status.IMPOSSIBLE: f"proved impossible: {impossible}",
        Status.LIMIT: f"neither filled nor proved impossible in time{floor}{after}; try {advice}",
    }.get(last.status, f"interrupted before there was a fill{after}")
