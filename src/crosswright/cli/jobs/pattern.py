"""The work of `crosswright pattern`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from crosswright.cli.commands.pattern import Request
from crosswright.cli.exits import Exit
from crosswright.cli.interrupts import interruptible
from crosswright.cli.options.common import Talk, chosen_seed
from crosswright.cli.options.shapes import Shape
from crosswright.cli.puzzles import Writer, read_puzzle
from crosswright.cli.results import EXITS, grid_object, manifest, print_json, print_puzzle
from crosswright.errors import StyleError
from crosswright.filling.rules import Rules
from crosswright.grids.grid import Grid
from crosswright.limits import Limit, Status
from crosswright.patterns import pattern as patterns
from crosswright.patterns.pattern import ACCEPTABLE, Pattern, PatternRun
from crosswright.puzzles.puzzle import Puzzle
from crosswright.words.wordlist import WordList

USUAL_SIZE = (15, 15)

PATIENCE = 30.0
"""Seconds for each pattern when the user sets no time."""


ADVICE = "try a longer --time, another --word-count or more words"


def run(request: Request) -> int:
    """Make the patterns that are asked for; return the exit status."""
    shape, lists, talk, count = request.shape, request.lists, request.talk, request.count
    console = talk.console
    writer = Writer.of(request.outputs, talk)
    base = None
    if request.template is not None:
        base = read_puzzle(request.template, request.source, console).filled_grid
    words = None if request.no_verify else lists.load(console)
    floor = request.min_score
    if floor is None and lists.is_built_in:
        floor = ACCEPTABLE
    search = patterns.start(
        *size_of(shape, base),
        words=words,
        verify=not request.no_verify,
        template=base,
        rules=Rules(min_score=floor),
        seed=chosen_seed(request.seed),
        limit=Limit(seconds=PATIENCE * count if request.time is None else request.time),
        count=count,
        **shape.numbers,
    )
    with search, interruptible(search.stop) as interruption:
        _watch(search, talk)
        found = search.results()
    made = [result for result in found if result.grid is not None]
    for number, result in enumerate(made, 1):
        assert result.grid is not None
        writer.write(Puzzle(result.grid), number=number if count > 1 else None)
        if not talk.json:
            if writer.leaves_room(talk.quiet):
                print_puzzle(Puzzle(result.grid))
            console.note(_figures(result))
    if talk.json:
        print_json(_report(found, shape, words, floor, writer))
    elif len(made) < count:
        advice = f"; {ADVICE}" if found[-1].status is Status.LIMIT else ""
        console.warn(f"{len(made)} of {count} patterns: {found[-1].reason}{advice}")
    if len(made) == count:
        return interruption.exit or Exit.DONE
    assert found[-1].status is not None  # it says why there are no more
    return interruption.exit or EXITS[found[-1].status.value]


def size_of(shape: Shape, template: Grid | None) -> tuple[int, int]:
    """Return the size that is asked for, or that of the template."""
    if template is None:
        return shape.size or USUAL_SIZE
    size = template.height, template.width
    if shape.size not in (None, size):
        raise StyleError(
            f"the grid given has {size[0]} rows and {size[1]} columns: leave --size out"
        )
    return size


def _watch(run: PatternRun, talk: Talk) -> None:
    """Run a search, with its progress on a terminal."""
    with talk.console.live() as line:
        for state in run:
            if line.due:
                line.show(
                    f"{state.attempts} drawn, {state.drawn} by the rules, {state.found} found · "
                    f"{state.seconds:.1f} s · Ctrl-C ends it"
                )


def _figures(result: Pattern) -> str:
    grid = result.grid
    assert grid is not None
    lengths = [len(slot) for slot in grid.slots]
    inside = f"{len(grid.bars)} bars" if grid.bars else f"{len(grid.blocks)} blocks"
    return " · ".join(
        (
            f"{len(lengths)} words",
            inside,
            f"mean length {sum(lengths) / len(lengths):.1f}",
            "filled once" if result.is_verified else "not filled",
            f"seed {result.seed}",
            f"{result.seconds:.1f} s",
        )
    )


def pattern_object(result: Pattern) -> dict[str, Any]:
    """Return a pattern as the keys of a fill, and its own; the answers are those that it took."""
    fill = result.fill
    status = "UNVERIFIED" if result.status is None else result.status.value
    if result.grid is None:
        return {"status": status, "grid": None, "reason": result.reason, "seed": result.seed}
    bars = [[row + 1, column + 1, side] for (row, column), side in sorted(result.grid.bars)]
    return {
        "status": status,
        **grid_object(result.grid),
        **({"bars": bars} if bars else {}),
        "verified": result.is_verified,
        "words": len(result.grid.slots),
        "blocks": len(result.grid.blocks),
        "answers": {} if fill is None else fill.answers,
        "scores": {} if fill is None else fill.scores,
        "seed": result.seed,
        "min_score": None if fill is None else fill.min_score,
        "stats": {
            "attempts": result.attempts,
            **({} if fill is None else asdict(fill.statistics)),
            "seconds": round(result.seconds, 4),
        },
    }


def _report(
    found: list[Pattern],
    shape: Shape,
    words: WordList | None,
    floor: int | None,
    writer: Writer,
) -> dict[str, Any]:
    made = pattern_object(found[-1])
    if len(found) > 1:
        made["patterns"] = [pattern_object(each) for each in found if each.grid is not None]
    if words is not None:
        made["manifest"] = manifest(words, found[0].seed, min_score=floor, **asdict(shape))
    made["files"] = writer.written
    return made
