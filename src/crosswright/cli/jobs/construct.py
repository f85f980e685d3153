"""The work of `crosswright construct`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from crosswright.cli.interrupts import interruptible
from crosswright.cli.jobs.define import is_ready
from crosswright.cli.jobs.pattern import size_of
from crosswright.cli.options.common import chosen_seed
from crosswright.cli.puzzles import Writer, read_puzzle
from crosswright.cli.results import (
    EXITS,
    clues_object,
    figures,
    fill_object,
    manifest,
    print_json,
    print_puzzle,
)
from crosswright.clues.tables import MAX_BYTES, parse_table, read_table
from crosswright.constructing import construct
from crosswright.constructing.candidate import Candidate, Construction
from crosswright.constructing.run import ConstructRun
from crosswright.filling.rules import Rules
from crosswright.formats.cluetable import read_clues
from crosswright.grids.letters import normalise_answer
from crosswright.limits import Limit, Status
from crosswright.puzzles.puzzle import Puzzle
from crosswright.words.wordlist import WordList

if TYPE_CHECKING:
    from crosswright.cli.commands.construct import Request
    from crosswright.cli.console import Console


def run(request: Request) -> int:
    """Construct what is asked for; return the exit status."""
    talk, console = request.talk, request.talk.console
    writer = Writer.of(request.outputs, talk)
    theme, clues = read_entries(request.making.theme_file)
    if request.dress.clues is not None:
        clues = {**clues, **read_clues(request.dress.clues)}
    words = request.lists.load(console)
    work = _start(request, [*request.theme, *theme], words)
    with work, interruptible(work.stop) as interruption:
        _watch(work, console)
        made = work.result()
    given = made.candidates if made.status is Status.FILLED else ()
    drafts = bool(given) and request.dress.drafts and is_ready(console, request.lists.language)
    puzzles = [_dressed(candidate, request, clues, drafts) for candidate in given]
    if not request.making.all:
        puzzles = puzzles[:1]
    for number, puzzle in enumerate(puzzles, 1):
        numbered = number if request.making.all else None
        writer.write(puzzle, number=numbered)
        if not talk.json:
            if writer.leaves_room(talk.quiet):
                print_puzzle(puzzle)
            console.note(f"{_figures(given[number - 1], made)} · {_ranking(given)}")
    if talk.json:
        print_json(_report(made, puzzles, request, words, writer))
    elif made.status is not Status.FILLED:
        console.warn(why_not(made))
    return interruption.exit or EXITS[made.status.value]


def _start(request: Request, theme: list[str], words: WordList) -> ConstructRun:
    making, shape, lists = request.making, request.shape, request.lists
    grid = None
    if making.grid is not None:
        grid = read_puzzle(making.grid, None, request.talk.console).filled_grid
    return construct.start(
        theme,
        size=size_of(shape, grid),
        words=words,
        step_down=lists.is_built_in and request.min_score is None,
        grid=grid,
        rules=Rules(min_score=request.min_score),
        seed=chosen_seed(making.seed),
        limit=Limit(seconds=making.time),
        candidates=making.candidates,
        **shape.numbers,
    )


def read_entries(place: str | None) -> tuple[list[str], dict[str, str]]:
    """Read theme entries, and the clues that some of them have."""
    if place is None:
        return [], {}
    if place == "-":
        rows = parse_table(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input")
    else:
        rows = read_table(place)
    clues = {normalise_answer(row.word): row.clue for row in rows if row.clue}
    return [row.word for row in rows], clues


def _watch(work: ConstructRun, console: Console) -> None:
    """Run a construction, with its progress on a terminal."""
    with console.live() as line:
        for state in work:
            if line.due:
                best = "" if state.best is None else f", the best {state.best:.1f}"
                line.show(
                    f"{state.stage}: {state.attempts} patterns drawn, {state.candidates} filled"
                    f"{best} · {state.seconds:.1f} s · Ctrl-C ends it"
                )


def _dressed(candidate: Candidate, request: Request, clues: dict[str, str], drafts: bool) -> Puzzle:
    dress = request.dress
    return candidate.puzzle(
        clues, drafts=drafts, title=dress.title or "", author=dress.author or ""
    )


def _figures(candidate: Candidate, made: Construction) -> str:
    """Say in a line how good a candidate is; with the seed and the time of the whole."""
    fill = candidate.fill
    whole = replace(fill.statistics, seconds=made.seconds)
    return figures(replace(fill, seed=made.seed, statistics=whole))


def _ranking(candidates: Sequence[Candidate]) -> str:
    if len(candidates) == 1:
        return "1 candidate"
    scores = ", ".join(f"{candidate.score:.1f}" for candidate in candidates)
    return f"{len(candidates)} candidates, ranked {scores}"


def why_not(made: Construction) -> str:
    """Say why there is no puzzle, and what would work."""
    what = {
        Status.IMPOSSIBLE: "impossible",
        Status.LIMIT: "not done in time",
        Status.CANCELLED: "interrupted before there was a puzzle",
    }[made.status]
    text = f"{what}: {made.reason}"
    if made.subset:
        text += f"; this part works: {', '.join(made.subset)}"
    elif made.status is Status.LIMIT:
        text += "; try a longer --time, a lower --min-score, more words or --symmetry none"
    return text


def _report(
    made: Construction, puzzles: list[Puzzle], request: Request, words: WordList, writer: Writer
) -> dict[str, Any]:
    report: dict[str, Any] = {"status": made.status.value, "grid": None, "reason": made.reason}
    if puzzles:
        report = _candidate_object(made.best, puzzles[0])
        report["candidates"] = [
            _candidate_object(candidate, puzzle)
            for candidate, puzzle in zip(made.candidates, puzzles, strict=False)
        ]
        report["ranking"] = [round(candidate.score, 2) for candidate in made.candidates]
    elif made.subset:
        report["subset"] = list(made.subset)
        report["subset_fill"] = fill_object(made.best.fill)
    report["attempts"] = made.attempts
    report["seconds"] = round(made.seconds, 4)
    options = {**asdict(request.shape), **asdict(request.making), "theme": list(made.theme)}
    del options["seed"]
    report["manifest"] = manifest(words, made.seed, **options)
    report["seed"] = made.seed
    report["files"] = writer.written
    return report


def _candidate_object(candidate: Candidate, puzzle: Puzzle) -> dict[str, Any]:
    return {
        **fill_object(candidate.fill),
        "theme": dict(candidate.theme),
        "score": round(candidate.score, 2),
        "clues": clues_object(puzzle),
    }
