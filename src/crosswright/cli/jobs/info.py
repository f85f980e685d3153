"""The work of `crosswright info`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from crosswright.cli.commands.info import InfoRequest
from crosswright.cli.exits import Exit
from crosswright.cli.files import read_puzzle
from crosswright.cli.results import parts_object, print_json
from crosswright.cli.terminal import print_text
from crosswright.puzzles.puzzle import TEXTS, Puzzle
from crosswright.puzzles.statistics import AnswerScores, PuzzleStatistics, describe

BAR_WIDTH = 40
"""Columns of the longest bar."""

MAX_UNLISTED = 6
"""Answers missing from the list that are named; the rest are only counted."""


def run(request: InfoRequest) -> Exit:
    """Print the statistics of the puzzle."""
    if request.no_words and request.lists.words:
        raise click.UsageError("--no-words excludes -w")
    console = request.mode.console
    puzzle = read_puzzle(request.puzzle, request.input_format, console)
    look_up = bool(puzzle.answers) and not request.no_words
    figures = describe(puzzle, request.lists.load_for(puzzle, console) if look_up else None)
    if request.mode.json:
        print_json(figures_object(puzzle, figures))
    else:
        print_text("\n".join(figure_lines(puzzle, figures)))
    return Exit.DONE


def figures_object(puzzle: Puzzle, figures: PuzzleStatistics) -> dict[str, Any]:
    """Return the figures as JSON."""
    report: dict[str, Any] = {name: getattr(puzzle, name) for name in (*TEXTS, "kind")}
    report |= asdict(figures)
    report |= {"block_share": figures.block_share, "missing": figures.missing}
    if figures.scores is not None:
        report["scores"] |= {
            "mean": figures.scores.mean,
            "lowest": figures.scores.lowest,
            "histogram": figures.scores.histogram,
        }
    if (difficulty := figures.difficulty_estimate) is not None:
        summary = {"level": difficulty.level, "number": difficulty.number}
        report["difficulty_estimate"] = summary | report["difficulty_estimate"]
    return report | parts_object(puzzle)


def figure_lines(puzzle: Puzzle, figures: PuzzleStatistics) -> list[str]:
    """Return the figures as lines, with bars for what is counted by kind."""
    lines = [" by ".join(filter(None, (puzzle.title, puzzle.author_name)))]
    if puzzle.kind != "crossword":
        lines.append(f"kind       {puzzle.kind}")
    if puzzle.language:
        lines.append(f"language   {puzzle.language}")
    lines += [
        f"size       {figures.height}×{figures.width}",
        f"words      {figures.words} ({figures.across} across, {figures.down} down), "
        f"mean length {figures.mean_length:.2f}",
        f"blocks     {figures.blocks} ({figures.block_share:.1%})",
        f"checked    {figures.checked} of {figures.cells} letters",
        f"symmetry   {', '.join(figures.symmetries) or 'none'}",
    ]
    if figures.parts > 1:
        lines.append(f"parts      {figures.parts}, not connected to each other")
    if figures.clues:
        drafts = f", {figures.drafts} of them drafts" if figures.drafts else ""
        lines.append(f"clues      {figures.clues} of {figures.words}{drafts}")
    if figures.lengths:
        lines += ["", *bars("length", {str(n): count for n, count in figures.lengths.items()})]
    if figures.letters:
        used = "  ".join(f"{token} {count}" for token, count in figures.letters.items())
        lines += ["", f"letters    {used}", f"missing    {figures.missing or 'none: a pangram'}"]
    if figures.scores is not None:
        lines += ["", *score_lines(puzzle, figures.scores)]
    if (difficulty := figures.difficulty_estimate) is not None:
        lines.append(f"difficulty {difficulty.level} ({difficulty.number:.0f} of 100)")
    return lines if lines[0] else lines[1:]


def score_lines(puzzle: Puzzle, scores: AnswerScores) -> list[str]:
    """Return the scores as lines: mean, lowest, how many in each band, and what is not listed."""
    lines = []
    if scores.mean is not None and scores.lowest is not None:
        lowest = (
            f"{scores.by_label[scores.lowest]} ({scores.lowest} {puzzle.answers[scores.lowest]})"
        )
        lines.append(f"score      mean {scores.mean:.1f}, lowest {lowest}")
        bands = {
            f"{low}" if low == 100 else f"{low}–{low + 9}": count
            for low, count in scores.histogram.items()
        }
        lines += bars("score", bands)
    if scores.unlisted:
        first, rest = scores.unlisted[:MAX_UNLISTED], scores.unlisted[MAX_UNLISTED:]
        named = ", ".join(f"{label} {puzzle.answers[label]}" for label in first)
        lines.append(f"unlisted   {named}{f' and {len(rest)} more' if rest else ''}")
    return lines


def bars(heading: str, counts: dict[str, int]) -> list[str]:
    """Return a bar for each count."""
    scale = max(1.0, max(counts.values(), default=1) / BAR_WIDTH)
    return [
        f"{heading:<7}{name:>7}  {count:>3} {'█' * round(count / scale)}".rstrip()
        for name, count in counts.items()
    ]
