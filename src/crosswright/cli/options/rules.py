"""The rules of a fill as options."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from crosswright.cli.console import Console
from crosswright.cli.options.common import Function, grouped, min_score
from crosswright.support.sizes import MAX_SCORE

if TYPE_CHECKING:
    from crosswright.filling.rules import Rules
    from crosswright.grids.grid import Grid

Value = TypeVar("Value")
_PLACE = re.compile(r"(\d{1,9}),(\d{1,9})(?:-(\d{1,9}),(\d{1,9}))?")


@dataclass(frozen=True)
class RuleOptions:
    """The rules as the user gives them."""

    min_score: int | None
    slot_score: tuple[str, ...]
    require: tuple[str, ...]
    ban: tuple[str, ...]
    used_in: tuple[str, ...]
    fix: tuple[str, ...]
    allow: tuple[str, ...]
    match: tuple[str, ...]
    region: tuple[str, ...]
    no_shared_letters: int | None
    no_shared_stem: bool
    repeats: bool

    def rules(self, grid: Grid, console: Console) -> Rules:
        """Return them as a fill of the grid takes them."""
        from crosswright.filling.rules import Rules

        return Rules(
            min_score=self.min_score,
            slot_scores=pairs("--slot-score", self.slot_score, whole_score),
            required=self.require,
            banned=self.ban,
            used=used_words(self.used_in, console),
            fixed=pairs("--fix", self.fix, letters),
            allowed=pairs("--allow", self.allow, lambda text: text.split(",")),
            matching=pairs("--match", self.match, str),
            region=[cell for text in self.region for cell in places(text, grid)] or None,
            distinct=not self.repeats,
            no_shared_letters=self.no_shared_letters,
            no_shared_stem=self.no_shared_stem,
        )


def pairs(option: str, texts: Sequence[str], read: Callable[[str], Value]) -> dict[str, Value]:
    """Read SLOT=VALUE texts."""
    found: dict[str, Value] = {}
    for text in texts:
        label, sign, value = text.partition("=")
        label = label.strip().upper()
        if not sign or not label or not value:
            raise click.UsageError(f"{option} {text}: write a slot and a value, as in 17A=…")
        if label in found:
            raise click.UsageError(f"{option} names {label} twice")
        try:
            found[label] = read(value.strip())
        except ValueError:
            raise click.UsageError(
                f"{option} {text}: {value!r} is no number, or too large a one"
            ) from None
    return found


def letters(text: str) -> str:
    """Return a word as a grid spells it, without spaces, hyphens and apostrophes."""
    from crosswright.grids.letters import normalise_answer

    return normalise_answer(text)


def whole_score(text: str) -> int:
    """Read a score; ValueError when it is none."""
    if abs(number := int(text)) > MAX_SCORE:
        raise ValueError(text)
    return number


def places(text: str, grid: Grid) -> list[str | tuple[int, int]]:
    """Read a slot (17A), a cell (3,7) or the open cells of a rectangle (3,7-5,12)."""
    match = _PLACE.fullmatch(text.strip())
    if match is None:
        return [text]
    top, left = int(match[1]) - 1, int(match[2]) - 1
    bottom, right = (int(match[3]) - 1, int(match[4]) - 1) if match[3] else (top, left)
    rows = range(min(top, bottom), max(top, bottom) + 1)
    columns = range(min(left, right), max(left, right) + 1)
    open_cells = {cell for cell in grid.open_cells if cell[0] in rows and cell[1] in columns}
    if not open_cells:
        raise click.UsageError(f"--region {text}: the grid has no open cell there")
    return sorted(open_cells)


def used_words(files: Sequence[str], console: Console) -> list[str]:
    """Return the answers of earlier puzzles."""
    from crosswright.cli.puzzles import read_puzzle

    puzzles = [read_puzzle(file, None, console) for file in files]
    return [answer for puzzle in puzzles for answer in puzzle.answers.values()]


def several(flag: str, metavar: str, help_text: str) -> Callable[[Any], Any]:
    """Make an option that may be given several times."""
    return click.option(flag, multiple=True, metavar=metavar, help=help_text)


def rule_options(function: Function) -> Function:
    """Add the rules of a fill, as the argument `rules`."""
    options = (
        min_score,
        several("--slot-score", "SLOT=SCORE", "The lowest score in one slot, as in 3D=40."),
        several("--require", "WORD", "A word that must stand somewhere, listed or not."),
        several("--ban", "WORD", "A word that must not."),
        several("--used-in", "PUZZLE", "A puzzle file whose answers are not to come again."),
        several("--fix", "SLOT=WORD", "A word for a slot, as in 17A=WORD."),
        several("--allow", "SLOT=WORD,…", "The only words that a slot may take."),
        several("--match", "SLOT=REGEX", "What the word of a slot must match as a whole."),
        several(
            "--region",
            "PLACE",
            "Fill only these anew and leave all else: a slot (17A), a cell (row,column: 3,7) or a "
            "rectangle (3,7-5,12).",
        ),
        click.option(
            "--no-shared-letters",
            type=click.IntRange(min=2),
            metavar="N",
            help="No two words may share a run of N letters.",
        ),
        click.option("--no-shared-stem", is_flag=True, help="No two inflections of one word."),
        click.option("--repeats", is_flag=True, help="Let a word stand twice in a puzzle."),
    )
    decorated: Function = grouped("rules", RuleOptions, *options)(function)
    return decorated
