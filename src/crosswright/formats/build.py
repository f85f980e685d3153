"""From what a file says to a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Unpack

from crosswright.formats.cleaning import clean_text
from crosswright.formats.format import warn
from crosswright.grids.grid import Grid
from crosswright.grids.notation import Cell
from crosswright.puzzles.clue import DRAFT_MARK, NO_CLUE, Clue
from crosswright.puzzles.enumeration import spells
from crosswright.puzzles.markup import Markup, plain, stripped
from crosswright.puzzles.puzzle import TEXTS, Puzzle, PuzzleParts
from crosswright.support.records import replace
from crosswright.support.wording import quote


def can_be_slot(cells: tuple[Cell, ...], open_cells: frozenset[Cell]) -> bool:
    """Return whether cells that a file lists can be a slot: two or more, open, each once."""
    return len(cells) > 1 and len(set(cells)) == len(cells) and open_cells.issuperset(cells)


def build_puzzle(
    grid: Grid,
    *,
    given: Iterable[Cell] = (),
    clues: Mapping[str, Clue | str] | None = None,
    texts: Mapping[str, str] | None = None,
    **parts: Unpack[PuzzleParts],
) -> Puzzle:
    """Make a puzzle from what a file says; further keywords are those of `Puzzle.from_filled`.

    Texts, which may come by name, are cleaned; empty clues are left out, and so are answers that
    are entered otherwise than the grid spells them.
    """
    named = {name: parts[name] for name in TEXTS if name in parts}  # type: ignore[literal-required]
    cleaned = {name: clean_text(text) for name, text in {**(texts or {}), **named}.items()}
    entered = parts.pop("entered", {})
    written = {label: clue for label, clue in (clues or {}).items() if clue not in ("", NO_CLUE)}
    all_parts = PuzzleParts(**{**parts, **cleaned})  # type: ignore[typeddict-item]
    puzzle = Puzzle.from_filled(grid, written, given=given, **all_parts)
    fitting = {label: text for label, text in entered.items() if _spells(puzzle, label, text)}
    for label in entered.keys() - fitting.keys():
        warn(f"{label} is entered as {quote(entered[label])}, but the grid has another answer")
    return replace(puzzle, entered=fitting) if fitting else puzzle


def _spells(puzzle: Puzzle, label: str, text: str) -> bool:
    words = [puzzle.filled_grid.word(part) for part in puzzle.link(label)]
    return None in words or spells(text, "".join(word or "" for word in words))


def marked_clue(markup: Markup, **parts: Any) -> Clue:
    """Make a clue from formatted text, which ends with a mark if the clue is a draft."""
    last = markup[-1] if markup else ""
    if isinstance(last, str) and last.endswith(f" {DRAFT_MARK}"):
        bare = stripped((*markup[:-1], last.removesuffix(DRAFT_MARK)))
        if bare:
            return Clue(plain(bare), draft=True, markup=bare, **parts)
    return Clue(plain(markup), markup=markup, **parts)
