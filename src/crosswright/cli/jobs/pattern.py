"""The work of `crosswright pattern`."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from crosswright.cli.commands.pattern import PatternRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import PuzzleWriter, read_puzzle
from crosswright.cli.interrupts import interruptible
from crosswright.cli.options.limits import seed_or_random
from crosswright.cli.options.shapes import ShapeOptions
from crosswright.cli.results import deliver, grid_object, manifest, print_json
from crosswright.cli.terminal import print_text
from crosswright.errors import StyleError
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.patterns import builtin
from crosswright.patterns.pattern import ACCEPTABLE, Pattern, PatternProgress, PatternRun, start
from crosswright.puzzles.puzzle import Puzzle
from crosswright.support.wording import duration, plural
from crosswright.words.wordlist import WordList

USUAL_SIZE = (15, 15)

SECONDS_EACH = 30.0
"""Time limit for each pattern unless the user sets one."""

ADVICE = "try a longer --time, another --word-count or more words"


def run(request: PatternRequest) -> Exit:
    """Make the patterns, and write and report them."""
    mode, count = request.mode, request.count or 1
    writer = PuzzleWriter.of(request.outputs, mode, date=request.metadata.date)
    if request.built_in:
        return _give_built_in(request, writer)
    template = words = None
    if request.template is not None:
        template = read_puzzle(request.template, request.input_format, mode.console)
    if not request.no_verify:
        if template is not None:
            request = replace(request, lists=request.lists.available_for(template, mode.console))
        words = request.lists.load(mode.console)
    search = _start(request, words, None if template is None else template.filled_grid)
    with search, interruptible(search.stop) as interruption:
        mode.console.watch(search, describe)
        results = search.results()
    patterns = [result for result in results if result.grid is not None]
    for number, pattern in enumerate(patterns, 1):
        assert pattern.grid is not None
        deliver(
            request.metadata.applied(Puzzle(pattern.grid), number),
            pattern_figures(pattern),
            writer,
            mode,
            number=number if count > 1 else None,
        )
    if mode.json:
        print_json(_report(results, request, words, writer))
    elif len(patterns) < count:
        mode.console.warn(why_not(results[-1], len(patterns), count))
    if len(patterns) == count:
        return interruption.exit or Exit.DONE
    assert results[-1].status is not None  # it says why there are no more
    return interruption.exit or Exit.of(results[-1].status)


def _give_built_in(request: PatternRequest, writer: PuzzleWriter) -> Exit:
    """Write and report the built-in patterns of a size and style."""
    shape, mode = request.shape, request.mode
    given = (request.template, shape.word_count, shape.block_count, shape.symmetry)
    if any(value not in (None, "180") for value in given):
        raise StyleError("--built-in takes no TEMPLATE, --symmetry, --word-count or --block-count")
    side = builtin.side_of(*(shape.size or USUAL_SIZE), shape.style)
    grids = builtin.patterns(side, shape.style)
    if request.seed is not None:
        grids = builtin.in_order(request.seed, side, shape.style)
    count = len(grids) if request.count is None else request.count
    for number, grid in enumerate(grids[:count], 1):
        puzzle = request.metadata.applied(Puzzle(grid), number)
        if number > 1 and not mode.json and not writer.targets:
            print_text()
        figures = " · ".join((*shape_figures(grid), "built in"))
        deliver(puzzle, figures, writer, mode, number=number if count > 1 else None)
    if mode.json:
        objects = [built_in_object(grid) for grid in grids[:count]]
        print_json({**objects[-1], "patterns": objects, "files": writer.written})
    if count > len(grids):
        mode.console.warn(f"there are {len(grids)} built-in patterns of this size and style")
        return Exit.IMPOSSIBLE
    return Exit.DONE


def _start(request: PatternRequest, words: WordList | None, template: Grid | None) -> PatternRun:
    count = request.count or 1
    seconds = SECONDS_EACH * count if request.time is None else request.time
    return start(
        *size_of(request.shape, template),
        words=words,
        verify=not request.no_verify,
        template=template,
        rules=Rules(min_score=floor(request), no_shared_stem=request.no_shared_stem),
        seed=seed_or_random(request.seed),
        limit=Limit(seconds=seconds),
        count=count,
        **request.shape.keywords,
    )


def floor(request: PatternRequest) -> int | None:
    """Return the lowest score allowed."""
    if request.min_score is None and request.lists.has_built_in:
        return ACCEPTABLE
    return request.min_score


def size_of(shape: ShapeOptions, template: Grid | None) -> tuple[int, int]:
    """Return the size that the user wants, or that of the template."""
    if template is None:
        return shape.size or USUAL_SIZE
    size = template.height, template.width
    if shape.size not in (None, size):
        raise StyleError(f"the grid has {size[0]} rows and {size[1]} columns; leave --size out")
    return size


def describe(progress: PatternProgress) -> str:
    """Describe how far the search has got, for the live line."""
    return (
        f"{progress.attempts} drawn, {progress.drawn} by the rules, {progress.found} found · "
        f"{progress.seconds:.1f} s · Ctrl-C ends it"
    )


def why_not(ending: Pattern, number: int, count: int) -> str:
    """Return why there are no more patterns, and what to try."""
    made = f"{number} of {plural(count, 'pattern')}" if number else "no pattern"
    if ending.status is not Status.LIMIT:
        return f"{made}: {ending.reason}"
    took = duration(ending.seconds, ending.cpu_seconds)
    return f"{made}: {ending.reason} ({took}); {ADVICE}"


def pattern_figures(pattern: Pattern) -> str:
    """Summarise a pattern in a line."""
    assert pattern.grid is not None
    return " · ".join(
        (
            *shape_figures(pattern.grid),
            "filled once" if pattern.is_verified else "not filled",
            f"seed {pattern.seed}",
            f"{pattern.seconds:.1f} s",
        )
    )


def shape_figures(grid: Grid) -> tuple[str, ...]:
    """Return the number and length of a pattern's words, and the number of its blocks or bars."""
    lengths = [len(slot) for slot in grid.slots]
    return (
        plural(len(lengths), "word"),
        plural(len(grid.bars), "bar") if grid.bars else plural(len(grid.blocks), "block"),
        f"mean length {sum(lengths) / len(lengths):.1f}",
    )


def built_in_object(grid: Grid) -> dict[str, Any]:
    """Return a built-in pattern as the keys that describe a pattern."""
    return {
        "status": "BUILT-IN",
        **grid_object(grid),
        "words": len(grid.slots),
        "blocks": len(grid.blocks),
    }


def pattern_object(pattern: Pattern) -> dict[str, Any]:
    """Return a pattern as the keys of a fill, which is the one that verified it, and its own."""
    fill = pattern.fill
    statistics = {
        "attempts": pattern.attempts,
        **({} if fill is None else asdict(fill.statistics)),
        "seconds": round(pattern.seconds, 4),
        "cpu_seconds": round(pattern.cpu_seconds, 4),
    }
    status = "UNVERIFIED" if pattern.status is None else pattern.status.value
    if pattern.grid is None:
        return {
            "status": status,
            "grid": None,
            "reason": pattern.reason,
            "seed": pattern.seed,
            "stats": statistics,
        }
    bars = [[row + 1, column + 1, side] for (row, column), side in sorted(pattern.grid.bars)]
    return {
        "status": status,
        **grid_object(pattern.grid),
        **({"bars": bars} if bars else {}),
        "verified": pattern.is_verified,
        "words": len(pattern.grid.slots),
        "blocks": len(pattern.grid.blocks),
        "answers": {} if fill is None else fill.answers,
        "scores": {} if fill is None else fill.scores,
        "seed": pattern.seed,
        "min_score": None if fill is None else fill.min_score,
        "stats": statistics,
    }


def _report(
    results: list[Pattern], request: PatternRequest, words: WordList | None, writer: PuzzleWriter
) -> dict[str, Any]:
    report = pattern_object(results[-1])
    if len(results) > 1:
        report["patterns"] = [pattern_object(each) for each in results if each.grid is not None]
    if words is not None:
        options = {"min_score": floor(request), **asdict(request.shape)}
        report["manifest"] = manifest(words, results[0].seed, **options)
    report["files"] = writer.written
    return report
