"""The offline dictionary behind definitions and draft clues, opened before it is needed."""

from __future__ import annotations

from crosswright.cli.console import Console
from crosswright.clues import wordnet
from crosswright.errors import ClueError
from crosswright.support.wording import quote
from crosswright.words.lexicon import is_english


def open_dictionary(console: Console, language: str | None = None) -> None:
    """Open the dictionary; its first use takes some seconds, and the live line says so.

    Raise ClueError if it is not installed, or not in the language of the answers.
    """
    if language is not None and not is_english(language):
        raise ClueError(
            f"only English answers can have draft clues, not those in {quote(language)}"
        )
    wordnet.folder()
    with console.live() as line:
        if line.on and not wordnet.is_read():
            line.show(f"reading {wordnet.SOURCE} for the first time, which takes some seconds …")
        wordnet.database()


def wants_drafts(draft_clues: bool | None, console: Console, language: str | None) -> bool:
    """Return whether to draft clues: as the user says, or else if the dictionary is there.

    Raise ClueError if the user asks for drafts and it is not.
    """
    if draft_clues is False:
        return False
    try:
        open_dictionary(console, language)
    except ClueError:
        if draft_clues:
            raise
        return False
    return True
