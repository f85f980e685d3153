"""The work of `crosswright construct`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from crosswright.cli.commands.construct import ConstructRequest
from crosswright.cli.console import Console
from crosswright.cli.dictionary import draft_sources, note_drafts, with_sources
from crosswright.cli.exits import Exit
from crosswright.cli.files import PuzzleWriter, read_clues, read_puzzle, read_table, source_name
from crosswright.cli.interrupts import interruptible
from crosswright.cli.jobs.pattern import size_of
from crosswright.cli.options.limits import seed_or_random
from crosswright.cli.results import (
    clues_object,
    deliver,
    fill_figures,
    fill_object,
    grid_object,
    manifest,
    print_json,
)
from crosswright.cli.terminal import print_text
from crosswright.clues import tables
from crosswright.clues.drafts import DraftSources
from crosswright.constructing import theme as themes
from crosswright.constructing.candidate import Alternative, Candidate, Construction
from crosswright.constructing.construct import start
from crosswright.constructing.run import ConstructProgress
from crosswright.constructing.theme import ThemeEntry
from crosswright.errors import ThemeError
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Budget, Limit, Status
from crosswright.patterns.spec import Spec
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import duration, either, plural
from crosswright.words.wordlist import WordList


def run(request: ConstructRequest) -> Exit:
    """Construct the puzzles, and write and report them."""
    mode, console = request.mode, request.mode.console
    writer = PuzzleWriter.of(request.outputs, mode, date=request.metadata.date)
    encoding = request.clues.encoding
    if not all(map(str.strip, request.theme)):
        raise ThemeError("an ENTRY is blank; leave it out for a puzzle without a theme")
    theme, clues = read_theme(request.search.theme_file, encoding, console)
    clues |= read_clues(request.clues.clues, encoding, console)
    grid = None
    if request.search.grid is not None:
        puzzle = read_puzzle(request.search.grid, None, console)
        grid = puzzle.filled_grid
        request = replace(request, lists=request.lists.available_for(puzzle, console))
    sources = draft_sources(request.clues.draft_clues, console, request.lists.language)
    job = PuzzleSeries.of(request, [*request.theme, *theme], grid)
    note_rebus(job.entries, console)
    delivered: list[list[Puzzle]] = []

    def give(construction: Construction) -> None:
        delivered.append(puzzles := [])
        for index, candidate in enumerate(_chosen(construction, request.search.all)):
            number = sum(map(len, delivered)) + 1
            puzzle = candidate.puzzle(clues, drafts=sources or False)
            puzzles.append(request.lists.tagged(request.metadata.applied(puzzle, number)))
            figures = construction_figures(construction, index)
            if number > 1 and not mode.json and not writer.targets:
                print_text()
            several = request.search.all or request.search.count > 1
            deliver(puzzles[-1], figures, writer, mode, number=number if several else None)
            note_drafts(puzzles[-1], console, sources)

    with interruptible(job.budget.stop) as interruption:
        constructions = job.run(give)
    last = constructions[-1]
    if mode.json:
        print_json(_report(job, constructions, delivered, writer, sources))
    elif len(delivered) < request.search.count:
        count = f"{len(delivered)} of {request.search.count} puzzles: " if delivered else ""
        is_cut_short = delivered and last.status in (Status.FILLED, Status.CANCELLED)
        console.warn(count + ("interrupted" if is_cut_short else why_not(last, job)))
    return interruption.exit or Exit.of(last.status)


@dataclass
class PuzzleSeries:
    """The puzzles to construct, one after another, until stopped."""

    request: ConstructRequest
    theme: Sequence[str]
    words: WordList
    rules: Rules
    earlier: Sequence[Sequence[str]]
    """The answers of the puzzles before these, the oldest first."""
    seed: int
    grid: Grid | None
    budget: Budget = field(default_factory=Budget)
    """What all puzzles are part of; stopped, it ends the current one and lets no other begin."""

    @classmethod
    def of(cls, request: ConstructRequest, theme: Sequence[str], grid: Grid | None) -> PuzzleSeries:
        """Read the lists and the rules."""
        console = request.mode.console
        history = request.rules.history(console)
        return cls(
            request,
            theme,
            request.lists.load(console),
            request.rules.word_rules(history),
            history.puzzles if history else (),
            seed_or_random(request.search.seed),
            grid,
        )

    def run(self, give: Callable[[Construction], None]) -> list[Construction]:
        """Give away each puzzle as it is made; return all, the last one with the ending."""
        search, repeats = self.request.search, self.request.rules.repeats
        avoids = search.no_repeats or repeats.allow_any
        constructions: list[Construction] = []
        puzzles = [*self.earlier]
        for index in range(search.count):
            rules = self.rules
            if avoids:
                wanted = {entry.word for entry in self.entries}
                wanted.update(map(self.words.spell, rules.required))
                again = set(repeats.excluded(puzzles)) - wanted
                rules = replace(rules, used=sorted({*rules.used, *again}))
            construction = self._construct(self.seed + index, rules)
            constructions.append(construction)
            if construction.status is not Status.FILLED:
                break
            give(construction)
            puzzles.append([*construction.best.fill.answers.values()])
            if self.budget.is_stopped:
                break
        return constructions

    @property
    def entries(self) -> tuple[ThemeEntry, ...]:
        """The theme as the list spells it."""
        return themes.read_theme(self.theme, self.words)

    def _construct(self, seed: int, rules: Rules) -> Construction:
        request, search, console = self.request, self.request.search, self.request.mode.console
        run = start(
            self.theme,
            size=size_of(request.shape, self.grid),
            words=self.words,
            step_down=request.lists.has_built_in,
            grid=self.grid,
            rules=rules,
            seed=seed,
            limit=self.budget.within(Limit(seconds=search.time)),
            candidates=search.candidates,
            **request.preferences.chosen(self.words),
            **request.shape.keywords,
        )
        with run:
            what = "the patterns" if self.grid is None else "the grid"
            console.watch(announced(run, what, console), describe)
            return run.result()


def note_rebus(theme: Iterable[ThemeEntry], console: Console) -> None:
    """Say which letters of a theme share a cell: brackets may have been meant otherwise."""
    shared = [f"{token} in {entry}" for entry in theme for token in entry.shared_cells]
    if shared:
        console.note(f"letters in brackets share a cell: {', '.join(shared)}")


def announced(
    run: Iterable[ConstructProgress], what: str, console: Console
) -> Iterator[ConstructProgress]:
    """Pass on the progress of a run, and say when it gives up a floor for a lower one."""
    lowest: int | None = None
    for progress in run:
        floor = progress.min_score
        if progress.stage == "searching" and floor is not None:
            if lowest is not None and floor < lowest:
                console.note(
                    f"scores of {lowest} or more: no fill of {what} so far; "
                    f"stepping down to {floor}"
                )
            lowest = floor if lowest is None else min(lowest, floor)
        yield progress


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
    if not rows:
        name = source_name(path)
        raise ThemeError(f"{name}: no theme entries in it; write one per line, as in ENTRY,CLUE")
    return [row.word for row in rows], {row.word: row.clue for row in rows if row.clue}


def describe(progress: ConstructProgress) -> str:
    """Describe how far the construction has got, for the live line."""
    best = "" if progress.best is None else f", best {progress.best:.1f}"
    drawn = plural(progress.attempts, "pattern")
    return (
        f"{progress.stage}: {drawn} drawn, {progress.candidates} filled"
        f"{best} · {progress.seconds:.1f} s · Ctrl-C ends it"
    )


def construction_figures(construction: Construction, index: int) -> str:
    """Summarise a candidate in a line, with the seed and time of the whole construction."""
    chosen = construction.candidates[index]
    fill = chosen.fill
    figures = fill_figures(
        replace(
            fill,
            scores={**chosen.chosen_scores},  # nobody chose the theme for its score
            seed=construction.seed,
            statistics=replace(fill.statistics, seconds=construction.seconds),
        )
    )
    if construction.is_stepped_down:
        figures += f" · stepped down from {construction.aim} to {fill.min_score}"
    scores = [f"{candidate.score:.1f}" for candidate in construction.candidates]
    if len(scores) == 1:
        return f"{figures} · 1 candidate"
    return f"{figures} · {len(scores)} candidates, ranked {', '.join(scores)}"


def why_not(construction: Construction, job: PuzzleSeries) -> str:
    """Return why there is no puzzle, and what would work."""
    if construction.status is Status.CANCELLED:
        return "interrupted before there was a puzzle"
    took = duration(construction.seconds, construction.cpu_seconds)
    ending = "impossible"
    if construction.status is Status.LIMIT:
        ending = f"not done in time ({took})"
    text = f"{ending}: {construction.reason}"
    works = [each.options or each.text for each in construction.alternatives]
    if works:
        text += f"; constructed and found to work: {either(works)}"
    elif construction.status is Status.LIMIT and not construction.is_advised:
        text += f"; try {advice(job)}"
    elif construction.theme and construction.status is not Status.LIMIT:
        text += f"; nothing much like it was found to work either ({took})"
    return text


def advice(job: PuzzleSeries) -> str:
    """Return what may help if time was too short."""
    ways = [*numbers_to_change(job), "a longer --time"]
    if job.rules.min_score is not None or job.request.lists.has_built_in:
        ways.append("a lower --min-score")
    ways.append("more words")
    if job.grid is None and job.request.shape.symmetry != "none":
        ways.append("--symmetry none")
    return either(ways)


def numbers_to_change(job: PuzzleSeries) -> list[str]:
    """Return which of the numbers that were asked for may make patterns too hard to fill."""
    shape = job.request.shape
    if job.grid is not None:
        return []
    spec = Spec.of(*size_of(shape, None), **shape.keywords)
    ways = []
    if spec.words is not None:
        is_low = spec.words.high < spec.usual_words
        ways.append("a higher --word-count" if is_low else "another --word-count")
    if spec.blocks is not None:
        ways.append("another --block-count")
    return ways


def _report(
    job: PuzzleSeries,
    constructions: Sequence[Construction],
    delivered: Sequence[Sequence[Puzzle]],
    writer: PuzzleWriter,
    sources: DraftSources | None,
) -> dict[str, Any]:
    """Return the JSON object: the last puzzle and, if there may be several, all of them."""
    request, last = job.request, constructions[-1]
    puzzles = delivered[-1] if last.status is Status.FILLED else ()
    report = _construction_object(last, puzzles, sources)
    if request.search.count > 1:
        report["puzzles"] = [
            _construction_object(construction, puzzles, sources)
            for construction, puzzles in zip(constructions, delivered, strict=False)
        ]
    options = {
        **asdict(request.shape),
        **asdict(request.search),
        **request.preferences.chosen(job.words),
        "taste": request.lists.taste,
        "theme": list(last.theme),
    }
    del options["seed"]
    report["manifest"] = manifest(job.words, job.seed, **options)
    report["seed"] = last.seed
    report["files"] = writer.written
    return report


def _construction_object(
    construction: Construction, puzzles: Sequence[Puzzle], sources: DraftSources | None
) -> dict[str, Any]:
    report: dict[str, Any] = {
        "status": construction.status.value,
        "grid": None,
        "reason": construction.reason,
    }
    if puzzles:
        report = _candidate_object(construction.best, puzzles[0], sources)
        report["candidates"] = [
            _candidate_object(candidate, puzzle, sources)
            for candidate, puzzle in zip(construction.candidates, puzzles, strict=False)
        ]
        report["ranking"] = [round(candidate.score, 2) for candidate in construction.candidates]
        report["stepped_down"] = construction.is_stepped_down
    else:
        report["alternatives"] = [*map(_alternative_object, construction.alternatives)]
        if construction.subset:
            report["subset"] = list(construction.subset)
            report["subset_fill"] = fill_object(construction.best.fill)
    report["attempts"] = construction.attempts
    report["seconds"] = round(construction.seconds, 4)
    report["cpu_seconds"] = round(construction.cpu_seconds, 4)
    return report


def _alternative_object(alternative: Alternative) -> dict[str, Any]:
    """Return what would work as plain data, with the grid that shows it."""
    return {
        "kind": alternative.kind,
        "text": alternative.text,
        "options": alternative.options,
        "theme": list(alternative.theme),
        "left_out": list(alternative.left_out),
        "size": list(alternative.size),
        "symmetry": alternative.symmetry,
        "min_score": alternative.min_score,
        **grid_object(alternative.candidate.grid),
    }


def _candidate_object(
    candidate: Candidate, puzzle: Puzzle, sources: DraftSources | None
) -> dict[str, Any]:
    return {
        **fill_object(candidate.fill),
        "theme": dict(candidate.theme),
        "lowest": candidate.lowest,
        "score": round(candidate.score, 2),
        "clues": with_sources(clues_object(puzzle), puzzle, sources),
    }
