"""The work of `crosswright layout`."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any

from crosswright._version import __version__
from crosswright.cli.commands.layout import LayoutRequest
from crosswright.cli.console import Console
from crosswright.cli.exits import Exit
from crosswright.cli.files import PuzzleWriter, read_table
from crosswright.cli.interrupts import interruptible
from crosswright.cli.results import grid_object, parts_object, print_json, show
from crosswright.cli.sheets import check_sheet, sheets_of
from crosswright.layouts.crisscross import Layout
from crosswright.layouts.entries import LayoutWord, fold_accents, parse_words, read_words
from crosswright.layouts.layout import start
from crosswright.layouts.run import LayoutProgress, LayoutResult
from crosswright.limits import Limit
from crosswright.rendering.options import RenderOptions
from crosswright.support.languages import language_code
from crosswright.support.wording import duration, plural

FOLDED = ("es",)
"""Languages whose crosswords are without accents even in a classroom."""

PUZZLE_KINDS = {"criss-cross": "crossword", "fill-in": "fill-in"}


def run(request: LayoutRequest) -> Exit:
    """Lay the words out, and write and report the best layouts."""
    mode, search = request.mode, request.search
    check_sheet(request.sheet)
    writer = PuzzleWriter.of(request.outputs, mode, date=request.metadata.date)
    layouts = start(
        words_of(request),
        width=search.width,
        height=search.height,
        candidates=search.candidates,
        seed=search.seed,
        limit=Limit(seconds=search.time),
    )
    with layouts, interruptible(layouts.stop) as interruption:
        mode.console.watch(layouts, describe)
        result = layouts.result()
    for number, layout in enumerate(result.layouts, 1):
        puzzle = layout.puzzle(kind=PUZZLE_KINDS[search.kind], blocks=request.blocks)
        puzzle = request.metadata.applied(puzzle, number)
        for sheet in sheets_of(puzzle, request.sheet, RenderOptions(), search.seed):
            file_number = number if search.candidates > 1 else None
            writer.write(sheet.puzzle, sheet.options, file_number, sheet.level)
        show(puzzle, layout_figures(layout, result), writer, mode)
    if mode.json:
        print_json(report(result, search.kind, writer))
    warn(result, search.candidates, mode.console)
    return interruption.exit or Exit.of(result.status)


def words_of(request: LayoutRequest) -> list[LayoutWord]:
    """Read the words, and fold their accents if that is wanted or usual in their language."""
    language = request.outputs.sheet_language
    words = read_table(
        request.words,
        partial(read_words, language=language),
        partial(parse_words, language=language),
        request.encoding,
        request.mode.console,
    )
    folds = request.fold_accents
    if folds is None:
        folds = language_code(language) in FOLDED
    return fold_accents(words, language) if folds else words


def describe(progress: LayoutProgress) -> str:
    """Describe the best layout so far, for the live line."""
    best = progress.best
    return (
        f"{progress.done:4.0%} · {len(best.placements)} words · "
        f"{best.crossings} crossings · {best.height}×{best.width}"
    )


def warn(result: LayoutResult, candidates: int, console: Console) -> None:
    """Name the words left out, and say so if there are fewer layouts than requested."""
    for left_out in result.left_out:
        console.warn(str(left_out))
    if len(result.layouts) < candidates:
        console.note(f"{len(result.layouts)} of {candidates} layouts: no others differ enough")


def layout_figures(layout: Layout, result: LayoutResult) -> str:
    """Summarise in a line how good a layout is and how to get it again."""
    statistics = result.statistics
    return " · ".join(
        (
            plural(len(layout.placements), "word"),
            plural(layout.crossings, "crossing"),
            f"{layout.height}×{layout.width}",
            f"{layout.density:.0%} full",
            f"seed {result.seed}",
            duration(statistics.seconds, statistics.cpu_seconds),
        )
    )


def report(result: LayoutResult, kind: str, writer: PuzzleWriter) -> dict[str, Any]:
    """Return the keys that several commands share, for the best layout, and those of each."""
    best = layout_object(result.layouts[0]) if result.layouts else {"grid": [], "answers": {}}
    return {
        "status": result.status.value,
        "kind": kind,
        **best,
        "scores": {},
        "seed": result.seed,
        "min_score": None,
        "stats": asdict(result.statistics),
        "candidates": [layout_object(layout) for layout in result.layouts],
        "version": __version__,
        "files": writer.written,
    }


def layout_object(layout: Layout) -> dict[str, Any]:
    """Return a layout as JSON, with # for cells without a letter."""
    puzzle = layout.puzzle(blocks=True)
    return {
        **grid_object(puzzle.filled_grid),
        "answers": puzzle.answers,
        "clues": {label: clue for label, clue in layout.clues.items() if clue},
        **parts_object(puzzle),
        "width": layout.width,
        "height": layout.height,
        "crossings": layout.crossings,
        "density": round(layout.density, 3),
        "score": round(layout.score, 2),
        "left_out": [
            {"word": left.entry.text, "reason": left.reason.name, "text": str(left)}
            for left in layout.left_out
        ],
    }
