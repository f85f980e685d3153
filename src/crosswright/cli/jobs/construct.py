"""The work of `crosswright construct`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from crosswright.cli.commands.construct import ConstructRequest
from crosswright.cli.console import Console
from crosswright.cli.dictionary import wants_drafts
from crosswright.cli.exits import Exit
from crosswright.cli.files import PuzzleWriter, read_clues, read_puzzle, read_table
from crosswright.cli.interrupts import interruptible
from crosswright.cli.jobs.pattern import size_of
from crosswright.cli.options.limits import seed_or_random
from crosswright.cli.results import (
    clues_object,
    deliver,
    fill_figures,
    fill_object,
    manifest,
    print_json,
)
from crosswright.clues import tables
from crosswright.constructing.candidate import Candidate, Construction
from crosswright.constructing.construct import start
from crosswright.constructing.run import ConstructProgress, ConstructRun
from crosswright.filling.rules import Rules
from crosswright.limits import Limit, Status
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import duration
from crosswright.words.wordlist import WordList


def run(request: ConstructRequest) -> Exit:
    """Construct the puzzle, and write and report it."""
    mode, console, metadata = request.mode, request.mode.console, request.metadata
    writer = PuzzleWriter.of(request.outputs, mode, date=metadata.date)
    encoding = request.clues.encoding
    theme, clues = read_theme(request.search.theme_file, encoding, console)
    clues |= read_clues(request.clues.clues, encoding, console)
    drafts = wants_drafts(request.clues.draft_clues, console, request.lists.language)
    words = request.lists.load(console)
    search = _start(request, [*request.theme, *theme], words)
    with search, interruptible(search.stop) as interruption:
        console.watch(search, describe)
        construction = search.result()
    puzzles = [
        metadata.applied(candidate.puzzle(clues, drafts=drafts), number)
        for number, candidate in enumerate(_chosen(construction, request.search.all), 1)
    ]
    for number, puzzle in enumerate(puzzles, 1):
        deliver(
            puzzle,
            construction_figures(construction, number - 1),
            writer,
            mode,
            number=number if request.search.all else None,
        )
    if mode.json:
        print_json(_report(construction, puzzles, request, words, writer))
    elif construction.status is not Status.FILLED:
        console.warn(why_not(construction))
    return interruption.exit or Exit.of(construction.status)


def _start(request: ConstructRequest, theme: Sequence[str], words: WordList) -> ConstructRun:
    search, grid = request.search, None
    if search.grid is not None:
        grid = read_puzzle(search.grid, None, request.mode.console).filled_grid
    return start(
        theme,
        size=size_of(request.shape, grid),
        words=words,
        step_down=request.lists.is_built_in and request.min_score is None,
        grid=grid,
        rules=Rules(min_score=request.min_score),
        seed=seed_or_random(search.seed),
        limit=Limit(seconds=search.time),
        candidates=search.candidates,
        **request.shape.keywords,
    )


def _chosen(construction: Construction, all_candidates: bool) -> Sequence[Candidate]:
    """Return the candidates to give, the best one first."""
    if construction.status is not Status.FILLED:
        return ()
    return construction.candidates if all_candidates else construction.candidates[:1]


def read_theme(
    path: str | None, encoding: str | None, console: Console
) -> tuple[list[str], dict[str, str]]:
    """Read theme entries, and the clues that some of them have."""
    if path is None:
        return [], {}
    rows = read_table(path, tables.read_table, tables.parse_table, encoding, console)
    return [row.word for row in rows], {row.word: row.clue for row in rows if row.clue}


def describe(progress: ConstructProgress) -> str:
    """Describe how far the construction has got, for the live line."""
    best = "" if progress.best is None else f", best {progress.best:.1f}"
    return (
        f"{progress.stage}: {progress.attempts} patterns drawn, {progress.candidates} filled"
        f"{best} · {progress.seconds:.1f} s · Ctrl-C ends it"
    )


def construction_figures(construction: Construction, index: int) -> str:
    """Summarise a candidate in a line, with the seed and time of the whole construction."""
    fill = construction.candidates[index].fill
    statistics = replace(fill.statistics, seconds=construction.seconds)
    figures = fill_figures(replace(fill, seed=construction.seed, statistics=statistics))
    scores = [f"{candidate.score:.1f}" for candidate in construction.candidates]
    if len(scores) == 1:
        return f"{figures} · 1 candidate"
    return f"{figures} · {len(scores)} candidates, ranked {', '.join(scores)}"


def why_not(construction: Construction) -> str:
    """Return why there is no puzzle, and what would work."""
    took = duration(construction.seconds, construction.cpu_seconds)
    ending = {
        Status.IMPOSSIBLE: "impossible",
        Status.LIMIT: f"not done in time ({took})",
        Status.CANCELLED: "interrupted before there was a puzzle",
    }[construction.status]
    text = f"{ending}: {construction.reason}"
    if construction.subset:
        text += f"; this part works: {', '.join(construction.subset)}"
    elif construction.status is Status.LIMIT:
        text += "; try a longer --time, a lower --min-score, more words or --symmetry none"
    return text


def _report(
    construction: Construction,
    puzzles: Sequence[Puzzle],
    request: ConstructRequest,
    words: WordList,
    writer: PuzzleWriter,
) -> dict[str, Any]:
    report: dict[str, Any] = {
        "status": construction.status.value,
        "grid": None,
        "reason": construction.reason,
    }
    if puzzles:
        report = _candidate_object(construction.best, puzzles[0])
        report["candidates"] = [
            _candidate_object(candidate, puzzle)
            for candidate, puzzle in zip(construction.candidates, puzzles, strict=False)
        ]
        report["ranking"] = [round(candidate.score, 2) for candidate in construction.candidates]
    elif construction.subset:
        report["subset"] = list(construction.subset)
        report["subset_fill"] = fill_object(construction.best.fill)
    report["attempts"] = construction.attempts
    report["seconds"] = round(construction.seconds, 4)
    report["cpu_seconds"] = round(construction.cpu_seconds, 4)
    options = {
        **asdict(request.shape),
        **asdict(request.search),
        "theme": list(construction.theme),
    }
    del options["seed"]
    report["manifest"] = manifest(words, construction.seed, **options)
    report["seed"] = construction.seed
    report["files"] = writer.written
    return report


def _candidate_object(candidate: Candidate, puzzle: Puzzle) -> dict[str, Any]:
    return {
        **fill_object(candidate.fill),
        "theme": dict(candidate.theme),
        "score": round(candidate.score, 2),
        "clues": clues_object(puzzle),
    }
