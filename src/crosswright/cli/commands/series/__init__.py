"""The group `crosswright series`; each of its commands is in the module of its name."""

from __future__ import annotations

import click

from crosswright.cli.groups import LazyGroup

COMMANDS = {
    "new": "Write a plan with comments, to be edited.",
    "check": "Check a plan: can it work?",
    "run": "Make the season of a plan.",
    "resume": "Go on with a season where it was.",
    "status": "Show how far a season is.",
    "verify": "Verify a season from scratch: every file, answer and digest.",
    "report": "Write a report on a season: calendar, charts and holes.",
    "site": "Make a site to play the puzzles of a season on.",
}
"""The commands, and the first lines of their help texts."""


@click.group(cls=LazyGroup, package=__name__, summaries=COMMANDS)
def series() -> None:
    """Make a season of puzzles from a plan.

    A plan says which puzzles appear when, what they are made of, and how soon an answer may come
    again. A season is the same, byte for byte, however many workers make it, and goes on after a
    crash where it was.

    \b
    Example: crosswright series new daily.toml
    """
