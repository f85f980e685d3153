"""The work of `crosswright fill`: what is asked for, done, written and reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from crosswright.cli.console import Console
from crosswright.cli.filler import PATIENCE, Filler
from crosswright.cli.interrupts import interruptible
from crosswright.cli.options.common import chosen_seed
from crosswright.cli.puzzles import STDIO, Writer, read_puzzle
from crosswright.cli.results import (
    EXITS,
    clues_object,
    figures,
    fill_object,
    manifest,
    print_json,
    print_puzzle,
)
from crosswright.filling.floors import FLOORS
from crosswright.filling.model import Model
from crosswright.filling.result import FillResult
from crosswright.filling.rules import Rules
from crosswright.filling.several import different, every, no_repeats
from crosswright.limits import Budget, Limit, Status
from crosswright.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from crosswright.cli.commands.fill import Details, Request


def run(request: Request) -> int:
    """Fill as asked; return the exit status."""
    talk, console = request.talk, request.talk.console
    writer = Writer.of(request.outputs, talk)
    if [request.grid, *request.lists.words].count(STDIO) > 1:
        raise click.UsageError("only one of grid and lists can come from standard input")
    if request.details.draft_clues:
        from crosswright.cli.jobs.define import make_ready

        make_ready(console, request.lists.language)  # says what is missing, before any work
    clues = given_clues(request.details.clues)
    puzzle, job = prepare(request)
    given: list[Puzzle] = []

    def give(result: FillResult, number: int) -> None:
        made = dress(solved(puzzle, result), request.details, clues, job.filler.words.spell)
        given.append(made)
        writer.write(made, number=number if job.count > 1 else None)
        if not talk.json:
            if number > 1 and not writer.targets:
                click.echo()
            if writer.leaves_room(talk.quiet):
                print_puzzle(made)
            console.note(figures(result))
            note_drafts(made, console)

    with interruptible(job.filler.stop) as interruption:
        results = job.run(give)
    if talk.json:
        print_json(report(job, results, given, writer))
    elif results[-1].status is not Status.FILLED:
        console.warn(why_not(results, job.count))
    return interruption.exit or EXITS[results[-1].status.value]


def prepare(request: Request) -> tuple[Puzzle, Job]:
    """Read the puzzle, the rules and the lists; return the puzzle and what is to be done."""
    console, search = request.talk.console, request.search
    seed = chosen_seed(search.seed)
    puzzle = take_puzzle(request.grid, request.source, seed, request.details.clear, console)
    grid = puzzle.filled_grid
    rules = request.rules.rules(grid, console).for_grid(grid)
    words = request.lists.load(console)
    filler = Filler(grid, words, console, search.objective, search.time, search.threads)
    steps = request.lists.is_built_in and rules.min_score is None
    floors = FLOORS if steps else None
    return puzzle, Job(filler, rules, seed, search.count, search.no_repeats, floors)


def dress(
    puzzle: Puzzle, details: Details, clues: dict[str, str], spell: Callable[[str], str]
) -> Puzzle:
    """Return the puzzle with its title, author and clues."""
    given = {"title": details.title, "author": details.author}
    known: dict[str, Any] = {name: text for name, text in given.items() if text is not None}
    made = replace(puzzle, **known).with_clues_for(clues, spell)
    if not details.draft_clues:
        return made
    from crosswright.clues.drafts import with_drafts

    return with_drafts(made)


def note_drafts(puzzle: Puzzle, console: Console) -> None:
    """Say how many clues are drafts, if any is."""
    drafts = sum(entry.clue.draft for entry in puzzle.entries)
    if drafts:
        console.note(f"{drafts} of {len(puzzle.entries)} clues are drafts")


def given_clues(place: str | None) -> dict[str, str]:
    """Read the clues of a file, if one is named."""
    if place is None:
        return {}
    from crosswright.formats.cluetable import read_clues

    return read_clues(place)


@dataclass
class Job:
    """The fills that are asked for, one after another."""

    filler: Filler
    rules: Rules
    seed: int
    count: int
    no_repeats: bool
    floors: Sequence[int | None] | None
    """The floors to step down when one does not fill; None to keep to the rules."""

    def run(self, give: Callable[[FillResult, int], None]) -> list[FillResult]:
        """Fill and give away what is filled; return all results, the last saying how it ended."""
        if self.no_repeats:
            fills = no_repeats(self.attempt, self.rules, self.seed, self.count)
        else:
            fills = different(self.attempt, self.rules, self.seed, self.count, self._rest)
        results = []
        for number, result in enumerate(fills, 1):
            results.append(result)
            if result.status is Status.FILLED:
                give(result, number)
            if self.filler.stopped.is_set():
                break
        return results

    def attempt(self, seed: int, rules: Rules) -> FillResult:
        """Fill once, at the best floor that fills."""
        result = self.filler.fill(rules, seed, self.floors)
        if self.floors is not None and result.status is Status.FILLED:
            # later fills of a series begin where this one ended
            self.floors = self.floors[self.floors.index(result.min_score) :]
        return result

    def _rest(self) -> Iterator[FillResult]:
        rules = self.rules if self.floors is None else replace(self.rules, min_score=self.floors[0])
        seconds = PATIENCE if self.filler.seconds is None else self.filler.seconds
        model = Model(self.filler.grid, self.filler.words, rules)
        return every(model, self.seed, Budget(Limit(seconds=seconds), self.filler.stopped))


def take_puzzle(
    place: str | None, source: str | None, seed: int, clear: bool, console: Console
) -> Puzzle:
    """Read the puzzle to fill, or take a built-in pattern."""
    if place is None:
        from crosswright.patterns import builtin

        return Puzzle(builtin.pattern(seed))
    puzzle = read_puzzle(place, source, console)
    return replace(puzzle, grid=puzzle.grid.without_letters(), solution={}) if clear else puzzle


def solved(puzzle: Puzzle, result: FillResult) -> Puzzle:
    """Put a fill into the puzzle; clues stay with the answers that they were written for."""
    letters = result.grid.letters
    changed = [cell for cell, token in puzzle.grid.letters.items() if letters[cell] != token]
    clues = {
        entry.label: entry.clue
        for entry in puzzle.entries
        if entry.clue.text and entry.answer in (None, result.grid.word(entry.slot))
    }
    blank = puzzle.grid.without_letters(changed)
    return replace(puzzle, grid=blank, solution=letters, clues=clues)


def report(
    job: Job, results: list[FillResult], given: list[Puzzle], writer: Writer
) -> dict[str, Any]:
    """Return the object for --json: the last fill, and all of them when several are asked for."""
    filler = job.filler
    options = {"objective": filler.objective, "time": filler.seconds, "threads": filler.threads}
    made = fill_object(results[-1])
    filled = [result for result in results if result.status is Status.FILLED]
    if given and results[-1] is filled[-1]:
        made |= _clues_key(given[-1])
    if job.count > 1:
        pairs = zip(filled, given, strict=True)
        made["fills"] = [fill_object(result) | _clues_key(puzzle) for result, puzzle in pairs]
    made["manifest"] = manifest(filler.words, job.seed, **options)
    made["files"] = writer.written
    return made


def _clues_key(puzzle: Puzzle) -> dict[str, Any]:
    clues = clues_object(puzzle)
    return {"clues": clues} if clues else {}


def why_not(results: list[FillResult], count: int) -> str:
    """Say why there is no fill, or no further one, and what to try."""
    *found, last = results
    floor = "" if last.min_score is None else f" with words from {last.min_score} up"
    after = f" ({last.statistics.seconds:.1f} s, seed {last.seed})"
    if found:
        counted = f"{len(found)} of {count} fills"
        return {
            Status.IMPOSSIBLE: f"{counted}: proved that there are no more{floor}",
            Status.LIMIT: f"{counted}: no other in time; try a longer --time",
        }.get(last.status, f"{counted}: interrupted")
    return {
        Status.IMPOSSIBLE: f"proved impossible: this grid has no fill{floor}{after}; "
        "crosswright explain says why",
        Status.LIMIT: f"not filled in time, nor proved impossible{floor}{after}; "
        "try a longer --time, a lower --min-score or more words",
    }.get(last.status, f"interrupted before there was a fill{after}")
