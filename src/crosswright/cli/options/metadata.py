"""What goes into a puzzle besides its grid and answers: the texts around it, and its clues."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crosswright.cli.defaults import Usual
from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import Decorator, grouped
from crosswright.cli.options.inputs import encoding, input_option
from crosswright.support.records import Record, replace

if TYPE_CHECKING:
    from crosswright.puzzles.puzzle import Puzzle


class Metadata(Record):
    """The texts around a puzzle; None leaves what it has."""

    title: str | None
    author: str | None
    copyright: str | None
    date: str | None
    notes: str | None
    difficulty: str | None
    publisher: str | None

    def applied(self, puzzle: Puzzle, number: int | None = None) -> Puzzle:
        """Return the puzzle, the given one of several, with these texts."""
        texts = {
            name: text
            for name, text in vars(self).items()
            if text is not None and not (isinstance(text, Usual) and getattr(puzzle, name))
        }
        if self.title is not None:
            from crosswright.cli.placeholders import fill_in  # here: most have no title yet

            date = puzzle.date if self.date is None else self.date
            texts["title"] = fill_in(self.title, number or 1, date)
        return replace(puzzle, **texts) if texts else puzzle


def _checked(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    if text is not None:
        from crosswright.cli.placeholders import check_placeholders

        check_placeholders(text)
    return text


def _text(name: str, help_text: str, **settings: object) -> Decorator:
    return option(f"--{name}", metavar="TEXT", help=help_text, **settings)


metadata = grouped(
    "metadata",
    Metadata,
    _text(
        "title",
        "Title of the puzzle. {n} is its number among several, {date} its date or else today's.",
        callback=_checked,
    ),
    _text("author", "Author of the puzzle."),
    _text("copyright", "Copyright notice."),
    _text("date", "Date of the puzzle, as it is to be printed."),
    _text("notes", "Notes for the solver."),
    _text("difficulty", "Difficulty, in any words."),
    _text("publisher", "Publisher of the puzzle."),
)
"""Add --title, --author and the other texts, as the argument `metadata`."""


class ClueOptions(Record):
    """The clues of a puzzle."""

    clues: str | None
    encoding: str | None
    draft_clues: bool | None
    """None leaves it to the command."""


def clue_options(drafts: str) -> Decorator:
    """Add --clues and --draft-clues, as the argument `clues`.

    `drafts` describes what the command does about drafts by default.
    """
    return grouped(
        "clues",
        ClueOptions,
        input_option("--clues", help="A table of answers and clues: CSV, TSV or .xlsx."),
        encoding,
        option(
            "--draft-clues/--no-draft-clues",
            default=None,
            show_default=drafts,
            help="Draft the clues that are missing, and mark them as drafts; this needs the extra "
            "crosswright[clues].",
        ),
    )
