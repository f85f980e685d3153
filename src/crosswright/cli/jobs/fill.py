"""The work of `crosswright fill`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from crosswright.cli.commands.fill import FillOptions, FillRequest
from crosswright.cli.console import Console
from crosswright.cli.exits import Exit
from crosswright.cli.files import PuzzleWriter, read_clues, read_puzzle
from crosswright.cli.interrupts import interruptible
from crosswright.cli.options.limits import seed_or_random
from crosswright.cli.options.rules import read_used
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
from crosswright.errors import CrosswrightError
from crosswright.filling.fill import FillRun, start
from crosswright.filling.floors import FLOORS
from crosswright.filling.model import Model
from crosswright.filling.result import FillProgress, FillResult
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

FIRST_FILL_SECONDS = 30.0
"""Time for a first fill, at each floor, unless the user sets a limit."""

IMPROVING_SECONDS = 5.0
"""Time until which a fill is improved unless the user sets a limit."""


def run(request: FillRequest) -> Exit:
    """Fill the grid, and write and report the fills."""
    mode, metadata = request.mode, request.metadata
    writer = PuzzleWriter.of(request.outputs, mode, date=metadata.date)
    if request.clues.draft_clues:
        from crosswright.cli.dictionary import open_dictionary

        open_dictionary(mode.console, request.lists.language)  # fails before any work is done
    clues = read_clues(request.clues.clues, request.clues.encoding, mode.console)
    seed = seed_or_random(request.search.seed)
    blank = choose_puzzle(request, seed)
    grids = [blank.filled_grid]
    if request.grid is None and request.search.count > 1:
        from crosswright.patterns import builtin

        grids = [*builtin.in_order(seed)]
    job = FillJob.of(request, grids, seed)
    count = request.search.count
    puzzles: list[Puzzle] = []

    def give(result: FillResult, number: int) -> None:
        base = blank if len(job.grids) == 1 else Puzzle(result.grid.without_letters())
        puzzle = metadata.applied(solved(base, result), number)
        puzzle = with_clues(puzzle, clues, job.words, drafts=bool(request.clues.draft_clues))
        puzzles.append(puzzle)
        if number > 1 and not mode.json and not writer.targets:
            print_text()
        deliver(
            puzzle,
            # The seed of all and the number choose the pattern; its own seed would choose another.
            fill_figures(result, f"{seed}, number {number}" if len(job.grids) > 1 else ""),
            writer,
            mode,
            number=number if count > 1 else None,
        )
        note_drafts(puzzle, mode.console)

    with interruptible(job.budget.stop) as interruption:
        results = job.run(give)
    if mode.json:
        print_json(report(job, results, puzzles, writer))
    elif results[-1].status is not Status.FILLED:
        mode.console.warn(why_not(results, count, of_one_grid=len(job.grids) == 1))
    return interruption.exit or Exit.of(results[-1].status)


def choose_puzzle(request: FillRequest, seed: int) -> Puzzle:
    """Read the puzzle to fill, or choose a built-in pattern."""
    if request.grid is None:
        from crosswright.patterns import builtin

        return Puzzle(builtin.pattern(seed))
    puzzle = read_puzzle(request.grid, request.input_format, request.mode.console)
    if request.search.clear:
        return replace(puzzle, grid=puzzle.grid.without_letters(), solution={})
    return puzzle


def with_clues(puzzle: Puzzle, clues: dict[str, str], words: WordList, drafts: bool) -> Puzzle:
    """Return the puzzle with its clues, and with drafts where there are none if wanted."""
    puzzle = puzzle.with_clues_for(clues, words.spell)
    if not drafts:
        return puzzle
    from crosswright.clues.drafts import with_drafts

    return with_drafts(puzzle)


def note_drafts(puzzle: Puzzle, console: Console) -> None:
    """Say how many clues are drafts, if any are."""
    drafts = sum(puzzle.clue(label).draft for label in puzzle.clues)
    if drafts:
        console.note(f"{drafts} of {len(puzzle.grid.slots)} clues are drafts")


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
    floors: Sequence[int | None] | None
    """The lowest scores to step down while the grid does not fill; None to keep to the rules."""
    console: Console
    budget: Budget = field(default_factory=Budget, init=False)
    """What all fills are part of; stopped, it ends the current one and lets no other begin."""

    @classmethod
    def of(cls, request: FillRequest, grids: Sequence[Grid], seed: int) -> FillJob:
        """Read the rules and the lists; keep the grids, after the first one, that the rules fit."""
        console, options = request.mode.console, request.rules
        history = read_used(options.used_in, console) if options.used_in else None
        rules = options.rules_after(history, grids[0]).for_grid(grids[0])
        others = [grid for grid in grids[1:] if _fits(rules, grid)]
        words = request.lists.load(console)
        return cls(
            [grids[0], *others],
            words,
            rules,
            history.puzzles if history else (),
            options.repeats,
            seed,
            request.search,
            FLOORS if request.lists.is_built_in and rules.min_score is None else None,
            console,
        )

    def run(self, give: Callable[[FillResult, int], None]) -> list[FillResult]:
        """Give away each fill as it is made; return all results, the last one with the ending."""
        count = self.search.count
        if self.search.no_repeats or self.repeats.allow_any:
            earlier, repeats = self.earlier, self.repeats
            fills = no_repeats(self.fill, self.rules, self.seed, count, repeats, earlier)
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

    def fill(self, seed: int, rules: Rules) -> FillResult:
        """Fill the grid that is next, by the seed, at the highest floor that fills."""
        with self._start(seed, rules) as run, self.console.live() as line:
            floors_left = 0
            floor_began = 0.0
            for progress in run:
                for floor, status in islice(progress.floors_left.items(), floors_left, None):
                    floors_left += 1
                    floor_began = progress.statistics.seconds
                    self.console.note(stepping_down(floor, status))
                if line.due:
                    line.show(describe(progress))
                seconds = progress.statistics.seconds - floor_began
                if self.search.time is None and progress.best and seconds >= IMPROVING_SECONDS:
                    run.stop()
            result = run.result()
        if self.floors is not None and result.status is Status.FILLED and len(self.grids) == 1:
            # Later fills of the same grid begin at the floor where this one ended.
            self.floors = self.floors[self.floors.index(result.min_score) :]
        return result

    def _start(self, seed: int, rules: Rules) -> FillRun:
        time = self.search.time
        return start(
            self.grids[(seed - self.seed) % len(self.grids)],
            self.words,
            rules,
            seed=seed,
            limit=self.budget.part(time),
            objective=self.search.objective,
            floors=self.floors,
            patience=Limit(seconds=FIRST_FILL_SECONDS) if time is None else None,
            threads=self.search.threads,
        )

    def _rest(self) -> Iterator[FillResult]:
        rules = self.rules if self.floors is None else replace(self.rules, min_score=self.floors[0])
        time = FIRST_FILL_SECONDS if self.search.time is None else self.search.time
        model = Model(self.grids[0], self.words, rules)
        return every(model, self.seed, self.budget.part(time))


def _fits(rules: Rules, grid: Grid) -> bool:
    """Return whether a pattern has the slots and cells that the rules name."""
    try:
        rules.for_grid(grid)
    except CrosswrightError:
        return False
    return True


def stepping_down(floor: int | None, status: Status) -> str:
    """Return why a floor was given up."""
    why = "proved impossible" if status is Status.IMPOSSIBLE else "no fill in time"
    return f"scores of {floor} or more: {why}; stepping down"


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
    job: FillJob, results: list[FillResult], puzzles: list[Puzzle], writer: PuzzleWriter
) -> dict[str, Any]:
    """Return the JSON object: the last fill and, if there may be several, all of them."""
    search = job.search
    options = {"objective": search.objective, "time": search.time, "threads": search.threads}
    filled = [result for result in results if result.status is Status.FILLED]
    report = fill_object(results[-1])
    if puzzles and results[-1] is filled[-1]:
        report |= _clues_key(puzzles[-1])
    if search.count > 1:
        pairs = zip(filled, puzzles, strict=True)
        report["fills"] = [fill_object(result) | _clues_key(puzzle) for result, puzzle in pairs]
    report["manifest"] = manifest(job.words, job.seed, **options)
    report["files"] = writer.written
    return report


def _clues_key(puzzle: Puzzle) -> dict[str, Any]:
    clues = clues_object(puzzle)
    return ({"clues": clues} if clues else {}) | parts_object(puzzle)


def why_not(results: list[FillResult], count: int, of_one_grid: bool = True) -> str:
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
    return {
        Status.IMPOSSIBLE: f"proved impossible: this grid has no fill{floor}{after}; "
        "crosswright explain tells you why",
        Status.LIMIT: f"neither filled nor proved impossible in time{floor}{after}; try {advice}",
    }.get(last.status, f"interrupted before there was a fill{after}")
