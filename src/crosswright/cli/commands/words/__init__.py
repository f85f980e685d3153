"""The group `crosswright words`; each of its commands is in the module of its name."""

from __future__ import annotations

import click

from crosswright.cli.groups import LazyGroup

COMMANDS = {
    "match": "Print the words that match PATTERN, best first.",
    "anagram": "Print the words that LETTERS can make.",
    "wordplay": "Take ANSWER apart for a cryptic clue.",
    "define": "Define an English WORD, and suggest clues for it.",
    "info": "Show the lengths and scores of a list, and estimate what it can fill.",
    "export": "Print a list as WORD;SCORE lines, shortest words first.",
    "merge": "Merge LISTS into one.",
    "check": "Find bad lines, duplicates and suspicious scores in FILE.",
    "score": "Give WORD your own SCORE.",
    "ban": "Ban WORD from all your fills.",
    "forget": "Remove WORD from your personal list.",
    "undo": "Undo the last change of your personal list.",
    "personal": "Show your personal list, and where it is.",
}
"""The commands, and the first lines of their help texts."""


@click.group(cls=LazyGroup, package=__name__, summaries=COMMANDS)
def words() -> None:
    """Explore word lists and build your own.

    Without -w, a command uses the built-in English list. A score of 90 or more means that everybody
    knows the word, 70 that an editor will like it, 50 that it is acceptable, and 30 that it is a
    last resort.

    \b
    Example: crosswright words match 'E.E..ANT'
    """
