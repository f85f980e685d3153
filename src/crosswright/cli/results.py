"""Fills for machines and people: the JSON object that commands print, and a line of figures."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

import click

from crosswright._version import __version__
from crosswright.cli.console import is_terminal
from crosswright.cli.exits import Exit
from crosswright.filling.result import FillResult
from crosswright.grids.grid import Grid
from crosswright.grids.letters import split_letters
from crosswright.puzzles.puzzle import Puzzle
from crosswright.words.wordlist import WordList


def print_json(value: dict[str, Any]) -> None:
    """Print an object; text in any script stays readable where it can."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # a terminal of few letters, or a file's name that is no text
        text = json.dumps(value)
    click.echo(text)


EXITS = {
    "FILLED": Exit.DONE,
    "IMPOSSIBLE": Exit.IMPOSSIBLE,
    "LIMIT": Exit.LIMIT,
    "CANCELLED": Exit.INTERRUPTED,
}
"""The exit status of a fill, a construction or a layout, by the value of its status."""


def grid_object(grid: Grid) -> dict[str, Any]:
    """Return the keys that describe a grid: its rows and, where a row cannot show it, its rebus."""
    rebus = {
        f"{row + 1},{column + 1}": token
        for (row, column), token in sorted(grid.letters.items())
        if len(split_letters(token)) > 1
    }
    return {"grid": grid.rows(), **({"rebus": rebus} if rebus else {})}


def print_puzzle(puzzle: Puzzle) -> None:
    """Print a filled puzzle: boxed on a terminal that is wide enough, else in the text notation."""
    if not is_terminal(sys.stdout):
        click.echo(puzzle.filled_grid)
        return
    import shutil

    from crosswright.rendering.render import render

    written = any(entry.clue.text for entry in puzzle.entries)
    text = render(puzzle, "text", solution=True, clues=written).decode()
    if max(map(len, text.splitlines())) >= shutil.get_terminal_size().columns:
        text = render(puzzle, "text", solution=True, clues=written, boxed=False).decode()
    click.echo(text)


def fill_object(result: FillResult) -> dict[str, Any]:
    """Return a fill as the keys that all commands share (see docs/cli.md)."""
    statistics = asdict(result.statistics)
    statistics["seconds"] = round(result.statistics.seconds, 4)
    return {
        "status": result.status.value,
        **grid_object(result.grid),
        "answers": result.answers,
        "scores": result.scores,
        "seed": result.seed,
        "min_score": result.min_score,
        "stats": statistics,
        "quality": None if result.quality is None else asdict(result.quality),
    }


def clues_object(puzzle: Puzzle) -> dict[str, Any]:
    """Return the clues of a puzzle by slot, each with whether it is a draft."""
    return {
        entry.label: {"text": entry.clue.text, "draft": entry.clue.draft}
        for entry in puzzle.entries
        if entry.clue.text
    }


def manifest(words: WordList, seed: int, **options: Any) -> dict[str, Any]:
    """Return what it takes to run the same fill again."""
    return {
        "version": __version__,
        "seed": seed,
        "words": {"name": words.name, "count": len(words), "digest": words.digest},
        "options": options,
    }


def figures(result: FillResult) -> str:
    """Say in a line how good a fill is and how to get it again."""
    count = len(result.answers)
    parts = [f"{count} word{'' if count == 1 else 's'}"]
    known = {label: score for label, score in result.scores.items() if score is not None}
    if known:
        worst = min(known, key=lambda label: known[label])
        parts.append(f"mean score {sum(known.values()) / len(known):.1f}")
        parts.append(f"lowest {known[worst]} ({worst} {result.answers[worst]})")
    parts.append(f"seed {result.seed}")
    parts.append(f"{result.statistics.seconds:.1f} s")
    return " · ".join(parts)
