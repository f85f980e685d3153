"""The texts around a grid as every format prints them, and the drawing in words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from crosswright.grids.grid import Grid
from crosswright.grids.notation import where
from crosswright.puzzles.puzzle import Puzzle


def squeeze(text: str) -> str:
    """Put text on one line, with single spaces."""
    return " ".join(text.split())


def byline(puzzle: Puzzle, language: str) -> str:
    """Return the author: "By …", in other languages the name alone, or nothing."""
    name = squeeze(puzzle.author)
    is_english = language.lower()[:2] in ("", "en") and not is_right_to_left(name)
    return f"By {name}" if name and is_english else name


def is_right_to_left(text: str) -> bool:
    """Return whether most letters of a text belong to a script written from right to left."""
    if text.isascii():
        return False
    classes = [unicodedata.bidirectional(character) for character in text]
    return sum(kind in ("R", "AL") for kind in classes) > classes.count("L")


def printed(token: str) -> str:
    """Return a token as it is printed: Georgian without capitals, which few fonts have."""
    return token.lower() if "\u1c90" <= token[:1] <= "\u1cbf" else token


def printed_texts(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """Yield every text of a puzzle after what it is: "title", "clue of 17A", "row 1, column 2"."""
    yield from (
        ("title", puzzle.title),
        ("author", puzzle.author),
        ("copyright", puzzle.copyright),
        ("notes", puzzle.notes),
    )
    yield from ((f"clue of {entry.label}", entry.clue.text) for entry in puzzle.entries)
    yield from ((where(cell), printed(token)) for cell, token in puzzle.solution.items())


def description(grid: Grid, filled: bool) -> str:
    """Describe the drawing of a grid in a sentence, for those who cannot see it."""
    words = dict.fromkeys(("across", "down", "extra"), 0)
    for slot in grid.slots:
        words[slot.direction] += 1
    parts = [f"{words['across']} words across", f"{words['down']} down"]
    if words["extra"]:
        parts.append(f"{words['extra']} more")
    return (
        f"A {'filled' if filled else 'blank'} crossword grid of {grid.height} rows and "
        f"{grid.width} columns: {', '.join(parts)}."
    )
