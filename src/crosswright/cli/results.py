"""Results on stdout: JSON objects for machines, puzzles and lines of figures for people."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

from crosswright._version import __version__
from crosswright.cli.answer import answering
from crosswright.cli.options.mode import OutputMode
from crosswright.cli.terminal import INVISIBLE, is_terminal, print_text
from crosswright.grids.letters import split_letters
from crosswright.support.wording import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crosswright.cli.files import PuzzleWriter
    from crosswright.cli.options.outputs import OutputOptions
    from crosswright.filling.result import FillResult, Quality
    from crosswright.grids.grid import Grid
    from crosswright.grids.notation import Cell
    from crosswright.puzzles.puzzle import Entry, Puzzle
    from crosswright.rendering.options import RenderOptions
    from crosswright.words.wordlist import WordList


_INVISIBLE = f"[{INVISIBLE}]"  # JSON itself asks to escape only some of them


def print_json(value: dict[str, Any]) -> None:
    """Print the object that a command answers with, whatever signals arrive meanwhile."""
    with answering():
        print_object(value)


def print_object(value: dict[str, Any]) -> None:
    """Print an object; text in any script stays readable where it can."""
    import json  # here: most commands print text

    text = json.dumps(value, ensure_ascii=False)
    text = re.sub(_INVISIBLE, lambda match: f"\\u{ord(match[0]):04x}", text)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # a terminal with few letters
        text = json.dumps(value)
    print_text(text)


# -- puzzles --------------------------------------------------------------------------------------


def deliver(
    puzzle: Puzzle,
    figures: str,
    writer: PuzzleWriter,
    mode: OutputMode,
    *,
    options: RenderOptions | None = None,
    number: int | None = None,
) -> None:
    """Write a puzzle to its files and, unless JSON is wanted, show it with a line of figures.

    If there are files, it is shown only to a person at a terminal.
    """
    writer.write(puzzle, options, number)
    show(puzzle, figures, writer, mode)


def show(
    puzzle: Puzzle, figures: str, writer: PuzzleWriter, mode: OutputMode, *, solution: bool = True
) -> None:
    """Show a puzzle that has been written, with a line of figures, unless JSON is wanted."""
    if mode.json:
        return
    if not writer.targets or (is_terminal(sys.stdout) and not mode.quiet):
        print_puzzle(puzzle, writer.outputs, solution=solution)
    mode.console.note(figures)


def print_puzzle(puzzle: Puzzle, outputs: OutputOptions, *, solution: bool = True) -> None:
    """Print a filled puzzle: boxed on a terminal that is wide enough, else in the text notation."""
    if not is_terminal(sys.stdout) and puzzle.kind != "word-search":
        print_text(puzzle.filled_grid)
        return
    import shutil

    from crosswright.rendering.options import RenderOptions
    from crosswright.rendering.render import render

    has_clues = any(entry.clue.text for entry in puzzle.entries)
    options = RenderOptions(
        solution=solution,
        clues=has_clues,
        sheet_language=outputs.sheet_language,
        enumerations=outputs.enumerations,
    )
    text = render(puzzle, "text", options).decode()
    if max(map(len, text.splitlines())) >= shutil.get_terminal_size().columns:
        text = render(puzzle, "text", options, boxed=False).decode()
    print_text(text)


def fill_figures(result: FillResult, seed: str = "", *, floor: str = "") -> str:
    """Summarise in a line how good a fill is and how to get it again: by its seed, or another.

    `floor` is the lowest score allowed, if that is worth saying.
    """
    parts = [plural(len(result.answers), "word")]
    scores = {label: score for label, score in result.scores.items() if score is not None}
    if scores:
        worst = min(scores, key=lambda label: scores[label])
        mean_bound, floor_bound = bounds(result.quality, [*scores.values()])
        parts.append(f"mean score {sum(scores.values()) / len(scores):.1f}{mean_bound}")
        parts.append(f"lowest {scores[worst]} ({worst} {result.answers[worst]}{floor_bound})")
    if floor:
        parts.append(f"floor {floor}")
    parts.append(f"seed {seed or result.seed}")
    parts.append(f"{result.statistics.seconds:.1f} s")
    return " · ".join(parts)


def bounds(quality: Quality | None, scores: Sequence[int]) -> tuple[str, str]:
    """Say how high the mean and the lowest score could be at most, as far as that is proved."""
    if quality is None:
        return "", ""
    total = sum(scores) + (quality.mean_bound - quality.mean) * quality.chosen  # given words stay
    mean = f" (at most {total / len(scores):.1f} possible)"
    if len(scores) < quality.chosen:  # the bound also counts required words without a score
        mean = ""
    if min(scores) != quality.floor:  # it is that of a required word, which no floor applies to
        return mean, ""
    if quality.floor_proved:
        return mean, ", the best possible"
    return mean, f", at most {quality.floor_bound} possible"


# -- JSON -----------------------------------------------------------------------------------------


def grid_object(grid: Grid) -> dict[str, Any]:
    """Return the keys that describe a grid: its rows and, where a row cannot show it, its rebus."""
    rebus = {
        _cell_name(cell): token
        for cell, token in sorted(grid.letters.items())
        if len(split_letters(token)) > 1
    }
    return {"grid": grid.rows(), **({"rebus": rebus} if rebus else {})}


def fill_object(result: FillResult) -> dict[str, Any]:
    """Return a fill as the keys that several commands share (see docs/cli.md)."""
    return {
        "status": result.status.value,
        **grid_object(result.grid),
        "answers": result.answers,
        "scores": result.scores,
        "seed": result.seed,
        "min_score": result.min_score,
        "stats": result.statistics.as_dict(),
        "quality": None if result.quality is None else vars(result.quality),
    }


def clues_object(puzzle: Puzzle) -> dict[str, Any]:
    """Return the clues of a puzzle by slot, each with whether it is a draft.

    What a clue has beyond its text (formatting, a label, an enumeration and so on) has keys too.
    """
    return {
        entry.label: {"text": entry.clue.text, "draft": entry.clue.draft, **_clue_details(entry)}
        for entry in puzzle.entries
        if entry.clue.text
    }


def _clue_details(entry: Entry) -> dict[str, Any]:
    from crosswright.puzzles.markup import to_html

    clue = entry.clue
    details = {
        "html": to_html(clue.markup),
        "label": clue.label,
        "enumeration": clue.enumeration,
        "hint": clue.hint,
        "references": list(clue.references),
    }
    return {key: value for key, value in details.items() if value}


def parts_object(puzzle: Puzzle) -> dict[str, Any]:
    """Return the keys for what only some puzzles have: answers as entered, links, groups …"""
    parts = {
        "entered": dict(puzzle.entered),
        "links": [list(link) for link in puzzle.links],
        "groups": [{"title": title, "slots": list(labels)} for title, labels in puzzle.groups],
        "labels": {_cell_name(cell): label for cell, label in puzzle.labels.items()},
        "marks": {_cell_name(cell): dict(marks) for cell, marks in puzzle.marks.items()},
        "progress": {_cell_name(cell): token for cell, token in puzzle.progress.items()},
        "unplaced": [
            {"group": group, "label": label, "text": clue.text}
            for group, label, clue in puzzle.unplaced
        ],
    }
    return {key: value for key, value in parts.items() if value}


def _cell_name(cell: Cell) -> str:
    """Return a cell as the text notation has it: row,column, both from 1."""
    return f"{cell[0] + 1},{cell[1] + 1}"


def manifest(words: WordList, seed: int, **options: Any) -> dict[str, Any]:
    """Return what it takes to get the same result again."""
    return {
        "version": __version__,
        "seed": seed,
        "words": {"name": words.name, "count": len(words), "digest": words.digest},
        "options": options,
    }
