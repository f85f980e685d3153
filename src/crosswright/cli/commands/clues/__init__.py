"""The group `crosswright clues`; each of its commands is in the module of its name."""

from __future__ import annotations

import click

from crosswright.cli.groups import LazyGroup

COMMANDS = {
    "import": "Put the clues of your puzzles into your clue bank.",
    "find": "Show the clues that ANSWER had in your puzzles.",
    "info": "Show how much is in your clue bank, and where it is.",
    "forget": "Remove puzzles from your clue bank.",
}
"""The commands, and the first lines of their help texts."""


@click.group(cls=LazyGroup, package=__name__, summaries=COMMANDS)
def clues() -> None:
    """Keep a bank of the clues in your own puzzles.

    The clues in the bank are suggested before any drafts: by fill --draft-clues, by construct and
    in the studio.

    \b
    Example: crosswright clues import puzzles
    """
