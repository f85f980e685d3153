"""What goes into a puzzle besides its grid and answers: title, author and clues."""

from __future__ import annotations

from dataclasses import dataclass

import click

from crosswright.cli.options.groups import Decorator, grouped
from crosswright.cli.options.inputs import input_option

title = click.option("--title", metavar="TEXT", help="Title of the puzzle.")
author = click.option("--author", metavar="TEXT", help="Author of the puzzle.")


@dataclass(frozen=True)
class Metadata:
    """The title, the author and the clues of a puzzle."""

    title: str | None
    author: str | None
    clues: str | None
    draft_clues: bool | None
    """None leaves it to the command."""


def metadata(drafts: str) -> Decorator:
    """Add --title, --author, --clues and --draft-clues, as the argument `metadata`.

    `drafts` describes what the command does about drafts by default.
    """
    return grouped(
        "metadata",
        Metadata,
        title,
        author,
        input_option("--clues", help="A CSV or TSV table of answers and clues."),
        click.option(
            "--draft-clues/--no-draft-clues",
            default=None,
            show_default=drafts,
            help="Draft the clues that are missing, and mark them as drafts; this needs the extra "
            "crosswright[clues].",
        ),
    )
