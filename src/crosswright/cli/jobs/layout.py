"""The work of `crosswright layout`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

import click

from crosswright._version import __version__
from crosswright.cli.commands.layout import LayoutRequest
from crosswright.cli.console import Console
from crosswright.cli.exits import Exit
from crosswright.cli.files import PuzzleWriter, read_table
from crosswright.cli.interrupts import interruptible
from crosswright.cli.results import grid_object, parts_object, print_json, show
from crosswright.cli.sheets import check_sheet, sheet_options, sheets_of
from crosswright.errors import FormatError
from crosswright.layouts.crisscross import Layout, LeftOut
from crosswright.layouts.entries import LayoutWord, fold_accents, parse_words, read_words
from crosswright.layouts.layout import start
from crosswright.layouts.run import LayoutProgress, LayoutResult
from crosswright.layouts.wordsearch import LEVELS, WordSearch, word_search
from crosswright.limits import Limit, Status
from crosswright.puzzles.aids import starred
from crosswright.rendering.options import RenderOptions
from crosswright.support.languages import language_code
from crosswright.support.wording import duration, plural

FOLDED = ("el", "es")
"""Languages whose crosswords are without accents even in a classroom."""

PUZZLE_KINDS = {"criss-cross": "crossword", "fill-in": "fill-in"}


def run(request: LayoutRequest) -> Exit:
    """Lay the words out, and write and report the best layouts."""
    mode, search = request.mode, request.search
    check_sheet(request.sheet)
    writer = PuzzleWriter.of(request.outputs, mode, date=request.metadata.date)
    options = RenderOptions(solution=request.solution)
    if search.kind == "word-search":
        return hide(request, writer, options)
    if request.sheet.differentiate and not request.outputs.output and not mode.json:
        raise click.UsageError("--differentiate makes three files; name them, as in -o sheet.pdf")
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
        for sheet in sheets_of(puzzle, request.sheet, options, search.seed):
            file_number = number if search.candidates > 1 else None
            writer.write(sheet.puzzle, sheet.options, file_number, sheet.level)
        show(puzzle, layout_figures(layout, result), writer, mode)
    if mode.json:
        print_json(report(result, search.kind, writer))
    warn(result, search.candidates, mode.console)
    return interruption.exit or Exit.of(result.status)


def hide(request: LayoutRequest, writer: PuzzleWriter, options: RenderOptions) -> Exit:
    """Hide the words in a rectangle of letters, or in one for each level of difficulty."""
    mode, sheet = request.mode, request.sheet
    check_search(request, writer)
    words = words_of(request)
    levels: dict[str | None, str] = {None: request.search.directions}
    if sheet.differentiate:
        levels = dict(LEVELS.items())
    searches = {level: search_for(request, words, levels[level]) for level in levels}
    for stars, (level, search) in enumerate(searches.items(), 1):
        if not search.rows:
            continue
        puzzle = request.metadata.applied(search.puzzle())
        if level is not None:
            puzzle = starred(puzzle, stars, len(levels))
        writer.write(puzzle, sheet_options(sheet, options), None, level)
        show(puzzle, search_figures(search), writer, mode, solution=request.solution)
    worst = max(searches.values(), key=lambda search: len(search.left_out))
    if mode.json:
        print_json(search_report(searches, worst.status, writer))
    for left_out in worst.left_out:
        mode.console.warn(str(left_out))
    return Exit.of(worst.status)


def check_search(request: LayoutRequest, writer: PuzzleWriter) -> None:
    """Refuse what a word search cannot have."""
    for target in writer.targets:
        if not target.is_drawing and target.format != "text":
            raise FormatError(
                f"{target.path}: a word search is not a crossword; draw it as pdf, html, svg or "
                "png, or write .txt"
            )
    sheet, search = request.sheet, request.search
    unfit = {
        "--candidates": search.candidates > 1,
        "--time": search.time is not None,
        "--blocks": request.blocks,
        "--start-word": sheet.start_word,
        "--first-letters": sheet.first_letters,
        "--given-letters": sheet.given_letters,
    }
    for name, is_given in unfit.items():
        if is_given:
            raise click.UsageError(f"{name} is not for word searches; drop it")


def search_for(request: LayoutRequest, words: list[LayoutWord], directions: str) -> WordSearch:
    """Hide the words as the user asks for, in some directions."""
    search = request.search
    return word_search(
        words,
        width=search.width,
        height=search.height,
        directions=directions,
        seed=search.seed,
        language=request.outputs.sheet_language,
    )


def search_figures(search: WordSearch) -> str:
    """Summarise in a line how large a word search is and how to get it again."""
    return " · ".join(
        (
            plural(len(search.hidden), "word"),
            f"{search.height}×{search.width}",
            f"seed {search.seed}",
        )
    )


def search_report(
    searches: Mapping[str | None, WordSearch], status: Status, writer: PuzzleWriter
) -> dict[str, Any]:
    """Return word searches as JSON: the hardest one, and each level if there are several."""
    *_, hardest = searches.values()
    levels = {level: search_object(search) for level, search in searches.items() if level}
    return {
        "status": status.value,
        "kind": "word-search",
        **search_object(hardest),
        **({"levels": levels} if levels else {}),
        "seed": hardest.seed,
        "version": __version__,
        "files": writer.written,
    }


def search_object(search: WordSearch) -> dict[str, Any]:
    """Return a word search as JSON; cells are row,column, both from 1."""
    return {
        "grid": ["".join(row) for row in search.rows],
        "words": [
            {"word": word.entry.text, "cells": [f"{y + 1},{x + 1}" for y, x in word.cells]}
            for word in search.hidden
        ],
        "width": search.width,
        "height": search.height,
        "left_out": left_out_object(search.left_out),
    }


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
        f"{progress.done:4.0%} · {plural(len(best.placements), 'word')} · "
        f"{plural(best.crossings, 'crossing')} · {best.height}×{best.width}"
    )


def warn(result: LayoutResult, candidates: int, console: Console) -> None:
    """Name the words left out, and say so if there are fewer layouts than requested."""
    for left_out in result.left_out:
        console.warn(str(left_out))
    if result.layouts and len(result.layouts) < candidates:
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
            *(verdict(result) if layout is result.best else ()),
            f"seed {result.seed}",
            duration(statistics.seconds, statistics.cpu_seconds),
        )
    )


def verdict(result: LayoutResult) -> tuple[str, ...]:
    """Return in words whether there may be a better layout, if the words are few enough to know."""
    if result.proved:
        return ("proved best",)
    if result.max_crossings is None:
        return ()
    return (f"best found, at most {plural(result.max_crossings, 'crossing')} possible",)


def report(result: LayoutResult, kind: str, writer: PuzzleWriter) -> dict[str, Any]:
    """Return the keys that several commands share, for the best layout, and those of each."""
    left_out = left_out_object(result.left_out)
    best: dict[str, Any] = {"grid": [], "answers": {}, "left_out": left_out}
    if result.layouts:
        best = layout_object(result.best)
    return {
        "status": result.status.value,
        "kind": kind,
        **best,
        "scores": {},
        "seed": result.seed,
        "min_score": None,
        "stats": asdict(result.statistics),
        "proved": result.proved,
        "max_crossings": result.max_crossings,
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
        "left_out": left_out_object(layout.left_out),
    }


def left_out_object(left_out: Iterable[LeftOut]) -> list[dict[str, str]]:
    """Return the words that are left out, each with its reason, as JSON."""
    return [
        {"word": left.entry.text, "reason": left.reason.name, "text": str(left)}
        for left in left_out
    ]
