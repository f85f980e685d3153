"""What fills prefer beyond scores: lively words, and other words with every seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import Decorator, grouped
from crosswright.support.records import Record

if TYPE_CHECKING:
    from crosswright.filling.preference import Preferences
    from crosswright.words.wordlist import WordList

LIVELY, VARIETY = 70, 10  # those of filling/preference.py


class PreferenceOptions(Record):
    """How much lively words count, and how much chance does; None where the user does not say."""

    lively: int | None
    variety: int | None

    def chosen(self, words: WordList, is_improving: bool = True) -> Preferences:
        """Return them as keywords of a fill: those of the built-in list unless told otherwise.

        First fills that are not improved have none.
        """
        from crosswright.filling.preference import preferences

        if not is_improving:
            return {"lively": 0, "variety": 0}
        return preferences(words, self.lively, self.variety)


def preference_options(more: str = "") -> Decorator:
    """Add --lively and --variety, as the argument `preferences`; `more` ends what is said."""
    return grouped(
        "preferences",
        PreferenceOptions,
        _preference(
            "--lively",
            LIVELY,
            f"How much lively words count: phrases that people say, names, compounds.{more}",
        ),
        _preference(
            "--variety",
            VARIETY,
            f"How much chance counts, so that each seed has words of its own.{more}",
        ),
    )


def _preference(name: str, default: int, help_text: str) -> Decorator:
    return option(
        name,
        type=click.IntRange(0, 100),
        metavar="N",
        show_default=f"{default} with the built-in list",
        help=f"{help_text} From 0, not at all, to 100.",
    )
