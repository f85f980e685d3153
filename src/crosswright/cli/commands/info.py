"""`crosswright info`: a puzzle in figures."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from crosswright.cli.exits import Exit
from crosswright.cli.options.common import Lists, Talk, lists, source_format, talk

if TYPE_CHECKING:
    from crosswright.puzzles.puzzle import Puzzle
    from crosswright.puzzles.statistics import AnswerScores, PuzzleStatistics

BAR = 40
"""Columns of the longest bar."""


@click.command()
@click.argument("puzzle")
@lists
@click.option("--no-words", is_flag=True, help="Leave the scores out.")
@source_format
@talk
def info(puzzle: str, lists: Lists, no_words: bool, source: str | None, talk: Talk) -> int:
    """Show the statistics of a puzzle.

    PUZZLE is a puzzle file, or - for standard input. Counts words, blocks, lengths and letters;
    answers are scored by the list of -w, or else by the built-in English one.

    \b
    Example: crosswright info puzzle.ipuz
    """
    from crosswright.cli.puzzles import read_puzzle
    from crosswright.cli.results import print_json
    from crosswright.puzzles.statistics import describe

    read = read_puzzle(puzzle, source, talk.console)
    scored = bool(read.answers) and not no_words
    figures = describe(read, lists.load(talk.console) if scored else None)
    if talk.json:
        print_json(as_object(read, figures))
    else:
        click.echo("\n".join(lines(read, figures)))
    return Exit.DONE


def as_object(puzzle: Puzzle, figures: PuzzleStatistics) -> dict[str, Any]:
    """Return the figures as a JSON object."""
    shown = {"title": puzzle.title, "author": puzzle.author, **asdict(figures)}
    shown |= {"block_share": figures.block_share, "missing": figures.missing}
    if figures.scores is not None:
        shown["scores"] |= {
            "mean": figures.scores.mean,
            "lowest": figures.scores.lowest,
            "histogram": figures.scores.histogram,
        }
    return shown


def lines(puzzle: Puzzle, figures: PuzzleStatistics) -> list[str]:
    """Say the figures in lines, with bars for what is counted by kind."""
    shown = [" by ".join(filter(None, (puzzle.title, puzzle.author)))]
    shown += [
        f"size       {figures.height}×{figures.width}",
        f"words      {figures.words} ({figures.across} across, {figures.down} down), "
        f"mean length {figures.mean_length:.2f}",
        f"blocks     {figures.blocks} ({figures.block_share:.1%})",
        f"checked    {figures.checked} of {figures.cells} letters",
        f"symmetry   {', '.join(figures.symmetries) or 'none'}",
    ]
    if figures.parts > 1:
        shown.append(f"parts      {figures.parts}, not joined to each other")
    if figures.clues:
        drafts = f", {figures.drafts} of them drafts" if figures.drafts else ""
        shown.append(f"clues      {figures.clues} of {figures.words}{drafts}")
    if figures.lengths:
        shown += ["", *bars("length", {str(n): count for n, count in figures.lengths.items()})]
    if figures.letters:
        used = "  ".join(f"{token} {count}" for token, count in figures.letters.items())
        shown += ["", f"letters    {used}", f"missing    {figures.missing or 'none: a pangram'}"]
    if figures.scores is not None:
        shown += ["", *score_lines(puzzle, figures.scores)]
    return shown if shown[0] else shown[1:]


def score_lines(puzzle: Puzzle, scores: AnswerScores) -> list[str]:
    """Say the scores: mean, lowest, how many of each band, and what is not in the list."""
    shown = []
    if scores.mean is not None and scores.lowest is not None:
        worst = (
            f"{scores.by_label[scores.lowest]} ({scores.lowest} {puzzle.answers[scores.lowest]})"
        )
        shown.append(f"score      mean {scores.mean:.1f}, lowest {worst}")
        bands = {
            f"{low}" if low == 100 else f"{low}–{low + 9}": count
            for low, count in scores.histogram.items()
        }
        shown += bars("score", bands)
    if scores.unlisted:
        named = ", ".join(f"{label} {puzzle.answers[label]}" for label in scores.unlisted[:6])
        more = f" and {len(scores.unlisted) - 6} more" if len(scores.unlisted) > 6 else ""
        shown.append(f"unlisted   {named}{more}")
    return shown


def bars(head: str, counts: dict[str, int]) -> list[str]:
    """Draw a bar for each count."""
    most = max(counts.values(), default=1)
    scale = max(1.0, most / BAR)
    return [
        f"{head:<7}{name:>7}  {count:>3} {'█' * round(count / scale)}".rstrip()
        for name, count in counts.items()
    ]
