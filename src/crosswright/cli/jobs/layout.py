"""The work of `crosswright layout`: what is asked for, done, written and reported."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from crosswright._version import __version__
from crosswright.cli.console import Console
from crosswright.cli.interrupts import interruptible
from crosswright.cli.puzzles import STDIO, Writer
from crosswright.cli.results import EXITS, grid_object, print_json, print_puzzle
from crosswright.clues.tables import MAX_BYTES
from crosswright.layouts.crisscross import Layout
from crosswright.layouts.entries import LayoutWord, parse_words, read_words
from crosswright.layouts.layout import start
from crosswright.layouts.run import LayoutResult, LayoutRun
from crosswright.limits import Limit
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.options import RenderOptions

if TYPE_CHECKING:
    from crosswright.cli.commands.layout import Request, SheetOptions


def run(request: Request) -> int:
    """Lay out as asked; return the exit status."""
    talk, console, search = request.talk, request.talk.console, request.search
    writer = Writer.of(request.outputs, talk)
    layouts = start(
        take_words(request.words),
        width=search.width,
        height=search.height,
        candidates=search.candidates,
        seed=search.seed,
        limit=Limit(seconds=search.time),
    )
    with interruptible(layouts.stop) as interruption:
        watch(layouts, console)
        result = layouts.result()
    options = drawing(request.sheet)
    for number, layout in enumerate(result.layouts, 1):
        puzzle = dress(layout, request.sheet)
        writer.write(puzzle, options, number if search.candidates > 1 else None)
        if not talk.json:
            if writer.leaves_room(talk.quiet):
                print_puzzle(puzzle)
            console.note(figures(layout, result))
    if talk.json:
        print_json(report(result, writer))
    warn(result, search.candidates, console)
    return interruption.exit or EXITS[result.status.value]


def take_words(place: str) -> list[LayoutWord]:
    """Read the words from a file or, for `-`, from standard input."""
    if place != STDIO:
        return read_words(place)
    return parse_words(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input")


def dress(layout: Layout, sheet: SheetOptions) -> Puzzle:
    """Return a layout as a puzzle with its title and author."""
    return layout.puzzle(blocks=sheet.blocks, title=sheet.title, author=sheet.author)


def drawing(sheet: SheetOptions) -> RenderOptions:
    """Return how the sheet is drawn."""
    return RenderOptions(
        word_bank=sheet.word_bank,
        key=sheet.key,
        page=sheet.page,
        large_print=sheet.large_print,
        language=sheet.language,
    )


def watch(run: LayoutRun, console: Console) -> None:
    """Run a search, showing the best so far on a terminal."""
    with console.live() as line:
        for progress in run:
            if line.due:
                best = progress.best
                line.show(
                    f"{progress.done:4.0%} · {len(best.placements)} words · "
                    f"{best.crossings} crossings · {best.width}×{best.height}"
                )


def warn(result: LayoutResult, candidates: int, console: Console) -> None:
    """Name the words left out, and say when there are fewer layouts than were asked for."""
    for left in result.left_out:
        console.warn(str(left))
    if len(result.layouts) < candidates:
        console.note(f"{len(result.layouts)} of {candidates} layouts: no others differ enough")


def figures(layout: Layout, result: LayoutResult) -> str:
    """Say in a line how good a layout is and how to get it again."""
    count = len(layout.placements)
    return " · ".join(
        (
            f"{count} word{'' if count == 1 else 's'}",
            f"{layout.crossings} crossing{'' if layout.crossings == 1 else 's'}",
            f"{layout.width}×{layout.height}",
            f"{layout.density:.0%} letters",
            f"seed {result.seed}",
            f"{result.statistics.seconds:.1f} s",
        )
    )


def report(result: LayoutResult, writer: Writer) -> dict[str, Any]:
    """Return the keys that all commands share, of the best layout, and those of every layout."""
    best = layout_object(result.layouts[0]) if result.layouts else {"grid": [], "answers": {}}
    return {
        "status": result.status.value,
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
    """Return a layout for machines; `#` stands for the cells without a letter."""
    puzzle = layout.puzzle(blocks=True)
    return {
        **grid_object(puzzle.filled_grid),
        "answers": puzzle.answers,
        "clues": {label: clue for label, clue in layout.clues.items() if clue},
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
