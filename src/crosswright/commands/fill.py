"""`crosswright fill`: a grid in, a filled puzzle out."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

from crosswright import stock
from crosswright.commands.console import Console, is_terminal
from crosswright.commands.exits import Exit
from crosswright.commands.filling import PATIENCE, Filler
from crosswright.commands.options import (
    Lists,
    Outputs,
    Talk,
    grouped,
    lists,
    natural,
    outputs,
    seconds,
    source_format,
    talk,
)
from crosswright.commands.puzzles import STDIO, Writer, read_puzzle
from crosswright.commands.results import (
    figures,
    fill_object,
    manifest,
    print_json,
    print_puzzle,
)
from crosswright.commands.rules import RuleOptions, rule_options
from crosswright.fill import OBJECTIVES, FillResult, Limit, Rules, Status
from crosswright.floors import FLOORS, step_down
from crosswright.formats.clues import read_clues
from crosswright.model import Model
from crosswright.puzzle import Puzzle
from crosswright.render import Options
from crosswright.search import Budget
from crosswright.series import different, every, no_repeats

EXITS = {
    Status.FILLED: Exit.DONE,
    Status.IMPOSSIBLE: Exit.IMPOSSIBLE,
    Status.LIMIT: Exit.LIMIT,
    Status.CANCELLED: Exit.INTERRUPTED,
}


@dataclass(frozen=True)
class SearchOptions:
    """How to search, and how often."""

    seed: int | None
    time: float | None
    objective: str
    threads: int | None
    count: int
    no_repeats: bool


SEARCH = (
    click.option(
        "--seed", type=int, callback=natural, metavar="N", help="Default: another each time."
    ),
    click.option(
        "--time",
        type=float,
        callback=seconds,
        metavar="SECONDS",
        help="The time for each fill. Without it: 30 seconds for a first fill, which is then "
        "improved until 5 have passed.",
    ),
    click.option(
        "--objective",
        type=click.Choice([*reversed(OBJECTIVES)]),
        default="score",
        show_default=True,
        help="The best fill there is time for, or any: the first one.",
    ),
    click.option(
        "--threads", type=click.IntRange(1), metavar="N", help="Searches at a time, for any."
    ),
    click.option("--count", type=click.IntRange(1), default=1, metavar="N", help="N fills."),
    click.option("--no-repeats", is_flag=True, help="Of --count fills, no two share a word."),
)


@dataclass(frozen=True)
class Details:
    """What is put into the puzzle besides its answers."""

    clear: bool
    clues: str | None
    title: str | None
    author: str | None

    def dress(self, puzzle: Puzzle, clues: dict[str, str]) -> Puzzle:
        """Return the puzzle with its details."""
        given = {"title": self.title, "author": self.author}
        known: dict[str, Any] = {name: text for name, text in given.items() if text is not None}
        return replace(puzzle, **known).with_clues_for(clues)


DETAILS = (
    click.option("--clear", is_flag=True, help="Forget the letters that the grid has."),
    click.option("--clues", metavar="FILE", help="Clues by answer: a CSV or TSV of answer,clue."),
    click.option("--title", help="The title of the puzzle."),
    click.option("--author", help="The author of the puzzle."),
)


@click.command()
@click.argument("grid", required=False, metavar="[GRID]")
@lists
@rule_options
@grouped("search", SearchOptions, *SEARCH)
@grouped("details", Details, *DETAILS)
@outputs
@source_format
@talk
def fill(
    grid: str | None,
    source: str | None,
    lists: Lists,
    rules: RuleOptions,
    search: SearchOptions,
    details: Details,
    outputs: Outputs,
    talk: Talk,
) -> int:
    """Fill a grid with words.

    GRID is a puzzle file, or - for standard input; in a text grid . is an empty cell, # a block
    and a letter stays. Without it, one of the 15×15 patterns in stock is filled.

    Without -w and --min-score, the built-in English list is used with words from score 50 up; only
    when those cannot fill the grid, or not in time, the floor is stepped down.

    The same --seed gives the same fill with --objective any. The best fill within a time also
    depends on the speed of the machine.

    \b
    Example: crosswright fill --time 2 --seed 7
    Example: crosswright fill grid.txt -w my.dict --min-score 50 --time 2 -o out.pdf -o out.puz
    Example: crosswright fill grid.txt --fix 1A=CAT --objective any --json
    """
    console = talk.console
    writer = Writer.of(outputs, console)
    if talk.json and writer.takes_stdout:
        raise click.UsageError("--json and -o - both want standard output")
    if [grid, *lists.words].count(STDIO) > 1:
        raise click.UsageError("only one of grid and lists can come from standard input")
    seed = secrets.randbelow(2**32) if search.seed is None else search.seed
    puzzle = take_puzzle(grid, source, seed, details.clear, console)
    clues = {} if details.clues is None else read_clues(details.clues)
    wanted = rules.rules(puzzle.filled_grid, console)
    wanted.check(puzzle.filled_grid)
    filler = Filler(
        puzzle.filled_grid,
        lists.load(console),
        console,
        search.objective,
        search.time,
        search.threads,
    )
    floors = FLOORS if lists.is_built_in and rules.min_score is None else None
    job = Job(filler, wanted, seed, search.count, search.no_repeats, floors)

    def give(result: FillResult, number: int) -> None:
        made = details.dress(solved(puzzle, result), clues)
        writer.write(made, Options(solution=True), number if search.count > 1 else None)
        if not talk.json:
            if not writer.targets or (is_terminal(sys.stdout) and not talk.quiet):
                print_puzzle(made)
            console.note(figures(result))

    with filler.interruptible():
        results = job.run(give)
    if talk.json:
        print_json(report(job, results, writer))
    elif results[-1].status is not Status.FILLED:
        console.warn(why_not(results, search))
    return filler.exit or EXITS[results[-1].status]


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
            if self.filler.caught is not None:
                break
        return results

    def attempt(self, seed: int, rules: Rules) -> FillResult:
        """Fill once, at the best floor that fills."""
        if self.floors is None:
            return self.filler.fill(rules, seed)
        time = self.filler.seconds
        spent = 0.0
        *_, last = self.floors

        def at(floor: int | None, patience: float | None) -> FillResult:
            left = None if time is None else max(0.0, time - spent)
            wanted = replace(rules, min_score=floor)
            return self.filler.fill(wanted, seed, seconds=left, patience=patience)

        for result in step_down(at, time, self.floors):
            spent += result.statistics.seconds
            floor = result.min_score
            if result.status in (Status.IMPOSSIBLE, Status.LIMIT) and floor != last:
                why = {Status.IMPOSSIBLE: "proved impossible"}.get(result.status, "no fill in time")
                self.filler.console.note(f"words from {floor} up: {why}; stepping down")
        if result.status is Status.FILLED:  # later fills of a series begin where this one ended
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
    """Read the puzzle to fill, or take a pattern from stock."""
    if place is None:
        return Puzzle(stock.pattern(seed))
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


def report(job: Job, results: list[FillResult], writer: Writer) -> dict[str, Any]:
    """Return the object for --json: the last fill, and all of them when several are asked for."""
    filler = job.filler
    options = {"objective": filler.objective, "time": filler.seconds, "threads": filler.threads}
    made = fill_object(results[-1])
    if job.count > 1:
        made["fills"] = [fill_object(r) for r in results if r.status is Status.FILLED]
    made["manifest"] = manifest(filler.words, job.seed, **options)
    made["files"] = writer.written
    return made


def why_not(results: list[FillResult], search: SearchOptions) -> str:
    """Say why there is no fill, or no further one, and what to try."""
    *found, last = results
    floor = "" if last.min_score is None else f" with words from {last.min_score} up"
    after = f" ({last.statistics.seconds:.1f} s, seed {last.seed})"
    if found:
        counted = f"{len(found)} of {search.count} fills"
        return {
            Status.IMPOSSIBLE: f"{counted}: proved that there are no more{floor}",
            Status.LIMIT: f"{counted}: no other in time; try a longer --time",
        }.get(last.status, f"{counted}: interrupted")
    return {
        Status.IMPOSSIBLE: f"proved impossible: this grid has no fill{floor}{after}",
        Status.LIMIT: f"not filled in time, nor proved impossible{floor}{after}; "
        "try a longer --time, a lower --min-score or more words",
    }.get(last.status, f"interrupted before there was a fill{after}")
